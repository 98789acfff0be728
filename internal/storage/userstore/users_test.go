package userstore_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
	"holdover/internal/storage/userstore"
	"holdover/internal/testing/testkit"
)

// addUser adds a user with a password.
func addUser(t testing.TB, s *stores, name string) userstore.User {
	t.Helper()
	u, err := s.AddUser(t.Context(), userstore.User{ID: uuid.NewString(), Name: name, Password: "hash of " + name, Created: start}, false)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// addBudget adds an empty budget and returns its number.
func addBudget(t testing.TB, s *stores, name string, owner userstore.UserNo) int64 {
	t.Helper()
	h, err := s.budgets.Import(t.Context(), store.Import{Whole: &budget.Whole{Info: budget.Info{ID: uuid.NewString(), Name: name}}, Meta: store.Meta{Actor: "u1", Action: "test", Label: "new", At: start}, Owner: owner})
	if err != nil {
		t.Fatal(err)
	}
	return h.No
}

func wantRole(t testing.TB, s *stores, no int64, u userstore.User, want auth.Role) {
	t.Helper()
	if roles, _, err := s.RolesOf(t.Context(), u.No); err != nil || roles[no] != want {
		t.Errorf("role of %s in budget %d: %q, want %q (error %v)", u.Name, no, roles[no], want, err)
	}
}

func TestUsers(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *stores) {
		ctx := t.Context()
		if has, err := s.HasUsers(ctx); has || err != nil {
			t.Fatalf("new database has users: %t (error %v)", has, err)
		}
		anna, ben := addUser(t, s, "Änna"), addUser(t, s, "Ben") // Ä: names are equal regardless of case, also beyond ASCII
		if !anna.Admin || ben.Admin {
			t.Errorf("admin: first user %t, second user %t; want only the first", anna.Admin, ben.Admin)
		}
		_, err := s.AddUser(ctx, userstore.User{ID: uuid.NewString(), Name: "ÄNNA", Created: start}, false)
		testkit.WantKind(t, err, apperr.Conflict)
		_, err = s.AddUser(ctx, userstore.User{ID: uuid.NewString(), Name: "Cleo", Created: start}, true)
		testkit.WantKind(t, err, apperr.Conflict)
		if got, err := s.UserByName(ctx, " änna"); err != nil || got != anna {
			t.Errorf("user by name: %+v, want %+v (error %v)", got, anna, err)
		}
		_, err = s.User(ctx, 99)
		testkit.WantKind(t, err, apperr.NotFound)
		if kept, err := s.Rehash(ctx, ben.No, "another", "lost"); kept || err != nil {
			t.Errorf("rehash over another hash: stored %t, want false (error %v)", kept, err)
		}
		if kept, err := s.Rehash(ctx, ben.No, ben.Password, "newer"); !kept || err != nil {
			t.Errorf("rehash over the present hash: stored %t, want true (error %v)", kept, err)
		}
		ben.Password = "newer"
		if all, err := s.Users(ctx); err != nil || !cmp.Equal(all, []userstore.User{anna, ben}) {
			t.Errorf("users: %+v, want Änna and Ben (error %v)", all, err)
		}
	})
}

// Of many concurrent attempts to create the first user, one succeeds.
func TestConcurrentFirstUsersCreateOne(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *stores) {
		var created atomic.Int32
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				id := uuid.NewString()
				_, err := s.AddUser(t.Context(), userstore.User{ID: id, Name: id, Created: start}, true)
				switch {
				case err == nil:
					created.Add(1)
				case apperr.KindOf(err) != apperr.Conflict:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if created.Load() != 1 {
			t.Errorf("%d users were created as the first, want 1", created.Load())
		}
	})
}

func TestShareBudget(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *stores) {
		ctx := t.Context()
		older := addBudget(t, s, "Created before there were users", 0)
		anna, ben := addUser(t, s, "Anna"), addUser(t, s, "Ben")
		later, bens := addBudget(t, s, "Created on the command line", 0), addBudget(t, s, "Ben's", ben.No)
		for _, no := range []int64{older, later} {
			wantRole(t, s, no, anna, auth.Owner)
			wantRole(t, s, no, ben, "")
		}
		wantRole(t, s, bens, anna, "")
		if err := s.SetShare(ctx, bens, anna.No, auth.Viewer); err != nil {
			t.Fatal(err)
		}
		if roles, _, err := s.RolesOf(ctx, anna.No); err != nil || !cmp.Equal(roles, map[int64]auth.Role{older: auth.Owner, later: auth.Owner, bens: auth.Viewer}) {
			t.Errorf("roles of Anna: %v, want owner of %d and %d and viewer of %d (error %v)", roles, older, later, bens, err)
		}
		want := []userstore.Share{{anna.No, "Anna", auth.Viewer}, {ben.No, "Ben", auth.Owner}}
		if got, err := s.Shares(ctx, bens); err != nil || !cmp.Equal(got, want) {
			t.Errorf("shares: %+v, want %+v (error %v)", got, want, err)
		}
		for _, role := range []auth.Role{auth.Editor, ""} {
			testkit.WantKind(t, s.SetShare(ctx, bens, ben.No, role), apperr.Conflict)
			wantRole(t, s, bens, ben, auth.Owner)
		}
		testkit.WantKind(t, s.SetShare(ctx, bens, 99, auth.Viewer), apperr.NotFound)
		testkit.WantKind(t, s.SetShare(ctx, 99, ben.No, auth.Viewer), apperr.NotFound)
		if err := s.budgets.Delete(ctx, older); err != nil {
			t.Fatal(err)
		}
		wantRole(t, s, older, anna, "")

		testkit.WantKind(t, s.RemoveUser(ctx, anna.No), apperr.Conflict)
		if err := s.RemoveUser(ctx, ben.No); err != nil {
			t.Fatal(err)
		}
		wantRole(t, s, bens, anna, auth.Owner)
		wantRole(t, s, bens, ben, "")
	})
}

// If both owners of a budget are removed at the same time, one of them stays.
func TestLastOwnerCannotBeRemoved(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *stores) {
		anna, ben := addUser(t, s, "Anna"), addUser(t, s, "Ben")
		for range 10 {
			no := addBudget(t, s, "Ours", anna.No)
			if err := s.SetShare(t.Context(), no, ben.No, auth.Owner); err != nil {
				t.Fatal(err)
			}
			var wg sync.WaitGroup
			var removed atomic.Int32
			for _, u := range []userstore.User{anna, ben} {
				wg.Go(func() {
					if err := s.SetShare(t.Context(), no, u.No, ""); err == nil {
						removed.Add(1)
					} else if apperr.KindOf(err) != apperr.Conflict {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if removed.Load() != 1 {
				t.Errorf("%d of 2 owners were removed, want 1", removed.Load())
			}
		}
	})
}

func TestSessions(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *stores) {
		ctx := t.Context()
		anna, ben := addUser(t, s, "Anna"), addUser(t, s, "Ben")
		month := 30 * 24 * time.Hour
		usedSince := func(used time.Time) userstore.SessionCutoffs {
			return userstore.SessionCutoffs{UsedSince: used, BegunSince: start.Add(-month)}
		}
		for digest, u := range map[auth.Digest]userstore.User{"a1": anna, "a2": anna, "b1": ben} {
			if err := s.AddSession(ctx, userstore.NewSession{Digest: digest, User: u.No, VerifiedHash: u.Password, At: start, Cutoffs: usedSince(start.Add(-month)), Browser: "browser"}); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := s.Session(ctx, "a1", usedSince(start.Add(-month))); err != nil || got.User != anna || !got.Seen.Equal(start) {
			t.Errorf("session: %+v, want Anna's, last seen at the start (error %v)", got, err)
		}
		later := start.Add(20 * 24 * time.Hour)
		if err := s.SeeSession(ctx, "a1", later); err != nil {
			t.Fatal(err)
		}
		end := start.Add(month + time.Second)
		_, err := s.Session(ctx, "a2", usedSince(end.Add(-month)))
		testkit.WantKind(t, err, apperr.NotFound)
		if _, err := s.Session(ctx, "a1", usedSince(end.Add(-month))); err != nil {
			t.Errorf("session in use expired: %v", err)
		}
		if err := s.SetPassword(ctx, anna.No, userstore.NewPassword{Hash: "new", Keep: "a1", Event: userstore.Event{At: start}}); err != nil {
			t.Fatal(err)
		}
		for digest, want := range map[auth.Digest]apperr.Kind{"a1": "", "a2": apperr.NotFound, "b1": ""} {
			_, err := s.Session(ctx, digest, usedSince(start.Add(-month)))
			testkit.WantKind(t, err, want)
		}
		if err := s.EndSession(ctx, "a1"); err != nil {
			t.Fatal(err)
		}
		_, err = s.Session(ctx, "a1", usedSince(start.Add(-month)))
		testkit.WantKind(t, err, apperr.NotFound)
		if err := s.RemoveUser(ctx, ben.No); err != nil {
			t.Fatal(err)
		}
		_, err = s.Session(ctx, "b1", usedSince(start.Add(-month)))
		testkit.WantKind(t, err, apperr.NotFound)
		testkit.WantKind(t, s.AddSession(ctx, userstore.NewSession{Digest: "b2", User: ben.No, VerifiedHash: ben.Password, At: start}), apperr.NotFound)
	})
}

func TestTokens(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *stores) {
		ctx := t.Context()
		anna, ben := addUser(t, s, "Anna"), addUser(t, s, "Ben")
		add := func(name string, u userstore.User, scope auth.Scope) userstore.Token {
			got, err := s.AddToken(ctx, userstore.Token{Short: "…" + name, Name: name, Scope: scope, User: u, Created: start}, auth.Digest(name))
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		one, two, bens := add("one", anna, auth.Full), add("two", anna, auth.ReadOnly), add("ben", ben, auth.Full)
		if err := s.UseToken(ctx, one.No, start.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		one.LastUsed = start.Add(time.Hour)
		if got, err := s.Token(ctx, "one"); err != nil || got != one {
			t.Errorf("token differs: %s (error %v)", cmp.Diff(got, one), err)
		}
		if all, err := s.Tokens(ctx, anna.No); err != nil || !cmp.Equal(all, []userstore.Token{two, one}) {
			t.Errorf("tokens of Anna: %+v, want the newer one first (error %v)", all, err)
		}
		if all, err := s.Tokens(ctx, 0); err != nil || len(all) != 3 {
			t.Errorf("%d tokens of all users, want 3 (error %v)", len(all), err)
		}
		testkit.WantKind(t, s.RevokeToken(ctx, bens.No, anna.No, start), apperr.NotFound)
		for id, user := range map[int64]userstore.UserNo{bens.No: 0, one.No: anna.No} { // 0 may revoke the tokens of all users
			if err := s.RevokeToken(ctx, id, user, start); err != nil {
				t.Fatal(err)
			}
		}
		testkit.WantKind(t, s.RevokeToken(ctx, one.No, anna.No, start), apperr.NotFound)
		if got, err := s.Token(ctx, "one"); err != nil || got.Revoked.IsZero() {
			t.Errorf("revoked token: %+v, want the time of its revocation (error %v)", got, err)
		}
		if all, err := s.Tokens(ctx, 0); err != nil || !cmp.Equal(all, []userstore.Token{two}) {
			t.Errorf("tokens after the others were revoked: %+v, want only the second (error %v)", all, err)
		}
		_, err := s.Token(ctx, "none")
		testkit.WantKind(t, err, apperr.NotFound)
	})
}

// A password that was verified before it was changed gives no access after the change. Earlier a session, token or new
// password was still created.
func TestVerifiedPasswordIsInvalidAfterAChange(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *stores) {
		ctx := t.Context()
		anna := addUser(t, s, "Anna")
		uses := map[string]func() error{
			"a session": func() error {
				return s.AddSession(ctx, userstore.NewSession{Digest: auth.Digest(uuid.NewString()), User: anna.No, VerifiedHash: anna.Password, At: start, Browser: "browser"})
			},
			"a token": func() error {
				name := uuid.NewString()
				_, err := s.AddToken(ctx, userstore.Token{Name: name, Scope: auth.Full, User: anna, Created: start}, auth.Digest(name))
				return err
			},
			"a password": func() error {
				return s.SetPassword(ctx, anna.No, userstore.NewPassword{Hash: "somebody else's", VerifiedHash: anna.Password, Keep: "a", Event: userstore.Event{At: start}})
			},
		}
		change := userstore.NewPassword{Hash: "changed", EndAccess: true, Event: userstore.Event{At: start}}
		if err := s.SetPassword(ctx, anna.No, change); err != nil {
			t.Fatal(err)
		}
		for use, try := range uses {
			if err := try(); apperr.KindOf(err) != apperr.NotFound {
				t.Errorf("%s after the change: error %v, want not found", use, err)
			}
		}
		delete(uses, "a password")
		for i := range 30 { // the uses and the change are concurrent
			anna.Password = fmt.Sprint("hash ", i)
			if err := s.SetPassword(ctx, anna.No, userstore.NewPassword{Hash: anna.Password, Event: userstore.Event{At: start}}); err != nil {
				t.Fatal(err)
			}
			var wg sync.WaitGroup
			for use, try := range uses {
				wg.Go(func() {
					if err := try(); err != nil && apperr.KindOf(err) != apperr.NotFound {
						t.Errorf("%s while the password changes: error %v, want none or not found", use, err)
					}
				})
			}
			wg.Go(func() {
				if err := s.SetPassword(ctx, anna.No, change); err != nil {
					t.Error(err)
				}
			})
			wg.Wait()
			sessions, err := s.Sessions(ctx, anna.No, userstore.SessionCutoffs{})
			tokens, err2 := s.Tokens(ctx, anna.No)
			if len(sessions) > 0 || len(tokens) > 0 || err != nil || err2 != nil {
				t.Fatalf("%d sessions and %d tokens are left, want none (errors %v, %v)", len(sessions), len(tokens), err, err2)
			}
		}
	})
}

// Attempts under one key are serialised: with three free attempts, three of twenty concurrent ones pass.
func TestConcurrentAttemptsAreCounted(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *stores) {
		ctx := t.Context()
		refused := errors.New("refused")
		now := start
		try := func() error {
			return s.Attempt(ctx, []string{"address", "name"}, now.Add(-time.Hour), func(f []auth.Failures) error {
				if f[1].Count >= 3 {
					return refused
				}
				f[0], f[1] = auth.Failures{Count: f[0].Count + 1, Last: now}, auth.Failures{Count: f[1].Count + 1, Last: now}
				return nil
			})
		}
		var wg sync.WaitGroup
		var passed atomic.Int32
		for range 20 {
			wg.Go(func() {
				if err := try(); err == nil {
					passed.Add(1)
				} else if !errors.Is(err, refused) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if passed.Load() != 3 {
			t.Errorf("%d attempts passed, want 3", passed.Load())
		}
		if err := s.Attempt(ctx, []string{"name"}, now.Add(-time.Hour), func(f []auth.Failures) error {
			if f[0].Count != 3 || !f[0].Last.Equal(now) {
				t.Errorf("failures: %+v, want 3, the last one now", f)
			}
			f[0] = auth.Failures{}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if err := try(); err != nil {
			t.Errorf("attempt after the failures were reset: %v", err)
		}
		now = now.Add(2 * time.Hour)
		if err := s.Attempt(ctx, []string{"address"}, now.Add(-time.Hour), func(f []auth.Failures) error {
			if f[0] != (auth.Failures{}) {
				t.Errorf("old failures: %+v, want none", f)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
}
