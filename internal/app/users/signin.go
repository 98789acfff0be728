package users

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/storage/userstore"
)

const (
	// SessionLife is the lifetime of an unused session.
	SessionLife = 30 * 24 * time.Hour
	// SessionEnd is the maximum lifetime of a session in use.
	SessionEnd = 90 * 24 * time.Hour
	// BrowserLife is how long a browser counts as known after a sign-in.
	BrowserLife = 400 * 24 * time.Hour
	// seenEvery is the precision of a session's stored last use.
	seenEvery = time.Hour
	// sessionSecret is the kind of the session cookie's value.
	sessionSecret auth.SecretKind = "holdover_session_"
	// browserSecret is the kind of the cookie that identifies a known browser.
	browserSecret auth.SecretKind = "holdover_browser_"
)

// Device is the browser of a request.
type Device struct {
	Address string // the IP address, by which failed sign-ins are counted
	Browser string // the value of SignedIn.Browser from an earlier sign-in; may be empty
	Agent   string // the browser's User-Agent, for the lists of sessions and events
}

// Credentials are the data of a sign-in.
type Credentials struct {
	Name     string
	Password string
	Device
}

// SignedIn is a new session, or a pending sign-in if a second step is needed.
type SignedIn struct {
	Who     Actor
	Key     auth.Secret // identifies the session in later requests
	Browser auth.Secret // identifies the browser at later sign-ins; it gives no access
	Next    Step        // if it is not Done, there is no session yet: only Pending is set
	Pending auth.Secret // identifies the pending sign-in
}

// SignIn starts a session, or a pending sign-in if the user has a second factor or needs one. It returns an Unauthorized
// error for a wrong name or password, without saying which, and TooMany with a delay after many of them.
func (p *Service) SignIn(ctx context.Context, c Credentials) (SignedIn, error) {
	u, err := p.prove(ctx, c)
	if err != nil {
		return SignedIn{}, err
	}
	if next := nextStep(u); next != Done {
		return p.await(ctx, u.User, next, nil)
	}
	return p.begin(ctx, u.User, c.Device)
}

// newSession returns a session to store, and its secrets.
func (p *Service) newSession(u userstore.User, d Device, kind EventKind) (SignedIn, userstore.NewSession) {
	in := SignedIn{Who: actorOf(u, auth.Full), Key: auth.NewSecret(sessionSecret)}
	in.Who.Session = in.Key.Digest()
	var err error
	if in.Browser, err = auth.ParseSecret(browserSecret, d.Browser); err != nil {
		in.Browser = NewBrowser()
	}
	now := p.now()
	return in, userstore.NewSession{
		Digest: in.Key.Digest(), User: u.No, VerifiedHash: u.Password, At: now, Agent: cut(d.Agent, mostAgent), Event: p.event(kind, d),
		Browser: in.Browser.Digest(), Cutoffs: p.SessionCutoffs(), BrowserEnds: now.Add(-BrowserLife),
	}
}

// begin starts a session after the password was verified.
func (p *Service) begin(ctx context.Context, u userstore.User, d Device) (SignedIn, error) {
	in, began := p.newSession(u, d, SignedInByPassword)
	began.WithoutApp = true
	return p.keep(ctx, in, began)
}

// keep stores a session, in memory if the database cannot be written.
func (p *Service) keep(ctx context.Context, in SignedIn, began userstore.NewSession) (SignedIn, error) {
	err := p.store.AddSession(ctx, began)
	if cannotWrite(err) {
		p.log.WarnContext(ctx, "a session is kept in memory", "error", err)
		began.WithoutApp = false // an app that is set up later must not end the session
		p.fallback.shelter(&sheltered{NewSession: began, tried: began.At})
		err = nil
	}
	if err != nil {
		return SignedIn{}, outrun(err)
	}
	return in, nil
}

// outrun returns the error for a password that was changed, or a second factor that was added, while the password was being verified.
func outrun(err error) error {
	if apperr.KindOf(err) != apperr.NotFound {
		return err
	}
	return apperr.New(apperr.Unauthorized, "how you sign in has just been changed").WithHint("sign in again, with the new password or the second factor").WithCause(err)
}

// mostAgent is the number of stored bytes of the User-Agent.
const mostAgent = 200

func cut(text string, most int) string {
	if len(text) > most {
		text = text[:most]
	}
	return strings.ToValidUTF8(text, "")
}

// SignOut ends the session of a key; a key without session is no error.
func (p *Service) SignOut(ctx context.Context, key string) error {
	secret, err := auth.ParseSecret(sessionSecret, key)
	if err != nil {
		return nil //nolint:nilerr // an invalid key has no session to end
	}
	if p.fallback.end(secret.Digest()) {
		return nil
	}
	return p.store.EndSession(ctx, secret.Digest())
}

// Session returns the user of the session with a key. renewed reports whether the session's lifetime was extended, so
// that the browser's cookie must be extended too. Error: Unauthorized if the session has ended.
func (p *Service) Session(ctx context.Context, key string) (who Actor, renewed bool, err error) {
	session, err := p.session(ctx, key)
	if err != nil {
		return Actor{}, false, err
	}
	now := p.now()
	if !session.Seen.IsZero() && now.Sub(session.Seen) >= seenEvery {
		// A database that cannot be written must not lock users out.
		if err := p.store.SeeSession(ctx, session.Digest, now); err != nil {
			p.log.WarnContext(ctx, "a session could not be renewed", "error", err)
		} else {
			renewed = true
		}
	}
	who = actorOf(session.User, auth.Full)
	who.Session = session.Digest
	return who, renewed, nil
}

// Lasts returns an Unauthorized error unless the session of an open page is still valid. It does not extend the
// session.
func (p *Service) Lasts(ctx context.Context, key string) error {
	_, err := p.session(ctx, key)
	return err
}

// session returns the session of a key; for a session in memory, the last use is unknown.
func (p *Service) session(ctx context.Context, key string) (userstore.Session, error) {
	secret, err := auth.ParseSecret(sessionSecret, key)
	if err != nil {
		return userstore.Session{}, ended(err)
	}
	return p.sessionOf(ctx, secret.Digest())
}

func (p *Service) sessionOf(ctx context.Context, digest auth.Digest) (userstore.Session, error) {
	session, err := p.store.Session(ctx, digest, p.SessionCutoffs())
	if apperr.KindOf(err) != apperr.NotFound {
		return session, err
	}
	u, err := p.shelteredSession(ctx, digest)
	if err != nil {
		return userstore.Session{}, ended(err)
	}
	return userstore.Session{Digest: digest, User: u}, nil
}

func ended(cause error) error {
	return apperr.New(apperr.Unauthorized, "the session has ended").WithHint("sign in again").WithCause(cause)
}

// SessionCutoffs returns the earliest times of the last use and of the start of a valid session.
func (p *Service) SessionCutoffs() userstore.SessionCutoffs {
	now := p.now()
	return userstore.SessionCutoffs{UsedSince: now.Add(-SessionLife), BegunSince: now.Add(-SessionEnd)}
}

type PasswordChange struct {
	Present, New string
	Device
	EndAccess bool // also revoke the tokens and the access of applications
}

// ChangePassword changes the actor's own password, and ends all sessions but the one of the actor.
func (p *Service) ChangePassword(ctx context.Context, who Actor, c PasswordChange) error {
	if err := who.RequireSignedIn(); err != nil {
		return err
	}
	if err := p.requirePasswords(); err != nil {
		return err
	}
	u, err := p.confirm(ctx, who, c.Present, c.Device)
	if err != nil {
		return err
	}
	if err := auth.CheckPasswordRules(u.Name, c.New); err != nil {
		return err
	}
	return outrun(p.store.SetPassword(ctx, u.No, userstore.NewPassword{
		Hash: auth.HashPassword(c.New), VerifiedHash: u.Password, Keep: who.Session, EndAccess: c.EndAccess, Event: p.event(PasswordChanged, c.Device),
	}))
}

// NewBrowser returns a secret for a browser, which identifies it at later sign-ins and gives no access.
func NewBrowser() auth.Secret { return auth.NewSecret(browserSecret) }

// hasNoPassword reports whether a user cannot prove the identity with a password.
func (p *Service) hasNoPassword(u userstore.User) bool { return p.passwordsOff || u.Password == "" }

// prove verifies name and password. The attempt counts as failed until the password is verified, so that concurrent
// attempts gain nothing.
func (p *Service) prove(ctx context.Context, c Credentials) (userstore.UserToVerify, error) {
	if err := p.requirePasswords(); err != nil {
		return userstore.UserToVerify{}, err
	}
	wrong := apperr.New(apperr.Unauthorized, "the name or the password is wrong")
	if len(c.Name) > utf8.UTFMax*auth.MostNameRunes {
		return userstore.UserToVerify{}, wrong
	}
	known, err := p.knows(ctx, c.Name, c.Browser)
	if err != nil {
		return userstore.UserToVerify{}, err
	}
	against := heldAgainst(c, known)
	if err := p.attempt(ctx, against, "passwords"); err != nil {
		return userstore.UserToVerify{}, err
	}
	u, err := p.store.UserToVerify(ctx, c.Name)
	if apperr.KindOf(err) == apperr.NotFound || err == nil && u.Password == "" {
		auth.CheckNobody(c.Password)
		return userstore.UserToVerify{}, wrong
	}
	if err != nil {
		return userstore.UserToVerify{}, err
	}
	if ok, err := auth.CheckPassword(u.Password, c.Password); err != nil || !ok {
		if err == nil {
			err = wrong
		}
		return userstore.UserToVerify{}, err
	}
	if err := p.forgive(ctx, against); err != nil {
		return userstore.UserToVerify{}, err
	}
	u.User, err = p.rehashed(ctx, u.User, c.Password)
	return u, err
}

// rehashed returns the user with the presently stored hash of the password. A concurrent sign-in may have hashed it
// again first: then that hash is stored.
func (p *Service) rehashed(ctx context.Context, u userstore.User, password string) (userstore.User, error) {
	if !auth.PasswordIsStale(u.Password) {
		return u, nil
	}
	hash := auth.HashPassword(password)
	kept, err := p.store.Rehash(ctx, u.No, u.Password, hash)
	switch {
	case err != nil:
		p.log.WarnContext(ctx, "a password could not be hashed anew", "error", err)
		return u, nil
	case kept:
		u.Password = hash
		return u, nil
	}
	now, err := p.store.User(ctx, u.No)
	if err != nil {
		return userstore.User{}, outrun(err)
	}
	if same, err := auth.CheckPassword(now.Password, password); err == nil && same {
		return now, nil
	}
	return u, nil // the verified password is no longer valid
}

// knows returns the digest of this browser's secret if the name was signed in from it before, otherwise "". The text
// sent by the browser is not used as a key, because one secret can be written in several ways.
func (p *Service) knows(ctx context.Context, name, browser string) (auth.Digest, error) {
	secret, err := auth.ParseSecret(browserSecret, browser)
	if err != nil {
		return "", nil //nolint:nilerr // a browser without the cookie is new
	}
	known, err := p.store.KnowsBrowser(ctx, name, secret.Digest(), p.now().Add(-BrowserLife))
	if !known {
		return "", err
	}
	return secret.Digest(), err
}
