package app

import (
	"context"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app/migration"
	"holdover/internal/app/users"
	"holdover/internal/app/users/userstest"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
	"holdover/internal/storage/userstore"
	"holdover/internal/testing/testkit"
)

// annaAndBen creates Anna, the first user, and Ben.
func annaAndBen(t testing.TB) (a *App, anna, ben Actor) {
	t.Helper()
	a = newApp(t)
	anna, ben = userstest.AnnaAndBen(t, a.Service)
	return a, anna, ben
}

func TestShareBudget(t *testing.T) {
	a, anna, ben := annaAndBen(t)
	ctx := t.Context()
	id := newSharedBudget(t, a, map[userstore.UserNo]auth.Role{userstore.UserNo(ben.User): auth.Editor})
	sees := func(who Actor, want bool) {
		t.Helper()
		all, err := a.Budgets(ctx, who)
		_, findErr := a.FindBudget(ctx, who, "ours")
		if err != nil || (len(all) == 1) != want || (findErr == nil) != want {
			t.Errorf("budgets of %s: %v, found by name: %t; want the budget: %t (errors %v, %v)", who.Name, all, findErr == nil, want, err, findErr)
		}
	}
	sees(anna, true)
	sees(ben, true)
	testkit.WantKind(t, a.SetShare(ctx, anna, id, "ben", "king"), apperr.Invalid)
	testkit.WantKind(t, a.SetShare(ctx, anna, id, "Nobody", auth.Viewer), apperr.NotFound)
	if err := a.SetShare(ctx, anna, id, "ben", auth.Viewer); err != nil {
		t.Fatal(err)
	}
	_, err := a.Undo(ctx, ben, id, 0)
	testkit.WantKind(t, err, apperr.Forbidden)
	if all, err := a.Shares(ctx, ben, id); err != nil || len(all) != 2 || all[0] != (users.Share{User: "Anna", Role: auth.Owner}) || all[1] != (users.Share{User: "Ben", Role: auth.Viewer, You: true}) {
		t.Errorf("shares: %+v, want Anna as owner and Ben as viewer (error %v)", all, err)
	}
	testkit.WantKind(t, a.RemoveShare(ctx, ben, id, "Anna"), apperr.Forbidden)
	testkit.WantKind(t, a.RemoveShare(ctx, anna, id, "Anna"), apperr.Conflict)
	if err := a.RemoveShare(ctx, ben, id, "BEN"); err != nil { // leaves
		t.Fatal(err)
	}
	sees(ben, false)
	_, err = a.Budgets(ctx, Actor{})
	testkit.WantKind(t, err, apperr.Unauthorized)
	_, err = a.FindBudget(ctx, Actor{}, "ours")
	testkit.WantKind(t, err, apperr.Unauthorized)
}

// A share that Ben has not accepted is in his list, but is never the budget that he used last. Nobody learns anything.
func TestPendingShareIsNotTheLastUsedBudget(t *testing.T) {
	a, _, ben := annaAndBen(t)
	ctx := t.Context()
	id := newSharedBudget(t, a, map[userstore.UserNo]auth.Role{userstore.UserNo(ben.User): auth.Editor})
	lists := func(pending, used bool) {
		t.Helper()
		all, last, err := a.BudgetsAndLastUsed(ctx, ben)
		if err != nil || len(all) != 1 || all[0].ID != id || all[0].Pending != pending || (last != nil) != used {
			t.Errorf("budgets: %+v, last used %+v; want one pending: %t, last used: %t (error %v)", all, last, pending, used, err)
		}
	}
	lists(true, false)
	_, err := a.LastUsed(ctx, ben)
	testkit.WantKind(t, err, apperr.NotFound)
	testkit.NoError(t, a.AcceptShare(ctx, ben, id))
	lists(false, true)
	if last, err := a.LastUsed(ctx, ben); err != nil || last.ID != id {
		t.Errorf("last used budget: %+v, want the accepted one (error %v)", last, err)
	}
	_, _, err = a.BudgetsAndLastUsed(ctx, Actor{})
	testkit.WantKind(t, err, apperr.Unauthorized)
	_, err = a.LastUsed(ctx, Actor{})
	testkit.WantKind(t, err, apperr.Unauthorized)
}

func TestAnonymousUserHasNoAccess(t *testing.T) {
	a, anna, _ := annaAndBen(t)
	_, err := a.Import(t.Context(), Actor{}, strings.NewReader("{}"), migration.ImportOptions{})
	if kind := apperr.KindOf(err); kind != apperr.Unauthorized && kind != apperr.Forbidden {
		t.Error(err)
	}
	anna.Scope = auth.ReadOnly
	_, err = a.Import(t.Context(), anna, strings.NewReader("{}"), migration.ImportOptions{})
	testkit.WantKind(t, err, apperr.Forbidden)
}

// The history shows the present names of users.
func TestHistoryShowsPresentUserNames(t *testing.T) {
	a, anna, ben := annaAndBen(t)
	ctx := t.Context()
	id := newSharedBudget(t, a, map[userstore.UserNo]auth.Role{userstore.UserNo(ben.User): auth.Editor})
	for _, who := range []Actor{anna, ben, Machine()} {
		if _, err := a.NewGroup(ctx, who, id, "Group of "+who.Name); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.RemoveUser(ctx, anna, "Ben"); err != nil {
		t.Fatal(err)
	}
	entries, err := a.History(ctx, anna, id, 0, 3)
	if err != nil || len(entries) != 3 || entries[0].Actor != "the command line" || entries[1].Actor != "a user who was removed" || entries[2].Actor != "Anna" {
		t.Errorf("history: %+v (error %v)", entries, err)
	}
}

// In a shared budget Undo reverts the user's own last change, and Redo restores it, whatever the other user did
// since. Changes of others are undone by number, from the history.
func TestUndoRevertsTheUsersOwnChange(t *testing.T) {
	a, anna, ben := annaAndBen(t)
	ctx := t.Context()
	id := newSharedBudget(t, a, map[userstore.UserNo]auth.Role{userstore.UserNo(ben.User): auth.Editor})
	group := func(who Actor, name string) ChangeResult {
		t.Helper()
		done, err := a.NewGroup(ctx, who, id, name)
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	has := func(want ...string) {
		t.Helper()
		var names []string
		for _, g := range wholeOf(t, a, id).Groups {
			names = append(names, g.Name)
		}
		slices.Sort(names)
		if !slices.Equal(names, want) {
			t.Errorf("the groups are %q, want %q", names, want)
		}
	}
	step := func(do func(context.Context, Actor, string, int64) (ChangeResult, error), who Actor, change int64) {
		t.Helper()
		if _, err := do(ctx, who, id, change); err != nil {
			t.Fatal(err)
		}
	}
	group(anna, "Anna's")
	bens := group(ben, "Ben's")
	step(a.Undo, anna, 0)
	has("Ben's")
	_, err := a.Undo(ctx, anna, id, 0)
	testkit.WantKind(t, err, apperr.NotFound)
	group(ben, "Ben's second")
	step(a.Redo, anna, 0)
	has("Anna's", "Ben's", "Ben's second")
	_, err = a.Redo(ctx, ben, id, 0)
	testkit.WantKind(t, err, apperr.NotFound)
	step(a.Undo, anna, bens.Change)
	has("Anna's", "Ben's second")
	_, err = a.Redo(ctx, ben, id, 0)
	testkit.WantKind(t, err, apperr.NotFound)
	step(a.Redo, anna, 0)
	step(a.Undo, ben, 0)
	has("Anna's", "Ben's")
}

// Eve, a viewer of Anna's budget, deleted her copy of it by asking to delete Anna's, and changed it by asking to
// change Anna's: the copy comes from the same plan, and she owns it.
func TestForbiddenChangeIsNotAppliedToTheUsersCopy(t *testing.T) {
	a, anna, eve := annaAndBen(t)
	ctx := t.Context()
	info := budget.Info{ID: NewID(), Name: "Ours", Currency: money.DefaultFormat()}
	info.SourceID = info.ID
	if _, err := a.store.Import(ctx, store.Import{Whole: &budget.Whole{Info: info}, Meta: store.Meta{Action: "test", At: a.now()}, Owner: userstore.UserNo(anna.User)}); err != nil {
		t.Fatal(err)
	}
	share := func(role auth.Role) {
		t.Helper()
		if err := a.SetShare(ctx, anna, info.ID, eve.Name, role); err != nil {
			t.Fatal(err)
		}
	}
	share(auth.Editor)
	copied, err := a.Duplicate(ctx, eve, info.ID)
	if err != nil {
		t.Fatal(err)
	}
	share(auth.Viewer)
	for what, do := range map[string]func() error{
		"a change":   func() error { _, err := a.NewGroup(ctx, eve, info.ID, "Eve's"); return err },
		"an undo":    func() error { _, err := a.Undo(ctx, eve, info.ID, 0); return err },
		"a rename":   func() error { _, err := a.Rename(ctx, eve, info.ID, "Eve's"); return err },
		"a share":    func() error { return a.SetShare(ctx, eve, info.ID, anna.Name, auth.Viewer) },
		"a deletion": func() error { return a.Delete(ctx, eve, info.ID) },
	} {
		if err := do(); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("%s: error %v, want it forbidden", what, err)
		}
	}
	if got, err := a.Budget(ctx, eve, copied.ID); err != nil || got.Name != copied.Name || len(wholeOf(t, a, copied.ID).Groups) != 0 {
		t.Errorf("Eve's copy was changed: %+v (error %v)", got, err)
	}
	if all, err := a.Shares(ctx, eve, copied.ID); err != nil || len(all) != 1 {
		t.Errorf("Eve's copy was shared: %v (error %v)", all, err)
	}
}
