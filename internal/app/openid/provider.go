// Package openid signs users in at an identity provider with OpenID Connect, and verifies the tokens that Cloudflare
// Access sends with requests.
//
// Start with Provider.
package openid

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"holdover/internal/base/apperr"
)

// Config is the configuration of a provider.
type Config struct {
	Issuer       string
	ClientID     string
	ClientSecret string
	Name         string // of the provider, for the button
	Scopes       []string
	Public       string // the address of this Holdover, without a trailing slash

	Groups      []string // if there are any, only members of one of them may sign in
	GroupsClaim string
	// SecondFactor contains the values of the claims amr and acr that prove a second factor. If it is empty, none does.
	SecondFactor []string
	Create       bool // unknown people become users
	LinkEmail    bool // an unknown person becomes the user whose name is the verified e-mail address
	SignOut      bool // signing out also signs out at the provider
	Only         bool // passwords are switched off
}

// CallbackPath is the path to which the provider sends the browser back.
const CallbackPath = "/sign-in/provider/callback"

// Provider is an identity provider. It is discovered at its first use, because it may start after this process, and again
// before the browser is sent to it, because it may have stopped since. It is safe for concurrent use.
type Provider struct {
	Config
	client *http.Client
	now    func() time.Time
	found  atomic.Pointer[discovery]

	mu      sync.Mutex // held during a discovery
	failure error      // of the last discovery
	pause   time.Duration
	next    time.Time // of the next discovery; until then, the result of the last one counts
}

// discovery is the metadata of a provider.
type discovery struct {
	provider    *oidc.Provider
	EndSession  string `json:"end_session_endpoint"`
	SendsIssuer bool   `json:"authorization_response_iss_parameter_supported"`
}

const (
	// patience is the time limit of a request to the provider.
	patience = 10 * time.Second
	// mostAnswer is the maximum size in bytes of a response of the provider.
	mostAnswer = 1 << 20
	// freshFor is how long the provider counts as reachable after a discovery.
	freshFor = time.Second
	// firstPause is the pause after a failed discovery. It doubles up to longestPause.
	firstPause   = time.Second
	longestPause = time.Minute
)

// New returns the provider of a configuration, without a request to it.
func New(c Config, now func() time.Time) *Provider {
	return &Provider{Config: c, client: newClient(), now: now}
}

// newClient returns a client with limits. It follows no redirect of a token request to another address: the request
// contains the client's secret.
func newClient() *http.Client {
	return &http.Client{Timeout: patience, Transport: bounded{http.DefaultTransport}, CheckRedirect: func(next *http.Request, _ []*http.Request) error {
		if next.Method != http.MethodGet {
			return http.ErrUseLastResponse
		}
		return nil
	}}
}

// bounded limits the size of responses.
type bounded struct{ http.RoundTripper }

// RoundTrip sends a request.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := b.RoundTripper.RoundTrip(r)
	if err == nil {
		res.Body = http.MaxBytesReader(nil, res.Body, mostAnswer)
	}
	return res, err
}

// discovered returns the metadata of the provider from an earlier discovery, if there was one.
func (p *Provider) discovered(ctx context.Context) (*discovery, error) {
	if d := p.found.Load(); d != nil {
		return d, nil
	}
	return p.discover(ctx)
}

// discover returns the metadata of the provider, and an Unavailable error if it cannot be reached now. After a failure it
// waits before it tries again, so that the sign-in page stays fast.
func (p *Provider) discover(ctx context.Context) (*discovery, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now().Before(p.next) {
		return p.found.Load(), p.failure
	}
	d := &discovery{}
	var err error
	// A browser that leaves must not count as a failure of the provider.
	if d.provider, err = oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), p.client), p.Issuer); err == nil {
		err = d.provider.Claims(d)
	}
	if err != nil {
		p.pause = min(max(2*p.pause, firstPause), longestPause)
		p.failure, p.next = p.unreachable(err), p.now().Add(p.pause)
		return nil, p.failure
	}
	p.failure, p.pause, p.next = nil, 0, p.now().Add(freshFor)
	p.found.Store(d)
	return d, nil
}

func (p *Provider) unreachable(cause error) error {
	hint := "try again in a minute; until then, passwords still work. The log of this Holdover has the reason"
	if p.Only {
		hint = "try again in a minute; if it stays so, the log of this Holdover has the reason"
	}
	return apperr.New(apperr.Unavailable, "%s cannot be reached now", p.Name).WithCause(cause).WithHint("%s", hint)
}

func (p *Provider) oauth(d *discovery) *oauth2.Config {
	return &oauth2.Config{ClientID: p.ClientID, ClientSecret: p.ClientSecret, Endpoint: d.provider.Endpoint(), RedirectURL: p.Public + CallbackPath, Scopes: p.Scopes}
}

// SignOutURL returns the address that ends the session at the provider, or "" if it has none. idToken may be empty.
func (p *Provider) SignOutURL(ctx context.Context, idToken string) string {
	if !p.SignOut {
		return ""
	}
	d, err := p.discover(ctx)
	if err != nil || d.EndSession == "" {
		return ""
	}
	at, err := url.Parse(d.EndSession)
	if err != nil || at.Scheme != "https" && at.Scheme != "http" {
		return ""
	}
	q := at.Query()
	q.Set("client_id", p.ClientID)
	q.Set("post_logout_redirect_uri", p.Public+"/sign-in")
	if idToken != "" {
		q.Set("id_token_hint", idToken)
	}
	at.RawQuery = q.Encode()
	return at.String()
}

// ParseIssuer returns an Invalid error for an address that cannot be an issuer. It must be encrypted, unless it is on this
// machine.
func ParseIssuer(text string) error {
	u, err := url.Parse(text)
	if err == nil && u.Host != "" && u.User == nil && u.RawQuery == "" && u.Fragment == "" && (u.Scheme == "https" || u.Scheme == "http" && isLocal(u.Hostname())) {
		return nil
	}
	return apperr.New(apperr.Invalid, "the address %q is not valid", text).WithHint("use the address of the provider as it names itself, such as https://auth.example; it must begin with https://, except on this machine")
}

func isLocal(host string) bool {
	return strings.EqualFold(host, "localhost") || host == "127.0.0.1" || host == "::1"
}
