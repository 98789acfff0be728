package users

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/logic/oauthgrant"
	"holdover/internal/model/auth"
	"holdover/internal/storage/userstore"
	"holdover/internal/testing/testkit"
)

const (
	oauthIssuer   = "https://budget.example"
	oauthBack     = "https://tool.example/callback"
	oauthVerifier = "a-verifier-that-is-long-enough-to-be-one-of-PKCE-43"
)

// program is a registered program that calls the application.
type program struct {
	t      *testing.T
	app    *house
	id     string
	secret string
}

func register(t *testing.T, a *house, who Actor) program {
	t.Helper()
	view, secret, err := a.RegisterOAuth(t.Context(), who, OAuthRegistration{Name: "Tool", Redirects: []string{" " + oauthBack + " ", ""}})
	if err != nil || !view.Restricted || view.Public || len(view.Redirects) != 1 {
		t.Fatalf("registered client: %+v, want it restricted and confidential (error %v)", view, err)
	}
	return program{t, a, view.ID, secret.Reveal()}
}

func (p program) ask(change ...string) url.Values {
	sum := sha256.Sum256([]byte(oauthVerifier))
	q := url.Values{
		"client_id": {p.id}, "redirect_uri": {oauthBack}, "response_type": {"code"}, "state": {"xyz"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"},
	}
	for i := 0; i < len(change); i += 2 {
		q.Set(change[i], change[i+1])
	}
	return q
}

// allowed returns the parameters that the program receives after a user allowed it.
func (p program) allowed(who Actor, plan string, change ...string) (url.Values, error) {
	p.t.Helper()
	ask, err := p.app.AskOAuth(p.t.Context(), p.ask(change...))
	if err != nil {
		p.t.Fatal(err)
	}
	address, err := p.app.AllowOAuth(p.t.Context(), who, ask, OAuthConsent{Scope: ask.Scope, DefaultPlan: plan, Issuer: oauthIssuer})
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(address)
	if err != nil {
		p.t.Fatal(err)
	}
	if u.Fragment != "" {
		return url.ParseQuery(u.Fragment)
	}
	return u.Query(), nil
}

func (p program) call(form url.Values) (oauthgrant.Answer, error) {
	return p.app.OAuthToken(p.t.Context(), form, oauthgrant.Basic{ID: p.id, Secret: p.secret, Given: true})
}

func (p program) redeem(code string) (oauthgrant.Answer, error) {
	return p.call(url.Values{"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {oauthBack}, "code_verifier": {oauthVerifier}})
}

func (p program) refresh(token string) (oauthgrant.Answer, error) {
	return p.call(url.Values{"grant_type": {"refresh_token"}, "refresh_token": {token}})
}

func (p program) connect(who Actor, plan string, change ...string) oauthgrant.Answer {
	p.t.Helper()
	params, err := p.allowed(who, plan, change...)
	if err != nil {
		p.t.Fatal(err)
	}
	got, err := p.redeem(params.Get("code"))
	if err != nil {
		p.t.Fatal(err)
	}
	return got
}

func (p program) works(token string) bool {
	_, err := p.app.ActorOfBearer(p.t.Context(), token)
	if err != nil && apperr.KindOf(err) != apperr.Unauthorized {
		p.t.Error(err)
	}
	return err == nil
}

func wantRefusal(t *testing.T, err error, code string) {
	t.Helper()
	var r *oauthgrant.Refusal
	if !errors.As(err, &r) || r.Code != code {
		t.Errorf("%v, want %s", err, code)
	}
}

func TestOAuthCodeFlow(t *testing.T) {
	a, anna, ben := annaAndBen(t)
	plan := newSharedBudget(t, a, map[userstore.UserNo]auth.Role{userstore.UserNo(ben.User): auth.Viewer})
	p := register(t, a, anna)
	got := p.connect(ben, plan, "scope", "read-only")
	who, err := a.ActorOfBearer(t.Context(), got.AccessToken)
	if err != nil || who.User != ben.User || who.Scope != auth.ReadOnly || who.Default != plan {
		t.Fatalf("user of the token: %+v, want Ben, read-only (error %v)", who, err)
	}
	list, err := a.OAuthConnections(t.Context(), ben)
	if err != nil || len(list) != 1 || list[0].Application != "Tool" || list[0].LastUsed.IsZero() || list[0].Scope != auth.ReadOnly {
		t.Fatalf("connections: %+v, want one that was used (error %v)", list, err)
	}
	again, err := p.refresh(got.RefreshToken)
	if err != nil || !p.works(again.AccessToken) {
		t.Fatal(err)
	}
	testkit.WantKind(t, a.Disconnect(t.Context(), anna, list[0].ID), apperr.NotFound)
	if err := a.Disconnect(t.Context(), ben, list[0].ID); err != nil || p.works(again.AccessToken) || p.works(got.AccessToken) {
		t.Errorf("tokens of a disconnected program work (error %v)", err)
	}
	_, err = p.refresh(again.RefreshToken)
	wantRefusal(t, err, oauthgrant.InvalidGrant)
}

// The second use of a refresh token also ended its successor, although the response may
// have been lost, or two processes of one program may have renewed at once. A use that is later, or after the
// successor was used, still ends the connection.
func TestOAuthRefreshTokenCanBeReusedWithinTheGracePeriod(t *testing.T) {
	a, anna, _ := annaAndBen(t)
	p := register(t, a, anna)
	first := p.connect(anna, "")
	second := testkit.Must(p.refresh(first.RefreshToken))(t)
	again, err := p.refresh(first.RefreshToken)
	if err != nil || !p.works(again.AccessToken) || !p.works(second.AccessToken) {
		t.Fatalf("same refresh token at once: %v", err)
	}
	if _, err := p.refresh(second.RefreshToken); err != nil {
		t.Fatalf("refresh token of the first response: %v", err)
	}
	_, err = p.refresh(first.RefreshToken)
	wantRefusal(t, err, oauthgrant.InvalidGrant)
	if p.works(again.AccessToken) || p.works(second.AccessToken) {
		t.Error("access remains after a refresh token was used again although its successor was used")
	}
}

func TestOAuthImplicitFlow(t *testing.T) {
	a, anna, _ := annaAndBen(t)
	p := register(t, a, anna)
	_, err := a.AskOAuth(t.Context(), p.ask("response_type", "token"))
	wantRefusal(t, err, oauthgrant.UnauthorizedClient) // it is disabled until a user enables it
	if err := a.ChangeOAuth(t.Context(), anna, p.id, OAuthRegistration{Name: "Tool", Redirects: []string{oauthBack}, Implicit: true}); err != nil {
		t.Fatal(err)
	}
	params, err := p.allowed(anna, "", "response_type", "token")
	if err != nil || !p.works(params.Get("access_token")) || params.Get("iss") != oauthIssuer {
		t.Fatalf("response to the implicit form: %v, want a token that works (error %v)", params, err)
	}
	now := a.now()
	a.now = func() time.Time { return now.Add(oauthgrant.AccessLife) }
	if p.works(params.Get("access_token")) {
		t.Error("token works after two hours")
	}
}

// Of many concurrent calls with one code, one gets tokens, and the others revoke them. Concurrent calls with one refresh
// token all get tokens that work, because a program may renew in two processes at once (docs/decisions/0070). After the
// grace its second use ends the connection.
func TestOAuthConcurrentUseOfCodesAndRefreshTokens(t *testing.T) {
	a, anna, _ := annaAndBen(t)
	p := register(t, a, anna)
	race := func(do func() (oauthgrant.Answer, error)) (answers []oauthgrant.Answer) {
		var all sync.WaitGroup
		var mu sync.Mutex
		for range 8 {
			all.Go(func() {
				if got, err := do(); err == nil {
					mu.Lock()
					answers = append(answers, got)
					mu.Unlock()
				} else {
					wantRefusal(t, err, oauthgrant.InvalidGrant)
				}
			})
		}
		all.Wait()
		return answers
	}
	params, err := p.allowed(anna, "")
	if err != nil {
		t.Fatal(err)
	}
	got := race(func() (oauthgrant.Answer, error) { return p.redeem(params.Get("code")) })
	if len(got) != 1 || p.works(got[0].AccessToken) {
		t.Errorf("%d calls with one code got tokens, want one, which is revoked", len(got))
	}
	first := p.connect(anna, "")
	got = race(func() (oauthgrant.Answer, error) { return p.refresh(first.RefreshToken) })
	if len(got) != 8 {
		t.Errorf("%d calls with one refresh token got tokens, want 8", len(got))
	}
	for _, answer := range got {
		if !p.works(answer.AccessToken) {
			t.Error("a token from a refresh within the grace period does not work")
		}
	}
	now := a.now()
	a.now = func() time.Time { return now.Add(oauthgrant.RefreshGrace + time.Second) }
	got = race(func() (oauthgrant.Answer, error) { return p.refresh(first.RefreshToken) })
	if len(got) > 0 || p.works(first.AccessToken) {
		t.Errorf("%d calls after the grace period got tokens, want none", len(got))
	}
}

func TestOAuthRevocation(t *testing.T) {
	a, anna, _ := annaAndBen(t)
	p, other := register(t, a, anna), register(t, a, anna)
	got := p.connect(anna, "")
	revoke := func(by program, token string) error {
		return a.RevokeOAuth(t.Context(), url.Values{"token": {token}}, oauthgrant.Basic{ID: by.id, Secret: by.secret, Given: true})
	}
	if err := errors.Join(revoke(other, got.AccessToken), revoke(p, "unknown")); err != nil || !p.works(got.AccessToken) {
		t.Errorf("another program's revocation ended the access (error %v)", err)
	}
	wantRefusal(t, revoke(program{id: p.id, secret: other.secret}, got.AccessToken), oauthgrant.InvalidClient)
	if err := revoke(p, got.RefreshToken); err != nil || p.works(got.AccessToken) {
		t.Errorf("a revoked token works (error %v)", err)
	}
}

// Each method checks its actor: an unauthenticated actor, a program and the command line are not users.
func TestOAuthMethodsCheckTheirActor(t *testing.T) {
	a, anna, ben := annaAndBen(t)
	ctx := t.Context()
	p := register(t, a, ben)
	ask, err := a.AskOAuth(ctx, p.ask())
	if err != nil {
		t.Fatal(err)
	}
	readOnly := ben
	readOnly.Scope = auth.ReadOnly
	good := OAuthRegistration{Name: "New", Redirects: []string{oauthBack}}
	for kind, who := range map[apperr.Kind]Actor{apperr.Unauthorized: {}, apperr.Forbidden: readOnly} {
		for name, do := range map[string]func(context.Context, Actor) error{
			"AllowOAuth": func(ctx context.Context, who Actor) error {
				_, err := a.AllowOAuth(ctx, who, ask, OAuthConsent{Scope: auth.Full})
				return err
			},
			"RegisterOAuth":     func(ctx context.Context, who Actor) error { _, _, err := a.RegisterOAuth(ctx, who, good); return err },
			"OAuthApplications": func(ctx context.Context, who Actor) error { _, err := a.OAuthApplications(ctx, who); return err },
			"OAuthConnections":  func(ctx context.Context, who Actor) error { _, err := a.OAuthConnections(ctx, who); return err },
			"ChangeOAuth":       func(ctx context.Context, who Actor) error { return a.ChangeOAuth(ctx, who, p.id, good) },
			"NewOAuthSecret":    func(ctx context.Context, who Actor) error { _, err := a.NewOAuthSecret(ctx, who, p.id); return err },
			"RemoveOAuth":       func(ctx context.Context, who Actor) error { return a.RemoveOAuth(ctx, who, p.id) },
			"Disconnect":        func(ctx context.Context, who Actor) error { return a.Disconnect(ctx, who, "x") },
			"RestrictOAuth":     func(ctx context.Context, who Actor) error { return a.RestrictOAuth(ctx, who, p.id, false, 1) },
		} {
			if got := apperr.KindOf(do(ctx, who)); got != kind {
				t.Errorf("%s: %q, want %q", name, got, kind)
			}
		}
	}
	annas := register(t, a, anna)
	testkit.WantKind(t, a.ChangeOAuth(ctx, ben, annas.id, good), apperr.NotFound)
	testkit.WantKind(t, a.RemoveOAuth(ctx, ben, annas.id), apperr.NotFound)
	_, err = a.NewOAuthSecret(ctx, ben, annas.id)
	testkit.WantKind(t, err, apperr.NotFound)
	testkit.WantKind(t, a.RestrictOAuth(ctx, ben, p.id, false, 1), apperr.Forbidden)
	if mine, err := a.OAuthApplications(ctx, ben); err != nil || len(mine) != 1 {
		t.Errorf("Ben's applications: %+v, want one (error %v)", mine, err)
	}
	if all, err := a.OAuthApplications(ctx, anna); err != nil || len(all) != 2 {
		t.Errorf("all applications: %+v, want 2 (error %v)", all, err)
	}
	plan := newSharedBudget(t, a, nil)
	_, err = p.allowed(ben, plan)
	testkit.WantKind(t, err, apperr.NotFound) // the plan is anna's
	for _, bad := range []OAuthRegistration{{}, {Name: "x"}, {Name: "x", Redirects: []string{"http://far.example"}}, {Name: strings.Repeat("x", 101), Redirects: good.Redirects}} {
		_, _, err := a.RegisterOAuth(ctx, ben, bad)
		testkit.WantKind(t, err, apperr.Invalid)
	}
}

func TestOAuthRestrictedClientLimitsItsUsers(t *testing.T) {
	a, anna, ben := annaAndBen(t)
	ctx := t.Context()
	p := register(t, a, ben)
	if err := a.RestrictOAuth(ctx, anna, p.id, true, 1); err != nil {
		t.Fatal(err)
	}
	p.connect(ben, "")
	p.connect(ben, "") // the same user again
	_, err := p.allowed(anna, "")
	wantRefusal(t, err, oauthgrant.UnauthorizedClient)
	if err := a.RestrictOAuth(ctx, anna, p.id, false, 1); err != nil {
		t.Fatal(err)
	}
	p.connect(anna, "")
	if apps, err := a.OAuthApplications(ctx, ben); err != nil || apps[0].Connected != 2 || apps[0].Restricted {
		t.Errorf("applications: %+v, want 2 users and no restriction (error %v)", apps, err)
	}
}

// The last free place is taken at the time of consent, not when the program redeems the code. Three users that had
// all consented before any code was redeemed were all accepted.
func TestOAuthRestrictedClientCountsUsersAtConsent(t *testing.T) {
	a, anna, ben := annaAndBen(t)
	now := a.now()
	a.now = func() time.Time { return now }
	p := register(t, a, ben)
	if err := a.RestrictOAuth(t.Context(), anna, p.id, true, 1); err != nil {
		t.Fatal(err)
	}
	first, err := p.allowed(ben, "")
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.allowed(anna, "")
	wantRefusal(t, err, oauthgrant.UnauthorizedClient)
	now = now.Add(oauthgrant.CodeLife)
	second, err := p.allowed(anna, "") // the first user's code was not redeemed
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.redeem(first.Get("code"))
	wantRefusal(t, err, oauthgrant.InvalidGrant)
	if _, err := p.redeem(second.Get("code")); err != nil {
		t.Error(err)
	}
	_, err = p.allowed(ben, "")
	wantRefusal(t, err, oauthgrant.UnauthorizedClient)
}

// A removal also removes everything that depends on the removed record.
func TestOAuthRemovalDeletesDependentRecords(t *testing.T) {
	a, anna, ben := annaAndBen(t)
	ctx := t.Context()
	p := register(t, a, anna)
	bens, annas := p.connect(ben, ""), p.connect(anna, "")
	if err := a.RemoveUser(ctx, anna, "Ben"); err != nil || p.works(bens.AccessToken) || !p.works(annas.AccessToken) {
		t.Errorf("tokens of a removed user work, or others do not (error %v)", err)
	}
	old := p.secret
	secret, err := a.NewOAuthSecret(ctx, anna, p.id)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.refresh(annas.RefreshToken)
	wantRefusal(t, err, oauthgrant.InvalidClient)
	if p.secret = secret.Reveal(); p.secret == old {
		t.Error("the new secret equals the old one")
	}
	if annas, err = p.refresh(annas.RefreshToken); err != nil {
		t.Fatal(err)
	}
	if err := a.RemoveOAuth(ctx, anna, p.id); err != nil || p.works(annas.AccessToken) {
		t.Errorf("tokens of a removed application work (error %v)", err)
	}
	_, err = a.AskOAuth(ctx, p.ask())
	testkit.WantKind(t, err, apperr.NotFound)
	_, err = p.refresh(annas.RefreshToken)
	wantRefusal(t, err, oauthgrant.InvalidClient)
}
