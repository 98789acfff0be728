package userstore_test

import (
	"fmt"
	"sync"
	"testing"

	"holdover/internal/model/auth"
	"holdover/internal/storage/userstore"
)

// TestConcurrentOwnerChangesKeepAnOwner changes the owners of a budget concurrently: on PostgreSQL each transaction relied on the
// other owner, and the budget had no owner or a deleted one.
func TestConcurrentOwnerChangesKeepAnOwner(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *stores) {
		ctx := t.Context()
		anna := addUser(t, s, "Anna")
		for n := range 40 { // the race occurs rarely
			ben, cora := addUser(t, s, fmt.Sprint("Ben ", n)), addUser(t, s, fmt.Sprint("Cora ", n))
			for name, does := range map[string][2]func(no int64) error{
				"both are removed": {
					func(int64) error { return s.RemoveUser(ctx, ben.No) },
					func(int64) error { return s.RemoveUser(ctx, cora.No) },
				},
				"one is removed, the other leaves": {
					func(int64) error { return s.RemoveUser(ctx, ben.No) },
					func(no int64) error { return s.SetShare(ctx, no, cora.No, "") },
				},
				"one is removed and made an owner again": {
					func(int64) error { return s.RemoveUser(ctx, cora.No) },
					func(no int64) error {
						_ = s.SetShare(ctx, no, cora.No, auth.Owner) // refused if the user is already deleted
						return s.SetShare(ctx, no, ben.No, auth.Viewer)
					},
				},
			} {
				ben, cora = recreate(t, s, ben), recreate(t, s, cora)
				no := addBudget(t, s, fmt.Sprint(name, n), ben.No)
				if name != "one is removed and made an owner again" {
					if err := s.SetShare(ctx, no, cora.No, auth.Owner); err != nil {
						t.Fatal(err)
					}
				}
				var all sync.WaitGroup
				for _, do := range does {
					all.Go(func() { _ = do(no) }) // the last owner may not leave
				}
				all.Wait()
				if owners(t, s, no) == 0 {
					t.Errorf("%s: the budget has no owner", name)
				}
			}
		}
		if roles, _, err := s.RolesOf(ctx, anna.No); err != nil || len(roles) == 0 {
			t.Errorf("the admin has no budget left (error %v)", err)
		}
	})
}

// recreate returns a user, created again if deleted.
func recreate(t *testing.T, s *stores, u userstore.User) userstore.User {
	t.Helper()
	if found, err := s.User(t.Context(), u.No); err == nil {
		return found
	}
	return addUser(t, s, u.Name)
}

// owners returns the number of owners of a budget.
func owners(t *testing.T, s *stores, no int64) (n int) {
	t.Helper()
	shares, err := s.Shares(t.Context(), no)
	for _, share := range shares {
		if share.Role == auth.Owner {
			n++
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return n
}
