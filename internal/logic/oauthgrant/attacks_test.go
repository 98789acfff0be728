package oauthgrant

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
)

// RFC 9700, 4.1: a code or token must not reach an address that is not the client's.
func TestAttackRedirectMixUp(t *testing.T) {
	w := newWorld(t)
	c := w.clients["tool"]
	c.Redirects = []string{callback, "http://127.0.0.1:8586/cb", "http://localhost:9/cb", "com.example.app:/cb"}
	for _, good := range []string{callback, "http://127.0.0.1:8586/cb", "http://127.0.0.1:50123/cb", "http://127.0.0.1/cb", "com.example.app:/cb"} {
		if _, err := ReadAsk(c, ask("tool", "redirect_uri", good)); err != nil {
			t.Errorf("redirect to %s is refused: %v", good, err)
		}
	}
	for _, bad := range []string{
		"", "https://evil.example/callback", "https://tool.example.evil.example/callback", "https://eviltool.example/callback",
		"https://tool.example/callback/", "https://tool.example/callback/../evil", "https://tool.example/callback?next=//evil.example",
		"https://tool.example/callback#", "https://tool.example:444/callback", "http://tool.example/callback", "https://TOOL.example/callback",
		"https://tool.example@evil.example/callback", "https://tool.example%2eevil.example/callback", "https://tool.example\\@evil.example/callback",
		"http://127.0.0.1:8586/other", "http://127.0.0.1.evil.example:8586/cb", "http://[::1]:8586/cb", "http://localhost:10/cb",
		"http://evil@127.0.0.1:8586/cb", "javascript://tool.example/callback", "//tool.example/callback", "com.example.app:/cb2",
	} {
		_, err := ReadAsk(c, ask("tool", "redirect_uri", bad))
		if apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("redirect to %s: error %v, want invalid", bad, err)
		}
	}
}

// RFC 9700, 4.4: a client of several servers learns which one responded.
func TestAttackServerMixUp(t *testing.T) {
	w := newWorld(t)
	if got := w.consent(ask("tool")).Query().Get("iss"); got != issuer {
		t.Errorf("the response with the code names the server %q", got)
	}
	fragment, _ := url.ParseQuery(w.consent(ask("tool", "response_type", "token")).Fragment)
	if fragment.Get("iss") != issuer {
		t.Errorf("the response with the token names the server %q", fragment.Get("iss"))
	}
	_, err := ReadAsk(w.clients["tool"], ask("tool", "scope", "everything"))
	if u, _ := url.Parse(refusalOf(t, err).Redirect(issuer)); u.Query().Get("iss") != issuer {
		t.Error("an error response does not name the server")
	}
}

// RFC 9700, 4.2.4 and RFC 6749, 10.5: a code works once. Its second use revokes the tokens of the first.
func TestAttackCodeReplay(t *testing.T) {
	w := newWorld(t)
	code := w.consent(ask("tool")).Query().Get("code")
	got := w.mustRedeem("tool", code)
	if !w.works(got.AccessToken, now) {
		t.Fatal("a valid token does not work")
	}
	_, r := w.redeem("tool", code)
	wantCode(t, r, InvalidGrant)
	if w.works(got.AccessToken, now) {
		t.Error("the first token still works")
	}
	_, r = w.refresh("tool", got.RefreshToken, now)
	wantCode(t, r, InvalidGrant)
}

// An expired code is invalid.
func TestAttackOldCode(t *testing.T) {
	w := newWorld(t)
	code := w.consent(ask("tool")).Query().Get("code")
	form := url.Values{
		"grant_type": {"authorization_code"}, "client_id": {"tool"}, "client_secret": {w.secrets["tool"]}, "code": {code},
		"redirect_uri": {callback}, "code_verifier": {verifier},
	}
	for _, at := range []time.Time{now.Add(CodeLife), now.Add(-time.Second)} {
		_, r := w.call(form, at)
		wantCode(t, r, InvalidGrant)
	}
}

// RFC 9700, 4.5: a stolen code does not work with another client, in another session of the same client (which has a
// different verifier), or with another redirect address.
func TestAttackCodeInjection(t *testing.T) {
	w := newWorld(t)
	code := w.consent(ask("tool")).Query().Get("code")
	for name, change := range map[string][]string{
		"another session":           {"code_verifier", strings.Repeat("v", 43)},
		"no verifier":               {"code_verifier", ""},
		"a short verifier":          {"code_verifier", "short"},
		"another address":           {"redirect_uri", "https://evil.example/callback"},
		"no address":                {"redirect_uri", ""},
		"the challenge as verifier": {"code_verifier", challengeOf(verifier)},
	} {
		if _, r := w.redeem("tool", code, change...); r == nil || r.Code != InvalidGrant || r.Revoke != "" {
			t.Errorf("%s: refused with %v, want invalid_grant without a revocation", name, r)
		}
	}
	_, r := w.redeem("evil", code)
	wantCode(t, r, InvalidGrant)
	_, r = w.redeem("evil", code, "client_id", "tool") // with its own secret
	wantCode(t, r, InvalidClient)
	w.mustRedeem("tool", code) // and the legitimate client is not affected
}

// RFC 9700, 2.1.1 and 4.8.2: neither taking the challenge out nor making it
// weaker gets around PKCE.
func TestAttackPKCEDowngrade(t *testing.T) {
	w := newWorld(t)
	for name, change := range map[string][]string{
		"plain":                         {"code_challenge_method", "plain"},
		"plain by default":              {"code_challenge_method", ""},
		"a challenge that is too short": {"code_challenge", "short"},
		"a method without a challenge":  {"code_challenge", ""},
	} {
		_, err := ReadAsk(w.clients["tool"], ask("tool", change...))
		if r := refusalOf(t, err); r.Code != InvalidRequest {
			t.Errorf("%s: refused with %v, want invalid_request", name, r)
		}
	}
	_, err := ReadAsk(w.clients["page"], ask("page", "code_challenge", "", "code_challenge_method", ""))
	wantCode(t, refusalOf(t, err), InvalidRequest)

	// A client with a secret may go without; then a verifier shows that someone
	// took the challenge out of its request.
	code := w.consent(ask("tool", "code_challenge", "", "code_challenge_method", "")).Query().Get("code")
	_, r := w.redeem("tool", code)
	wantCode(t, r, InvalidGrant)
	if _, r := w.redeem("tool", code, "code_verifier", ""); r != nil {
		t.Errorf("a code without a challenge is refused: %v", r)
	}
}

// RFC 9700, 4.14: a refresh token works once; a second use ends the connection for both holders.
func TestAttackTokenReuse(t *testing.T) {
	w := newWorld(t)
	first := w.mustRedeem("tool", w.consent(ask("tool")).Query().Get("code"))
	second, r := w.refresh("tool", first.RefreshToken, now)
	if r != nil || !w.works(second.AccessToken, now) {
		t.Fatalf("the first refresh is refused: %v", r)
	}
	_, r = w.refresh("tool", first.RefreshToken, now)
	wantCode(t, r, InvalidGrant)
	for _, token := range []string{first.AccessToken, second.AccessToken} {
		if w.works(token, now) {
			t.Error("another token of the connection still works")
		}
	}
	_, r = w.refresh("tool", second.RefreshToken, now)
	wantCode(t, r, InvalidGrant)
}

// A refresh token is bound to its client and to its secret.
func TestAttackStolenRefreshToken(t *testing.T) {
	w := newWorld(t)
	got := w.mustRedeem("tool", w.consent(ask("tool")).Query().Get("code"))
	_, r := w.refresh("evil", got.RefreshToken, now)
	wantCode(t, r, InvalidGrant)
	for _, secret := range []string{"", "wrong", w.secrets["evil"]} {
		_, r = w.call(url.Values{"grant_type": {"refresh_token"}, "client_id": {"tool"}, "client_secret": {secret}, "refresh_token": {got.RefreshToken}}, now)
		wantCode(t, r, InvalidClient)
	}
	if _, r = w.refresh("tool", got.RefreshToken, now.Add(RefreshLife+time.Second)); r == nil {
		t.Error("a refresh token never expires")
	}
	if _, r = w.refresh("tool", got.RefreshToken, now.Add(AccessLife)); r != nil {
		t.Errorf("a valid refresh token is refused: %v", r)
	}
}

// A used refresh token works again for a short time while its successor is unused, and at no other time.
func TestAttackRefreshTokenReplayAfterTheGrace(t *testing.T) {
	secret := auth.NewSecret(auth.RefreshToken)
	call := Call{ClientID: "tool", Refresh: secret}
	connection := Connection{ID: "c", ClientID: "tool", Scope: auth.Full}
	for name, c := range map[string]struct {
		replaced time.Time
		used     bool
		works    bool
	}{
		"at once": {now, false, true}, "at its end": {now.Add(time.Millisecond - RefreshGrace), false, true}, "after it": {now.Add(-RefreshGrace), false, false},
		"successor used": {now, true, false}, "from the future": {now.Add(time.Second), false, false}, "no successor": {time.Time{}, false, false},
	} {
		old := Refresh{Digest: secret.Digest(), Connection: "c", Issued: now.Add(-time.Hour), Used: true, Replaced: c.replaced, SuccessorUsed: c.used}
		_, r := call.Renew(old, connection, true, now)
		if c.works != (r == nil) || !c.works && r.Revoke != "c" {
			t.Errorf("%s: refused with %+v, want accepted %v", name, r, c.works)
		}
	}
	if _, r := call.Renew(Refresh{Digest: secret.Digest(), Connection: "c", Issued: now, Used: true, Replaced: now}, Connection{ID: "c", ClientID: "tool", Revoked: true}, true, now); r == nil {
		t.Error("the grace period restores a revoked connection")
	}
}

// A loopback address may have any port (RFC 8252, 7.3), but it must be a port: 99999 was accepted.
func TestAttackInvalidPort(t *testing.T) {
	c := Client{Redirects: []string{"http://127.0.0.1:8586/callback"}}
	for address, want := range map[string]bool{
		"http://127.0.0.1:1/callback": true, "http://127.0.0.1:65535/callback": true, "http://127.0.0.1/callback": true,
		"http://127.0.0.1:99999/callback": false, "http://127.0.0.1:65536/callback": false, "http://127.0.0.1:0/callback": false,
	} {
		if c.allows(address) != want || (CheckRedirect(address) == nil) != want {
			t.Errorf("%s: allowed %v, error %v, want allowed %v", address, c.allows(address), CheckRedirect(address), want)
		}
	}
}

// RFC 9700, 4.11: our page redirects only to registered addresses, also with an error.
func TestAttackOpenRedirect(t *testing.T) {
	w := newWorld(t)
	for _, change := range [][]string{{}, {"scope", "x"}, {"response_type", "x"}, {"code_challenge_method", "plain"}} {
		_, err := ReadAsk(w.clients["tool"], ask("tool", append(change, "redirect_uri", "https://evil.example/")...))
		if apperr.KindOf(err) != apperr.Invalid || hasAny(err.Error(), "evil.example") {
			t.Errorf("%v: error %v, want invalid without the address", change, err)
		}
	}
	twice := ask("tool")
	twice.Add("redirect_uri", "https://evil.example/")
	if _, err := ReadAsk(w.clients["tool"], twice); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("two redirect addresses: error %v", err)
	}
	// A state cannot get out of its place in the address.
	u := w.consent(ask("tool", "state", "a&code=stolen#x\r\nLocation: https://evil.example"))
	if got := u.Query()["code"]; len(got) != 1 || got[0] == "stolen" || u.Host != "tool.example" || u.Fragment != "" {
		t.Errorf("the state changed the address: %s", u)
	}
}

// RFC 6749, 10.12: a form sent by another site was not shown to the user.
func TestAttackConsentForgery(t *testing.T) {
	w := newWorld(t)
	key := []byte("a key of this Holdover")
	a, err := ReadAsk(w.clients["tool"], ask("tool"))
	if err != nil {
		t.Fatal(err)
	}
	seal := a.Seal(key, "session")
	again, err := ReadAsk(w.clients["tool"], a.Values()) // as the form carries it
	if err != nil || !again.Sealed(key, "session", seal) {
		t.Fatalf("the consent form is refused: %v", err)
	}
	if a.Sealed(key, "another session", seal) || a.Sealed([]byte("another key"), "session", seal) || a.Sealed(key, "session", "") {
		t.Error("a seal is valid for another session or key")
	}
	for _, change := range [][]string{{"scope", "read-only"}, {"state", "other"}, {"response_type", "token"}, {"code_challenge", challengeOf("x")}} {
		other, err := ReadAsk(w.clients["tool"], ask("tool", change...))
		if err != nil {
			t.Fatal(err)
		}
		if other.Sealed(key, "session", seal) {
			t.Errorf("%v: the seal is valid for another request", change)
		}
	}
}

// RFC 9700, 4.16: the page's policy allows the form to redirect to the client only.
func TestAttackClickjackingPolicy(t *testing.T) {
	for redirect, want := range map[string]string{
		callback: "https://tool.example", "http://127.0.0.1:8586/cb": "http://127.0.0.1:8586", "com.example.app:/cb": "com.example.app:",
	} {
		a, err := ReadAsk(Client{ID: "c", Secret: "x", Redirects: []string{redirect}}, ask("c", "redirect_uri", redirect))
		if err != nil || a.FormAction() != want || strings.ContainsAny(a.FormAction(), " ;'*") {
			t.Errorf("%s: the form may lead to %q, error %v, want %q", redirect, a.FormAction(), err, want)
		}
	}
}

// "Allow" and "Do not allow" had no effect for a client at an IPv6 address: a policy cannot contain such a host, and
// browsers ignored the source that they could not parse. The policy allows the scheme instead.
func TestConsentRedirectsToIPv6Addresses(t *testing.T) {
	for redirect, want := range map[string]string{
		"http://[::1]:8586/cb": "http:", "http://[::1]/cb": "http:", "https://[2001:db8::1]/cb": "https:",
	} {
		a, err := ReadAsk(Client{ID: "c", Secret: "x", Redirects: []string{redirect}}, ask("c", "redirect_uri", redirect))
		if err != nil || a.FormAction() != want {
			t.Errorf("%s: the form may lead to %q, error %v, want %q", redirect, a.FormAction(), err, want)
		}
	}
}

// The scope never exceeds that requested by the client and granted by the user: neither through the consent form nor
// through a refresh.
func TestAttackScopeWidening(t *testing.T) {
	w := newWorld(t)
	a, err := ReadAsk(w.clients["tool"], ask("tool", "scope", "read-only"))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := a.AllowCode("x", Consent{User: 1, Scope: auth.Full}, now); err == nil {
		t.Error("the granted scope exceeds the requested one")
	}
	if _, _, err := a.AllowCode("x", Consent{User: 1}, now); err == nil {
		t.Error("the granted scope is empty")
	}
	got := w.mustRedeem("tool", w.consent(ask("tool", "scope", "read-only")).Query().Get("code"))
	if got.Scope != "read-only" {
		t.Errorf("the granted scope is %s", got.Scope)
	}
	for _, scope := range []string{"full", "read-only full", "everything"} {
		_, r := w.call(url.Values{
			"grant_type": {"refresh_token"}, "client_id": {"tool"}, "client_secret": {w.secrets["tool"]}, "refresh_token": {got.RefreshToken}, "scope": {scope},
		}, now)
		wantCode(t, r, InvalidScope)
	}
	// A scope that was narrowed can be widened again, up to the connection's scope.
	got = w.mustRedeem("tool", w.consent(ask("tool")).Query().Get("code"))
	narrow, r := w.call(url.Values{
		"grant_type": {"refresh_token"}, "client_id": {"tool"}, "client_secret": {w.secrets["tool"]}, "refresh_token": {got.RefreshToken}, "scope": {"read-only"},
	}, now)
	if r != nil || narrow.Scope != "read-only" {
		t.Fatalf("narrow the scope: %+v, refused with %v", narrow, r)
	}
	if wide, r := w.refresh("tool", narrow.RefreshToken, now); r != nil || wide.Scope != "full" {
		t.Errorf("widen the scope again: %+v, refused with %v", wide, r)
	}
}

// The default plan is one that the user can see.
func TestAttackForeignPlan(t *testing.T) {
	w := newWorld(t)
	for _, kind := range []string{"code", "token"} {
		a, err := ReadAsk(w.clients["tool"], ask("tool", "response_type", kind))
		if err != nil {
			t.Fatal(err)
		}
		for plan, good := range map[string]bool{"mine": true, "": true, "another's": false} {
			consent := Consent{User: 1, Scope: auth.Full, DefaultPlan: plan, Plans: []string{"mine"}}
			if kind == "code" {
				_, _, err = a.AllowCode("x", consent, now)
			} else {
				_, _, err = a.AllowToken("x", consent, now)
			}
			if (err == nil) != good {
				t.Errorf("%s, plan %q: error %v", kind, plan, err)
			}
		}
	}
}

// RFC 6749, 3.1 and 3.2: a repeated parameter is ambiguous.
func TestAttackDoubledParameters(t *testing.T) {
	w := newWorld(t)
	for _, name := range []string{"response_type", "state", "scope", "code_challenge", "code_challenge_method"} {
		q := ask("tool", "scope", "read-only")
		q.Add(name, q.Get(name))
		_, err := ReadAsk(w.clients["tool"], q)
		wantCode(t, refusalOf(t, err), InvalidRequest)
	}
	code := w.consent(ask("tool")).Query().Get("code")
	form := url.Values{"grant_type": {"authorization_code"}, "client_id": {"tool", "evil"}, "code": {code}}
	_, r := ReadCall(form, Basic{})
	wantCode(t, r, InvalidRequest)
	form = url.Values{"grant_type": {"authorization_code"}, "client_id": {"tool"}, "client_secret": {"x"}, "code": {code}}
	_, r = ReadCall(form, Basic{ID: "tool", Secret: "y", Given: true})
	wantCode(t, r, InvalidRequest)
	_, r = ReadCall(url.Values{"grant_type": {"authorization_code"}, "client_id": {"evil"}, "code": {code}}, Basic{ID: "tool", Given: true})
	wantCode(t, r, InvalidRequest)
}
