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

// SecondFactor returns the second factor of the actor.
func (p *Service) SecondFactor(ctx context.Context, who Actor) (SecondFactor, error) {
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
	f.IsRecent, err = p.IsRecent(ctx, who)
	return f, err
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

// offer returns the app for a nonce, or for a new one. key is a secret of the browser. Without it, the app's secret would
// follow from the nonce, which the form contains.
func offer(key, nonce, name string) (OfferedApp, error) {
	if key == "" {
		return OfferedApp{}, apperr.New(apperr.Invalid, "this browser sends no cookie, so no app can be set up").WithHint("allow cookies for this address, then load the page again")
	}
	if nonce == "" || len(nonce) > mostNonce {
		nonce = rand.Text()
	}
	secret, err := hkdf.Key(sha256.New, []byte(key), []byte(nonce), "holdover authenticator app", auth.TOTPSecretBytes)
	return OfferedApp{Nonce: nonce, Secret: secret, Name: name}, err
}

// OfferApp returns a new app for the actor. An app that was offered before is returned for its nonce. key is a secret of
// the browser: that of its session, or that from NewBrowser where a proxy signs the user in.
func (p *Service) OfferApp(ctx context.Context, who Actor, key, nonce string) (OfferedApp, error) {
	if err := p.RequireRecent(ctx, who); err != nil {
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
	Key   string // a secret of the browser, as for OfferApp; that of the pending sign-in at a sign-in
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
	err = p.changeWays(ctx, who, FactorChange{Device: s.Device, EndOthers: s.EndOthers}, AppSetUp, func(c userstore.WayChange) error {
		app, made, err := p.newApp(ctx, userstore.User{No: c.User, Name: who.Name}, s)
		if err != nil {
			return err
		}
		codes = made
		return p.store.SetAuthenticator(ctx, c, app)
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
	in, session, err := p.sessionOfPending(pending, s.Key, s.Device, SignedInByApp)
	if err != nil {
		return SignedIn{}, nil, err
	}
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
	Device
	EndOthers bool // also end all other sessions
}

// changeWays calls change if the actor has proved the identity recently. change ends the other sessions in the database on
// request; those in memory end after it.
func (p *Service) changeWays(ctx context.Context, who Actor, c FactorChange, kind EventKind, change func(userstore.WayChange) error) error {
	if err := p.RequireRecent(ctx, who); err != nil {
		return err
	}
	w := userstore.WayChange{User: userstore.UserNo(who.User), Event: p.event(kind, c.Device), EndOthers: c.EndOthers, Keep: who.Session}
	return p.changed(w, change(w))
}

// changed ends the sessions in memory that a stored change ends, unless it failed.
func (p *Service) changed(w userstore.WayChange, err error) error {
	if err == nil && w.EndOthers {
		p.endInMemory(w.User, w.Keep, w.Event.At)
	}
	return err
}

// RemoveApp removes the authenticator app and the recovery codes of the actor. Error: Conflict if the owner requires a
// second factor.
func (p *Service) RemoveApp(ctx context.Context, who Actor, c FactorChange) error {
	return p.changeWays(ctx, who, c, AppRemoved, func(c userstore.WayChange) error { return p.store.RemoveAuthenticator(ctx, c) })
}

// NewRecoveryCodes replaces the recovery codes of the actor and returns the new ones, which are never shown again.
func (p *Service) NewRecoveryCodes(ctx context.Context, who Actor, c FactorChange) ([]string, error) {
	var codes []string
	err := p.changeWays(ctx, who, c, CodesMade, func(c userstore.WayChange) error {
		codes = auth.NewRecoveryCodes()
		return p.store.ReplaceRecoveryCodes(ctx, c, iterutil.Map(codes, auth.HashRecoveryCode))
	})
	return codes, err
}

// ResetSecondFactor removes the second factor of another user, or of any user at the command line, and ends the user's
// sessions on request.
func (p *Service) ResetSecondFactor(ctx context.Context, who Actor, name string, endSessions bool) error {
	if err := p.mayChangeUsers(ctx, who); err != nil {
		return err
	}
	u, err := p.userNamed(ctx, name)
	if err != nil {
		return err
	}
	if int64(u.No) == who.User {
		return apperr.New(apperr.Invalid, "this is your own second factor").WithHint("remove it under Settings, Sign-in")
	}
	w := userstore.WayChange{User: u.No, Event: p.eventBy(who, FactorReset), EndOthers: endSessions}
	return p.changed(w, p.store.ResetSecondFactor(ctx, w))
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
	if err := p.mayChangeUsers(ctx, who); err != nil {
		return err
	}
	return p.store.RequireSecondFactor(ctx, on)
}
