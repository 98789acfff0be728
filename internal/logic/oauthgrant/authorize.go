package oauthgrant

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
)

// Ask is a client's validated authorisation request.
type Ask struct {
	Client    Client
	Scope     auth.Scope // the requested scope; the user may grant less
	Implicit  bool       // the older form: the response contains the token itself
	Challenge string     // of PKCE, S256
	back      answer
}

// answer is the address and the form of a response.
type answer struct {
	redirect string
	state    string
	fragment bool
}

// ClientID returns the client id in a request to the authorise page.
func ClientID(q url.Values) (string, error) {
	id, once := single(q, "client_id")
	if !once || id == "" {
		return "", apperr.New(apperr.Invalid, "the link does not name an application").
			WithHint("go back to the application and start again")
	}
	return id, nil
}

// UnknownClient returns the error of the authorise page for a client that is not registered.
func UnknownClient() error {
	return apperr.New(apperr.NotFound, "the application is not registered with this Holdover").
		WithHint("ask its operator to register it under Settings, Developer settings, OAuth applications")
}

// ReadAsk validates a request to the authorise page. An *apperr.Error must be shown on a page of ours: if the redirect
// address is not the client's, the browser must not be sent there. A *Refusal is sent to the client.
func ReadAsk(c Client, q url.Values) (Ask, error) {
	redirect, once := single(q, "redirect_uri")
	if !once || !c.allows(redirect) {
		return Ask{}, apperr.New(apperr.Invalid, "the redirect address of the link is not registered for %s", c.Name).
			WithHint("ask its operator to add the address under Settings, Developer settings, OAuth applications")
	}
	ask := Ask{Client: c, back: answer{redirect: redirect}}
	kind, onceKind := single(q, "response_type")
	ask.Implicit = kind == "token"
	ask.back.fragment = ask.Implicit
	state, onceState := single(q, "state")
	if onceState {
		ask.back.state = state
	}
	if r := ask.read(q, kind, onceKind && onceState); r != nil {
		r.back = ask.back
		return Ask{}, r
	}
	return ask, nil
}

// CheckResource is the function of that name for an authorisation request. The refusal is sent to the client.
func (a Ask) CheckResource(q url.Values, issuer string) error {
	r := CheckResource(q, issuer)
	if r == nil {
		return nil
	}
	r.back = a.back
	return r
}

func (a *Ask) read(q url.Values, kind string, once bool) *Refusal {
	scope, onceScope := single(q, "scope")
	challenge, onceChallenge := single(q, "code_challenge")
	method, onceMethod := single(q, "code_challenge_method")
	if !once || !onceScope || !onceChallenge || !onceMethod {
		return refuse(InvalidRequest, "a parameter is given twice")
	}
	if kind != "code" && kind != "token" {
		return refuse(UnsupportedResponseType, "response_type is code, or token in the older form")
	}
	if a.Implicit && !a.Client.Implicit {
		return refuse(UnauthorizedClient, "the older form (response_type token) is switched off for this application")
	}
	known := false
	if a.Scope, known = scopeOf(scope); !known {
		return refuse(InvalidScope, "scope is read-only, full, or left out")
	}
	if a.Challenge = challenge; a.Implicit {
		a.Challenge = ""
		return nil
	}
	switch {
	case challenge == "" && method != "":
		return refuse(InvalidRequest, "code_challenge is missing")
	case challenge == "" && a.Client.Public():
		return refuse(InvalidRequest, "an application without a secret has to send code_challenge (PKCE)")
	case challenge != "" && method != "S256":
		return refuse(InvalidRequest, "code_challenge_method is S256")
	case challenge != "" && !isChallenge(challenge):
		return refuse(InvalidRequest, "code_challenge is not the SHA-256 of a verifier in base64url")
	}
	return nil
}

func isChallenge(s string) bool {
	sum, err := base64.RawURLEncoding.DecodeString(s)
	return err == nil && len(sum) == sha256.Size
}

// Values returns the request's parameters for the consent form.
func (a Ask) Values() url.Values {
	v := url.Values{
		"client_id": {a.Client.ID}, "redirect_uri": {a.back.redirect}, "response_type": {"code"}, "scope": {string(a.Scope)},
	}
	if a.Implicit {
		v.Set("response_type", "token")
	}
	if a.Challenge != "" {
		v.Set("code_challenge", a.Challenge)
		v.Set("code_challenge_method", "S256")
	}
	if a.back.state != "" {
		v.Set("state", a.back.state)
	}
	return v
}

// Seal returns a proof that this request was shown to the user of this session. The consent form contains it, and
// another site cannot forge it.
func (a Ask) Seal(key []byte, session string) string {
	mac := hmac.New(sha256.New, key)
	for _, part := range []string{session, a.Values().Encode()} {
		mac.Write([]byte(strconv.Itoa(len(part)) + ":" + part))
	}
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Sealed reports whether a seal was made for this request and session.
func (a Ask) Sealed(key []byte, session, seal string) bool {
	return subtle.ConstantTimeCompare([]byte(a.Seal(key, session)), []byte(seal)) == 1
}

// FormAction returns the source that the consent page's policy must allow besides 'self', since browsers also apply
// the policy to the redirect after the form. A policy cannot contain an IPv6 host, so for those it allows the whole
// scheme.
func (a Ask) FormAction() string {
	u, err := url.Parse(a.back.redirect)
	if err != nil || !plainHost(u.Host) { // registered before such hosts were refused
		return ""
	}
	if u.Host == "" || strings.HasPrefix(u.Host, "[") {
		return u.Scheme + ":"
	}
	return u.Scheme + "://" + u.Host
}

// BackTo returns the host of the redirect address, for display on the consent page.
func (a Ask) BackTo() string { return a.back.host() }

func (b answer) host() string {
	if u, err := url.Parse(b.redirect); err == nil && u.Host != "" {
		return u.Host
	}
	scheme, _, _ := strings.Cut(b.redirect, ":")
	return scheme
}

// Consent is the user's choice on the consent page.
type Consent struct {
	User        int64
	Scope       auth.Scope // the requested scope, or less
	DefaultPlan string     // one of Plans, or empty
	Plans       []string   // the ids of the plans that the user can see
}

// Deny returns the response if the user refuses.
func (a Ask) Deny() *Refusal {
	r := refuse(AccessDenied, "the user did not allow it")
	r.back = a.back
	return r
}

// connection returns the connection that a consent creates, or an error.
func (a Ask) connection(id string, c Consent) (Connection, error) {
	if !c.Scope.Within(a.Scope) {
		return Connection{}, apperr.New(apperr.Invalid, "the application did not request this access")
	}
	if c.DefaultPlan != "" && !slices.Contains(c.Plans, c.DefaultPlan) {
		return Connection{}, apperr.New(apperr.NotFound, "budget not found").WithHint("select one from the list")
	}
	return Connection{ID: id, ClientID: a.Client.ID, User: c.User, Scope: c.Scope, DefaultPlan: c.DefaultPlan}, nil
}

// AllowCode returns a code for the client: the secret for the redirect address, and the record to store. id is a new
// id for the connection.
func (a Ask) AllowCode(id string, c Consent, now time.Time) (auth.Secret, Code, error) {
	connection, err := a.connection(id, c)
	if err == nil && a.Implicit {
		err = apperr.New(apperr.Internal, "a code was to be made for a request for a token")
	}
	if err != nil {
		return auth.Secret{}, Code{}, err
	}
	secret := auth.NewSecret(auth.GrantCode)
	return secret, Code{
		Digest: secret.Digest(), Connection: connection, Redirect: a.back.redirect, Challenge: a.Challenge, Issued: now,
	}, nil
}

// AllowToken returns the connection and the token of the older form.
func (a Ask) AllowToken(id string, c Consent, now time.Time) (Connection, Issue, error) {
	connection, err := a.connection(id, c)
	if err == nil && !a.Implicit {
		err = apperr.New(apperr.Internal, "a token was to be made for a request for a code")
	}
	if err != nil {
		return Connection{}, Issue{}, err
	}
	return connection, issue(connection, connection.Scope, now, false), nil
}

// CodeRedirect returns the redirect address with a code.
func (a Ask) CodeRedirect(issuer string, code auth.Secret) string {
	return a.back.with(issuer, url.Values{"code": {code.Reveal()}})
}

// TokenRedirect returns the redirect address with a token in its fragment.
func (a Ask) TokenRedirect(issuer string, i Issue) string {
	return a.back.with(issuer, url.Values{
		"access_token": {i.AccessSecret.Reveal()}, "token_type": {"Bearer"},
		"expires_in": {strconv.Itoa(int(AccessLife / time.Second))}, "scope": {string(i.Access.Scope)},
	})
}

// with adds response parameters to the client's address. iss identifies this server to the client, against mix-up
// attacks (RFC 9207).
func (b answer) with(issuer string, v url.Values) string {
	if b.state != "" {
		v.Set("state", b.state)
	}
	v.Set("iss", issuer)
	if b.fragment {
		return b.redirect + "#" + v.Encode()
	}
	join := "?"
	if strings.Contains(b.redirect, "?") {
		join = "&"
	}
	return b.redirect + join + v.Encode()
}
