package users

import (
	"context"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/storage/userstore"
)

// recentFor is how long after a proof of identity the ways to sign in can be changed.
const recentFor = 10 * time.Minute

// RecoveryCode is a recovery code of a user, without its text.
type RecoveryCode struct {
	No   int64
	Used time.Time // zero if it is unused
}

// SecondFactor is the second factor of the actor.
type SecondFactor struct {
	HasApp   bool
	Since    time.Time // of the app
	Codes    []RecoveryCode
	Made     time.Time // of the recovery codes
	Left     int       // unused recovery codes
	Passkeys []PasskeyView
	Required bool // the owner requires a second factor of all users
	IsRecent bool // the session has proved the identity recently, so that the factor can be changed
}

// SecondFactor returns the second factor of the actor. key is that of the session.
func (p *Service) SecondFactor(ctx context.Context, who Actor, key string) (SecondFactor, error) {
	if err := who.person(); err != nil {
		return SecondFactor{}, err
	}
	user := userstore.UserNo(who.User)
	var f SecondFactor
	app, err := p.store.Authenticator(ctx, user)
	if f.HasApp = err == nil; err != nil && apperr.KindOf(err) != apperr.NotFound {
		return SecondFactor{}, err
	}
	f.Since = app.Since
	codes, err := p.store.RecoveryCodes(ctx, user)
	if err != nil {
		return SecondFactor{}, err
	}
	for _, c := range codes {
		f.Codes, f.Made = append(f.Codes, RecoveryCode{No: c.No, Used: c.Used}), c.Made
		if c.Used.IsZero() {
			f.Left++
		}
	}
	passkeys, err := p.store.Passkeys(ctx, user)
	if err != nil {
		return SecondFactor{}, err
	}
	f.Passkeys = iterutil.Map(passkeys, passkeyView)
	if f.Required, err = p.store.RequiresSecondFactor(ctx); err != nil {
		return SecondFactor{}, err
	}
	f.IsRecent, err = p.isRecent(ctx, who, key)
	return f, err
}

func (p *Service) isRecent(ctx context.Context, who Actor, key string) (bool, error) {
	if who.ByProxy {
		return true, nil // the proxy has verified the user of this request
	}
	session, err := p.session(ctx, key)
	if apperr.KindOf(err) == apperr.Unauthorized {
		return false, nil
	}
	return int64(session.User.No) == who.User && p.now().Sub(session.Proved) < recentFor, err
}

// requireRecent returns an error unless the session of the actor has proved the identity recently.
func (p *Service) requireRecent(ctx context.Context, who Actor, key string) error {
	if err := who.person(); err != nil {
		return err
	}
	recent, err := p.isRecent(ctx, who, key)
	if err == nil && !recent {
		err = apperr.New(apperr.Forbidden, "it is more than 10 minutes since you signed in, so nothing was changed").
			WithHint("confirm that it is you, then do it again")
	}
	return err
}

// Confirmation proves the identity of a signed-in user.
type Confirmation struct {
	Password string
	Code     string // required of a user with an authenticator app
	Key      string // of the session
	Device
}

// ConfirmIdentity verifies the password of the actor, and a code if the actor has an authenticator app. For a while the
// session can then change the ways to sign in.
func (p *Service) ConfirmIdentity(ctx context.Context, who Actor, c Confirmation) error {
	if err := who.person(); err != nil {
		return err
	}
	u, err := p.confirm(ctx, who, Credentials{Password: c.Password, Address: c.Address, Browser: c.Browser, Key: c.Key})
	if err != nil || p.hasNoPassword(u.User) { // such a user proves the identity at the provider
		return err
	}
	if u.HasApp {
		err = p.tryCode(ctx, u.User, c.Code, c.Device, func(code userstore.SpentCode, matches bool) error {
			if !matches {
				return refusedCode()
			}
			err := p.store.SpendCode(ctx, u.No, code, p.now())
			if apperr.KindOf(err) == apperr.NotFound {
				return refusedCode().WithCause(err)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return p.store.ProveSession(ctx, digestOf(c.Key), p.now())
}

// OfferedApp is the secret that a page offers for an authenticator app. It is not stored: the nonce is in the page's
// form, and only the browser has the key.
type OfferedApp struct {
	Nonce  string
	Secret auth.TOTPSecret
	Name   string // of the user
}

// mostNonce is the maximum length of a nonce, which a client can choose.
const mostNonce = 64

// offer returns the app for a nonce, or for a new one. key is the secret of the browser's session or pending sign-in.
func offer(key, nonce, name string) (OfferedApp, error) {
	if nonce == "" || len(nonce) > mostNonce {
		nonce = rand.Text()
	}
	secret, err := hkdf.Key(sha256.New, []byte(key), []byte(nonce), "holdover authenticator app", auth.TOTPSecretBytes)
	return OfferedApp{Nonce: nonce, Secret: secret, Name: name}, err
}

// OfferApp returns a new app for the actor. An app that was offered before is returned for its nonce.
func (p *Service) OfferApp(ctx context.Context, who Actor, key, nonce string) (OfferedApp, error) {
	if err := p.requireRecent(ctx, who, key); err != nil {
		return OfferedApp{}, err
	}
	return offer(key, nonce, who.Name)
}

// OfferAppAtSignIn returns a new app for a pending sign-in that needs one.
func (p *Service) OfferAppAtSignIn(ctx context.Context, key, nonce string) (OfferedApp, error) {
	pending, err := p.pending(ctx, key)
	if err == nil && nextStep(pending.User) != SetUpApp {
		err = startAgain(nil)
	}
	if err != nil {
		return OfferedApp{}, err
	}
	return offer(key, nonce, pending.User.Name)
}

// AppSetup is an offered app with a code of it, which proves that the user has set it up.
type AppSetup struct {
	Nonce string
	Code  string
	Key   string // of the session or the pending sign-in
	Device
	EndOthers bool // also end all other sessions
}

// newApp returns an app to store, after verifying a code of it, and its recovery codes.
func (p *Service) newApp(ctx context.Context, user userstore.User, s AppSetup) (app userstore.NewAuthenticator, codes []string, err error) {
	offered, err := offer(s.Key, s.Nonce, user.Name)
	if err != nil {
		return app, nil, err
	}
	known, err := p.knows(ctx, user.Name, s.Browser)
	if err != nil {
		return app, nil, err
	}
	against := codesHeldAgainst(user.No, s.Device, known, false)
	if err := p.attempt(ctx, against, "codes"); err != nil {
		return app, nil, err
	}
	digits, _ := auth.IsTOTPCode(s.Code)
	step, ok := offered.Secret.StepOf(digits, p.now())
	if !ok {
		return app, nil, apperr.New(apperr.Unauthorized, "the code is wrong, so the app does not count yet").WithCode(wrongCode).
			WithHint("enter the six digits that the app shows now, and check that the clock of its device is right")
	}
	codes = auth.NewRecoveryCodes()
	return userstore.NewAuthenticator{
		Authenticator: userstore.Authenticator{Secret: offered.Secret, LastStep: step, Since: p.now()},
		Codes:         iterutil.Map(codes, auth.HashRecoveryCode), Event: p.event(AppSetUp, s.Device),
	}, codes, p.forgive(ctx, against)
}

// SetUpApp stores an offered app after its first right code, and returns new recovery codes, which are never shown again.
func (p *Service) SetUpApp(ctx context.Context, who Actor, s AppSetup) (codes []string, err error) {
	err = p.changeWays(ctx, who, FactorChange{Key: s.Key, Device: s.Device, EndOthers: s.EndOthers}, func(user userstore.UserNo) error {
		app, made, err := p.newApp(ctx, userstore.User{No: user, Name: who.Name}, s)
		if err != nil {
			return err
		}
		codes = made
		return p.store.SetAuthenticator(ctx, user, app)
	})
	return codes, err
}

// SetUpAppAtSignIn stores an offered app and starts the session of the pending sign-in.
func (p *Service) SetUpAppAtSignIn(ctx context.Context, s AppSetup) (in SignedIn, codes []string, err error) {
	pending, err := p.pending(ctx, s.Key)
	if err == nil && nextStep(pending.User) != SetUpApp {
		err = startAgain(nil)
	}
	if err != nil {
		return SignedIn{}, nil, err
	}
	app, codes, err := p.newApp(ctx, pending.User.User, s)
	if err != nil {
		return SignedIn{}, nil, err
	}
	in, session := p.newSession(pending.User.User, s.Device, SignedInByApp)
	if err := p.store.FinishSignIn(ctx, session, userstore.SecondStep{Pending: pending.Digest, App: &app}); err != nil {
		if apperr.KindOf(err) == apperr.NotFound {
			err = startAgain(err)
		}
		return SignedIn{}, nil, err
	}
	return in, codes, nil
}

// FactorChange is a change of the actor's second factor.
type FactorChange struct {
	Key string // of the session
	Device
	EndOthers bool // also end all other sessions
}

// changeWays calls change if the session has proved the identity recently, and then ends the other sessions on request.
func (p *Service) changeWays(ctx context.Context, who Actor, c FactorChange, change func(userstore.UserNo) error) error {
	if err := p.requireRecent(ctx, who, c.Key); err != nil {
		return err
	}
	if err := change(userstore.UserNo(who.User)); err != nil || !c.EndOthers {
		return err
	}
	return p.EndOtherSessions(ctx, who, c.Key)
}

// RemoveApp removes the authenticator app and the recovery codes of the actor. Error: Conflict if the owner requires a
// second factor.
func (p *Service) RemoveApp(ctx context.Context, who Actor, c FactorChange) error {
	return p.changeWays(ctx, who, c, func(user userstore.UserNo) error {
		return p.store.RemoveAuthenticator(ctx, user, p.event(AppRemoved, c.Device))
	})
}

// NewRecoveryCodes replaces the recovery codes of the actor and returns the new ones, which are never shown again.
func (p *Service) NewRecoveryCodes(ctx context.Context, who Actor, c FactorChange) ([]string, error) {
	var codes []string
	err := p.changeWays(ctx, who, c, func(user userstore.UserNo) error {
		codes = auth.NewRecoveryCodes()
		return p.store.ReplaceRecoveryCodes(ctx, user, iterutil.Map(codes, auth.HashRecoveryCode), p.event(CodesMade, c.Device))
	})
	return codes, err
}

// ResetSecondFactor removes the second factor of another user, or of any user at the command line, and ends the user's
// sessions on request.
func (p *Service) ResetSecondFactor(ctx context.Context, who Actor, name string, endSessions bool) error {
	if err := p.MayManageUsers(ctx, who); err != nil {
		return err
	}
	u, err := p.userNamed(ctx, name)
	if err != nil {
		return err
	}
	if int64(u.No) == who.User {
		return apperr.New(apperr.Invalid, "this is your own second factor").WithHint("remove it under Settings, Sign-in")
	}
	if err := p.store.ResetSecondFactor(ctx, u.No, p.eventBy(who, FactorReset)); err != nil || !endSessions {
		return err
	}
	return p.endAllSessions(ctx, u.No)
}

func (p *Service) endAllSessions(ctx context.Context, user userstore.UserNo) error {
	p.fallback.endAll(func(s *sheltered) bool { return s.User == user })
	return p.store.EndOtherSessions(ctx, user, "", p.now())
}

// RequiresSecondFactor reports whether the owner requires a second factor of all users.
func (p *Service) RequiresSecondFactor(ctx context.Context, who Actor) (bool, error) {
	if err := p.MayManageUsers(ctx, who); err != nil {
		return false, err
	}
	return p.store.RequiresSecondFactor(ctx)
}

// RequireSecondFactor sets whether all users need a second factor. A user without one sets it up at the next sign-in.
func (p *Service) RequireSecondFactor(ctx context.Context, who Actor, on bool) error {
	if err := p.MayManageUsers(ctx, who); err != nil {
		return err
	}
	return p.store.RequireSecondFactor(ctx, on)
}
