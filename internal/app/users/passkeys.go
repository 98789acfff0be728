package users

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/netip"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/storage/userstore"
)

const (
	// challengeLife is the lifetime of a challenge.
	challengeLife = 5 * time.Minute
	// mostPasskeyName is the maximum number of characters of a passkey's name.
	mostPasskeyName = 60
)

// PasskeyView is a passkey of a user, without its key.
type PasskeyView struct {
	ID      string
	Name    string
	Synced  bool // it is copied to other devices of the user
	Created time.Time
	Used    time.Time // zero means never
}

func passkeyView(p userstore.Passkey) PasskeyView {
	var c webauthn.Credential
	synced := json.Unmarshal(p.Credential, &c) == nil && c.Flags.BackupState
	return PasskeyView{ID: p.ID, Name: p.Name, Synced: synced, Created: p.Created, Used: p.Used}
}

// PasskeysAt returns an error that explains why users cannot sign in with passkeys at the address of a page.
func (p *Service) PasskeysAt(origin string) error {
	_, err := p.relyingParty(origin)
	return err
}

// relyingParty returns the verifier for the address of a page. Where only the identity provider signs users in, passkeys
// are refused like passwords.
func (p *Service) relyingParty(origin string) (*webauthn.WebAuthn, error) {
	if p.passwordsOff {
		return nil, apperr.New(apperr.Forbidden, "passkeys are switched off on this Holdover").WithHint("sign in with the identity provider")
	}
	return relyingPartyAt(origin)
}

// relyingPartyAt returns the verifier for the address of a page. Browsers bind a passkey to its host name.
func relyingPartyAt(origin string) (*webauthn.WebAuthn, error) {
	at, err := url.Parse(origin)
	if err != nil {
		return nil, apperr.New(apperr.Invalid, "the address of this page is not valid").WithCause(err)
	}
	host := at.Hostname()
	if _, err := netip.ParseAddr(host); err == nil {
		return nil, apperr.New(apperr.Invalid, "passkeys need a host name, and this page was opened by an IP address").
			WithHint("open Holdover by a host name over HTTPS")
	}
	if at.Scheme != "https" && host != "localhost" && !strings.HasSuffix(host, ".localhost") {
		return nil, apperr.New(apperr.Invalid, "passkeys need HTTPS, and this page was opened without").
			WithHint("put Holdover behind a proxy with TLS")
	}
	rp, err := webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: "Holdover", RPOrigins: []string{origin}, AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(), UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil, apperr.New(apperr.Invalid, "passkeys do not work at the address of this page").WithHint("open Holdover by a host name over HTTPS").WithCause(err)
	}
	return rp, nil
}

// passkeyUser is a user with passkeys, for package webauthn.
type passkeyUser struct {
	userstore.User
	credentials []webauthn.Credential
}

// WebAuthnID returns the id that authenticators store. It is random and not the name.
func (u *passkeyUser) WebAuthnID() []byte                         { return []byte(u.ID) }
func (u *passkeyUser) WebAuthnName() string                       { return u.Name }
func (u *passkeyUser) WebAuthnDisplayName() string                { return u.Name }
func (u *passkeyUser) WebAuthnCredentials() []webauthn.Credential { return u.credentials }

func (p *Service) passkeyUser(ctx context.Context, no userstore.UserNo) (*passkeyUser, error) {
	u, err := p.store.User(ctx, no)
	if err != nil {
		return nil, err
	}
	all, err := p.store.Passkeys(ctx, no)
	if err != nil {
		return nil, err
	}
	user := &passkeyUser{User: u, credentials: make([]webauthn.Credential, len(all))}
	for i, key := range all {
		if err := json.Unmarshal(key.Credential, &user.credentials[i]); err != nil {
			return nil, apperr.New(apperr.Internal, "the stored passkey %q is damaged", key.Name).WithHint("remove it and add it again").WithCause(err)
		}
	}
	return user, nil
}

// keepChallenge stores the data of a challenge and returns the options for the browser.
func (p *Service) keepChallenge(ctx context.Context, user userstore.UserNo, data *webauthn.SessionData, options any) (json.RawMessage, error) {
	kept, err := json.Marshal(data)
	if err != nil {
		return nil, err
	}
	now := p.now()
	if err := p.store.AddChallenge(ctx, userstore.Challenge{Digest: challengeDigest(data.Challenge), User: user, Data: kept, Expires: now.Add(challengeLife)}, now); err != nil {
		return nil, err
	}
	return json.Marshal(options)
}

// takeChallenge returns the data of a challenge that was signed, once. user is 0 for a sign-in.
func (p *Service) takeChallenge(ctx context.Context, user userstore.UserNo, signed string) (data webauthn.SessionData, err error) {
	kept, err := p.store.TakeChallenge(ctx, challengeDigest(signed), user, p.now())
	if apperr.KindOf(err) == apperr.NotFound {
		return data, refusedPasskey(err)
	}
	if err == nil {
		err = json.Unmarshal(kept, &data)
	}
	return data, err
}

func challengeDigest(challenge string) auth.Digest {
	sum := sha256.Sum256([]byte("passkey challenge\n" + challenge))
	return auth.Digest(hex.EncodeToString(sum[:]))
}

func refusedPasskey(cause error) error {
	return apperr.New(apperr.Unauthorized, "the passkey was not accepted").WithCode(wrongCode).
		WithHint("try again; if it happens once more, sign in with your password").WithCause(cause)
}

// BeginAddPasskey returns the options with which a browser creates a passkey of the actor. origin is the address of the
// page.
func (p *Service) BeginAddPasskey(ctx context.Context, who Actor, origin string) (json.RawMessage, error) {
	if err := p.RequireRecent(ctx, who); err != nil {
		return nil, err
	}
	rp, err := p.relyingParty(origin)
	if err != nil {
		return nil, err
	}
	user, err := p.passkeyUser(ctx, userstore.UserNo(who.User))
	if err != nil {
		return nil, err
	}
	exclude := iterutil.Map(user.credentials, func(c webauthn.Credential) protocol.CredentialDescriptor { return c.Descriptor() })
	options, data, err := rp.BeginRegistration(user, webauthn.WithExclusions(exclude))
	if err != nil {
		return nil, err
	}
	return p.keepChallenge(ctx, user.No, data, options.Response)
}

// NewPasskey is a passkey that a browser created.
type NewPasskey struct {
	Name     string // chosen by the user; may be empty
	Response string // of the browser, as JSON
	Origin   string // the address of the page
	FactorChange
}

// AddPasskey stores a passkey of the actor.
func (p *Service) AddPasskey(ctx context.Context, who Actor, n NewPasskey) error {
	return p.changeWays(ctx, who, n.FactorChange, PasskeyAdded, func(c userstore.WayChange) error {
		made, err := p.createdPasskey(ctx, c.User, n)
		if err != nil {
			return err
		}
		return p.store.AddPasskey(ctx, c, made)
	})
}

// createdPasskey verifies the response of a browser that created a passkey, and returns it.
func (p *Service) createdPasskey(ctx context.Context, no userstore.UserNo, n NewPasskey) (userstore.Passkey, error) {
	name, err := passkeyName(n.Name)
	if err != nil {
		return userstore.Passkey{}, err
	}
	rp, err := p.relyingParty(n.Origin)
	if err != nil {
		return userstore.Passkey{}, err
	}
	user, err := p.passkeyUser(ctx, no)
	if err != nil {
		return userstore.Passkey{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes([]byte(n.Response))
	if err != nil {
		return userstore.Passkey{}, refusedPasskey(err)
	}
	data, err := p.takeChallenge(ctx, user.No, parsed.Response.CollectedClientData.Challenge)
	if err != nil {
		return userstore.Passkey{}, err
	}
	made, err := rp.CreateCredential(user, data, parsed)
	if err != nil {
		return userstore.Passkey{}, refusedPasskey(err)
	}
	made.Attestation = webauthn.CredentialAttestation{} // it is not verified
	kept, err := json.Marshal(made)
	return userstore.Passkey{ID: passkeyID(made.ID), User: user.No, Name: name, Credential: kept, SignCount: made.Authenticator.SignCount, Created: p.now()}, err
}

func passkeyID(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

func passkeyName(name string) (string, error) {
	if name = strings.TrimSpace(name); name == "" {
		name = "Passkey"
	}
	if !utf8.ValidString(name) || strings.ContainsRune(name, 0) || utf8.RuneCountInString(name) > mostPasskeyName {
		return "", apperr.New(apperr.Invalid, "the name of a passkey has at most %d characters", mostPasskeyName)
	}
	return name, nil
}

// RenamePasskey renames a passkey of the actor.
func (p *Service) RenamePasskey(ctx context.Context, who Actor, id, name string) error {
	if err := who.person(); err != nil {
		return err
	}
	name, err := passkeyName(name)
	if err != nil {
		return err
	}
	return p.store.RenamePasskey(ctx, userstore.UserNo(who.User), id, name)
}

// RemovePasskey removes a passkey of the actor. Error: Conflict if it is the only second factor and the owner requires
// one.
func (p *Service) RemovePasskey(ctx context.Context, who Actor, id string, c FactorChange) error {
	return p.changeWays(ctx, who, c, PasskeyRemoved, func(c userstore.WayChange) error { return p.store.RemovePasskey(ctx, c, id) })
}

// BeginPasskey returns the options with which a browser signs with any passkey for this address.
func (p *Service) BeginPasskey(ctx context.Context, origin string) (json.RawMessage, error) {
	rp, err := p.relyingParty(origin)
	if err != nil {
		return nil, err
	}
	options, data, err := rp.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, err
	}
	return p.keepChallenge(ctx, 0, data, options.Response)
}

// SignedPasskey is the proof of a passkey.
type SignedPasskey struct {
	Response string // of the browser, as JSON
	Origin   string // the address of the page
	Device
}

// SignInByPasskey starts a session. The device has verified the user, so a passkey counts as both factors.
func (p *Service) SignInByPasskey(ctx context.Context, s SignedPasskey) (SignedIn, error) {
	user, use, err := p.provePasskey(ctx, s)
	if err != nil {
		return SignedIn{}, err
	}
	return p.beginByPasskey(ctx, user, use, s.Device, SignedInByPasskey)
}

func (p *Service) beginByPasskey(ctx context.Context, user userstore.User, use userstore.PasskeyUse, d Device, kind EventKind) (SignedIn, error) {
	in, session := p.newSession(user, d, kind)
	if err := p.store.AddSessionByPasskey(ctx, session, use); err != nil {
		if apperr.KindOf(err) == apperr.NotFound { // a concurrent use has a higher sign count, or the passkey was removed
			err = refusedPasskey(err)
		}
		return SignedIn{}, err
	}
	return in, nil
}

// ConfirmByPasskey is ConfirmIdentity with a passkey of the actor.
func (p *Service) ConfirmByPasskey(ctx context.Context, who Actor, s SignedPasskey) (in SignedIn, err error) {
	if err := who.person(); err != nil {
		return in, err
	}
	user, use, err := p.provePasskey(ctx, s)
	if err != nil {
		return in, err
	}
	if int64(user.No) != who.User {
		return in, refusedPasskey(nil)
	}
	if who.ByProxy {
		return p.beginByPasskey(ctx, user, use, s.Device, Confirmed)
	}
	err = p.store.ProveSessionByPasskey(ctx, user.No, who.Session, use, p.now())
	if apperr.KindOf(err) == apperr.NotFound {
		err = refusedPasskey(err)
	}
	return in, err
}

// provePasskey verifies the proof of a passkey and returns its user. The attempt counts as failed until then.
func (p *Service) provePasskey(ctx context.Context, s SignedPasskey) (userstore.User, userstore.PasskeyUse, error) {
	var none userstore.PasskeyUse
	rp, err := p.relyingParty(s.Origin)
	if err != nil {
		return userstore.User{}, none, err
	}
	against := heldByPlace(s.Address)
	if err := p.attempt(ctx, against, "passkeys"); err != nil {
		return userstore.User{}, none, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes([]byte(s.Response))
	if err != nil {
		return userstore.User{}, none, refusedPasskey(err)
	}
	data, err := p.takeChallenge(ctx, 0, parsed.Response.CollectedClientData.Challenge)
	if err != nil {
		return userstore.User{}, none, err
	}
	var user *passkeyUser
	_, used, err := rp.ValidatePasskeyLogin(func(id, handle []byte) (webauthn.User, error) {
		key, err := p.store.Passkey(ctx, passkeyID(id))
		if err != nil {
			return nil, err
		}
		if user, err = p.passkeyUser(ctx, key.User); err != nil {
			return nil, err
		}
		if !bytes.Equal(handle, user.WebAuthnID()) {
			return nil, apperr.New(apperr.Unauthorized, "the passkey is of another user")
		}
		return user, nil
	}, data, parsed)
	if err != nil {
		return userstore.User{}, none, refusedPasskey(err)
	}
	if used.Authenticator.CloneWarning {
		refused := apperr.New(apperr.Unauthorized, "the passkey was refused: it seems to have been copied").WithCode(wrongCode).
			WithHint("sign in with your password, remove this passkey, and add a new one")
		if err := p.store.AddEvent(ctx, user.No, p.event(PasskeyCopied, s.Device)); err != nil {
			return userstore.User{}, none, err
		}
		return userstore.User{}, none, refused
	}
	kept, err := json.Marshal(used)
	if err != nil {
		return userstore.User{}, none, err
	}
	return user.User, userstore.PasskeyUse{ID: passkeyID(used.ID), Credential: kept, SignCount: used.Authenticator.SignCount}, p.forgive(ctx, against)
}
