package users

import (
	"context"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/storage/userstore"
)

// Step is the next step of a sign-in.
type Step string

// The steps after the password.
const (
	Done      Step = "" // the session began
	EnterCode Step = "code"
	SetUpApp  Step = "set-up"  // the owner requires a second factor, and the user has none
	Passkey   Step = "passkey" // the owner requires a second factor, and the user has passkeys only: the password is not enough
)

const (
	// PendingLife is the lifetime of a pending sign-in.
	PendingLife = 10 * time.Minute
	// mostCodes is the number of codes that can be tried in one pending sign-in.
	mostCodes = 5
	// pendingSecret is the kind of the value of the cookie of a pending sign-in.
	pendingSecret auth.SecretKind = "holdover_pending_"
)

func nextStep(u userstore.UserToVerify) Step {
	switch {
	case u.HasApp:
		return EnterCode
	case u.Required && u.HasPasskey:
		return Passkey
	case u.Required:
		return SetUpApp
	}
	return Done
}

// await starts a pending sign-in after the password was verified, or after the provider signed the person in: then provided
// returns what the session will need of it.
func (p *Service) await(ctx context.Context, u userstore.User, next Step, provided func(key auth.Secret) (*userstore.ProvidedSession, error)) (SignedIn, error) {
	if next == Passkey {
		return SignedIn{}, apperr.New(apperr.Forbidden, "the owner of this Holdover requires a second factor, and yours is a passkey").
			WithHint("sign in with your passkey; if you have lost it, ask the owner to reset your second factor")
	}
	secret, now := auth.NewSecret(pendingSecret), p.now()
	pending := userstore.NewPendingSignIn{Digest: secret.Digest(), User: u.No, VerifiedHash: u.Password, At: now, Expires: now.Add(PendingLife)}
	if provided != nil {
		var err error
		if pending.Provided, err = provided(secret); err != nil {
			return SignedIn{}, err
		}
	}
	if err := p.store.AddPendingSignIn(ctx, pending); err != nil {
		return SignedIn{}, outrun(err)
	}
	return SignedIn{Next: next, Pending: secret}, nil
}

// PendingSignIn is a sign-in between the first and the second step.
type PendingSignIn struct {
	Name       string // of the user
	Next       Step
	ByProvider bool // the first step was a sign-in at the identity provider, otherwise the password
}

// PendingSignIn returns the pending sign-in of a browser. Error: Unauthorized if there is none, or if it has ended.
func (p *Service) PendingSignIn(ctx context.Context, key string) (PendingSignIn, error) {
	pending, err := p.pending(ctx, key)
	return PendingSignIn{Name: pending.User.Name, Next: nextStep(pending.User), ByProvider: pending.Provided != nil}, err
}

func (p *Service) pending(ctx context.Context, key string) (userstore.PendingSignIn, error) {
	secret, err := auth.ParseSecret(pendingSecret, key)
	if err != nil {
		return userstore.PendingSignIn{}, startAgain(err)
	}
	pending, err := p.store.PendingSignIn(ctx, secret.Digest(), p.now())
	if apperr.KindOf(err) == apperr.NotFound {
		return userstore.PendingSignIn{}, startAgain(err)
	}
	if err == nil && pending.Provided == nil && p.passwordsOff { // it began before passwords were switched off
		err = startAgain(nil)
	}
	return pending, err
}

// startAgain returns the error for a pending sign-in that has ended.
func startAgain(cause error) error {
	return apperr.New(apperr.Unauthorized, "the sign-in has ended").WithHint("enter your name and password again").WithCause(cause)
}

// IsStartAgain reports whether an error means that the sign-in begins again with the password.
func IsStartAgain(err error) bool {
	return apperr.KindOf(err) == apperr.Unauthorized && apperr.CodeOf(err) != wrongCode
}

// wrongCode is the code of the error for a wrong code.
const wrongCode apperr.Code = "wrong-code"

func refusedCode() *apperr.Error {
	return apperr.New(apperr.Unauthorized, "the code is wrong").WithCode(wrongCode).
		WithHint("wait for the next code of your app and check that the clock of its device is right; a recovery code works once")
}

// CodeStep is a code typed as the second step of a sign-in.
type CodeStep struct {
	Pending string // the value of SignedIn.Pending
	Code    string // of the authenticator app, or a recovery code
	Device
}

// EnteredCode is a session that began with a code.
type EnteredCode struct {
	SignedIn
	ByRecovery bool
}

// EnterCode starts the session of a pending sign-in. The code counts as wrong until it is verified, so that concurrent
// requests gain nothing. Errors: Unauthorized for a wrong or used code or an ended sign-in, TooMany.
func (p *Service) EnterCode(ctx context.Context, c CodeStep) (EnteredCode, error) {
	pending, err := p.pending(ctx, c.Pending)
	if err != nil {
		return EnteredCode{}, err
	}
	if nextStep(pending.User) != EnterCode {
		return EnteredCode{}, startAgain(nil)
	}
	user := pending.User.User
	var in EnteredCode
	err = p.tryCode(ctx, user, c.Code, c.Device, func(code userstore.SpentCode, matches bool) error {
		if err := p.store.CountCode(ctx, pending.Digest, mostCodes); err != nil {
			return startAgain(err)
		}
		if !matches {
			return refusedCode()
		}
		kind := SignedInByApp
		if in.ByRecovery = code.Recovery != 0; in.ByRecovery {
			kind = SignedInByRecovery
		}
		var session userstore.NewSession
		if in.SignedIn, session, err = p.sessionOfPending(pending, c.Pending, c.Device, kind); err != nil {
			return err
		}
		return p.finish(ctx, session, userstore.SecondStep{Pending: pending.Digest, Code: code})
	})
	if apperr.CodeOf(err) == wrongCode && pending.Attempts+1 >= mostCodes {
		if err := p.store.EndPendingSignIn(ctx, pending.Digest, user.No, p.event(CodesRefused, c.Device)); err != nil {
			return EnteredCode{}, startAgain(err)
		}
		return EnteredCode{}, apperr.New(apperr.Unauthorized, "too many wrong codes").WithHint("enter your name and password again")
	}
	return in, err
}

// sessionOfPending returns the session that follows a pending sign-in. key is the secret of the pending sign-in, and kind
// the event of a sign-in with the password. The ID token of a provider is encrypted again, for the session.
func (p *Service) sessionOfPending(pending userstore.PendingSignIn, key string, d Device, kind EventKind) (SignedIn, userstore.NewSession, error) {
	if pending.Provided != nil {
		kind = map[EventKind]EventKind{SignedInByApp: SignedInByProviderAndApp, SignedInByRecovery: SignedInByProviderAndRecovery}[kind]
	}
	in, session := p.newSession(pending.User.User, d, kind)
	session.Provided = pending.Provided
	if session.Provided == nil || session.Provided.IDToken == nil {
		return in, session, nil
	}
	token, err := openIDToken(pendingSecret, key, session.Provided.IDToken)
	if err == nil {
		session.Provided.IDToken, err = sealIDToken(in.Key, token)
	}
	return in, session, err
}

// finish stores the session of a pending sign-in. If that has ended, or a concurrent request used its code, it
// returns the error for a wrong code, since both look the same to the store.
func (p *Service) finish(ctx context.Context, session userstore.NewSession, step userstore.SecondStep) error {
	err := p.store.FinishSignIn(ctx, session, step)
	if apperr.KindOf(err) == apperr.NotFound {
		return refusedCode().WithCause(err)
	}
	return err
}

// tryCode verifies a code of a user within the limits, and passes the result to use. If use returns an error, the
// attempt stays counted.
func (p *Service) tryCode(ctx context.Context, user userstore.User, typed string, d Device, use func(code userstore.SpentCode, matches bool) error) error {
	known, err := p.knows(ctx, user.Name, d.Browser)
	if err != nil {
		return err
	}
	digits, isApp := auth.IsTOTPCode(typed)
	against := codesHeldAgainst(user.No, d, known, !isApp)
	if err := p.attempt(ctx, against, "codes"); err != nil {
		return err
	}
	var code userstore.SpentCode
	var matches bool
	if isApp {
		code, matches, err = p.appCode(ctx, user.No, digits)
	} else {
		code, matches, err = p.recoveryCode(ctx, user.No, typed)
	}
	if err != nil {
		return err
	}
	if err := use(code, matches); err != nil {
		return err
	}
	return p.forgive(ctx, against)
}

func (p *Service) appCode(ctx context.Context, user userstore.UserNo, digits string) (userstore.SpentCode, bool, error) {
	app, err := p.store.Authenticator(ctx, user)
	if err != nil {
		return userstore.SpentCode{}, false, err
	}
	step, ok := app.Secret.StepOf(digits, p.now())
	return userstore.SpentCode{Step: step, Secret: app.Secret}, ok && step > app.LastStep, nil
}

func (p *Service) recoveryCode(ctx context.Context, user userstore.UserNo, typed string) (code userstore.SpentCode, matches bool, err error) {
	codes, err := p.store.RecoveryCodes(ctx, user)
	for _, c := range codes { // all are compared, used ones too
		if auth.RecoveryCodeMatches(c.Hash, typed) && c.Used.IsZero() {
			code, matches = userstore.SpentCode{Recovery: c.No, Hash: c.Hash}, true
		}
	}
	return code, matches, err
}
