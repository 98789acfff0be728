package users

import (
	"testing"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/storage/userstore"
	"holdover/internal/testing/testkit"
)

// TestUsersAreManagedAfterARecentSignIn: the session of an owner, begun long ago, changed users and the rule about
// second factors, and registered applications.
func TestUsersAreManagedAfterARecentSignIn(t *testing.T) {
	t.Parallel()
	a, anna, _ := annaAndBen(t)
	now := time.Now()
	a.now = func() time.Time { return now }
	ctx := t.Context()
	app, _, err := a.RegisterOAuth(ctx, anna, OAuthRegistration{Name: "Tool", Redirects: []string{oauthBack}})
	testkit.NoError(t, err)
	methods := map[string]func() error{
		"AddUser":             func() error { return second(a.AddUser(ctx, anna, "Carl", "four more plain words")) },
		"SetPassword":         func() error { return a.SetPassword(ctx, anna, PasswordReset{Name: "Ben", New: "some new plain words"}) },
		"ResetSecondFactor":   func() error { return a.ResetSecondFactor(ctx, anna, "Ben", false) },
		"RequireSecondFactor": func() error { return a.RequireSecondFactor(ctx, anna, false) },
		"ResetIdentities":     func() error { return a.ResetIdentities(ctx, anna, "Ben") },
		"RemoveUser":          func() error { return a.RemoveUser(ctx, anna, "Carl") },
		"RegisterOAuth": func() error {
			_, _, err := a.RegisterOAuth(ctx, anna, OAuthRegistration{Name: "Other", Redirects: []string{oauthBack}})
			return err
		},
		"ChangeOAuth": func() error {
			return a.ChangeOAuth(ctx, anna, app.ID, OAuthRegistration{Name: "Tool", Redirects: []string{oauthBack}})
		},
		"NewOAuthSecret": func() error { return second(a.NewOAuthSecret(ctx, anna, app.ID)) },
	}
	now = now.Add(recentFor)
	for name, do := range methods {
		if err := do(); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("%s long after the sign-in: error %v", name, err)
		}
	}
	testkit.NoError(t, second(a.ConfirmIdentity(ctx, anna, Confirmation{Password: annasPassword, Device: here})))
	for _, name := range []string{"AddUser", "SetPassword", "ResetSecondFactor", "RequireSecondFactor", "RemoveUser", "RegisterOAuth", "ChangeOAuth", "NewOAuthSecret"} {
		testkit.NoError(t, methods[name]())
	}
	anna.Session = "" // a program's token has no session
	testkit.WantKind(t, methods["AddUser"](), apperr.Forbidden)
}

// TestPasswordAndTokenNeedTheSecondFactor: the password alone, in a session of long ago, changed the password of a user with
// an authenticator app, and made a token.
func TestPasswordAndTokenNeedTheSecondFactor(t *testing.T) {
	t.Parallel()
	h := newFactorHouse(t)
	ctx := t.Context()
	token := func(who Actor, password string) error {
		_, _, err := h.NewToken(ctx, who, TokenRequest{Name: "x", Scope: auth.Full, Password: password, Device: here})
		return err
	}
	change := PasswordChange{Present: annasPassword, New: "some new plain words", Device: here}
	h.later(recentFor)
	confirms := func(who Actor) bool {
		return testkit.Must(h.NeedsConfirmation(ctx, who, testkit.Must(h.Account(ctx, who))(t)))(t)
	}
	if !confirms(h.anna) || confirms(h.ben) {
		t.Error("Anna does not have to confirm, or Ben has to")
	}
	testkit.WantKind(t, h.ChangePassword(ctx, h.anna, change), apperr.Forbidden)
	testkit.WantKind(t, token(h.anna, annasPassword), apperr.Forbidden)
	testkit.NoError(t, token(h.ben, bensPassword)) // the password is all that Ben has

	testkit.NoError(t, second(h.ConfirmIdentity(ctx, h.anna, Confirmation{Password: annasPassword, Code: h.code(), Device: here})))
	testkit.WantKind(t, token(h.anna, "a wrong password"), apperr.Unauthorized)
	testkit.NoError(t, token(h.anna, annasPassword))
	testkit.NoError(t, h.ChangePassword(ctx, h.anna, change))
}

// TestHeaderIsNoRecentSignIn: the header of a proxy was enough, though the session there may be old or stolen, to change the ways to
// sign in of a user with a password, an app or a passkey here.
func TestHeaderIsNoRecentSignIn(t *testing.T) {
	t.Parallel()
	h := newFactorHouse(t)
	ctx := t.Context()
	byProxy := func(name string) Actor { return testkit.Must(h.ActorByProxy(ctx, name, true))(t) }
	anna, dora := byProxy("Anna"), byProxy("Dora")
	testkit.WantKind(t, h.RemoveApp(ctx, anna, FactorChange{Device: here}), apperr.Forbidden)
	testkit.WantKind(t, h.RequireSecondFactor(ctx, anna, true), apperr.Forbidden)
	testkit.WantKind(t, h.RequireRecent(ctx, byProxy("Ben")), apperr.Forbidden)
	testkit.NoError(t, h.RequireRecent(ctx, dora)) // without any other way

	// A session of another user, or an old one, proves nothing.
	anna.Session = h.ben.Session
	testkit.WantKind(t, h.RequireRecent(ctx, anna), apperr.Forbidden)
	anna.Session = h.anna.Session
	h.later(recentFor)
	testkit.WantKind(t, h.RequireRecent(ctx, anna), apperr.Forbidden)

	confirm := func(who Actor, password, code string) (SignedIn, error) {
		return h.ConfirmIdentity(ctx, who, Confirmation{Password: password, Code: code, Device: here})
	}
	code := h.code()
	for _, wrong := range [][2]string{{"a wrong password", code}, {annasPassword, ""}, {annasPassword, "000000"}, {"", code}} {
		in, err := confirm(anna, wrong[0], wrong[1])
		if testkit.WantKind(t, err, apperr.Unauthorized); in != (SignedIn{}) {
			t.Errorf("%q began a session", wrong)
		}
	}
	in := testkit.Must(confirm(anna, annasPassword, code))(t)
	anna.Session = in.Who.Session
	testkit.NoError(t, h.RequireRecent(ctx, anna))
	testkit.WantKind(t, second(confirm(anna, annasPassword, code)), apperr.Unauthorized) // the code once more
	if log := testkit.Must(h.SignInLog(ctx, anna))(t); log[0].Kind != Confirmed {
		t.Errorf("the log begins with %q", log[0].Kind)
	}

	// An app alone, without a password, asks for its code.
	offered := testkit.Must(h.OfferApp(ctx, dora, NewBrowser().Reveal(), ""))(t)
	key := NewBrowser().Reveal()
	offered = testkit.Must(h.OfferApp(ctx, dora, key, offered.Nonce))(t)
	testkit.Must(h.SetUpApp(ctx, dora, AppSetup{Nonce: offered.Nonce, Code: offered.Secret.Code(h.at), Key: key, Device: here}))(t)
	testkit.WantKind(t, h.RemoveApp(ctx, dora, FactorChange{}), apperr.Forbidden)
	testkit.WantKind(t, second(confirm(dora, "", "000000")), apperr.Unauthorized)
	h.later(time.Minute)
	doraIn := testkit.Must(confirm(dora, "", offered.Secret.Code(h.at)))(t)
	dora.Session = doraIn.Who.Session
	testkit.NoError(t, h.RemoveApp(ctx, dora, FactorChange{}))
}

// TestHeaderIsConfirmedByPasskey: a user of a proxy with a passkey proves the identity with it.
func TestHeaderIsConfirmedByPasskey(t *testing.T) {
	t.Parallel()
	h := newPasskeyHouse(t)
	ctx := t.Context()
	anna := testkit.Must(h.ActorByProxy(ctx, "Anna", false))(t)
	testkit.WantKind(t, h.RequireRecent(ctx, anna), apperr.Forbidden)
	h.device.count++
	in := testkit.Must(h.ConfirmByPasskey(ctx, anna, h.signed(h.begin())))(t)
	anna.Session = in.Who.Session
	testkit.NoError(t, h.RequireRecent(ctx, anna))
}

// TestAppOfAUserOfAProxyNeedsASecret: without a session, the secret of an offered app followed from its nonce alone.
func TestAppOfAUserOfAProxyNeedsASecret(t *testing.T) {
	t.Parallel()
	a, _, _ := annaAndBen(t)
	dora := testkit.Must(a.ActorByProxy(t.Context(), "Dora", true))(t)
	testkit.WantKind(t, second(a.OfferApp(t.Context(), dora, "", "a nonce")), apperr.Invalid)
	testkit.WantKind(t, second(a.SetUpApp(t.Context(), dora, AppSetup{Nonce: "a nonce", Code: "000000"})), apperr.Invalid)
	one := testkit.Must(a.OfferApp(t.Context(), dora, NewBrowser().Reveal(), "a nonce"))(t)
	other := testkit.Must(a.OfferApp(t.Context(), dora, NewBrowser().Reveal(), "a nonce"))(t)
	if one.Secret.Text() == other.Secret.Text() {
		t.Error("two browsers get the same secret")
	}
}

// TestProxyAndProviderDoNotShareAUser: a user that a person of the provider created was also signed in by a proxy's header
// with the same name, and an address that a proxy had sent was linked to the person with this address at the provider.
func TestProxyAndProviderDoNotShareAUser(t *testing.T) {
	t.Parallel()
	a, _, _ := annaAndBen(t)
	ctx := t.Context()
	s := provided("1", "dora", "")
	s.Create, s.Proved = true, a.now()
	dora := testkit.Must(a.SignInByProvider(ctx, s))(t).Who
	header := func() error { return second(a.ActorByProxy(ctx, "Dora", true)) }
	testkit.WantKind(t, header(), apperr.Forbidden)
	// The person cannot remove the mark by another way to sign in and a new link.
	testkit.NoError(t, a.ChangePassword(ctx, dora, PasswordChange{New: "four more plain words"}))
	testkit.NoError(t, a.UnlinkIdentity(ctx, dora, s.Identity, FactorChange{}))
	testkit.NoError(t, a.LinkIdentity(ctx, dora, s.Identity, FactorChange{}))
	testkit.WantKind(t, header(), apperr.Forbidden)
	testkit.NoError(t, a.ResetIdentities(ctx, Machine(), "dora"))
	testkit.NoError(t, header())
	testkit.WantKind(t, a.ResetIdentities(ctx, Machine(), "dora"), apperr.NotFound)

	carl := testkit.Must(a.ActorByProxy(ctx, "carl@example.com", true))(t)
	for _, s.LinkEmail = range []bool{true, false} {
		s.Identity.Subject, s.Name, s.Email = "2", "carl@example.com", "carl@example.com"
		if in, err := a.SignInByProvider(ctx, s); err == nil {
			t.Errorf("the person of the provider signed in as %+v, the user of the proxy is %+v", in.Who, carl)
		}
	}
	testkit.NoError(t, a.LinkIdentity(ctx, carl, s.Identity, FactorChange{}))
	if in := testkit.Must(a.SignInByProvider(ctx, s))(t); in.Who.User != carl.User {
		t.Error("a linked person signs in as another user")
	}
}

// TestAttackProxyNameByFolding: a name at the proxy that equals the name of a user only by Unicode's rules, which a person can
// choose at some proxies, was signed in as that user.
func TestAttackProxyNameByFolding(t *testing.T) {
	t.Parallel()
	a, _, _ := annaAndBen(t)
	ctx := t.Context()
	for _, name := range []string{"Susi Kraus", "Änne"} {
		testkit.Must(a.AddUser(ctx, Machine(), name, "four more plain words"))(t)
	}
	for _, name := range []string{"\u017fusi Kraus", "Susi \u212araus", "Su\u017fi Kraus", "änne", "A\u0308nne"} {
		for _, create := range []bool{false, true} {
			testkit.WantKind(t, second(a.ActorByProxy(ctx, name, create)), apperr.Forbidden)
		}
	}
	for _, name := range []string{"susi kraus", "SUSI KRAUS", "Änne"} {
		testkit.NoError(t, second(a.ActorByProxy(ctx, name, false)))
	}
}

// TestProviderWithASecondStepHereKeepsItsToken: the session had no ID token, so that signing out did not reach the
// provider, and the log said that the password had signed in.
func TestProviderWithASecondStepHereKeepsItsToken(t *testing.T) {
	t.Parallel()
	h := newFactorHouse(t)
	ctx := t.Context()
	s := provided("1", "", "")
	s.IDToken, s.Proved, s.Device = "the token", h.at.Add(-time.Hour), here
	testkit.NoError(t, h.LinkIdentity(ctx, h.anna, s.Identity, FactorChange{}))
	for kind, code := range map[EventKind]func() string{SignedInByProviderAndApp: h.code, SignedInByProviderAndRecovery: func() string { return h.codes[0] }} {
		pending := testkit.Must(h.SignInByProvider(ctx, s))(t)
		in := testkit.Must(h.enter(pending.Pending.Reveal(), code()))(t)
		if token := testkit.Must(h.IDToken(ctx, in.Key.Reveal()))(t); token != "the token" {
			t.Errorf("the ID token is %q", token)
		}
		if log := testkit.Must(h.SignInLog(ctx, h.anna))(t); log[0].Kind != kind {
			t.Errorf("the log begins with %q, want %q", log[0].Kind, kind)
		}
		if used := testkit.Must(h.Identities(ctx, h.anna))(t)[0].Used; used.IsZero() {
			t.Error("the use of the identity is not stored")
		}
		testkit.WantKind(t, h.RequireRecent(ctx, in.Who), apperr.Forbidden) // signed in at the provider an hour ago
	}
}

// TestPendingSignInByPasswordEndsWithoutPasswords: a pending sign-in that began with a password was finished after a restart
// with passwords switched off. One that began at the provider continues.
func TestPendingSignInByPasswordEndsWithoutPasswords(t *testing.T) {
	t.Parallel()
	h := newFactorHouse(t)
	ctx := t.Context()
	s := provided("1", "", "")
	testkit.NoError(t, h.LinkIdentity(ctx, h.anna, s.Identity, FactorChange{}))
	byPassword, byProvider := h.password(), testkit.Must(h.SignInByProvider(ctx, s))(t).Pending.Reveal()
	h.DisablePasswords()
	h.refused("a pending sign-in with the password", byPassword, h.code(), apperr.Unauthorized)
	testkit.WantKind(t, second(h.PendingSignIn(ctx, byPassword)), apperr.Unauthorized)
	testkit.Must(h.enter(byProvider, h.code()))(t)
}

// TestEndingSessionsEndsPendingSignIns: a stranger with the password and a code finished a sign-in after the user had signed
// out everywhere else.
func TestEndingSessionsEndsPendingSignIns(t *testing.T) {
	t.Parallel()
	h := newFactorHouse(t)
	pending := h.password()
	testkit.NoError(t, h.EndOtherSessions(t.Context(), h.anna))
	h.refused("a pending sign-in", pending, h.code(), apperr.Unauthorized)
}

// TestSessionAfterAnAppWasAdded: a sign-in with the password, verified while an app was being set up, began a session
// without a code.
func TestSessionAfterAnAppWasAdded(t *testing.T) {
	t.Parallel()
	a, anna, _ := annaAndBen(t)
	ctx := t.Context()
	u := testkit.Must(a.prove(ctx, Credentials{Name: "Anna", Password: annasPassword, Device: here}))(t)
	if next := nextStep(u); next != Done {
		t.Fatalf("next step %q", next)
	}
	key := NewBrowser().Reveal()
	offered := testkit.Must(a.OfferApp(ctx, anna, key, ""))(t)
	testkit.Must(a.SetUpApp(ctx, anna, AppSetup{Nonce: offered.Nonce, Code: offered.Secret.Code(a.now()), Key: key, Device: here}))(t)
	testkit.WantKind(t, second(a.begin(ctx, u.User, here)), apperr.Unauthorized)
}

// TestFactorsChangeWithTheEndOfSessions: an app or new recovery codes were stored first, and the other sessions ended in a
// second transaction, which could fail.
func TestFactorsChangeWithTheEndOfSessions(t *testing.T) {
	t.Parallel()
	h := newFactorHouse(t)
	ctx := t.Context()
	other := testkit.Must(h.enter(h.password(), h.code()))(t)
	before := testkit.Must(h.store.RecoveryCodes(ctx, userstore.UserNo(h.anna.User)))(t)
	testkit.NoError(t, h.budgets.DB().Exec(ctx, `CREATE TRIGGER sessions_stay BEFORE DELETE ON session BEGIN SELECT RAISE(ABORT, 'sessions stay'); END`))
	if _, err := h.NewRecoveryCodes(ctx, h.anna, FactorChange{Device: here, EndOthers: true}); err == nil {
		t.Fatal("the sessions ended")
	}
	h.later(time.Minute)
	offered := testkit.Must(h.OfferApp(ctx, h.anna, h.key, ""))(t)
	setup := AppSetup{Nonce: offered.Nonce, Code: offered.Secret.Code(h.at), Key: h.key, Device: here, EndOthers: true}
	if _, err := h.SetUpApp(ctx, h.anna, setup); err == nil {
		t.Fatal("the sessions ended")
	}
	if after := testkit.Must(h.store.RecoveryCodes(ctx, userstore.UserNo(h.anna.User)))(t); after[0] != before[0] {
		t.Error("the recovery codes changed, but the sessions did not end")
	}
	testkit.NoError(t, h.budgets.DB().Exec(ctx, "DROP TRIGGER sessions_stay"))
	testkit.Must(h.SetUpApp(ctx, h.anna, setup))(t)
	testkit.WantKind(t, h.Lasts(ctx, other.Key.Reveal()), apperr.Unauthorized)
	testkit.NoError(t, h.Lasts(ctx, h.key))
}
