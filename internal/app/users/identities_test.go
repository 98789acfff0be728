package users

import (
	"strings"
	"testing"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/testing/testkit"
)

func provided(subject, name, email string) ProvidedSignIn {
	return ProvidedSignIn{Identity: Identity{Issuer: "https://auth.example", Subject: subject}, Name: name, Email: email, Device: Device{Address: "192.0.2.1"}}
}

// TestAttackTakeover: a person at the provider with the name or the e-mail address of a user is not that user.
func TestAttackTakeover(t *testing.T) {
	t.Parallel()
	a, anna, _ := annaAndBen(t)
	ctx := t.Context()
	mail := testkit.Must(a.AddUser(ctx, anna, "carl@example.com", "four more plain words"))(t)
	in := func(s ProvidedSignIn, want apperr.Kind) SignedIn {
		t.Helper()
		got, err := a.SignInByProvider(ctx, s)
		testkit.WantKind(t, err, want)
		return got
	}
	in(provided("1", "Anna", "carl@example.com"), apperr.Forbidden) // nothing is configured
	s := provided("2", "Anna", "")
	s.Create = true
	in(s, apperr.Conflict)
	s = provided("3", "ann@example.com", "") // an address that is not verified: later its owner could be linked to this user
	s.Create = true
	in(s, apperr.Forbidden)
	s = provided("4", "carl", "")
	s.LinkEmail = true
	in(s, apperr.Forbidden) // the address is not verified, so it is not passed on
	s.Email = "carl@example.com"
	if got := in(s, ""); got.Who.UserID != mail.ID {
		t.Errorf("%+v", got.Who)
	}
	s.Subject = "5" // another person with the same address
	in(s, apperr.Conflict)
	s = provided("6", "Dora", "")
	s.Create = true
	dora := in(s, "").Who
	if in(s, "").Who.User != dora.User {
		t.Error("the second sign-in is of another user")
	}
	s.Issuer, s.Create = "https://other.example", false // the same subject of another provider
	in(s, apperr.Forbidden)

	// A user without a password cannot sign in with any.
	for _, password := range []string{"", "Dora", "\x00"} {
		_, err := a.SignIn(ctx, Credentials{Name: "Dora", Password: password, Device: Device{Address: "192.0.2.9"}})
		testkit.WantKind(t, err, apperr.Unauthorized)
	}
	// Linking and unlinking need a recent proof, which a sign-in without a known time is not.
	dora = in(provided("6", "", ""), "").Who
	var change FactorChange
	testkit.WantKind(t, a.LinkIdentity(ctx, dora, Identity{Issuer: "i", Subject: "s"}, change), apperr.Forbidden)
	_, _, err := a.NewToken(ctx, dora, TokenRequest{Name: "x", Scope: "full"})
	testkit.WantKind(t, err, apperr.Forbidden)
	s = provided("6", "", "")
	s.Proved, s.IDToken = time.Now(), "the token"
	signedIn := in(s, "")
	dora = signedIn.Who
	key := signedIn.Key.Reveal()
	testkit.WantKind(t, a.UnlinkIdentity(ctx, dora, s.Identity, change), apperr.Conflict) // the only way
	testkit.NoError(t, a.LinkIdentity(ctx, dora, Identity{Issuer: "i", Subject: "s", Label: "x\x00y"}, change))
	testkit.NoError(t, a.UnlinkIdentity(ctx, dora, s.Identity, change))
	if _, _, err := a.NewToken(ctx, dora, TokenRequest{Name: "x", Scope: "full"}); err != nil {
		t.Error(err)
	}
	if token := testkit.Must(a.IDToken(ctx, key))(t); token != "the token" {
		t.Errorf("%q", token)
	}
	testkit.NoError(t, a.SignOut(ctx, key))
	if token := testkit.Must(a.IDToken(ctx, key))(t); token != "" {
		t.Errorf("%q", token)
	}
}

// TestDisabledPasswords: with passwords switched off none is accepted anywhere, also not a right one.
func TestDisabledPasswords(t *testing.T) {
	t.Parallel()
	a, anna, _ := annaAndBen(t)
	now := time.Now()
	a.now = func() time.Time { return now }
	a.DisablePasswords()
	ctx := t.Context()
	_, err := a.SignIn(ctx, Credentials{Name: "Anna", Password: annasPassword, Device: Device{Address: "192.0.2.1"}})
	testkit.WantKind(t, err, apperr.Forbidden)
	testkit.WantKind(t, a.ChangePassword(ctx, anna, PasswordChange{Present: annasPassword, New: "some new plain words"}), apperr.Forbidden)
	testkit.WantKind(t, a.SetPassword(ctx, anna, PasswordReset{Name: "Ben", New: "some new plain words"}), apperr.Forbidden)
	_, err = a.AddUser(ctx, anna, "Carl", "some new plain words")
	testkit.WantKind(t, err, apperr.Forbidden)
	if _, _, err = a.NewToken(ctx, anna, TokenRequest{Name: "x", Scope: "full"}); err != nil { // the session has just begun
		t.Error(err)
	}
	now = now.Add(recentFor)
	_, _, err = a.NewToken(ctx, anna, TokenRequest{Name: "x", Scope: "full", Password: annasPassword})
	testkit.WantKind(t, err, apperr.Forbidden)
	testkit.WantKind(t, second(a.ConfirmIdentity(ctx, anna, Confirmation{Password: annasPassword})), apperr.Forbidden)
}

// TestIdentityMethodsCheckTheirActor: the command line is not a user, and a token and an anonymous actor have no identities.
func TestIdentityMethodsCheckTheirActor(t *testing.T) {
	t.Parallel()
	a, anna, ben := annaAndBen(t)
	ctx, i := t.Context(), Identity{Issuer: "i", Subject: "s"}
	readOnly := ben
	readOnly.Scope = "read-only"
	for who, want := range map[Actor]apperr.Kind{{}: apperr.Unauthorized, Machine(): apperr.Forbidden, readOnly: apperr.Forbidden} {
		_, err := a.Identities(ctx, who)
		testkit.WantKind(t, err, want)
		testkit.WantKind(t, a.RequireRecent(ctx, who), want)
		testkit.WantKind(t, a.LinkIdentity(ctx, who, i, FactorChange{}), want)
		testkit.WantKind(t, a.UnlinkIdentity(ctx, who, i, FactorChange{}), want)
		if who.Session != "" {
			continue
		}
		if recent, err := a.IsRecent(ctx, who); err != nil || recent {
			t.Errorf("an actor without a session is recent, error %v", err)
		}
		if needs, err := a.NeedsConfirmation(ctx, who, User{}); err != nil || !needs {
			t.Errorf("an actor without a session needs no confirmation, error %v", err)
		}
	}
	testkit.WantKind(t, a.UnlinkIdentityOf(ctx, ben, "Anna", i), apperr.Forbidden)
	testkit.WantKind(t, a.UnlinkIdentityOf(ctx, anna, "Eve", i), apperr.NotFound)
	testkit.WantKind(t, a.UnlinkIdentityOf(ctx, anna, "Anna", i), apperr.Invalid)
	testkit.WantKind(t, a.ResetIdentities(ctx, ben, "Anna"), apperr.Forbidden)
	testkit.WantKind(t, a.ResetIdentities(ctx, anna, "Ben"), apperr.NotFound)
	if has := testkit.Must(a.OwnerHasIdentity(ctx, "i"))(t); has {
		t.Error("the owner has no identity")
	}
	testkit.NoError(t, a.LinkIdentity(ctx, anna, i, FactorChange{}))
	if has := testkit.Must(a.OwnerHasIdentity(ctx, "i"))(t); !has {
		t.Error("the owner has an identity")
	}
	testkit.NoError(t, a.ResetIdentities(ctx, Machine(), "Anna"))
}

// TestOwnerUnlinks: the owner sees the identities of all users and unlinks one of another user: the sessions of that user end, and the
// log has the change. The last one of a user without a password stays.
func TestOwnerUnlinks(t *testing.T) {
	t.Parallel()
	a, anna, ben := annaAndBen(t)
	ctx := t.Context()
	s := provided("1", "Dora", "")
	s.Create = true
	dora := testkit.Must(a.SignInByProvider(ctx, s))(t)
	key := signIn(t, a, "Ben", bensPassword).Key.Reveal()
	of := provided("2", "", "").Identity
	testkit.NoError(t, a.LinkIdentity(ctx, ben, of, FactorChange{}))
	if all := testkit.Must(a.Users(ctx, anna))(t); len(all) != 3 || len(all[0].Identities) != 0 || len(all[1].Identities) != 1 || all[1].Identities[0].Subject != "2" || all[2].Identities[0].Subject != "1" {
		t.Errorf("%+v", all)
	}
	testkit.WantKind(t, a.UnlinkIdentityOf(ctx, anna, "Ben", s.Identity), apperr.NotFound) // that is Dora's
	err := a.UnlinkIdentityOf(ctx, anna, "Dora", s.Identity)
	if testkit.WantKind(t, err, apperr.Conflict); err != nil && !strings.Contains(err.Error(), "because Dora cannot") {
		t.Error(err)
	}
	if _, _, err := a.Session(ctx, dora.Key.Reveal()); err != nil {
		t.Error("the refused request has ended the session:", err)
	}
	testkit.NoError(t, a.UnlinkIdentityOf(ctx, anna, "ben", of))
	_, _, err = a.Session(ctx, key)
	testkit.WantKind(t, err, apperr.Unauthorized)
	_, err = a.SignInByProvider(ctx, provided("2", "", ""))
	testkit.WantKind(t, err, apperr.Forbidden)
	if log := testkit.Must(a.SignInLog(ctx, ben))(t); len(log) == 0 || log[0].Kind != IdentityUnlinked || log[0].Actor != "Anna" {
		t.Errorf("%+v", log)
	}
	testkit.NoError(t, a.LinkIdentity(ctx, signIn(t, a, "Ben", bensPassword).Who, of, FactorChange{}))
	a.DisablePasswords()
	testkit.WantKind(t, a.UnlinkIdentityOf(ctx, anna, "Ben", of), apperr.Conflict)
}

// TestActorByProxy: a name of a proxy is that user, is created only by configuration, and never becomes the owner.
func TestActorByProxy(t *testing.T) {
	t.Parallel()
	empty := newHouse(t)
	_, err := empty.ActorByProxy(t.Context(), "Eve", true)
	testkit.WantKind(t, err, apperr.Conflict)
	a, anna, _ := annaAndBen(t)
	if who := testkit.Must(a.ActorByProxy(t.Context(), "ANNA", false))(t); who.User != anna.User || !who.ByProxy {
		t.Errorf("%+v", who)
	}
	_, err = a.ActorByProxy(t.Context(), "Carl", false)
	testkit.WantKind(t, err, apperr.Forbidden)
	_, err = a.ActorByProxy(t.Context(), "Ca\x00rl", true)
	testkit.WantKind(t, err, apperr.Invalid)
	carl := testkit.Must(a.ActorByProxy(t.Context(), "Carl", true))(t)
	testkit.WantKind(t, a.MayManageUsers(t.Context(), carl), apperr.Forbidden)
	if _, _, err := a.NewToken(t.Context(), carl, TokenRequest{Name: "x", Scope: "full"}); err != nil {
		t.Error(err)
	}
}

// TestAttackTakeoverByFoldedAddress signs in with verified addresses that equal the name of a user only by case folding: they
// belong to other mailboxes.
func TestAttackTakeoverByFoldedAddress(t *testing.T) {
	t.Parallel()
	a, anna, _ := annaAndBen(t)
	carl := testkit.Must(a.AddUser(t.Context(), anna, "Carl@strasse.example", "four more plain words"))(t)
	for _, address := range []string{"carl@straße.example", "carl@ſtrasse.example", " carl@strasse.example", "carl@strasse.example\u200b"} {
		s := provided(address, "", address)
		s.LinkEmail = true
		_, err := a.SignInByProvider(t.Context(), s)
		testkit.WantKind(t, err, apperr.Forbidden)
	}
	s := provided("1", "", "carl@Strasse.example")
	s.LinkEmail = true
	if in := testkit.Must(a.SignInByProvider(t.Context(), s))(t); in.Who.UserID != carl.ID {
		t.Errorf("%+v", in.Who)
	}
}

// TestAttackEndlessProof confirms the identity of a user without a password again and again in a session that proved it
// once: the proof does not last longer for that.
func TestAttackEndlessProof(t *testing.T) {
	t.Parallel()
	a, _, _ := annaAndBen(t)
	now := time.Now()
	a.now = func() time.Time { return now }
	s := provided("1", "Dora", "")
	s.Create, s.Proved = true, now
	in := testkit.Must(a.SignInByProvider(t.Context(), s))(t)
	for range 2 {
		now = now.Add(6 * time.Minute)
		_, _ = a.ConfirmIdentity(t.Context(), in.Who, Confirmation{})
	}
	testkit.WantKind(t, a.RequireRecent(t.Context(), in.Who), apperr.Forbidden)
	testkit.WantKind(t, second(a.ConfirmIdentity(t.Context(), in.Who, Confirmation{})), apperr.Forbidden)
}
