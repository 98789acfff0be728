// Package oauthgrant contains the rules by which a user allows another program to use Holdover: OAuth 2.0 authorisation
// code with PKCE, rotating refresh tokens, and the older implicit form.
//
// All rules are functions from data to data: from url.Values and stored values to the response and the values to
// store. The caller reads and writes in one transaction, which makes a code usable once. Each rule names its source;
// the attacks of RFC 9700 are tests by name.
//
// Start with ReadAsk (authorise), then Redeem and Renew (token).
package oauthgrant

import (
	"net/url"
	"strings"
	"time"

	"holdover/internal/model/auth"
)

// How long things live.
const (
	CodeLife    = 2 * time.Minute      // from consent to the client's call
	AccessLife  = 2 * time.Hour        // as at the source
	RefreshLife = 180 * 24 * time.Hour // without use
	// RefreshGrace is how long a used refresh token still works while its successor is unused: the response may have
	// been lost, or two processes of one program may renew at the same time.
	RefreshGrace = 30 * time.Second
)

// Refusal is a protocol error: a code for programs, and a sentence for the program's log.
type Refusal struct {
	Code   string
	Detail string
	// Revoke is the connection to end because of the attempt; empty for none.
	Revoke string
	// back is the redirect address; empty for the token call.
	back answer
}

// The protocol's error codes (RFC 6749, 4.1.2.1 and 5.2).
const (
	InvalidRequest          = "invalid_request"
	InvalidClient           = "invalid_client"
	InvalidGrant            = "invalid_grant"
	InvalidScope            = "invalid_scope"
	UnauthorizedClient      = "unauthorized_client"
	UnsupportedResponseType = "unsupported_response_type"
	UnsupportedGrantType    = "unsupported_grant_type"
	AccessDenied            = "access_denied"
	InvalidTarget           = "invalid_target" // RFC 8707, 2
)

// Error returns the code and the description.
func (r *Refusal) Error() string { return r.Code + ": " + r.Detail }

// Redirect returns the redirect address with the refusal. issuer is the address of this Holdover.
func (r *Refusal) Redirect(issuer string) string {
	return r.back.with(issuer, url.Values{"error": {r.Code}, "error_description": {r.Detail}})
}

// BackTo returns the host of the redirect address.
func (r *Refusal) BackTo() string { return r.back.host() }

func refuse(code, detail string) *Refusal { return &Refusal{Code: code, Detail: detail} }

// Connection is the permission that a user has given one client. All its tokens end with it.
type Connection struct {
	ID          string
	ClientID    string
	User        int64
	Scope       auth.Scope
	DefaultPlan string // the plan for the id "default", empty for none
	Revoked     bool
}

// Code is a stored authorisation code.
type Code struct {
	Digest     auth.Digest
	Connection Connection // starts when the code is redeemed
	Redirect   string
	Challenge  string // of PKCE (S256), empty if the client sent none
	Issued     time.Time
	Used       bool
}

// Refresh is a stored refresh token. It remains stored after its use, since a second use shows that it was copied.
type Refresh struct {
	Digest     auth.Digest
	Connection string
	Issued     time.Time
	Used       bool
	// Replaced is when the next refresh token of the connection was issued, or zero if none was.
	Replaced time.Time
	// SuccessorUsed reports whether a refresh token that was issued later has been used.
	SuccessorUsed bool
}

// isInGrace reports whether a used refresh token still works.
func (r Refresh) isInGrace(now time.Time) bool {
	return !r.Replaced.IsZero() && !r.SuccessorUsed && !now.Before(r.Replaced) && now.Sub(r.Replaced) < RefreshGrace
}

// Access is a stored access token.
type Access struct {
	Digest     auth.Digest
	Connection string
	Scope      auth.Scope // the connection's, or less
	Expires    time.Time
}

// Lives reports whether an access token works at now.
func (a Access) Lives(c Connection, now time.Time) bool {
	return !c.Revoked && a.Connection == c.ID && now.Before(a.Expires)
}

// Issue contains the tokens for a client: the secrets are sent once, the rest is stored.
type Issue struct {
	AccessSecret  auth.Secret
	Access        Access
	RefreshSecret auth.Secret // zero in the implicit form
	Refresh       Refresh
}

func issue(c Connection, scope auth.Scope, now time.Time, refresh bool) Issue {
	i := Issue{AccessSecret: auth.NewSecret(auth.AccessToken)}
	i.Access = Access{Digest: i.AccessSecret.Digest(), Connection: c.ID, Scope: scope, Expires: now.Add(AccessLife)}
	if refresh {
		i.RefreshSecret = auth.NewSecret(auth.RefreshToken)
		i.Refresh = Refresh{Digest: i.RefreshSecret.Digest(), Connection: c.ID, Issued: now}
	}
	return i
}

// single returns the value of a parameter; ok is false if it is repeated (RFC 6749, 3.1), since two parsers could
// read different values.
func single(v url.Values, name string) (string, bool) {
	all := v[name]
	if len(all) == 0 {
		return "", true
	}
	return all[0], len(all) == 1
}

// scopeOf parses the scope parameter. The source has "read-only" and the empty scope, which means everything. Of
// several scopes, separated by spaces, the widest counts: clients of MCP request all that the metadata lists.
func scopeOf(text string) (auth.Scope, bool) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return auth.Full, true
	}
	scope := auth.ReadOnly
	for _, word := range words {
		switch auth.Scope(word) {
		case auth.Full:
			scope = auth.Full
		case auth.ReadOnly:
		default:
			return "", false
		}
	}
	return scope, true
}
