package openid

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"holdover/internal/base/apperr"
)

// FlowLife is the lifetime of a sign-in at the provider.
const FlowLife = 10 * time.Minute

// recentFor is the maximum age of a sign-in at the provider that proves the identity again.
const recentFor = 5 * time.Minute

// Flow is a sign-in at the provider that has begun. The browser keeps it in a cookie, which binds the provider's response
// to the browser.
type Flow struct {
	State    string `json:"s"`
	Nonce    string `json:"n"`
	Verifier string `json:"v"`           // of PKCE
	Back     string `json:"b"`           // the page to open afterwards
	Link     string `json:"l,omitempty"` // the id of the user to link, otherwise empty
	Again    bool   `json:"a,omitempty"` // the user proves the identity again
	Ends     int64  `json:"e"`
}

// NewFlow returns a new flow, and the address at the provider that the browser opens.
func (p *Provider) NewFlow(ctx context.Context, f Flow) (_ Flow, address string, err error) {
	d, err := p.discover(ctx)
	if err != nil {
		return Flow{}, "", err
	}
	f.State, f.Nonce, f.Verifier, f.Ends = rand.Text(), rand.Text(), oauth2.GenerateVerifier(), p.now().Add(FlowLife).Unix()
	options := []oauth2.AuthCodeOption{oidc.Nonce(f.Nonce), oauth2.S256ChallengeOption(f.Verifier)}
	if f.Again {
		options = append(options, oauth2.SetAuthURLParam("prompt", "login"), oauth2.SetAuthURLParam("max_age", "0"))
	}
	return f, p.oauth(d).AuthCodeURL(f.State, options...), nil
}

// Encode returns a flow as the value of a cookie.
func (f Flow) Encode() string {
	text, _ := json.Marshal(f) // strings and numbers only
	return base64.RawURLEncoding.EncodeToString(text)
}

// DecodeFlow returns the flow of a cookie's value. Error: Unauthorized if there is none.
func DecodeFlow(cookie string) (f Flow, err error) {
	text, err := base64.RawURLEncoding.DecodeString(cookie)
	if err == nil {
		err = json.Unmarshal(text, &f)
	}
	if err != nil || f.State == "" || f.Nonce == "" || f.Verifier == "" {
		return Flow{}, startAgain(err)
	}
	return f, nil
}

// IsAnsweredBy reports whether a response of the provider belongs to the flow.
func (f Flow) IsAnsweredBy(response url.Values) bool {
	return len(response["state"]) == 1 && subtle.ConstantTimeCompare([]byte(f.State), []byte(response.Get("state"))) == 1
}

func startAgain(cause error) error {
	return apperr.New(apperr.Unauthorized, "this sign-in was not begun in this browser, or it has expired").
		WithHint("start again from the sign-in page").WithCause(cause)
}

// Person is a person that the provider has signed in.
type Person struct {
	Issuer, Subject string    // identify the person
	Name            string    // preferred user name; may be empty
	Email           string    // only if the provider has verified it
	IDToken         string    // for signing out
	IsStrong        bool      // signed in with a second factor, by the configuration
	Proved          time.Time // when the person proved the identity; zero if it is not known
}

// claims are the claims of an ID token, and of the response of the endpoint for user information.
type claims struct {
	Name          string   `json:"preferred_username"`
	Email         string   `json:"email"`
	EmailVerified any      `json:"email_verified"`
	AuthTime      int64    `json:"auth_time"`
	Methods       []string `json:"amr"`
	Level         string   `json:"acr"`
	Party         string   `json:"azp"`
}

// codes are the error codes of an authorisation response.
var codes = regexp.MustCompile(`^[a-z_]{1,60}$`)

// Finish verifies the response of the provider to a flow, and returns the person. Errors: Unauthorized for a response that
// does not belong to the flow or is not valid, Forbidden for a person outside of the allowed groups, Unavailable.
func (p *Provider) Finish(ctx context.Context, f Flow, response url.Values) (Person, error) {
	if f.Ends < p.now().Unix() || !f.IsAnsweredBy(response) {
		return Person{}, startAgain(nil)
	}
	d, err := p.discovered(ctx)
	if err != nil {
		return Person{}, err
	}
	if iss := response["iss"]; len(iss) > 1 || len(iss) == 1 && iss[0] != p.Issuer || len(iss) == 0 && d.SendsIssuer {
		return Person{}, p.invalid("the response is of another provider", nil)
	}
	if code := response.Get("error"); code != "" {
		if !codes.MatchString(code) {
			code = "unknown"
		}
		return Person{}, apperr.New(apperr.Unauthorized, "%s did not sign you in (%s)", p.Name, code).WithHint("try again, or ask the administrator of %s", p.Name)
	}
	ctx = oidc.ClientContext(ctx, p.client)
	token, err := p.oauth(d).Exchange(ctx, response.Get("code"), oauth2.VerifierOption(f.Verifier))
	if err != nil {
		return Person{}, p.invalid("the code was refused", err)
	}
	raw, _ := token.Extra("id_token").(string)
	id, err := d.provider.VerifierContext(ctx, &oidc.Config{ClientID: p.ClientID, Now: p.now}).Verify(ctx, raw)
	if err != nil {
		return Person{}, p.invalid("the ID token is not valid", err)
	}
	var c claims
	all := map[string]any{}
	if err := id.Claims(&c); err != nil {
		return Person{}, p.invalid("the claims cannot be read", err)
	}
	if err := id.Claims(&all); err != nil {
		return Person{}, p.invalid("the claims cannot be read", err)
	}
	switch {
	case subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(f.Nonce)) != 1:
		return Person{}, p.invalid("the nonce is wrong", nil)
	case id.Subject == "" || len(id.Subject) > mostSubject || !utf8.ValidString(id.Subject):
		return Person{}, p.invalid("the subject is not valid", nil)
	case len(id.Audience) > 1 && c.Party != p.ClientID || c.Party != "" && c.Party != p.ClientID:
		return Person{}, p.invalid("the ID token is for another application", nil)
	case id.AccessTokenHash != "" && id.VerifyAccessToken(token.AccessToken) != nil:
		return Person{}, p.invalid("the access token is of another sign-in", nil)
	case f.Again && (c.AuthTime == 0 || p.now().Sub(time.Unix(c.AuthTime, 0)) > recentFor):
		return Person{}, apperr.New(apperr.Unauthorized, "%s did not ask you to sign in again, so this does not count as a proof", p.Name).
			WithHint("sign out at %s, then sign in here again", p.Name)
	}
	if err := p.addUserInfo(ctx, d, token, id.Subject, &c, all); err != nil {
		return Person{}, err
	}
	if err := p.requireGroup(all[p.GroupsClaim]); err != nil {
		return Person{}, err
	}
	person := Person{Issuer: id.Issuer, Subject: id.Subject, Name: c.Name, IDToken: raw, IsStrong: p.isStrong(c)}
	if c.AuthTime > 0 {
		person.Proved = time.Unix(min(c.AuthTime, p.now().Unix()), 0)
	}
	if c.EmailVerified == true {
		person.Email = c.Email
	}
	return person, nil
}

// mostSubject is the maximum length of a subject, by the standard.
const mostSubject = 255

func (p *Provider) invalid(reason string, cause error) error {
	return apperr.New(apperr.Unauthorized, "%s did not sign you in: %s", p.Name, reason).WithHint("start again from the sign-in page").WithCause(cause)
}

// addUserInfo adds claims that the configuration needs and the ID token lacks. Some providers send them only with the
// response of a separate endpoint.
func (p *Provider) addUserInfo(ctx context.Context, d *discovery, token *oauth2.Token, subject string, c *claims, all map[string]any) error {
	complete := c.Name != "" && (!p.LinkEmail || c.Email != "") && (len(p.Groups) == 0 || all[p.GroupsClaim] != nil)
	if complete || d.provider.UserInfoEndpoint() == "" {
		return nil
	}
	info, err := d.provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return p.unreachable(err)
	}
	if info.Subject != subject {
		return p.invalid("the user information is of another person", nil)
	}
	var more claims
	others := map[string]any{}
	if err := info.Claims(&more); err != nil {
		return p.invalid("the user information cannot be read", err)
	}
	if err := info.Claims(&others); err != nil {
		return p.invalid("the user information cannot be read", err)
	}
	if c.Name == "" {
		c.Name = more.Name
	}
	if c.Email == "" {
		c.Email, c.EmailVerified = more.Email, more.EmailVerified
	}
	if all[p.GroupsClaim] == nil {
		all[p.GroupsClaim] = others[p.GroupsClaim]
	}
	return nil
}

// requireGroup returns a Forbidden error unless the claim contains an allowed group.
func (p *Provider) requireGroup(claim any) error {
	if len(p.Groups) == 0 {
		return nil
	}
	list, _ := claim.([]any)
	for _, group := range list {
		if name, ok := group.(string); ok && slices.Contains(p.Groups, name) {
			return nil
		}
	}
	return apperr.New(apperr.Forbidden, "you are signed in with %s, but not in a group that may use this Holdover", p.Name).
		WithHint("ask its administrator to add you to %s", strings.Join(p.Groups, " or "))
}

func (p *Provider) isStrong(c claims) bool {
	return slices.Contains(p.SecondFactor, c.Level) || slices.ContainsFunc(c.Methods, func(m string) bool { return slices.Contains(p.SecondFactor, m) })
}
