package oauthgrant

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/testing/testkit"
)

// FuzzAsk checks that the response to any request goes to a registered address or to a page of ours, and that no
// input starts a directive of the consent page's policy.
func FuzzAsk(f *testing.F) {
	redirects := []string{"https://tool.example/callback?a=b", "http://127.0.0.1:8586/callback", "com.example.app:/callback", "http://[::1]/x"}
	clients := []Client{{ID: "c", Name: "c", Redirects: redirects, Implicit: true}, {ID: "d", Name: "d", Secret: "x", Redirects: redirects}}
	seeds := []string{"response_type=code", "response_type=token&state=a", "response_type=code&scope=read-only&code_challenge=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU&code_challenge_method=S256"}
	for _, r := range redirects {
		seeds = append(seeds, "client_id=c&response_type=code&redirect_uri="+url.QueryEscape(r))
	}
	testkit.Fuzz(f, seeds, func(t testing.TB, input []byte) {
		q, err := url.ParseQuery(string(input))
		if err != nil {
			return
		}
		if id, err := ClientID(q); err == nil && id != q.Get("client_id") {
			t.Fatalf("the client id is %q, want %q", id, q.Get("client_id"))
		}
		for _, c := range clients {
			ask, err := ReadAsk(c, q)
			if refusal, ok := errors.AsType[*Refusal](err); ok {
				checkRedirect(t, c, refusal.Redirect("https://us.example"))
				continue
			}
			if err != nil {
				if apperr.KindOf(err) != apperr.Invalid {
					t.Fatal(err)
				}
				continue
			}
			if strings.ContainsAny(ask.FormAction(), ";,'\" ") || ask.Scope != auth.Full && ask.Scope != auth.ReadOnly {
				t.Fatalf("%q: the form may lead to %q, with scope %q", input, ask.FormAction(), ask.Scope)
			}
			key := []byte("k")
			seal := ask.Seal(key, "s")
			if !ask.Sealed(key, "s", seal) || ask.Sealed(key, "t", seal) {
				t.Fatalf("%q: the seal of the request is not valid", input)
			}
			if again, err := ReadAsk(c, ask.Values()); err != nil || again.Seal(key, "s") != seal {
				t.Fatalf("%q: request %+v became %+v, error %v", input, ask, again, err)
			}
			checkRedirect(t, c, ask.Deny().Redirect("https://us.example"))
		}
	})
}

// checkRedirect checks an address that a browser is sent to.
func checkRedirect(t testing.TB, c Client, to string) {
	t.Helper()
	u, err := url.Parse(to)
	if err != nil || strings.ContainsAny(to, "\r\n ") {
		t.Fatalf("the redirect to %q is no address: %v", to, err)
	}
	for _, r := range c.Redirects {
		own, err := url.Parse(r)
		if err != nil {
			t.Fatal(err)
		}
		if u.Scheme == own.Scheme && u.Hostname() == own.Hostname() && u.Path == own.Path {
			return
		}
	}
	t.Fatalf("a browser is redirected to %q", to)
}

// FuzzCall checks that a call of the token or revoke address is parsed completely or refused with a standard error,
// and FuzzRedirect that a registered address is a valid target and nothing else.
func FuzzCall(f *testing.F) {
	seeds := []string{
		"grant_type=authorization_code&client_id=c&redirect_uri=x&code_verifier=y&code=" + auth.NewSecret(auth.GrantCode).Reveal(),
		"grant_type=refresh_token&client_id=c&client_secret=s&scope=read-only&refresh_token=" + auth.NewSecret(auth.RefreshToken).Reveal(),
		"client_id=c&token=" + auth.NewSecret(auth.AccessToken).Reveal(), "token=x&token=y", "grant_type=password",
	}
	known := map[string]bool{InvalidRequest: true, InvalidClient: true, InvalidGrant: true, UnsupportedGrantType: true}
	testkit.Fuzz(f, seeds, func(t testing.TB, input []byte) {
		form, err := url.ParseQuery(string(input))
		if err != nil {
			return
		}
		for _, basic := range []Basic{{}, {ID: "c", Secret: "s", Given: true}} {
			call, refused := ReadCall(form, basic)
			if refused != nil && !known[refused.Code] || refused == nil && call.ClientID == "" {
				t.Fatalf("%q: call %+v, refused with %v", input, call, refused)
			}
			rev, refused := ReadRevocation(form, basic)
			if refused != nil && !known[refused.Code] || refused == nil && rev.ClientID == "" {
				t.Fatalf("%q: revocation %+v, refused with %v", input, rev, refused)
			}
		}
	})
}

func FuzzRedirect(f *testing.F) {
	testkit.Fuzz(f, []string{"https://tool.example/callback", "http://127.0.0.1:8586/callback", "http://[::1%25;x]/", "com.example.app:/callback", "javascript:alert(1)", "http://nas.local", "https://a@b/", "data:x.y,z"}, func(t testing.TB, input []byte) {
		address := string(input)
		if CheckRedirect(address) != nil {
			return
		}
		u, err := url.Parse(address)
		if err != nil || u.User != nil || u.Fragment != "" || strings.ContainsAny(u.Host, ";'\" ,%") || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' }) {
			t.Fatalf("%q can be registered", address)
		}
		if u.Scheme != "https" && u.Scheme != "http" && !strings.Contains(u.Scheme, ".") {
			t.Fatalf("%q can be registered", address)
		}
		if u.Scheme == "http" && !near(u.Hostname()) || u.Scheme == "https" && u.Hostname() == "" {
			t.Fatalf("%q can be registered", address)
		}
		if c := (Client{Redirects: []string{address}}); !c.allows(address) || c.allows(address+"x") || c.allows("https://evil.example/"+address) {
			t.Fatalf("%q allows other addresses", address)
		}
	})
}
