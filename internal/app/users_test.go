package app

import (
	"strings"
	"testing"
	"time"

	"holdover/internal/auth"
	"holdover/internal/fault"
	"holdover/internal/store"
)

// Users are looked after by the admin and at the machine, by nobody else.
func TestUserRights(t *testing.T) {
	a, anna, ben := people(t)
	ctx := t.Context()
	readOnly := anna
	readOnly.Scope = auth.ReadOnly
	for _, c := range []struct {
		who  Actor
		kind fault.Kind
	}{{Actor{}, fault.Unauthorized}, {ben, fault.Forbidden}, {readOnly, fault.Forbidden}, {anna, ""}, {Machine(), ""}} {
		_, err := a.Users(ctx, c.who)
		wantKind(t, err, c.kind)
		_, err = a.AddUser(ctx, c.who, "Cleo", "plain words for Cleo")
		wantKind(t, err, c.kind)
		wantKind(t, a.SetPassword(ctx, c.who, "Cleo", "other words for Cleo"), c.kind)
		wantKind(t, a.RemoveUser(ctx, c.who, "Cleo"), c.kind)
	}
	wantKind(t, a.RemoveUser(ctx, Machine(), "Anna"), fault.Conflict)
	wantKind(t, a.RemoveUser(ctx, Machine(), "Nobody"), fault.NotFound)
	if me, err := a.Account(ctx, ben); err != nil || me.Name != "Ben" || me.Admin {
		t.Error(me, err)
	}
	_, err := a.Account(ctx, Actor{})
	wantKind(t, err, fault.Unauthorized)
	_, err = a.Account(ctx, Machine())
	wantKind(t, err, fault.NotFound)
}

func TestSharing(t *testing.T) {
	a, anna, ben := people(t)
	ctx := t.Context()
	id := shared(t, a, map[store.UserNo]auth.Role{store.UserNo(ben.User): auth.Editor})
	sees := func(who Actor, want bool) {
		t.Helper()
		all, err := a.Budgets(ctx, who)
		_, findErr := a.FindBudget(ctx, who, "ours")
		if err != nil || (len(all) == 1) != want || (findErr == nil) != want {
			t.Errorf("%s: %v %v %v", who.Name, all, err, findErr)
		}
	}
	sees(anna, true)
	sees(ben, true)
	wantKind(t, a.SetShare(ctx, anna, id, "ben", "king"), fault.Invalid)
	wantKind(t, a.SetShare(ctx, anna, id, "Nobody", auth.Viewer), fault.NotFound)
	if err := a.SetShare(ctx, anna, id, "ben", auth.Viewer); err != nil {
		t.Fatal(err)
	}
	_, err := a.Undo(ctx, ben, id, 0)
	wantKind(t, err, fault.Forbidden)
	if all, err := a.Shares(ctx, ben, id); err != nil || len(all) != 2 || all[0] != (Share{"Anna", auth.Owner, false}) || all[1] != (Share{"Ben", auth.Viewer, true}) {
		t.Error(all, err)
	}
	wantKind(t, a.RemoveShare(ctx, ben, id, "Anna"), fault.Forbidden)
	wantKind(t, a.RemoveShare(ctx, anna, id, "Anna"), fault.Conflict)
	if err := a.RemoveShare(ctx, ben, id, "BEN"); err != nil { // leaves
		t.Fatal(err)
	}
	sees(ben, false)
	_, err = a.Budgets(ctx, Actor{})
	wantKind(t, err, fault.Unauthorized)
	_, err = a.FindBudget(ctx, Actor{}, "ours")
	wantKind(t, err, fault.Unauthorized)
}

func TestNobody(t *testing.T) {
	a, anna, _ := people(t)
	_, err := a.Import(t.Context(), Actor{}, strings.NewReader("{}"), ImportOptions{})
	if kind := fault.KindOf(err); kind != fault.Unauthorized && kind != fault.Forbidden {
		t.Error(err)
	}
	anna.Scope = auth.ReadOnly
	_, err = a.Import(t.Context(), anna, strings.NewReader("{}"), ImportOptions{})
	wantKind(t, err, fault.Forbidden)
}

func TestTokens(t *testing.T) {
	a, anna, ben := people(t)
	ctx := t.Context()
	now := a.now().Truncate(time.Millisecond)
	a.now = func() time.Time { return now }
	want := TokenRequest{Name: " Spreadsheet ", Scope: auth.ReadOnly, Password: "wrong"}
	_, _, err := a.NewToken(ctx, anna, want)
	wantKind(t, err, fault.Unauthorized)
	_, _, err = a.NewToken(ctx, Actor{}, want)
	wantKind(t, err, fault.Forbidden)
	want.Password = annasPassword
	for _, bad := range []TokenRequest{{Scope: auth.Full, Password: annasPassword}, {Name: "x", Password: annasPassword}} {
		_, _, err := a.NewToken(ctx, anna, bad)
		wantKind(t, err, fault.Invalid)
	}
	secret, made, err := a.NewToken(ctx, anna, want)
	if err != nil || made.Name != "Spreadsheet" || made.Short != secret.Short() || made.LastUsed != nil {
		t.Fatal(made, err)
	}
	who, err := a.ActorOfToken(ctx, secret.Reveal())
	if err != nil || who.User != anna.User || who.UserID != anna.UserID || who.Scope != auth.ReadOnly {
		t.Error(who, err)
	}
	_, _, err = a.NewToken(ctx, who, TokenRequest{Name: "More", Scope: auth.Full, Password: annasPassword})
	wantKind(t, err, fault.Forbidden)
	lastUse := func() time.Time {
		all, err := a.Tokens(ctx, anna)
		if err != nil || len(all) != 1 || all[0].LastUsed == nil {
			t.Fatal(all, err)
		}
		return *all[0].LastUsed
	}
	first := lastUse()
	now = now.Add(59 * time.Second)
	if _, err := a.ActorOfToken(ctx, secret.Reveal()); err != nil || lastUse() != first {
		t.Error("written more than once a minute", err)
	}
	now = now.Add(2 * time.Second)
	if _, err := a.ActorOfToken(ctx, secret.Reveal()); err != nil || !lastUse().Equal(now) {
		t.Error(lastUse(), now, err)
	}

	for _, bad := range []string{"", secret.Short(), auth.NewSecret(auth.PersonalToken).Reveal(), secret.Reveal() + "x"} {
		_, err := a.ActorOfToken(ctx, bad)
		wantKind(t, err, fault.Unauthorized)
	}
	wantKind(t, a.RevokeToken(ctx, ben, made.No), fault.NotFound)
	wantKind(t, a.RevokeToken(ctx, who, made.No), fault.Forbidden)
	wantKind(t, a.RevokeToken(ctx, Actor{}, made.No), fault.Unauthorized)
	if err := a.RevokeToken(ctx, anna, made.No); err != nil {
		t.Fatal(err)
	}
	_, err = a.ActorOfToken(ctx, secret.Reveal())
	wantKind(t, err, fault.Unauthorized)
	_, err = a.Tokens(ctx, Actor{})
	wantKind(t, err, fault.Unauthorized)

	secret, made, err = a.NewToken(ctx, Machine(), TokenRequest{Name: "Script", Scope: auth.Full, User: "ben"})
	if err != nil || made.User != "Ben" {
		t.Fatal(made, err)
	}
	if err := a.RemoveUser(ctx, anna, "Ben"); err != nil {
		t.Fatal(err)
	}
	_, err = a.ActorOfToken(ctx, secret.Reveal())
	wantKind(t, err, fault.Unauthorized)
}

// The history says who did what by the names that people have now.
func TestHistoryNames(t *testing.T) {
	a, anna, ben := people(t)
	ctx := t.Context()
	id := shared(t, a, map[store.UserNo]auth.Role{store.UserNo(ben.User): auth.Editor})
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
		t.Error(entries, err)
	}
}
