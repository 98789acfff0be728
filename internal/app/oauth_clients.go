package app

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"holdover/internal/auth"
	"holdover/internal/auth/grant"
	"holdover/internal/fault"
	"holdover/internal/store"
)

// OAuthApplication is a registered program, without its secret.
type OAuthApplication struct {
	ID         string
	Name       string
	Redirects  []string
	Public     bool // it has no secret
	Restricted bool
	MostUsers  int // while restricted
	Connected  int // people who have let it in
	Created    time.Time
}

// OAuthRegistration is what a person gives to register a program.
type OAuthRegistration struct {
	Name      string
	Redirects []string
	Public    bool // a program in a browser or on a person's machine, which cannot keep a secret
}

const (
	mostRedirects = 20
	mostAppName   = 100
)

func (r OAuthRegistration) check() (OAuthRegistration, error) {
	r.Name = strings.TrimSpace(r.Name)
	if r.Name == "" || utf8.RuneCountInString(r.Name) > mostAppName {
		return r, fault.New(fault.Invalid, "an application needs a name of at most %d characters", mostAppName)
	}
	var redirects []string
	for _, address := range r.Redirects {
		if address = strings.TrimSpace(address); address == "" {
			continue
		}
		if err := grant.CheckRedirect(address); err != nil {
			return r, err
		}
		redirects = append(redirects, address)
	}
	if len(redirects) == 0 || len(redirects) > mostRedirects {
		return r, fault.New(fault.Invalid, "an application needs between 1 and %d redirect addresses", mostRedirects).
			WithHint("it is where the browser goes back to, such as https://tool.example/callback")
	}
	r.Redirects = redirects
	return r, nil
}

// RegisterOAuth registers a program. The secret is not kept and never shown
// again; a public program has none. It begins in restricted mode.
func (a *App) RegisterOAuth(ctx context.Context, who Actor, want OAuthRegistration) (OAuthApplication, auth.Secret, error) {
	if err := who.person(); err != nil {
		return OAuthApplication{}, auth.Secret{}, err
	}
	want, err := want.check()
	if err != nil {
		return OAuthApplication{}, auth.Secret{}, err
	}
	c := store.OAuthClient{
		Client: grant.Client{ID: newID(), Name: want.Name, Redirects: want.Redirects, Restricted: true, MostUsers: grant.RestrictedUsers},
		Owner:  store.UserNo(who.User), Created: a.now(),
	}
	var secret auth.Secret
	if !want.Public {
		secret = auth.NewSecret(auth.ClientSecret)
		c.Secret = secret.Digest()
	}
	if err := a.store.AddOAuthClient(ctx, c); err != nil {
		return OAuthApplication{}, auth.Secret{}, err
	}
	return applicationView(c), secret, nil
}

// OAuthApplications are the programs that the actor has registered; everybody's
// for the owner of this Holdover.
func (a *App) OAuthApplications(ctx context.Context, who Actor) ([]OAuthApplication, error) {
	if err := who.person(); err != nil {
		return nil, err
	}
	owner := store.UserNo(who.User)
	if a.mayManageUsers(ctx, who) == nil {
		owner = 0
	}
	clients, err := a.store.OAuthClients(ctx, owner)
	views := make([]OAuthApplication, len(clients))
	for i, c := range clients {
		views[i] = applicationView(c)
	}
	return views, err
}

// theirs refuses a program that is not the actor's; all are the owner's of this
// Holdover.
func (a *App) theirs(ctx context.Context, who Actor) (func(store.OAuthClient) error, error) {
	if err := who.person(); err != nil {
		return nil, err
	}
	all := a.mayManageUsers(ctx, who) == nil
	return func(c store.OAuthClient) error {
		if all || c.Owner == store.UserNo(who.User) {
			return nil
		}
		return fault.New(fault.NotFound, "there is no such application")
	}, nil
}

// ChangeOAuth gives a program another name and other addresses.
func (a *App) ChangeOAuth(ctx context.Context, who Actor, id string, want OAuthRegistration) error {
	allowed, err := a.theirs(ctx, who)
	if err == nil {
		want, err = want.check()
	}
	if err != nil {
		return err
	}
	return a.store.ChangeOAuthClient(ctx, id, func(c *store.OAuthClient) error {
		c.Name, c.Redirects = want.Name, want.Redirects
		return allowed(*c)
	})
}

// NewOAuthSecret gives a program another secret; the old one stops working.
func (a *App) NewOAuthSecret(ctx context.Context, who Actor, id string) (auth.Secret, error) {
	allowed, err := a.theirs(ctx, who)
	if err != nil {
		return auth.Secret{}, err
	}
	secret := auth.NewSecret(auth.ClientSecret)
	err = a.store.ChangeOAuthClient(ctx, id, func(c *store.OAuthClient) error {
		if err := allowed(*c); err != nil {
			return err
		}
		if c.Public() {
			return fault.New(fault.Conflict, "a public application has no secret")
		}
		c.Secret = secret.Digest()
		return nil
	})
	if err != nil {
		return auth.Secret{}, err
	}
	return secret, nil
}

// RestrictOAuth puts a program into restricted mode for a number of people, or
// takes it out. Only the owner of this Holdover can.
func (a *App) RestrictOAuth(ctx context.Context, who Actor, id string, restricted bool, mostUsers int) error {
	if err := a.mayManageUsers(ctx, who); err != nil {
		return err
	}
	if mostUsers < 0 || mostUsers > 1e6 {
		return fault.New(fault.Invalid, "the number of people is between 0 and 1,000,000")
	}
	return a.store.ChangeOAuthClient(ctx, id, func(c *store.OAuthClient) error {
		c.Restricted, c.MostUsers = restricted, mostUsers
		return nil
	})
}

// RemoveOAuth removes a program and every access that people gave it.
func (a *App) RemoveOAuth(ctx context.Context, who Actor, id string) error {
	allowed, err := a.theirs(ctx, who)
	if err != nil {
		return err
	}
	return a.store.RemoveOAuthClient(ctx, id, allowed)
}

func applicationView(c store.OAuthClient) OAuthApplication {
	return OAuthApplication{
		ID: c.ID, Name: c.Name, Redirects: c.Redirects, Public: c.Public(), Restricted: c.Restricted, MostUsers: c.MostUsers,
		Connected: c.Connected, Created: c.Created,
	}
}

// OAuthConnection is a program that the actor has let in.
type OAuthConnection struct {
	ID          string
	Application string
	Scope       auth.Scope
	DefaultPlan string // a budget's id, or empty
	Since       time.Time
	LastUsed    time.Time // to within a minute; zero is never
}

// OAuthConnections are the programs that the actor has let in, newest first.
func (a *App) OAuthConnections(ctx context.Context, who Actor) ([]OAuthConnection, error) {
	if err := who.person(); err != nil {
		return nil, err
	}
	all, err := a.store.OAuthConnections(ctx, store.UserNo(who.User))
	views := make([]OAuthConnection, len(all))
	for i, c := range all {
		views[i] = OAuthConnection{
			ID: c.ID, Application: c.ClientName, Scope: c.Scope, DefaultPlan: c.DefaultPlan, Since: c.Created, LastUsed: c.LastUsed,
		}
	}
	return views, err
}

// Disconnect takes a program's access back.
func (a *App) Disconnect(ctx context.Context, who Actor, connection string) error {
	if err := who.person(); err != nil {
		return err
	}
	return a.store.EndOAuthConnection(ctx, connection, store.UserNo(who.User), a.now())
}
