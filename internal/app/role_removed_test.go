package app

import (
	"log/slog"
	"runtime"
	"testing"

	"holdover/internal/app/users/userstest"
	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/storage/database"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/storage/userstore"
	"holdover/internal/testing/testkit"
)

// A role removed while a change waits for its lock is gone when the change runs: it is refused and has no effect. The
// same applies to a user that became a viewer.
func TestRoleIsCheckedWithinTheChange(t *testing.T) {
	t.Parallel()
	for name, cfg := range map[string]store.Config{"SQLite": {Dir: databasetest.Dir(t)}, "PostgreSQL": {URL: databasetest.Postgres(t)}} {
		t.Run(name, func(t *testing.T) {
			a, err := Open(t.Context(), cfg, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { a.Close() })
			_, ben := userstest.AnnaAndBen(t, a.Service)
			for _, c := range []struct {
				now  auth.Role
				want apperr.Kind
			}{{"", apperr.NotFound}, {auth.Viewer, apperr.Forbidden}} {
				for what, do := range map[string]func(id string) error{
					"changes": func(id string) error {
						_, err := a.NewGroup(t.Context(), ben, id, "Bills")
						return err
					},
					"undoes": func(id string) error {
						_, err := a.Undo(t.Context(), ben, id, 0)
						return err
					},
				} {
					id := newSharedBudget(t, a, map[userstore.UserNo]auth.Role{userstore.UserNo(ben.User): auth.Editor})
					if _, err := a.NewGroup(t.Context(), ben, id, "Before"); err != nil {
						t.Fatal(err)
					}
					before, err := a.Budget(t.Context(), ben, id)
					if err != nil {
						t.Fatal(err)
					}
					done := make(chan error, 1)
					if err := a.store.DB().Change(t.Context(), func(q *database.Session) error {
						if _, err := q.Exec("UPDATE budget SET modified_at = modified_at WHERE id = $1", id); err != nil {
							return err
						}
						if _, err := q.Exec("DELETE FROM share WHERE user_no = $1", ben.User); err != nil {
							return err
						}
						if c.now != "" {
							if _, err := q.Exec("INSERT INTO share (budget, user_no, role) SELECT no, CAST($2 AS BIGINT), $3 FROM budget WHERE id = $1", id, ben.User, string(c.now)); err != nil {
								return err
							}
						}
						go func() { done <- do(id) }()
						return waitsForALock(t, a, cfg)
					}); err != nil {
						t.Fatal(err)
					}
					testkit.WantKind(t, <-done, c.want)
					if after, err := a.Budget(t.Context(), Machine(), id); err != nil || after.Knowledge != before.Knowledge {
						t.Errorf("%s as %q: budget is at change %d, want %d (error %v)", what, c.now, after.Knowledge, before.Knowledge, err)
					}
				}
			}
		})
	}
}

// waitsForALock waits until a transaction waits for a lock held by another. SQLite has one lock for all writers.
func waitsForALock(t *testing.T, a *App, cfg store.Config) error {
	for waiting := int64(0); cfg.URL != "" && waiting == 0; runtime.Gosched() {
		if err := a.store.DB().Once(t.Context(), func(q *database.Session) error {
			_, err := q.One(testkit.LockWaits(), nil, &waiting)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}
