package users

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/storage/userstore"
)

// Token is a personal access token, without its secret.
type Token struct {
	No       int64      `json:"id"`
	Name     string     `json:"name"`
	Short    string     `json:"token"` // the shortened form, for display only
	Scope    auth.Scope `json:"scope"`
	User     string     `json:"user"`
	Created  time.Time  `json:"created_on"`
	LastUsed *time.Time `json:"last_used_on"` // precise to a minute; null means never
}

type TokenRequest struct {
	Name     string // its purpose
	Scope    auth.Scope
	User     string // for the command line: the token's user; the owner if empty
	Password string // the actor's own; not required on the command line
	Device
}

// mostTokenName is the maximum number of characters of a token's name.
const mostTokenName = 100

// tokenSeenEvery is the precision of a token's stored last use.
const tokenSeenEvery = time.Minute

// NewToken creates a personal access token. The secret is not stored and never shown again.
func (p *Service) NewToken(ctx context.Context, who Actor, want TokenRequest) (auth.Secret, Token, error) {
	name := strings.TrimSpace(want.Name)
	if name == "" || utf8.RuneCountInString(name) > mostTokenName {
		return auth.Secret{}, Token{}, apperr.New(apperr.Invalid, "a token needs a name of at most %d characters", mostTokenName).
			WithHint("enter the program that will use it")
	}
	if _, err := auth.ParseScope(string(want.Scope)); err != nil {
		return auth.Secret{}, Token{}, err
	}
	u, err := p.tokenOwner(ctx, who, want)
	if err != nil {
		return auth.Secret{}, Token{}, err
	}
	secret := auth.NewSecret(auth.PersonalToken)
	t, err := p.store.AddToken(ctx, userstore.Token{Name: name, Short: secret.Short(), Scope: want.Scope, User: u, Created: p.now()}, secret.Digest())
	if err != nil {
		return auth.Secret{}, Token{}, outrun(err)
	}
	return secret, tokenView(t), nil
}

func (p *Service) tokenOwner(ctx context.Context, who Actor, want TokenRequest) (userstore.User, error) {
	switch {
	case !who.Machine:
		if !want.Scope.Within(who.Scope) {
			return userstore.User{}, auth.Allowed(auth.Owner, who.Scope, auth.Manage)
		}
		u, err := p.confirm(ctx, who, want.Password, want.Device)
		return u.User, err
	case want.User != "":
		return p.userNamed(ctx, want.User)
	}
	users, err := p.store.Users(ctx)
	if err == nil && len(users) == 0 {
		err = apperr.New(apperr.NotFound, "there is no user yet to own the token").WithHint("create one with holdover user add NAME")
	}
	if err != nil {
		return userstore.User{}, err
	}
	return users[0], nil
}

// Tokens returns the actor's active tokens, newest first. For the command line it returns those of all users.
func (p *Service) Tokens(ctx context.Context, who Actor) ([]Token, error) {
	if err := who.RequireSignedIn(); err != nil {
		return nil, err
	}
	tokens, err := p.store.Tokens(ctx, userstore.UserNo(who.User))
	return iterutil.Map(tokens, tokenView), err
}

// RevokeToken revokes a token of the actor; any token for the command line. It returns a NotFound error, also for a
// token of another user.
func (p *Service) RevokeToken(ctx context.Context, who Actor, no int64) error {
	if err := who.RequireSignedIn(); err != nil {
		return err
	}
	if err := auth.Allowed(auth.Owner, who.Scope, auth.Manage); err != nil {
		return err
	}
	return p.store.RevokeToken(ctx, no, userstore.UserNo(who.User), p.now())
}

// ActorOfToken returns the user and scope of a token. It returns an Unauthorized error that explains an invalid
// token.
func (p *Service) ActorOfToken(ctx context.Context, text string) (Actor, error) {
	secret, err := auth.ParseSecret(auth.PersonalToken, text)
	if err != nil {
		return Actor{}, err
	}
	t, err := p.store.Token(ctx, secret.Digest())
	switch {
	case apperr.KindOf(err) == apperr.NotFound:
		return Actor{}, apperr.New(apperr.Unauthorized, "this is not a token of this Holdover")
	case err != nil:
		return Actor{}, err
	case !t.Revoked.IsZero():
		return Actor{}, apperr.New(apperr.Unauthorized, "the token was revoked").WithHint("make a new one under Settings, Developer settings")
	}
	if now := p.now(); now.Sub(t.LastUsed) >= tokenSeenEvery {
		if err := p.store.UseToken(ctx, t.No, now); err != nil {
			p.log.WarnContext(ctx, "the use of a token could not be noted", "error", err)
		}
	}
	who := actorOf(t.User, t.Scope)
	who.Token = t.Name
	return who, nil
}

func tokenView(t userstore.Token) Token {
	view := Token{No: t.No, Name: t.Name, Short: t.Short, Scope: t.Scope, User: t.User.Name, Created: t.Created}
	if !t.LastUsed.IsZero() {
		view.LastUsed = &t.LastUsed
	}
	return view
}
