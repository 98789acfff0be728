package oauthgrant

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/url"
	"time"

	"holdover/internal/model/auth"
)

// Call is a client's parsed call of the token or revoke address.
type Call struct {
	GrantType string // authorization_code or refresh_token
	ClientID  string
	Secret    string

	Code     auth.Secret
	Redirect string
	Verifier string
	Refresh  auth.Secret
	Scope    string // of a refresh: may be less than the connection's
}

// Basic is the content of the Authorization header, if there was one.
type Basic struct {
	ID, Secret string
	Given      bool
}

// ReadCall reads the form of a call of the token address.
func ReadCall(form url.Values, basic Basic) (Call, *Refusal) {
	value, r := once(form)
	if r != nil {
		return Call{}, r
	}
	call := Call{
		GrantType: value["grant_type"], Redirect: value["redirect_uri"], Verifier: value["code_verifier"], Scope: value["scope"],
	}
	if call.ClientID, call.Secret, r = credentials(value, basic); r != nil {
		return Call{}, r
	}
	var err error
	switch call.GrantType {
	case "authorization_code":
		call.Code, err = auth.ParseSecret(auth.GrantCode, value["code"])
	case "refresh_token":
		call.Refresh, err = auth.ParseSecret(auth.RefreshToken, value["refresh_token"])
	case "":
		return Call{}, refuse(InvalidRequest, "grant_type is missing")
	default:
		return Call{}, refuse(UnsupportedGrantType, "grant_type is authorization_code or refresh_token")
	}
	if err != nil {
		return Call{}, refuse(InvalidGrant, err.Error())
	}
	return call, nil
}

// once returns the parameters of a form, or a refusal if one is given twice.
func once(form url.Values) (map[string]string, *Refusal) {
	value := map[string]string{}
	for name := range form {
		v, ok := single(form, name)
		if !ok && name != "resource" { // may be given several times (RFC 8707, 2)
			return nil, refuse(InvalidRequest, "a parameter is given twice")
		}
		value[name] = v
	}
	return value, nil
}

// credentials come in the header or in the form, never in both (RFC 6749, 2.3).
func credentials(form map[string]string, basic Basic) (id, secret string, r *Refusal) {
	id, secret = form["client_id"], form["client_secret"]
	if basic.Given {
		if secret != "" || id != "" && id != basic.ID {
			return "", "", refuse(InvalidRequest, "the application is identified in two ways")
		}
		id, secret = basic.ID, basic.Secret
	}
	if id == "" {
		return "", "", refuse(InvalidClient, "client_id is missing")
	}
	return id, secret, nil
}

// Authenticate checks that the call is from the client. known is false if the id is not registered: the response is
// the same.
func Authenticate(c Client, known bool, id, secret string) *Refusal {
	bad := refuse(InvalidClient, "the application is unknown or its secret is wrong")
	switch {
	case !known || c.ID != id:
		return bad
	case c.Public():
		if secret != "" {
			return bad
		}
		return nil
	}
	given, err := auth.ParseSecret(auth.ClientSecret, secret)
	if err != nil || subtle.ConstantTimeCompare([]byte(given.Digest()), []byte(c.Secret)) != 1 {
		return bad
	}
	return nil
}

// Redeem exchanges a code for tokens. The caller has authenticated the client, and stores the used code, the
// connection and the issue in the same transaction. A reused code ends its connection: it was copied, and the
// legitimate holder is unknown.
func (call Call) Redeem(code Code, found bool, now time.Time) (Issue, *Refusal) {
	bad := refuse(InvalidGrant, "the code is not valid, was used before, or was made for another application or address")
	if !found || code.Digest != call.Code.Digest() || code.Connection.ClientID != call.ClientID {
		return Issue{}, bad
	}
	if code.Used {
		bad.Revoke = code.Connection.ID
		return Issue{}, bad
	}
	if now.Sub(code.Issued) >= CodeLife || now.Before(code.Issued) {
		return Issue{}, refuse(InvalidGrant, "the code has expired")
	}
	if call.Redirect != code.Redirect {
		return Issue{}, bad
	}
	if r := call.prove(code.Challenge); r != nil {
		return Issue{}, r
	}
	return issue(code.Connection, code.Connection.Scope, now, true), nil
}

// prove checks PKCE (RFC 7636). A verifier for a code without a challenge is
// refused too: it shows that the challenge was taken out on the way (RFC 9700, 2.1.1).
func (call Call) prove(challenge string) *Refusal {
	switch {
	case challenge == "" && call.Verifier == "":
		return nil
	case challenge == "":
		return refuse(InvalidGrant, "code_verifier was sent for a code that was asked for without code_challenge")
	case len(call.Verifier) < 43 || len(call.Verifier) > 128:
		return refuse(InvalidGrant, "code_verifier is missing or has a wrong length")
	}
	sum := sha256.Sum256([]byte(call.Verifier))
	made := base64.RawURLEncoding.EncodeToString(sum[:])
	if subtle.ConstantTimeCompare([]byte(made), []byte(challenge)) != 1 {
		return refuse(InvalidGrant, "code_verifier does not belong to the code")
	}
	return nil
}

// Renew issues new tokens for a refresh token. The caller stores the old one as used, and the new tokens. A reused
// token ends the connection, unless it was replaced a short time ago and its successor is unused.
func (call Call) Renew(old Refresh, c Connection, found bool, now time.Time) (Issue, *Refusal) {
	bad := refuse(InvalidGrant, "the refresh token is not valid, was used before, or the access was revoked")
	if !found || old.Digest != call.Refresh.Digest() || old.Connection != c.ID || c.ClientID != call.ClientID {
		return Issue{}, bad
	}
	if old.Used && !old.isInGrace(now) {
		bad.Revoke = c.ID
		return Issue{}, bad
	}
	if c.Revoked || now.Sub(old.Issued) >= RefreshLife {
		return Issue{}, bad
	}
	scope := c.Scope
	if call.Scope != "" {
		asked, known := scopeOf(call.Scope)
		if !known || !asked.Within(c.Scope) {
			return Issue{}, refuse(InvalidScope, "the user allowed less access")
		}
		scope = asked
	}
	return issue(c, scope, now, true), nil
}

// Answer is the response body of the token address.
type Answer struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int    `json:"expires_in"` // seconds
	RefreshToken string `json:"refresh_token,omitempty"`
	Scope        string `json:"scope"`
	CreatedAt    int64  `json:"created_at"` // seconds since 1970, as the source adds it
}

// Answer returns the response to the client.
func (i Issue) Answer() Answer {
	return Answer{
		AccessToken: i.AccessSecret.Reveal(), TokenType: "Bearer", ExpiresIn: int(AccessLife / time.Second),
		RefreshToken: i.RefreshSecret.Reveal(), Scope: string(i.Access.Scope), CreatedAt: i.Access.Expires.Add(-AccessLife).Unix(),
	}
}

// Revocation is a client's call of the revoke address (RFC 7009).
type Revocation struct {
	ClientID, Secret string
	Token            auth.Secret
	Kind             auth.SecretKind // AccessToken or RefreshToken; empty for other tokens
}

// ReadRevocation reads the form of a call of the revoke address.
func ReadRevocation(form url.Values, basic Basic) (Revocation, *Refusal) {
	value, r := once(form)
	if r != nil {
		return Revocation{}, r
	}
	var rev Revocation
	if rev.ClientID, rev.Secret, r = credentials(value, basic); r != nil {
		return Revocation{}, r
	}
	text := value["token"]
	if text == "" {
		return Revocation{}, refuse(InvalidRequest, "token is missing")
	}
	if kind := auth.KindOfSecret(text); kind == auth.AccessToken || kind == auth.RefreshToken {
		if token, err := auth.ParseSecret(kind, text); err == nil {
			rev.Token, rev.Kind = token, kind
		}
	}
	return rev, nil
}

// Ends reports whether the call ends the connection of its token. A client can end only its own connections, and
// learns nothing about those of other clients.
func (r Revocation) Ends(c Connection, found bool) bool { return found && c.ClientID == r.ClientID }
