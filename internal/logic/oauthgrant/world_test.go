package oauthgrant

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"holdover/internal/model/auth"
)

const (
	issuer   = "https://budget.example"
	callback = "https://tool.example/callback"
	verifier = "a-verifier-that-is-long-enough-to-be-one-of-PKCE-43"
)

var now = time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)

func challengeOf(v string) string {
	sum := sha256.Sum256([]byte(v))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// world stores grants as the application does: each step is one transaction.
type world struct {
	t           *testing.T
	clients     map[string]Client
	secrets     map[string]string
	codes       map[auth.Digest]Code
	refreshes   map[auth.Digest]Refresh
	accesses    map[auth.Digest]Access
	connections map[string]Connection
	made        int
}

func newWorld(t *testing.T) *world {
	w := &world{
		t: t, clients: map[string]Client{}, secrets: map[string]string{}, codes: map[auth.Digest]Code{},
		refreshes: map[auth.Digest]Refresh{}, accesses: map[auth.Digest]Access{}, connections: map[string]Connection{},
	}
	for _, id := range []string{"tool", "evil"} {
		secret := auth.NewSecret(auth.ClientSecret)
		w.secrets[id] = secret.Reveal()
		w.clients[id] = Client{ID: id, Name: id, Secret: secret.Digest(), Redirects: []string{"https://" + id + ".example/callback"}, Implicit: true}
	}
	w.clients["page"] = Client{ID: "page", Name: "page", Redirects: []string{callback}, Implicit: true}
	return w
}

// ask returns a valid request of a client, changed by pairs of names and values.
func ask(client string, change ...string) url.Values {
	v := url.Values{
		"client_id": {client}, "redirect_uri": {callback}, "response_type": {"code"}, "state": {"xyz"},
		"code_challenge": {challengeOf(verifier)}, "code_challenge_method": {"S256"},
	}
	for i := 0; i < len(change); i += 2 {
		if v.Set(change[i], change[i+1]); change[i+1] == "" {
			v.Del(change[i])
		}
	}
	return v
}

// consent completes the authorise page as user 1 and returns the address that the browser is redirected to.
func (w *world) consent(q url.Values) *url.URL {
	w.t.Helper()
	a, err := ReadAsk(w.clients[q.Get("client_id")], q)
	if err != nil {
		w.t.Fatal(err)
	}
	w.made++
	id := string(rune('A' + w.made))
	back := ""
	if a.Implicit {
		c, i, err := a.AllowToken(id, Consent{User: 1, Scope: a.Scope}, now)
		if err != nil {
			w.t.Fatal(err)
		}
		w.connections[c.ID] = c
		w.accesses[i.Access.Digest] = i.Access
		back = a.TokenRedirect(issuer, i)
	} else {
		secret, code, err := a.AllowCode(id, Consent{User: 1, Scope: a.Scope}, now)
		if err != nil {
			w.t.Fatal(err)
		}
		w.codes[code.Digest] = code
		back = a.CodeRedirect(issuer, secret)
	}
	u, err := url.Parse(back)
	if err != nil {
		w.t.Fatal(err)
	}
	return u
}

// call makes a call of the token address at the given time.
func (w *world) call(form url.Values, at time.Time) (Answer, *Refusal) {
	call, r := ReadCall(form, Basic{})
	if r != nil {
		return Answer{}, r
	}
	client, known := w.clients[call.ClientID]
	if r := Authenticate(client, known, call.ClientID, call.Secret); r != nil {
		return Answer{}, r
	}
	var i Issue
	if call.GrantType == "authorization_code" {
		code, found := w.codes[call.Code.Digest()]
		if i, r = call.Redeem(code, found, at); r == nil {
			code.Used = true
			w.codes[code.Digest], w.connections[code.Connection.ID] = code, code.Connection
		}
	} else {
		old, found := w.refreshes[call.Refresh.Digest()]
		if i, r = call.Renew(old, w.connections[old.Connection], found, at); r == nil {
			old.Used = true
			w.refreshes[old.Digest] = old
		}
	}
	if r != nil {
		if c, ok := w.connections[r.Revoke]; ok {
			c.Revoked = true
			w.connections[c.ID] = c
		}
		return Answer{}, r
	}
	w.accesses[i.Access.Digest], w.refreshes[i.Refresh.Digest] = i.Access, i.Refresh
	return i.Answer(), nil
}

func (w *world) redeem(client, code string, change ...string) (Answer, *Refusal) {
	form := url.Values{
		"grant_type": {"authorization_code"}, "client_id": {client}, "client_secret": {w.secrets[client]}, "code": {code},
		"redirect_uri": {callback}, "code_verifier": {verifier},
	}
	for i := 0; i < len(change); i += 2 {
		form.Set(change[i], change[i+1])
	}
	return w.call(form, now.Add(time.Second))
}

func (w *world) refresh(client, token string, at time.Time) (Answer, *Refusal) {
	return w.call(url.Values{
		"grant_type": {"refresh_token"}, "client_id": {client}, "client_secret": {w.secrets[client]}, "refresh_token": {token},
	}, at)
}

// works reports whether an access token is valid at a time.
func (w *world) works(token string, at time.Time) bool {
	secret, err := auth.ParseSecret(auth.AccessToken, token)
	a, found := w.accesses[secret.Digest()]
	return err == nil && found && a.Lives(w.connections[a.Connection], at)
}

func (w *world) mustRedeem(client, code string) Answer {
	w.t.Helper()
	a, r := w.redeem(client, code)
	if r != nil {
		w.t.Fatalf("redeem the code: %v", r)
	}
	return a
}

func wantCode(t *testing.T, r *Refusal, code string) {
	t.Helper()
	if r == nil || r.Code != code || r.Detail == "" {
		t.Errorf("%v, want %s", r, code)
	}
}

func refusalOf(t *testing.T, err error) *Refusal {
	t.Helper()
	var r *Refusal
	if !errors.As(err, &r) {
		t.Fatalf("the error %v is not sent to the client", err)
	}
	return r
}

func hasAny(text string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}
