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
			t.Errorf("goes back to %s", back)
		}
		got := w.mustRedeem(client, back.Query().Get("code"))
		if got.TokenType != "Bearer" || got.ExpiresIn != 7200 || got.CreatedAt != now.Unix()+1 || !w.works(got.AccessToken, now) {
			t.Errorf("%+v", got)
		}
		if w.works(got.AccessToken, now.Add(AccessLife+1e9)) {
			t.Error("an access token outlives its two hours")
		}
		again, r := w.refresh(client, got.RefreshToken, now.Add(AccessLife))
		if r != nil || !w.works(again.AccessToken, now.Add(AccessLife)) {
			t.Error(r)
		}
	}
}

func TestImplicitForm(t *testing.T) {
	w := newWorld(t)
	back := w.consent(ask("page", "response_type", "token", "code_challenge", "", "code_challenge_method", "", "scope", "read-only"))
	f, err := url.ParseQuery(back.Fragment)
	if err != nil || f.Get("token_type") != "Bearer" || f.Get("expires_in") != "7200" || f.Get("state") != "xyz" || f.Get("scope") != "read-only" {
		t.Errorf("%s %v", back, err)
	}
	if !w.works(f.Get("access_token"), now) || f.Has("refresh_token") || back.RawQuery != "" {
		t.Errorf("%s", back)
	}
	a, err := ReadAsk(w.clients["page"], ask("page", "response_type", "token"))
	if err != nil {
		t.Fatal(err)
	}
	if u := a.Deny().Redirect(issuer); !strings.HasPrefix(u, callback+"#") || !strings.Contains(u, "error=access_denied") {
		t.Errorf("denied: %s", u)
	}
	if _, _, err := a.AllowCode("x", Consent{User: 1, Scope: auth.Full}, now); err == nil {
		t.Error("a code was made for a request for a token")
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
			t.Errorf("%s: %s", want, u)
		}
	}
	c := w.clients["tool"]
	c.Redirects = []string{callback + "?a=b"}
	a, err := ReadAsk(c, ask("tool", "redirect_uri", callback+"?a=b"))
	if err != nil || !strings.HasPrefix(a.Deny().Redirect(issuer), callback+"?a=b&") {
		t.Errorf("%v", err)
	}
}

func TestRestrictedMode(t *testing.T) {
	c := Client{ID: "tool", Secret: "x", Redirects: []string{callback}, Restricted: true, MostUsers: 2}
	a, err := ReadAsk(c, ask("tool"))
	if err != nil {
		t.Fatal(err)
	}
	if r := c.Admit(a, 1, false); r != nil {
		t.Error(r)
	}
	if r := c.Admit(a, 2, true); r != nil {
		t.Error(r)
	}
	r := c.Admit(a, 2, false)
	wantCode(t, r, UnauthorizedClient)
	if u := r.Redirect(issuer); !strings.HasPrefix(u, callback+"?") || !strings.Contains(u, "state=xyz") {
		t.Errorf("goes back to %s", u)
	}
	c.Restricted = false
	if r := c.Admit(a, 1000, false); r != nil {
		t.Error(r)
	}
}

func TestClientIDs(t *testing.T) {
	for _, q := range []string{"", "client_id=", "client_id=a&client_id=b"} {
		v, _ := url.ParseQuery(q)
		if _, err := ClientID(v); apperr.KindOf(err) != apperr.Invalid || apperr.HintOf(err) == "" {
			t.Errorf("%q: %v", q, err)
		}
	}
	if id, err := ClientID(url.Values{"client_id": {"a"}}); id != "a" || err != nil {
		t.Error(id, err)
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
			t.Errorf("%q: %v", bad, err)
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
			t.Errorf("%q %q: %v", c.id, c.secret, r)
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
			t.Errorf("%+v %v", rev, r)
		}
		if !rev.Ends(Connection{ID: "x", ClientID: "page"}, true) || rev.Ends(Connection{ID: "x", ClientID: "tool"}, true) || rev.Ends(Connection{}, false) {
			t.Error("a client ends what is not its own, or not what is")
		}
	}
	rev, r := ReadRevocation(url.Values{"client_id": {"page"}, "token": {"anything"}}, Basic{})
	if r != nil || rev.Kind != "" {
		t.Errorf("%+v %v", rev, r)
	}
	_, r = ReadRevocation(url.Values{"client_id": {"page"}}, Basic{})
	wantCode(t, r, InvalidRequest)
	_, r = ReadRevocation(url.Values{"token": {"x"}}, Basic{})
	wantCode(t, r, InvalidClient)
}

func TestMetadata(t *testing.T) {
	text, err := json.Marshal(MetadataOf(issuer))
	if err != nil || !hasAny(string(text), `"token_endpoint":"https://budget.example/oauth/token"`) || !hasAny(string(text), `"code_challenge_methods_supported":["S256"]`) {
		t.Errorf("%s %v", text, err)
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
				rt.Fatalf("by %s, fresh %v: %v", client, fresh, r)
			}
			if r == nil {
				refreshes, accesses = append(refreshes, got.RefreshToken), append(accesses, got.AccessToken)
			}
			for _, a := range accesses {
				if w.works(a, now) == broken {
					rt.Fatalf("a token works: %v, connection broken: %v", !broken, broken)
				}
			}
		}
	})
}
