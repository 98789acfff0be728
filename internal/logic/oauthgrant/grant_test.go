package oauthgrant

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
)

func TestCodeFlow(t *testing.T) {
	w := newWorld(t)
	for _, client := range []string{"tool", "page"} {
		back := w.consent(ask(client))
		if back.Query().Get("state") != "xyz" || !strings.HasPrefix(back.String(), callback+"?") {
			t.Errorf("the consent redirects to %s", back)
		}
		got := w.mustRedeem(client, back.Query().Get("code"))
		if got.TokenType != "Bearer" || got.ExpiresIn != 7200 || got.CreatedAt != now.Unix()+1 || !w.works(got.AccessToken, now) {
			t.Errorf("the response is %+v", got)
		}
		if w.works(got.AccessToken, now.Add(AccessLife+1e9)) {
			t.Error("an access token works after its two hours")
		}
		again, r := w.refresh(client, got.RefreshToken, now.Add(AccessLife))
		if r != nil || !w.works(again.AccessToken, now.Add(AccessLife)) {
			t.Errorf("refresh is refused: %v", r)
		}
	}
}

func TestImplicitForm(t *testing.T) {
	w := newWorld(t)
	back := w.consent(ask("page", "response_type", "token", "code_challenge", "", "code_challenge_method", "", "scope", "read-only"))
	f, err := url.ParseQuery(back.Fragment)
	if err != nil || f.Get("token_type") != "Bearer" || f.Get("expires_in") != "7200" || f.Get("state") != "xyz" || f.Get("scope") != "read-only" {
		t.Errorf("the fragment of %s lacks a member, error %v", back, err)
	}
	if !w.works(f.Get("access_token"), now) || f.Has("refresh_token") || back.RawQuery != "" {
		t.Errorf("the token does not work, or %s has more than a token", back)
	}
	a, err := ReadAsk(w.clients["page"], ask("page", "response_type", "token"))
	if err != nil {
		t.Fatal(err)
	}
	if u := a.Deny().Redirect(issuer); !strings.HasPrefix(u, callback+"#") || !strings.Contains(u, "error=access_denied") {
		t.Errorf("a denial redirects to %s", u)
	}
	if _, _, err := a.AllowCode("x", Consent{User: 1, Scope: auth.Full}, now); err == nil {
		t.Error("a request for a token created a code")
	}
}

func TestErrorsRedirectToTheClient(t *testing.T) {
	w := newWorld(t)
	for want, change := range map[string][]string{
		UnsupportedResponseType: {"response_type", "id_token"}, InvalidScope: {"scope", "write"}, InvalidRequest: {"code_challenge_method", "plain"},
	} {
		_, err := ReadAsk(w.clients["tool"], ask("tool", change...))
		u, _ := url.Parse(refusalOf(t, err).Redirect(issuer))
		if q := u.Query(); q.Get("error") != want || q.Get("state") != "xyz" || q.Get("error_description") == "" || u.Host != "tool.example" {
			t.Errorf("want the error %s at the client, got %s", want, u)
		}
	}
	c := w.clients["tool"]
	c.Redirects = []string{callback + "?a=b"}
	a, err := ReadAsk(c, ask("tool", "redirect_uri", callback+"?a=b"))
	if err != nil || !strings.HasPrefix(a.Deny().Redirect(issuer), callback+"?a=b&") {
		t.Errorf("a denial does not go to the client, error %v", err)
	}
}

func TestRestrictedMode(t *testing.T) {
	c := Client{ID: "tool", Secret: "x", Redirects: []string{callback}, Restricted: true, MostUsers: 2}
	a, err := ReadAsk(c, ask("tool"))
	if err != nil {
		t.Fatal(err)
	}
	if r := c.Admit(a, 1, false); r != nil {
		t.Errorf("the first user is refused: %v", r)
	}
	if r := c.Admit(a, 2, true); r != nil {
		t.Errorf("a known user is refused: %v", r)
	}
	r := c.Admit(a, 2, false)
	wantCode(t, r, UnauthorizedClient)
	if u := r.Redirect(issuer); !strings.HasPrefix(u, callback+"?") || !strings.Contains(u, "state=xyz") {
		t.Errorf("the error redirects to %s", u)
	}
	c.Restricted = false
	if r := c.Admit(a, 1000, false); r != nil {
		t.Errorf("an unrestricted client refuses a user: %v", r)
	}
}

func TestClientIDs(t *testing.T) {
	for _, q := range []string{"", "client_id=", "client_id=a&client_id=b"} {
		v, _ := url.ParseQuery(q)
		if _, err := ClientID(v); apperr.KindOf(err) != apperr.Invalid || apperr.HintOf(err) == "" {
			t.Errorf("%q: error %v, want invalid with a hint", q, err)
		}
	}
	if id, err := ClientID(url.Values{"client_id": {"a"}}); id != "a" || err != nil {
		t.Errorf("ClientID = %q, %v, want a", id, err)
	}
}

func TestValidRedirectAddresses(t *testing.T) {
	for _, good := range []string{
		callback, "https://tool.example/", "http://127.0.0.1:8586/cb", "http://[::1]/cb", "http://localhost:8586/cb", "http://192.168.1.7/cb",
		"http://nas/cb", "http://nas.local:8080/cb", "http://budget.home.arpa/cb", "com.example.app:/cb",
	} {
		if err := CheckRedirect(good); err != nil {
			t.Error(err)
		}
	}
	for _, bad := range []string{
		"", "tool.example/cb", "/cb", "http://tool.example/cb", "http://8.8.8.8/cb", "https:///cb", "javascript:alert(1)", "data:text/html,x",
		"https://tool.example/#x", "https://tool.example/cb#", "https://a@tool.example/", "https://*.example/cb", "https://tool.example/ cb", "ftp://tool.example",
		"https://tool.example\\evil", "http:///cb", "myapp:/cb",
		"http://[::1%25;frame-ancestors%20*]/cb", "http://[fe80::1%25eth0]/cb", "https://tool.example;frame-ancestors/cb", "https://'self'/cb", "https://a,b/cb", "https://tool.exämple/",
	} {
		if err := CheckRedirect(bad); apperr.KindOf(err) != apperr.Invalid || apperr.HintOf(err) == "" {
			t.Errorf("%q: error %v, want invalid with a hint", bad, err)
		}
	}
}

func TestClientAuthentication(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		id, secret string
		good       bool
	}{
		{"tool", w.secrets["tool"], true},
		{"page", "", true},
		{"page", w.secrets["tool"], false},
		{"tool", "", false},
		{"tool", w.secrets["evil"], false},
		{"nobody", w.secrets["tool"], false},
		{"", "", false},
	} {
		client, known := w.clients[c.id]
		if r := Authenticate(client, known, c.id, c.secret); (r == nil) != c.good {
			t.Errorf("%q with secret %q: refused with %v, want accepted %v", c.id, c.secret, r, c.good)
		}
	}
}

func TestInvalidTokenRequests(t *testing.T) {
	for form, want := range map[string]string{
		"client_id=tool": InvalidRequest, "client_id=tool&grant_type=password&username=a&password=b": UnsupportedGrantType,
		"grant_type=authorization_code": InvalidClient, "client_id=tool&grant_type=authorization_code": InvalidGrant,
		"client_id=tool&grant_type=refresh_token&refresh_token=x": InvalidGrant, "client_id=tool&grant_type=client_credentials": UnsupportedGrantType,
	} {
		v, _ := url.ParseQuery(form)
		_, r := ReadCall(v, Basic{})
		wantCode(t, r, want)
	}
}

func TestRevocation(t *testing.T) {
	for _, kind := range []auth.SecretKind{auth.AccessToken, auth.RefreshToken} {
		token := auth.NewSecret(kind)
		rev, r := ReadRevocation(url.Values{"client_id": {"page"}, "token": {token.Reveal()}, "token_type_hint": {"wrong"}}, Basic{})
		if r != nil || rev.Kind != kind || rev.Token.Digest() != token.Digest() {
			t.Errorf("revocation %+v, refused with %v", rev, r)
		}
		if !rev.Ends(Connection{ID: "x", ClientID: "page"}, true) || rev.Ends(Connection{ID: "x", ClientID: "tool"}, true) || rev.Ends(Connection{}, false) {
			t.Error("a client can revoke other clients' connections, or not its own")
		}
	}
	rev, r := ReadRevocation(url.Values{"client_id": {"page"}, "token": {"anything"}}, Basic{})
	if r != nil || rev.Kind != "" {
		t.Errorf("an unknown token is read as %+v, refused with %v", rev, r)
	}
	_, r = ReadRevocation(url.Values{"client_id": {"page"}}, Basic{})
	wantCode(t, r, InvalidRequest)
	_, r = ReadRevocation(url.Values{"token": {"x"}}, Basic{})
	wantCode(t, r, InvalidClient)
}

func TestMetadata(t *testing.T) {
	text, err := json.Marshal(MetadataOf(issuer))
	if err != nil || !hasAny(string(text), `"token_endpoint":"https://budget.example/oauth/token"`) || !hasAny(string(text), `"code_challenge_methods_supported":["S256"]`) {
		t.Errorf("the metadata are %s, error %v", text, err)
	}
}

// For any use of codes and refresh tokens, in any order and by any client: each creates tokens at most once, no other
// client gets any, and after a reuse nothing of that connection works.
func TestTokensInRandomSequences(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld(t)
		code := w.consent(ask("tool")).Query().Get("code")
		refreshes, accesses := []string{}, []string{}
		spent, broken, redeemed := map[string]bool{}, false, false
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			client := rapid.SampledFrom([]string{"tool", "tool", "evil"}).Draw(rt, "client")
			var got Answer
			var r *Refusal
			fresh := false
			if len(refreshes) == 0 || rapid.IntRange(0, 4).Draw(rt, "what") == 0 {
				fresh = !redeemed
				got, r = w.redeem(client, code)
				if client == "tool" {
					broken, redeemed = broken || redeemed, true
				}
			} else {
				token := rapid.SampledFrom(refreshes).Draw(rt, "token")
				fresh = !spent[token] && !broken
				got, r = w.refresh(client, token, now)
				if client == "tool" {
					broken = broken || spent[token]
					spent[token] = true
				}
			}
			if (r == nil) != (fresh && client == "tool") {
				rt.Fatalf("refresh by %s, fresh %v: %v", client, fresh, r)
			}
			if r == nil {
				refreshes, accesses = append(refreshes, got.RefreshToken), append(accesses, got.AccessToken)
			}
			for _, a := range accesses {
				if w.works(a, now) == broken {
					rt.Fatalf("a token works: %v, connection revoked: %v", !broken, broken)
				}
			}
		}
	})
}
