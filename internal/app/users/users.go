package users

import (
	"context"
	"time"

	"github.com/google/uuid"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/storage/userstore"
)

// User is an account that can sign in.
type User struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Admin   bool      `json:"admin"` // manages the users: the first user
	Created time.Time `json:"created_on"`
	// NoPassword is set if the user signs in without a password. PasswordProves is set for the actor's own account if the
	// password alone proves the identity, because the actor has no authenticator app.
	NoPassword     bool `json:"-"`
	PasswordProves bool `json:"-"`
	Budgets        int  `json:"budgets"` // the number of budgets to which they have access

	SecondFactor FactorSummary `json:"second_factor"`
	Identities   []Identity    `json:"-"` // at identity providers
}

// FactorSummary describes the second factor of a user, for the owner.
type FactorSummary struct {
	HasApp        bool `json:"authenticator_app"`
	RecoveryCodes int  `json:"recovery_codes"` // the unused ones
	Passkeys      int  `json:"passkeys"`
}

// IsEmpty reports whether the user has the password alone.
func (f FactorSummary) IsEmpty() bool { return !f.HasApp && f.Passkeys == 0 }

// HasUsers reports whether there is any user. Until then the application waits for its owner.
func (p *Service) HasUsers(ctx context.Context) (bool, error) { return p.store.HasUsers(ctx) }

// CreateOwner creates the first user. This user becomes the owner of all existing budgets and manages the users. It
// returns a Conflict error if there is a user, and Invalid for the name or password.
func (p *Service) CreateOwner(ctx context.Context, name, password string) error {
	_, err := p.addUser(ctx, name, password, true)
	return err
}

// Users returns all users, in the order of their creation.
func (p *Service) Users(ctx context.Context, who Actor) ([]User, error) {
	if err := p.MayManageUsers(ctx, who); err != nil {
		return nil, err
	}
	users, err := p.store.Users(ctx)
	if err != nil {
		return nil, err
	}
	factors, err := p.store.SecondFactors(ctx)
	if err != nil {
		return nil, err
	}
	identities, err := p.store.AllIdentities(ctx)
	if err != nil {
		return nil, err
	}
	views := make([]User, len(users))
	for i, u := range users {
		if views[i], err = p.userView(ctx, u); err != nil {
			return nil, err
		}
		f := factors[u.No]
		views[i].SecondFactor = FactorSummary{HasApp: f.HasApp, RecoveryCodes: int(f.Codes), Passkeys: int(f.Passkeys)}
		views[i].Identities = iterutil.Map(identities[u.No], identityView)
	}
	return views, nil
}

// Account returns the actor as a user. It returns a NotFound error for the command line.
func (p *Service) Account(ctx context.Context, who Actor) (User, error) {
	u, err := p.userWithFactors(ctx, who)
	if err != nil {
		return User{}, err
	}
	view, err := p.userView(ctx, u.User)
	view.PasswordProves = p.passwordProves(u)
	return view, err
}

func (p *Service) userView(ctx context.Context, u userstore.User) (User, error) {
	roles, _, err := p.store.RolesOf(ctx, u.No)
	return User{ID: u.ID, Name: u.Name, Admin: u.Admin, Created: u.Created, Budgets: len(roles), NoPassword: p.hasNoPassword(u)}, err
}

// AddUser creates a user. The first one becomes the owner, as with CreateOwner.
func (p *Service) AddUser(ctx context.Context, who Actor, name, password string) (User, error) {
	if err := p.mayChangeUsers(ctx, who); err != nil {
		return User{}, err
	}
	return p.addUser(ctx, name, password, false)
}

func (p *Service) addUser(ctx context.Context, name, password string, onlyFirst bool) (User, error) {
	name, err := auth.CheckUserName(name)
	if err != nil {
		return User{}, err
	}
	if err := p.requirePasswords(); err != nil {
		return User{}, err
	}
	if err := auth.CheckPasswordRules(name, password); err != nil {
		return User{}, err
	}
	u, err := p.store.AddUser(ctx, userstore.User{ID: uuid.NewString(), Name: name, Password: auth.HashPassword(password), Created: p.now()}, onlyFirst)
	if err != nil {
		return User{}, err
	}
	return p.userView(ctx, u)
}

// PasswordReset is another user's new password.
type PasswordReset struct {
	Name, New string
	EndAccess bool // also revoke their tokens and the access of applications
}

// SetPassword sets another user's password, without the old one, and ends their sessions.
func (p *Service) SetPassword(ctx context.Context, who Actor, c PasswordReset) error {
	if err := p.mayChangeUsers(ctx, who); err != nil {
		return err
	}
	if err := p.requirePasswords(); err != nil {
		return err
	}
	u, err := p.userNamed(ctx, c.Name)
	if err != nil {
		return err
	}
	if int64(u.No) == who.User {
		return apperr.New(apperr.Invalid, "this is your own password").WithHint("change it under Settings, where you enter your current password")
	}
	if err := auth.CheckPasswordRules(u.Name, c.New); err != nil {
		return err
	}
	return p.store.SetPassword(ctx, u.No, userstore.NewPassword{Hash: auth.HashPassword(c.New), EndAccess: c.EndAccess, Event: p.eventBy(who, PasswordSet)})
}

// RemoveUser deletes a user with their tokens. Budgets without another owner become the admin's. It returns a
// Conflict error for the admin.
func (p *Service) RemoveUser(ctx context.Context, who Actor, name string) error {
	if err := p.mayChangeUsers(ctx, who); err != nil {
		return err
	}
	u, err := p.userNamed(ctx, name)
	if err != nil {
		return err
	}
	return p.store.RemoveUser(ctx, u.No)
}

func (p *Service) userNamed(ctx context.Context, name string) (userstore.User, error) {
	u, err := p.store.UserByName(ctx, name)
	if apperr.KindOf(err) == apperr.NotFound {
		return userstore.User{}, apperr.New(apperr.NotFound, "user %q not found", name).WithHint("the owner of this Holdover adds users under Settings, Users")
	}
	return u, err
}
