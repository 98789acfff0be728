package app

import (
	"context"
	"time"

	"holdover/internal/auth"
	"holdover/internal/fault"
	"holdover/internal/store"
)

const (
	// SessionLife is how long a session lasts that is not used.
	SessionLife = 30 * 24 * time.Hour
	// seenEvery is how precisely it is known when a session was last used.
	seenEvery = time.Hour
	// sessionSecret is the kind of what a browser's cookie says.
	sessionSecret auth.SecretKind = "holdover_session_"
)

// Credentials are what a person signs in with.
type Credentials struct {
	Name     string
	Password string
	Address  string // where they are, an IP address: guessing is held against it
}

// SignedIn is a new session.
type SignedIn struct {
	Who Actor
	Key auth.Secret // what the browser shows to be known again
}

// SignIn begins a session. Faults: Unauthorized for a wrong name or password,
// without saying which; TooMany after many of them, with how long to wait.
func (a *App) SignIn(ctx context.Context, c Credentials) (SignedIn, error) {
	u, err := a.prove(ctx, c)
	if err != nil {
		return SignedIn{}, err
	}
	key := auth.NewSecret(sessionSecret)
	if err := a.store.AddSession(ctx, key.Digest(), u.No, a.now(), a.idle()); err != nil {
		return SignedIn{}, err
	}
	return SignedIn{Who: actorOf(u, auth.Full), Key: key}, nil
}

// SignOut ends the session of a key; a key without session is no error.
func (a *App) SignOut(ctx context.Context, key string) error {
	secret, err := auth.ParseSecret(sessionSecret, key)
	if err != nil {
		return nil //nolint:nilerr // what was never a key has no session to end
	}
	return a.store.EndSession(ctx, secret.Digest())
}

// Session is whose session a key is of. renewed says that its life began anew,
// so that the browser has to keep the key for longer. Fault: Unauthorized when
// the session has ended.
func (a *App) Session(ctx context.Context, key string) (who Actor, renewed bool, err error) {
	secret, err := auth.ParseSecret(sessionSecret, key)
	if err != nil {
		return Actor{}, false, ended(err)
	}
	session, err := a.store.Session(ctx, secret.Digest(), a.idle())
	if fault.KindOf(err) == fault.NotFound {
		return Actor{}, false, ended(err)
	}
	if err != nil {
		return Actor{}, false, err
	}
	now := a.now()
	if now.Sub(session.Seen) >= seenEvery {
		// A database that cannot be written to is no reason to lock people out.
		if err := a.store.SeeSession(ctx, secret.Digest(), now); err != nil {
			a.log.WarnContext(ctx, "a session could not be renewed", "error", err)
		} else {
			renewed = true
		}
	}
	return actorOf(session.User, auth.Full), renewed, nil
}

func ended(cause error) error {
	return fault.New(fault.Unauthorized, "the session has ended").WithHint("sign in again").WithCause(cause)
}

// idle is the time since when a session has to have been used.
func (a *App) idle() time.Time { return a.now().Add(-SessionLife) }

// PasswordChange is what a person gives to change their own password.
type PasswordChange struct {
	Present, New string
	Address      string // as in Credentials
	Key          string // of the session that goes on; all others end
}

// ChangePassword changes the actor's own password.
func (a *App) ChangePassword(ctx context.Context, who Actor, c PasswordChange) error {
	u, err := a.confirm(ctx, who, c.Present, c.Address)
	if err != nil {
		return err
	}
	if err := auth.CheckPasswordRules(u.Name, c.New); err != nil {
		return err
	}
	var keep auth.Digest
	if secret, err := auth.ParseSecret(sessionSecret, c.Key); err == nil {
		keep = secret.Digest()
	}
	return a.store.SetPassword(ctx, u.No, auth.HashPassword(c.New), keep)
}

// confirm makes sure that the one who is signed in is the one who sits there.
func (a *App) confirm(ctx context.Context, who Actor, password, address string) (store.User, error) {
	if err := who.known(); err != nil {
		return store.User{}, err
	}
	u, err := a.store.User(ctx, store.UserNo(who.User))
	if err != nil {
		return store.User{}, err
	}
	u, err = a.prove(ctx, Credentials{Name: u.Name, Password: password, Address: address})
	if fault.KindOf(err) == fault.Unauthorized {
		return store.User{}, fault.New(fault.Unauthorized, "the password is wrong").WithHint("enter the password that you sign in with")
	}
	return u, err
}

// prove checks name and password. The attempt counts as failed until the
// password is found right, so that attempts at the same time gain nothing.
func (a *App) prove(ctx context.Context, c Credentials) (store.User, error) {
	wrong := fault.New(fault.Unauthorized, "the name or the password is wrong")
	if err := a.attempt(ctx, c); err != nil {
		return store.User{}, err
	}
	u, err := a.store.UserByName(ctx, c.Name)
	if fault.KindOf(err) == fault.NotFound {
		auth.CheckNobody(c.Password)
		return store.User{}, wrong
	}
	if err != nil {
		return store.User{}, err
	}
	if ok, err := auth.CheckPassword(u.Password, c.Password); err != nil || !ok {
		if err == nil {
			err = wrong
		}
		return store.User{}, err
	}
	if err := a.forgive(ctx, c); err != nil {
		return store.User{}, err
	}
	if auth.PasswordIsStale(u.Password) {
		err = a.store.Rehash(ctx, u.No, u.Password, auth.HashPassword(c.Password))
	}
	return u, err
}
