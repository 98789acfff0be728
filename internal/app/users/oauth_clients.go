package users

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/oauthgrant"
	"holdover/internal/model/auth"
	"holdover/internal/storage/userstore"
)

// OAuthApplication is a registered program, without its secret.
type OAuthApplication struct {
	ID         string
	Name       string
	Redirects  []string
	Public     bool // it has no secret
	Implicit   bool // it may request a token in an address, the older form
	Restricted bool
	MostUsers  int // while restricted
	Connected  int // the number of users that have authorised it
	Created    time.Time
}

// OAuthRegistration is the data with which a user registers a program.
type OAuthRegistration struct {
	Name      string
	Redirects []string
	Public    bool // a program in a browser or on a user's machine, which cannot store a secret safely
	Implicit  bool // it may request a token in an address, the older form
}

const (
	mostRedirects = 20
	mostAppName   = 100
)

func (r OAuthRegistration) check() (OAuthRegistration, error) {
	r.Name = strings.TrimSpace(r.Name)
	if r.Name == "" || utf8.RuneCountInString(r.Name) > mostAppName {
		return r, apperr.New(apperr.Invalid, "an application needs a name of at most %d characters", mostAppName)
	}
	var redirects []string
	for _, address := range r.Redirects {
		if address = strings.TrimSpace(address); address == "" {
			continue
		}
		if err := oauthgrant.CheckRedirect(address); err != nil {
			return r, err
		}
		redirects = append(redirects, address)
	}
	if len(redirects) == 0 || len(redirects) > mostRedirects {
		return r, apperr.New(apperr.Invalid, "an application needs between 1 and %d redirect addresses", mostRedirects).
			WithHint("users return to this address, such as https://tool.example/callback")
	}
	r.Redirects = redirects
	return r, nil
}

// SelfRegisterOAuth registers a program that registers itself, before any user has used it. It has no access until a
// user allows it on the consent page, which states that its name was not verified. Unused registrations are deleted
// after a day. A *oauthgrant.Refusal describes an invalid registration.
func (p *Service) SelfRegisterOAuth(ctx context.Context, want oauthgrant.Registration) (oauthgrant.Registered, error) {
	if refusal := want.Check(); refusal != nil {
		return oauthgrant.Registered{}, refusal
	}
	want.Name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, want.Name))
	if want.Name == "" {
		want.Name = "Unnamed application"
	}
	if utf8.RuneCountInString(want.Name) > mostAppName {
		return oauthgrant.Registered{}, &oauthgrant.Refusal{Code: oauthgrant.InvalidClientMetadata, Detail: "client_name is longer than 100 characters"}
	}
	c := userstore.OAuthClient{
		Client: oauthgrant.Client{
			ID: uuid.NewString(), Name: want.Name, Redirects: want.Redirects, Restricted: true, MostUsers: oauthgrant.RestrictedUsers, SelfRegistered: true,
		},
		Created: p.now(),
	}
	out := oauthgrant.Registered{ID: c.ID, Issued: c.Created.Unix(), Registration: want}
	if !want.Public() {
		secret := auth.NewSecret(auth.ClientSecret)
		c.Secret, out.Secret, out.Ends = secret.Digest(), secret.Reveal(), new(int64)
	}
	return out, p.store.AddSelfRegistered(ctx, c)
}

// RegisterOAuth registers a program, initially in restricted mode. It returns the secret, of which only a digest is
// stored. A public program has no secret.
func (p *Service) RegisterOAuth(ctx context.Context, who Actor, want OAuthRegistration) (OAuthApplication, auth.Secret, error) {
	if err := p.RequireRecent(ctx, who); err != nil {
		return OAuthApplication{}, auth.Secret{}, err
	}
	want, err := want.check()
	if err != nil {
		return OAuthApplication{}, auth.Secret{}, err
	}
	c := userstore.OAuthClient{
		Client: oauthgrant.Client{ID: uuid.NewString(), Name: want.Name, Redirects: want.Redirects, Restricted: true, MostUsers: oauthgrant.RestrictedUsers, Implicit: want.Implicit},
		Owner:  userstore.UserNo(who.User), Created: p.now(),
	}
	var secret auth.Secret
	if !want.Public {
		secret = auth.NewSecret(auth.ClientSecret)
		c.Secret = secret.Digest()
	}
	if err := p.store.AddOAuthClient(ctx, c); err != nil {
		return OAuthApplication{}, auth.Secret{}, err
	}
	return applicationView(c), secret, nil
}

// OAuthApplications returns the programs that the actor has registered; for the admin, those of all users.
func (p *Service) OAuthApplications(ctx context.Context, who Actor) ([]OAuthApplication, error) {
	if err := who.person(); err != nil {
		return nil, err
	}
	owner := userstore.UserNo(who.User)
	if p.MayManageUsers(ctx, who) == nil {
		owner = 0
	}
	clients, err := p.store.OAuthClients(ctx, owner)
	return iterutil.Map(clients, applicationView), err
}

// theirs refuses a program that is not the actor's. The admin may change all programs.
func (p *Service) theirs(ctx context.Context, who Actor) (func(userstore.OAuthClient) error, error) {
	if err := who.person(); err != nil {
		return nil, err
	}
	all := p.MayManageUsers(ctx, who) == nil
	return func(c userstore.OAuthClient) error {
		if all || c.Owner == userstore.UserNo(who.User) {
			return nil
		}
		return apperr.New(apperr.NotFound, "application not found")
	}, nil
}

// theirsNow is theirs for a change that gives access: it requires a recent proof of identity.
func (p *Service) theirsNow(ctx context.Context, who Actor) (func(userstore.OAuthClient) error, error) {
	if err := p.RequireRecent(ctx, who); err != nil {
		return nil, err
	}
	return p.theirs(ctx, who)
}

// ChangeOAuth changes the name and the redirect addresses of a program.
func (p *Service) ChangeOAuth(ctx context.Context, who Actor, id string, want OAuthRegistration) error {
	allowed, err := p.theirsNow(ctx, who)
	if err == nil {
		want, err = want.check()
	}
	if err != nil {
		return err
	}
	return p.store.ChangeOAuthClient(ctx, id, func(c *userstore.OAuthClient) error {
		c.Name, c.Redirects, c.Implicit = want.Name, want.Redirects, want.Implicit
		return allowed(*c)
	})
}

// NewOAuthSecret issues a new secret for a program; the old one becomes invalid.
func (p *Service) NewOAuthSecret(ctx context.Context, who Actor, id string) (auth.Secret, error) {
	allowed, err := p.theirsNow(ctx, who)
	if err != nil {
		return auth.Secret{}, err
	}
	secret := auth.NewSecret(auth.ClientSecret)
	err = p.store.ChangeOAuthClient(ctx, id, func(c *userstore.OAuthClient) error {
		if err := allowed(*c); err != nil {
			return err
		}
		if c.Public() {
			return apperr.New(apperr.Conflict, "a public application has no secret")
		}
		c.Secret = secret.Digest()
		return nil
	})
	if err != nil {
		return auth.Secret{}, err
	}
	return secret, nil
}

// RestrictOAuth enables the restricted mode of a program with a maximum number of users, or disables it. Only the
// admin may do so.
func (p *Service) RestrictOAuth(ctx context.Context, who Actor, id string, restricted bool, mostUsers int) error {
	if err := p.MayManageUsers(ctx, who); err != nil {
		return err
	}
	if mostUsers < 0 || mostUsers > 1e6 {
		return apperr.New(apperr.Invalid, "the number of people is between 0 and 1,000,000")
	}
	return p.store.ChangeOAuthClient(ctx, id, func(c *userstore.OAuthClient) error {
		c.Restricted, c.MostUsers = restricted, mostUsers
		return nil
	})
}

// RemoveOAuth removes a program and all access that users granted it.
func (p *Service) RemoveOAuth(ctx context.Context, who Actor, id string) error {
	allowed, err := p.theirs(ctx, who)
	if err != nil {
		return err
	}
	return p.store.RemoveOAuthClient(ctx, id, allowed)
}

func applicationView(c userstore.OAuthClient) OAuthApplication {
	return OAuthApplication{
		ID: c.ID, Name: c.Name, Redirects: c.Redirects, Public: c.Public(), Implicit: c.Implicit, Restricted: c.Restricted, MostUsers: c.MostUsers,
		Connected: c.Connected, Created: c.Created,
	}
}

// OAuthConnection is a program that the actor has authorised.
type OAuthConnection struct {
	ID          string
	Application string
	Scope       auth.Scope
	DefaultPlan string // a budget's id, or empty
	Since       time.Time
	LastUsed    time.Time // precise to a minute; zero means never
}

// OAuthConnections returns the programs that the actor has authorised, newest first.
func (p *Service) OAuthConnections(ctx context.Context, who Actor) ([]OAuthConnection, error) {
	if err := who.person(); err != nil {
		return nil, err
	}
	all, err := p.store.OAuthConnections(ctx, userstore.UserNo(who.User))
	return iterutil.Map(all, func(c userstore.OAuthConnection) OAuthConnection {
		return OAuthConnection{
			ID: c.ID, Application: c.ClientName, Scope: c.Scope, DefaultPlan: c.DefaultPlan, Since: c.Created, LastUsed: c.LastUsed,
		}
	}), err
}

// Disconnect takes a program's access back.
func (p *Service) Disconnect(ctx context.Context, who Actor, connection string) error {
	if err := who.person(); err != nil {
		return err
	}
	return p.store.EndOAuthConnection(ctx, connection, userstore.UserNo(who.User), p.now())
}
