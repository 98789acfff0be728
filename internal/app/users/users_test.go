package users

import (
	"testing"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/testing/testkit"
)

// Only the admin and the command line manage users.
func TestUserRights(t *testing.T) {
	a, anna, ben := annaAndBen(t)
	ctx := t.Context()
	readOnly := anna
	readOnly.Scope = auth.ReadOnly
	for _, c := range []struct {
		who  Actor
		kind apperr.Kind
	}{{Actor{}, apperr.Unauthorized}, {ben, apperr.Forbidden}, {readOnly, apperr.Forbidden}, {anna, ""}, {Machine(), ""}} {
		_, err := a.Users(ctx, c.who)
		testkit.WantKind(t, err, c.kind)
		_, err = a.AddUser(ctx, c.who, "Cleo", "plain words for Cleo")
		testkit.WantKind(t, err, c.kind)
		testkit.WantKind(t, a.SetPassword(ctx, c.who, PasswordReset{Name: "Cleo", New: "other words for Cleo"}), c.kind)
		testkit.WantKind(t, a.RemoveUser(ctx, c.who, "Cleo"), c.kind)
	}
	testkit.WantKind(t, a.RemoveUser(ctx, Machine(), "Anna"), apperr.Conflict)
	testkit.WantKind(t, a.RemoveUser(ctx, Machine(), "Nobody"), apperr.NotFound)
	if me, err := a.Account(ctx, ben); err != nil || me.Name != "Ben" || me.Admin {
		t.Errorf("account: %+v, want Ben, not an admin (error %v)", me, err)
	}
	_, err := a.Account(ctx, Actor{})
	testkit.WantKind(t, err, apperr.Unauthorized)
	_, err = a.Account(ctx, Machine())
	testkit.WantKind(t, err, apperr.NotFound)
}

func TestTokens(t *testing.T) {
	a, anna, ben := annaAndBen(t)
	ctx := t.Context()
	now := a.now().Truncate(time.Millisecond)
	a.now = func() time.Time { return now }
	want := TokenRequest{Name: " Spreadsheet ", Scope: auth.ReadOnly, Password: "wrong"}
	_, _, err := a.NewToken(ctx, anna, want)
	testkit.WantKind(t, err, apperr.Unauthorized)
	_, _, err = a.NewToken(ctx, Actor{}, want)
	testkit.WantKind(t, err, apperr.Forbidden)
	want.Password = annasPassword
	for _, bad := range []TokenRequest{{Scope: auth.Full, Password: annasPassword}, {Name: "x", Password: annasPassword}} {
		_, _, err := a.NewToken(ctx, anna, bad)
		testkit.WantKind(t, err, apperr.Invalid)
	}
	secret, made, err := a.NewToken(ctx, anna, want)
	if err != nil || made.Name != "Spreadsheet" || made.Short != secret.Short() || made.LastUsed != nil {
		t.Fatalf("new token: %+v (error %v)", made, err)
	}
	_, _, err = a.NewToken(ctx, anna, want) // the same request sent again by reloading the page
	testkit.WantKind(t, err, apperr.Conflict)
	who, err := a.ActorOfToken(ctx, secret.Reveal())
	if err != nil || who.User != anna.User || who.UserID != anna.UserID || who.Scope != auth.ReadOnly {
		t.Errorf("user of the token: %+v, want Anna, read-only (error %v)", who, err)
	}
	_, _, err = a.NewToken(ctx, who, TokenRequest{Name: "More", Scope: auth.Full, Password: annasPassword})
	testkit.WantKind(t, err, apperr.Forbidden)
	lastUse := func() time.Time {
		all, err := a.Tokens(ctx, anna)
		if err != nil || len(all) != 1 || all[0].LastUsed == nil {
			t.Fatalf("tokens: %+v, want one that was used (error %v)", all, err)
		}
		return *all[0].LastUsed
	}
	first := lastUse()
	now = now.Add(59 * time.Second)
	if _, err := a.ActorOfToken(ctx, secret.Reveal()); err != nil || lastUse() != first {
		t.Errorf("last use was written again within a minute (error %v)", err)
	}
	now = now.Add(2 * time.Second)
	if _, err := a.ActorOfToken(ctx, secret.Reveal()); err != nil || !lastUse().Equal(now) {
		t.Errorf("last use: %s, want %s (error %v)", lastUse(), now, err)
	}

	for _, bad := range []string{"", secret.Short(), auth.NewSecret(auth.PersonalToken).Reveal(), secret.Reveal() + "x"} {
		_, err := a.ActorOfToken(ctx, bad)
		testkit.WantKind(t, err, apperr.Unauthorized)
	}
	testkit.WantKind(t, a.RevokeToken(ctx, ben, made.No), apperr.NotFound)
	testkit.WantKind(t, a.RevokeToken(ctx, who, made.No), apperr.Forbidden)
	testkit.WantKind(t, a.RevokeToken(ctx, Actor{}, made.No), apperr.Unauthorized)
	if err := a.RevokeToken(ctx, anna, made.No); err != nil {
		t.Fatal(err)
	}
	_, err = a.ActorOfToken(ctx, secret.Reveal())
	testkit.WantKind(t, err, apperr.Unauthorized)
	_, err = a.Tokens(ctx, Actor{})
	testkit.WantKind(t, err, apperr.Unauthorized)

	secret, made, err = a.NewToken(ctx, Machine(), TokenRequest{Name: "Script", Scope: auth.Full, User: "ben"})
	if err != nil || made.User != "Ben" {
		t.Fatalf("token by the command line: %+v, want Ben's (error %v)", made, err)
	}
	if err := a.RemoveUser(ctx, anna, "Ben"); err != nil {
		t.Fatal(err)
	}
	_, err = a.ActorOfToken(ctx, secret.Reveal())
	testkit.WantKind(t, err, apperr.Unauthorized)
}
