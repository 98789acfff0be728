// Package providertest is an identity provider for tests: OpenID Connect with discovery, keys, authorisation with PKCE, tokens, user
// information and signing out. Its hooks make it misbehave.
//
// Start with New.
package providertest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"holdover/internal/testing/testkit"
)

// The client of the provider.
const (
	ClientID     = "holdover"
	ClientSecret = "a secret of the client"
)

// Provider is an identity provider.
type Provider struct {
	*httptest.Server
	// Person returns the claims of the person that is signed in at the provider.
	Person func() map[string]any
	// Claims changes the claims of an ID token; Sign replaces its signature. They may be nil.
	Claims func(map[string]any)
	Sign   func(claims []byte) string
	// Info returns the response of the endpoint for user information; nil for an empty one.
	Info func() map[string]any
	// Confirm shows a page with a button before the redirect, as providers do.
	Confirm bool
	Down    atomic.Bool

	// SignedOut contains the query of each sign-out.
	SignedOut []url.Values

	t      testing.TB
	key    *rsa.PrivateKey
	mu     sync.Mutex
	grants map[string]url.Values // by code
	asked  url.Values
}

// New returns a provider on an own server.
func New(t testing.TB, subject, name string) *Provider {
	t.Helper()
	p := &Provider{t: t, key: testkit.Must(rsa.GenerateKey(rand.Reader, 2048))(t), grants: map[string]url.Values{}}
	p.Person = func() map[string]any { return map[string]any{"sub": subject, "preferred_username": name} }
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.discovery)
	mux.HandleFunc("GET /keys", p.keys)
	mux.HandleFunc("GET /authorize", p.authorize)
	mux.HandleFunc("POST /token", p.token)
	mux.HandleFunc("GET /userinfo", func(w http.ResponseWriter, _ *http.Request) {
		if p.Info == nil {
			p.write(w, p.Person())
			return
		}
		p.write(w, p.Info())
	})
	mux.HandleFunc("GET /logout", func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		p.SignedOut = append(p.SignedOut, r.URL.Query())
		p.mu.Unlock()
		http.Redirect(w, r, r.URL.Query().Get("post_logout_redirect_uri"), http.StatusSeeOther)
	})
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p.Down.Load() {
			http.Error(w, "down", http.StatusServiceUnavailable)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *Provider) write(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(value); err != nil {
		p.t.Error(err)
	}
}

func (p *Provider) discovery(w http.ResponseWriter, _ *http.Request) {
	p.write(w, map[string]any{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token", "jwks_uri": p.URL + "/keys",
		"userinfo_endpoint": p.URL + "/userinfo", "end_session_endpoint": p.URL + "/logout",
		"id_token_signing_alg_values_supported": []string{"RS256", "HS256", "none"},
	})
}

func (p *Provider) keys(w http.ResponseWriter, _ *http.Request) {
	p.write(w, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: p.key.Public(), KeyID: "key", Algorithm: "RS256", Use: "sig"}}})
}

// authorize redirects back with a code. It refuses a request without PKCE.
func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	back := q.Get("redirect_uri")
	if q.Get("client_id") != ClientID || q.Get("code_challenge_method") != "S256" || q.Get("code_challenge") == "" || q.Get("state") == "" || q.Get("nonce") == "" {
		http.Error(w, "the request is not complete", http.StatusBadRequest)
		return
	}
	if p.Confirm && !q.Has("confirmed") {
		q.Set("confirmed", "1")
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprintf(w, `<!doctype html><title>Provider</title><h1>Sign in at the provider</h1><a href="/authorize?%s">Yes, it is me</a>`, q.Encode())
		return
	}
	p.mu.Lock()
	code := rand.Text()
	p.grants[code], p.asked = q, q
	p.mu.Unlock()
	http.Redirect(w, r, back+"?"+url.Values{"code": {code}, "state": {q.Get("state")}}.Encode(), http.StatusSeeOther)
}

// Asked returns the last authorisation request.
func (p *Provider) Asked() url.Values {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked
}

// token exchanges a code once.
func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	code := r.PostFormValue("code")
	asked := p.grants[code]
	delete(p.grants, code)
	challenge := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	id, secret, basic := r.BasicAuth()
	if !basic {
		id, secret = r.PostFormValue("client_id"), r.PostFormValue("client_secret")
	}
	secret, err := url.QueryUnescape(secret)
	if asked == nil || err != nil || id != ClientID || secret != ClientSecret || asked.Get("code_challenge") != base64.RawURLEncoding.EncodeToString(challenge[:]) || r.PostFormValue("redirect_uri") != asked.Get("redirect_uri") {
		w.WriteHeader(http.StatusBadRequest)
		p.write(w, map[string]string{"error": "invalid_grant"})
		return
	}
	now := time.Now()
	claims := map[string]any{"iss": p.URL, "aud": ClientID, "nonce": asked.Get("nonce"), "iat": now.Unix(), "exp": now.Add(time.Minute).Unix()}
	for name, value := range p.Person() {
		claims[name] = value
	}
	if asked.Has("max_age") {
		claims["auth_time"] = now.Unix()
	}
	if p.Claims != nil {
		p.Claims(claims)
	}
	text := testkit.Must(json.Marshal(claims))(p.t)
	sign := p.Sign
	if sign == nil {
		sign = p.sign
	}
	p.write(w, map[string]any{"access_token": rand.Text(), "token_type": "Bearer", "expires_in": 60, "id_token": sign(text)})
}

func (p *Provider) sign(claims []byte) string {
	return p.SignWith(jose.RS256, p.key, claims)
}

// SignWith signs claims with another algorithm and key.
func (p *Provider) SignWith(alg jose.SignatureAlgorithm, key any, claims []byte) string {
	signer := testkit.Must(jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: key}, (&jose.SignerOptions{}).WithHeader("kid", "key")))(p.t)
	signed := testkit.Must(signer.Sign(claims))(p.t)
	return testkit.Must(signed.CompactSerialize())(p.t)
}

// PublicKey returns the provider's public key in PKIX form, which an attacker knows.
func (p *Provider) PublicKey() []byte {
	return testkit.Must(x509.MarshalPKIXPublicKey(p.key.Public()))(p.t)
}

// PrivateKey returns the provider's key, for a token that another program signs.
func (p *Provider) PrivateKey() *rsa.PrivateKey { return p.key }

// Signed signs claims like the provider.
func (p *Provider) Signed(claims []byte) string { return p.sign(claims) }

// TB returns the test of the provider.
func (p *Provider) TB() testing.TB { return p.t }
