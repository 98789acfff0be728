package users

import (
	"context"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/userstore"
)

// recentFor is how long after a proof of identity a session can change the ways to sign in and manage users.
const recentFor = 10 * time.Minute

// IsRecent reports whether the actor has proved the identity recently. A trusted proxy proves only that the user has a
// session there, so its header counts only for a user without a password, an authenticator app and a passkey here.
func (p *Service) IsRecent(ctx context.Context, who Actor) (bool, error) {
	session, err := p.sessionOf(ctx, who.Session)
	if err != nil && apperr.KindOf(err) != apperr.Unauthorized {
		return false, err
	}
	if err == nil && int64(session.User.No) == who.User && p.now().Sub(session.Proved) < recentFor {
		return true, nil
	}
	if !who.ByProxy {
		return false, nil
	}
	u, err := p.store.UserWithFactors(ctx, userstore.UserNo(who.User))
	return err == nil && !p.hasProof(u), err
}

// hasProof reports whether a user can prove the identity here, and not only at a proxy or a provider.
func (p *Service) hasProof(u userstore.UserToVerify) bool {
	return u.HasApp || !p.hasNoPassword(u.User) || u.HasPasskey && !p.passwordsOff
}

// RequireRecent returns a Forbidden error unless the actor is a user that has proved the identity recently.
func (p *Service) RequireRecent(ctx context.Context, who Actor) error {
	if err := who.person(); err != nil {
		return err
	}
	recent, err := p.IsRecent(ctx, who)
	if err == nil && !recent {
		err = apperr.New(apperr.Forbidden, "it is more than 10 minutes since you signed in, so nothing was changed").
			WithHint("confirm that it is you under Settings, Sign-in, then do it again")
	}
	return err
}

// mayChangeUsers returns an error unless the actor may change users now: the owner after a recent proof of identity, or
// the command line.
func (p *Service) mayChangeUsers(ctx context.Context, who Actor) error {
	if err := p.MayManageUsers(ctx, who); err != nil || who.Machine {
		return err
	}
	return p.RequireRecent(ctx, who)
}

// confirm verifies the password of the actor for a change. A user with an authenticator app or without a password must
// have proved the identity recently too.
func (p *Service) confirm(ctx context.Context, who Actor, password string, d Device) (userstore.UserToVerify, error) {
	u, err := p.userWithFactors(ctx, who)
	if err != nil {
		return u, err
	}
	if !p.passwordProves(u) {
		if err := p.RequireRecent(ctx, who); err != nil {
			return u, err
		}
	}
	if p.hasNoPassword(u.User) {
		return u, nil
	}
	return p.proveOwn(ctx, u.Name, password, d)
}

// passwordProves reports whether the password alone proves the identity of a user.
func (p *Service) passwordProves(u userstore.UserToVerify) bool {
	return !u.HasApp && !p.hasNoPassword(u.User)
}

// NeedsConfirmation reports whether a change that asks for the present password also needs a recent proof of identity,
// which the actor has not given. me is the actor's account.
func (p *Service) NeedsConfirmation(ctx context.Context, who Actor, me User) (bool, error) {
	if me.PasswordProves {
		return false, nil
	}
	recent, err := p.IsRecent(ctx, who)
	return !recent, err
}

func (p *Service) userWithFactors(ctx context.Context, who Actor) (userstore.UserToVerify, error) {
	if err := who.RequireSignedIn(); err != nil {
		return userstore.UserToVerify{}, err
	}
	return p.store.UserWithFactors(ctx, userstore.UserNo(who.User))
}

// proveOwn verifies the password of a signed-in user. In a known browser, failed attempts of other people do not delay it.
func (p *Service) proveOwn(ctx context.Context, name, password string, d Device) (userstore.UserToVerify, error) {
	u, err := p.prove(ctx, Credentials{Name: name, Password: password, Device: d})
	if apperr.KindOf(err) == apperr.Unauthorized {
		err = apperr.New(apperr.Unauthorized, "the password is wrong").WithHint("enter the password you sign in with")
	}
	return u, err
}

// Confirmation proves the identity of a signed-in user.
type Confirmation struct {
	Password string // required of a user with a password
	Code     string // required of a user with an authenticator app
	Device
}

// ConfirmIdentity verifies the password of the actor, and a code if the actor has an authenticator app. For a while the
// session can then change the ways to sign in and manage users. A user that a proxy signs in has no session: it begins
// one, and returns it. Other users get the zero value.
func (p *Service) ConfirmIdentity(ctx context.Context, who Actor, c Confirmation) (in SignedIn, err error) {
	if err := who.person(); err != nil {
		return in, err
	}
	u, err := p.userWithFactors(ctx, who)
	if err != nil {
		return in, err
	}
	hasPassword := !p.hasNoPassword(u.User)
	if !hasPassword && !(who.ByProxy && u.HasApp) { // such a user proves the identity at the provider
		return in, p.RequireRecent(ctx, who)
	}
	if hasPassword {
		if u, err = p.proveOwn(ctx, u.Name, c.Password, c.Device); err != nil {
			return in, err
		}
	}
	prove := func(code *userstore.SpentCode) error {
		if !who.ByProxy {
			return p.store.ProveSession(ctx, u.No, who.Session, code, p.now())
		}
		var session userstore.NewSession
		in, session = p.newSession(u.User, c.Device, Confirmed)
		session.Code = code
		return p.store.AddSession(ctx, session)
	}
	if !u.HasApp {
		return in, outrun(prove(nil))
	}
	err = p.tryCode(ctx, u.User, c.Code, c.Device, func(code userstore.SpentCode, matches bool) error {
		if !matches {
			return refusedCode()
		}
		err := prove(&code)
		if apperr.KindOf(err) == apperr.NotFound {
			err = refusedCode().WithCause(err)
		}
		return err
	})
	if err != nil {
		return SignedIn{}, err
	}
	return in, nil
}
