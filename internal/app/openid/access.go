package openid

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"

	"holdover/internal/base/apperr"
)

// AccessHeader is the header in which Cloudflare Access sends its token with each request.
const AccessHeader = "Cf-Access-Jwt-Assertion"

// Access verifies the tokens of Cloudflare Access.
type Access struct{ verifier *oidc.IDTokenVerifier }

// NewAccess returns the verifier of the tokens of a team, by its address, for an application, by its audience tag. The
// keys of the team are fetched when a token arrives.
func NewAccess(team, audience string, now func() time.Time) *Access {
	client := newClient()
	client.Transport = &paused{RoundTripper: client.Transport, now: now}
	keys := oidc.NewRemoteKeySet(oidc.ClientContext(context.Background(), client), team+"/cdn-cgi/access/certs")
	return &Access{oidc.NewVerifier(team, keys, &oidc.Config{ClientID: audience, Now: now, SupportedSigningAlgs: []string{oidc.RS256}})}
}

// keyPause is the time between two requests for keys. Each token with an unknown key id would cause one.
const keyPause = time.Minute

// paused refuses requests until a pause after the last one has passed. After a failure the pause is short.
type paused struct {
	http.RoundTripper
	now func() time.Time

	mu   sync.Mutex
	next time.Time // of the next request
}

// RoundTrip sends a request after the pause, and otherwise returns an error.
func (p *paused) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Response == nil && !p.take() { // the pause does not apply to a redirect
		return nil, errors.New("the keys were requested just before, so they are not requested again yet")
	}
	res, err := p.RoundTripper.RoundTrip(r)
	if err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.next = p.now().Add(firstPause)
	}
	return res, err
}

// take reports whether a request can be sent now, and begins the pause after it.
func (p *paused) take() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if now.Before(p.next) {
		return false
	}
	p.next = now.Add(keyPause)
	return true
}

// Name returns the e-mail address of a token, which is the name of the user. Error: Unauthorized for a token that is not
// valid.
func (a *Access) Name(ctx context.Context, token string) (string, error) {
	id, err := a.verifier.Verify(ctx, token)
	var c struct {
		Email string `json:"email"`
	}
	if err == nil {
		err = id.Claims(&c)
	}
	if err != nil || c.Email == "" {
		return "", apperr.New(apperr.Unauthorized, "the token of Cloudflare Access is not valid").WithCause(err).
			WithHint("compare --access-team and --access-audience with the application at Cloudflare")
	}
	return c.Email, nil
}

// ParseTeam returns the address of a team at Cloudflare, such as https://team.cloudflareaccess.com.
func ParseTeam(text string) (string, error) {
	u, err := url.Parse(strings.TrimRight(text, "/"))
	if err != nil || u.Host == "" || u.Path != "" || u.RawQuery != "" || u.User != nil || u.Fragment != "" || u.Scheme != "https" && (u.Scheme != "http" || !isLocal(u.Hostname())) {
		return "", apperr.New(apperr.Invalid, "the address %q is not valid", text).WithHint("use the address of the team, such as https://team.cloudflareaccess.com")
	}
	return u.Scheme + "://" + u.Host, nil
}
