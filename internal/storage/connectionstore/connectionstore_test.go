package connectionstore_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"holdover/internal/storage/connectionstore"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// TestAttackUpdatesAtTheSameTime changes one connection in many transactions at once, on a file and on a server. None is lost or
// refused: an update that is refused would lose the result of an import.
func TestAttackUpdatesAtTheSameTime(t *testing.T) {
	t.Parallel()
	for name, cfg := range map[string]func(testing.TB) store.Config{
		"SQLite":     func(t testing.TB) store.Config { return store.Config{Dir: databasetest.Dir(t)} },
		"PostgreSQL": func(t testing.TB) store.Config { return store.Config{URL: databasetest.Postgres(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := testkit.Must(store.Open(t.Context(), cfg(t)))(t)
			t.Cleanup(func() { testkit.NoError(t, s.Close()) })
			on := connectionstore.On(s.DB())
			testkit.NoError(t, on.Add(t.Context(), &connectionstore.Connection{ID: "a", Budget: 1, Provider: "test", Secret: []byte{1}, Body: "", NextAt: time.UnixMilli(0)}))
			c := testkit.Must(on.Connection(t.Context(), 1, "a"))(t)
			var working sync.WaitGroup
			for range 8 {
				working.Go(func() {
					for range 5 {
						if _, err := on.Update(t.Context(), c.No, func(c *connectionstore.Connection) error {
							c.Body += "x"
							return nil
						}); err != nil {
							t.Error(err)
						}
					}
				})
			}
			working.Wait()
			if c = testkit.Must(on.Connection(t.Context(), 1, "a"))(t); c.Body != strings.Repeat("x", 40) || c.Version != 41 {
				t.Errorf("%d changes, version %d", len(c.Body), c.Version)
			}
		})
	}
}
