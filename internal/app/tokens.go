package app

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"holdover/internal/auth"
	"holdover/internal/fault"
	"holdover/internal/store"
)

// Token is a personal access token, without its secret.
type Token struct {
	No       int64      `json:"id"`
	Name     string     `json:"name"`
	Short    string     `json:"token"` // the shortened form: no access, only to recognise it by
	Scope    auth.Scope `json:"scope"`
	User     string     `json:"user"`
	Created  time.Time  `json:"created_on"`
	LastUsed *time.Time `json:"last_used_on"` // to within a minute; null is never
}

// TokenRequest is what a person gives to make a token.
type TokenRequest struct {
	Name     string // what it is for
	Scope    auth.Scope
	User     string // for the person at the machine: whose it is; the owner's where empty
	Password string // the actor's own; the person at the machine needs none
	Address  string // as in Credentials
}

// mostTokenName is how many characters a token's name may have.
const mostTokenName = 100

// tokenSeenEvery is how precisely it is known when a token was last used.
const tokenSeenEvery = time.Minute

// NewToken makes a personal access token. The secret is not kept and never
// shown again.
func (a *App) NewToken(ctx context.Context, who Actor, want TokenRequest) (auth.Secret, Token, error) {
	name := strings.TrimSpace(want.Name)
	if name == "" || utf8.RuneCountInString(name) > mostTokenName {
		return auth.Secret{}, Token{}, fault.New(fault.Invalid, "a token needs a name of at most %d characters", mostTokenName).
			WithHint("name what will use it")
	}
	if _, err := auth.ParseScope(string(want.Scope)); err != nil {
		return auth.Secret{}, Token{}, err
	}
	u, err := a.tokenOwner(ctx, who, want)
	if err != nil {
		return auth.Secret{}, Token{}, err
	}
	secret := auth.NewSecret(auth.PersonalToken)
	t, err := a.store.AddToken(ctx, store.Token{Name: name, Short: secret.Short(), Scope: want.Scope, User: u, Created: a.now()}, secret.Digest())
	if err != nil {
		return auth.Secret{}, Token{}, err
	}
	return secret, tokenView(t), nil
}

func (a *App) tokenOwner(ctx context.Context, who Actor, want TokenRequest) (store.User, error) {
	switch {
	case !who.machine:
		if !want.Scope.Within(who.Scope) {
			return store.User{}, auth.Allowed(auth.Owner, who.Scope, auth.Manage)
		}
		return a.confirm(ctx, who, want.Password, want.Address)
	case want.User != "":
		return a.userNamed(ctx, want.User)
	}
	users, err := a.store.Users(ctx)
	if err == nil && len(users) == 0 {
		err = fault.New(fault.NotFound, "there is no user yet whose token it could be").WithHint("holdover user add NAME makes one")
	}
	if err != nil {
		return store.User{}, err
	}
	return users[0], nil
}

// Tokens are the actor's tokens that are good, newest first; everybody's for
// the person at the machine.
func (a *App) Tokens(ctx context.Context, who Actor) ([]Token, error) {
	if err := who.known(); err != nil {
		return nil, err
	}
	tokens, err := a.store.Tokens(ctx, store.UserNo(who.User))
	views := make([]Token, len(tokens))
	for i, t := range tokens {
		views[i] = tokenView(t)
	}
	return views, err
}

// RevokeToken ends a token of the actor's; any for the person at the machine.
// Fault: NotFound, also for a token that is not theirs.
func (a *App) RevokeToken(ctx context.Context, who Actor, no int64) error {
	if err := who.known(); err != nil {
		return err
	}
	if err := auth.Allowed(auth.Owner, who.Scope, auth.Manage); err != nil {
		return err
	}
	return a.store.RevokeToken(ctx, no, store.UserNo(who.User), a.now())
}

// ActorOfToken is whose token a program sent, with the token's scope. Fault:
// Unauthorized, which says what is wrong with the token.
func (a *App) ActorOfToken(ctx context.Context, text string) (Actor, error) {
	secret, err := auth.ParseSecret(auth.PersonalToken, text)
	if err != nil {
		return Actor{}, err
	}
	t, err := a.store.Token(ctx, secret.Digest())
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return Actor{}, fault.New(fault.Unauthorized, "this is not a token of this Holdover")
	case err != nil:
		return Actor{}, err
	case !t.Revoked.IsZero():
		return Actor{}, fault.New(fault.Unauthorized, "the token was revoked").WithHint("make a new one under Settings, Developer settings")
	}
	if now := a.now(); now.Sub(t.LastUsed) >= tokenSeenEvery {
		if err := a.store.UseToken(ctx, t.No, now); err != nil {
			a.log.WarnContext(ctx, "the use of a token could not be noted", "error", err)
		}
	}
	return actorOf(t.User, t.Scope), nil
}

func tokenView(t store.Token) Token {
	view := Token{No: t.No, Name: t.Name, Short: t.Short, Scope: t.Scope, User: t.User.Name, Created: t.Created}
	if !t.LastUsed.IsZero() {
		view.LastUsed = &t.LastUsed
	}
	return view
}
