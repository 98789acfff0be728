package webtool

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/oauth2"
)

// connect redirects the user to the source. It checks first that the source responds, so that an outage is reported
// on the tool's page, together with the other ways.
func (t *Tool) connect(w http.ResponseWriter, r *http.Request) error {
	v := visit{State: rand.Text(), Verifier: oauth2.GenerateVerifier(), Until: t.now().Add(connectLife)}
	to := t.oauth.AuthCodeURL(v.State, oauth2.S256ChallengeOption(v.Verifier))
	if err := t.dedup.once(t.now, func() error { return t.knock(r.Context(), to) }); err != nil {
		return err
	}
	if err := t.cookies.put(w, v, t.now()); err != nil {
		return err
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// knock requests the authorise page without a session. A page or a redirect to the sign-in is accepted. Any other
// response would leave the user without a way back, so it becomes an error.
func (t *Tool) knock(ctx context.Context, address string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return fmt.Errorf("ask the source: %w", err)
	}
	req.Header.Set("User-Agent", t.cfg.Agent)
	resp, err := t.http.Do(req)
	if err != nil {
		return t.lineTrouble(err)
	}
	defer resp.Body.Close()
	switch s := resp.StatusCode; {
	case s == http.StatusTooManyRequests:
		return t.rateLimited(resp.Header.Get("Retry-After"))
	case s >= http.StatusInternalServerError:
		return t.down().WithCause(fmt.Errorf("status %d", s))
	case s == http.StatusForbidden:
		return t.restricted().WithCause(fmt.Errorf("status %d", s))
	case s >= http.StatusBadRequest:
		return t.unknownClient().WithCause(fmt.Errorf("status %d", s))
	}
	return nil
}

// callback handles the redirect back from the source, with a code or an error.
func (t *Tool) callback(w http.ResponseWriter, r *http.Request) error {
	v := t.cookies.take(r, t.now())
	q := r.URL.Query()
	if v.State == "" || subtle.ConstantTimeCompare([]byte(v.State), []byte(q.Get("state"))) != 1 {
		return t.strayed()
	}
	t.cookies.clear(w)
	if iss := q.Get("iss"); iss != "" && !strings.HasPrefix(t.oauth.Endpoint.AuthURL, iss+"/") {
		return t.strayed()
	}
	if why := q.Get("error"); why != "" {
		return t.refused(why, q.Get("error_description"))
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	token, err := t.oauth.Exchange(context.WithValue(ctx, oauth2.HTTPClient, t.http), q.Get("code"), oauth2.VerifierOption(v.Verifier))
	if err != nil {
		return t.exchangeTrouble(err)
	}
	until := t.now().Add(accessLife)
	if !token.Expiry.IsZero() && token.Expiry.Before(until) {
		until = token.Expiry
	}
	if err := t.cookies.put(w, visit{Access: token.AccessToken, Until: until}, t.now()); err != nil {
		return err
	}
	http.Redirect(w, r, t.prefix+"/", http.StatusSeeOther)
	return nil
}

// exchangeTrouble returns the error for a code for which the source issued no token.
func (t *Tool) exchangeTrouble(err error) error {
	answer, ok := errors.AsType[*oauth2.RetrieveError](err)
	if !ok {
		return t.lineTrouble(err)
	}
	cause := fmt.Errorf("status %d, error %s: %.200s", answer.Response.StatusCode, answer.ErrorCode, answer.ErrorDescription)
	switch {
	case answer.ErrorCode == "invalid_client":
		return t.unknownClient().WithCause(cause)
	case answer.ErrorCode == "unauthorized_client":
		return t.restricted().WithCause(cause)
	case answer.ErrorCode == "invalid_grant":
		return t.ranOut().WithCause(cause)
	case answer.Response.StatusCode == http.StatusTooManyRequests:
		return t.rateLimited(answer.Response.Header.Get("Retry-After"))
	}
	return t.down().WithCause(cause)
}

// disconnect deletes the token and revokes it at the source.
func (t *Tool) disconnect(w http.ResponseWriter, r *http.Request) error {
	v := t.cookies.take(r, t.now())
	t.cookies.clear(w)
	if v.Access != "" && t.revoke != "" {
		if err := t.giveBack(r.Context(), v.Access); err != nil {
			return t.down().WithCause(err).
				WithHint("the access was removed from this browser and ends within two hours. To end it now, use Connected applications at %s", t.source())
		}
	}
	http.Redirect(w, r, t.prefix+"/?disconnected", http.StatusSeeOther)
	return nil
}

func (t *Tool) giveBack(ctx context.Context, token string) error {
	form := url.Values{"token": {token}, "client_id": {t.cfg.ClientID}}
	if t.cfg.ClientSecret != "" {
		form.Set("client_secret", t.cfg.ClientSecret)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, t.revoke, strings.NewReader(form.Encode()))
	if err != nil {
		return fmt.Errorf("give the access back: %w", err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := t.http.Do(req)
	if err != nil {
		return fmt.Errorf("give the access back: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("give the access back: status %d", resp.StatusCode)
	}
	return nil
}
