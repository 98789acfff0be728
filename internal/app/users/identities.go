package users

import (
	"context"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"strings"
	"time"

	"github.com/google/uuid"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/storage/userstore"
)

// Identity is a person at an identity provider. Issuer and subject identify the person; names and e-mail addresses do not.
type Identity struct {
	Issuer, Subject string
	Label           string // for display
	Since, Used     time.Time
}

func (i Identity) key() userstore.IdentityKey {
	return userstore.IdentityKey{Issuer: i.Issuer, Subject: i.Subject}
}

// ProvidedSignIn is a sign-in at an identity provider, which has verified the person.
type ProvidedSignIn struct {
	Identity
	Name      string // of the person at the provider; may be empty
	Email     string // verified by the provider; may be empty
	Create    bool   // an unknown person becomes a user
	LinkEmail bool   // an unknown person becomes the user named Email, unless that user has an identity
	IsStrong  bool   // a second factor was verified at the provider
	IDToken   string
	Proved    time.Time // when the person proved the identity there; zero if it is not known
	Device
}

// DisablePasswords refuses passwords at sign-in and elsewhere. It is called before the service is used.
func (p *Service) DisablePasswords() { p.passwordsOff = true }

func (p *Service) requirePasswords() error {
	if p.passwordsOff {
		return apperr.New(apperr.Forbidden, "passwords are switched off on this Holdover").WithHint("sign in with the identity provider")
	}
	return nil
}

// SignInByProvider starts a session, or a pending sign-in as SignIn does. Errors: Forbidden for an unknown person, Conflict
// if the name of a person to create is taken.
func (p *Service) SignInByProvider(ctx context.Context, s ProvidedSignIn) (SignedIn, error) {
	u, err := p.store.IdentityUser(ctx, s.key())
	if apperr.KindOf(err) == apperr.NotFound {
		if err := p.admit(ctx, s); err != nil {
			return SignedIn{}, err
		}
		u, err = p.store.IdentityUser(ctx, s.key())
	}
	if err != nil {
		return SignedIn{}, err
	}
	provided := userstore.ProvidedSession{Identity: s.key(), Proved: s.Proved}
	if next := nextStep(u); next != Done && !s.IsStrong {
		return p.await(ctx, u.User, next, func(key auth.Secret) (*userstore.ProvidedSession, error) {
			provided.IDToken, err = sealIDToken(key, s.IDToken)
			return &provided, err
		})
	}
	in, began := p.newSession(u.User, s.Device, SignedInByProvider)
	if provided.IDToken, err = sealIDToken(in.Key, s.IDToken); err != nil {
		return SignedIn{}, err
	}
	began.Provided, began.WithoutApp = &provided, !s.IsStrong
	return p.keep(ctx, in, began)
}

// admit links an unknown person to a user, if the configuration allows it.
func (p *Service) admit(ctx context.Context, s ProvidedSignIn) error {
	if s.LinkEmail && s.Email != "" {
		u, err := p.store.UserByName(ctx, s.Email)
		if err == nil && !isSameAddress(u.Name, s.Email) {
			err = apperr.New(apperr.NotFound, "no user has this address as name")
		}
		if err == nil && u.MadeBy != "" {
			err = apperr.New(apperr.Forbidden, "the user with this address was created by the sign-in of another person").
				WithHint("sign in as before, then link the two under Settings, Sign-in; or ask the owner")
		}
		if err == nil {
			w := userstore.WayChange{User: u.No, Event: p.event(IdentityLinked, s.Device)}
			err = p.store.LinkIdentity(ctx, w, p.newIdentity(s.Identity), true)
		}
		if apperr.KindOf(err) != apperr.NotFound {
			return err
		}
	}
	if !s.Create {
		return apperr.New(apperr.Forbidden, "no user of this Holdover is linked to you there").
			WithHint("sign in with your password, then link the two under Settings, Sign-in; or ask the owner for an account")
	}
	name := s.Name
	if name == "" {
		name = s.Email
	}
	name, err := auth.CheckUserName(name)
	if err != nil {
		return err
	}
	if strings.Contains(name, "@") && name != s.Email {
		return apperr.New(apperr.Forbidden, "your name there is an e-mail address that is not verified, so no user was created").WithHint("verify the address there, or ask the owner for an account")
	}
	_, err = p.store.AddUserWithIdentity(ctx, p.userWithoutPassword(name, userstore.MadeByProvider), p.newIdentity(s.Identity), p.event(IdentityLinked, s.Device))
	if apperr.KindOf(err) == apperr.Conflict {
		return p.createdMeanwhile(ctx, s.Identity, err)
	}
	return err
}

// isSameAddress reports whether two e-mail addresses, or two names at a proxy, are equal apart from the case of ASCII letters.
// Names are compared more freely, by Unicode's case folding: "straße.example" equals "strasse.example" as a name, and is another domain.
func isSameAddress(a, b string) bool {
	lower := func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r - 'A' + 'a'
		}
		return r
	}
	return strings.Map(lower, a) == strings.Map(lower, b)
}

// createdMeanwhile returns nil if a concurrent sign-in has created the user of an identity, otherwise the conflict.
func (p *Service) createdMeanwhile(ctx context.Context, i Identity, conflict error) error {
	if _, err := p.store.IdentityUser(ctx, i.key()); err == nil {
		return nil
	}
	return apperr.New(apperr.Conflict, "no user was created for you: %s", conflict.Error()).
		WithHint("if that user is you, sign in with the password and link the two under Settings, Sign-in; otherwise ask the owner").WithCause(conflict)
}

func (p *Service) userWithoutPassword(name string, by userstore.Maker) userstore.User {
	return userstore.User{ID: uuid.NewString(), Name: name, Created: p.now(), MadeBy: by}
}

// mostLabel is the number of stored bytes of a label.
const mostLabel = 200

func (p *Service) newIdentity(i Identity) userstore.Identity {
	return userstore.Identity{IdentityKey: i.key(), Label: cut(strings.ReplaceAll(i.Label, "\x00", ""), mostLabel), Since: p.now()}
}

// Identities returns the identities of the actor.
func (p *Service) Identities(ctx context.Context, who Actor) ([]Identity, error) {
	if err := who.person(); err != nil {
		return nil, err
	}
	return p.identities(ctx, userstore.UserNo(who.User))
}

func (p *Service) identities(ctx context.Context, user userstore.UserNo) ([]Identity, error) {
	all, err := p.store.Identities(ctx, user)
	return iterutil.Map(all, identityView), err
}

func identityView(i userstore.Identity) Identity {
	return Identity{Issuer: i.Issuer, Subject: i.Subject, Label: i.Label, Since: i.Since, Used: i.Used}
}

// OwnerHasIdentity reports whether the owner of the server can sign in at an issuer. Error: NotFound if there is no owner.
func (p *Service) OwnerHasIdentity(ctx context.Context, issuer string) (bool, error) {
	all, err := p.store.Users(ctx)
	if err != nil {
		return false, err
	}
	for _, u := range all {
		if !u.Admin {
			continue
		}
		identities, err := p.store.Identities(ctx, u.No)
		for _, i := range identities {
			if i.Issuer == issuer {
				return true, nil
			}
		}
		return false, err
	}
	return false, apperr.New(apperr.NotFound, "there is no owner yet")
}

// LinkIdentity lets a person at a provider sign in as the actor. Error: Conflict if the person is linked to another user.
func (p *Service) LinkIdentity(ctx context.Context, who Actor, i Identity, c FactorChange) error {
	return p.changeWays(ctx, who, c, IdentityLinked, func(c userstore.WayChange) error {
		return p.store.LinkIdentity(ctx, c, p.newIdentity(i), false)
	})
}

// UnlinkIdentity removes an identity of the actor. Error: Conflict if it is the last one of an actor without a usable
// password.
func (p *Service) UnlinkIdentity(ctx context.Context, who Actor, i Identity, c FactorChange) error {
	err := p.changeWays(ctx, who, c, IdentityUnlinked, func(c userstore.WayChange) error {
		return p.store.UnlinkIdentity(ctx, c, i.key(), p.passwordsOff)
	})
	if apperr.KindOf(err) == apperr.Conflict {
		hint := "link another account first, or set a password"
		if p.passwordsOff {
			hint = "link another account first"
		}
		err = apperr.New(apperr.Conflict, "your last account at an identity provider stays linked, because you cannot sign in with a password").WithHint("%s", hint).WithCause(err)
	}
	return err
}

// UnlinkIdentityOf removes an identity of another user, and ends all sessions of the user. Error: Conflict if it is the last
// one of a user without a usable password.
func (p *Service) UnlinkIdentityOf(ctx context.Context, who Actor, name string, i Identity) error {
	if err := p.mayChangeUsers(ctx, who); err != nil {
		return err
	}
	u, err := p.userNamed(ctx, name)
	if err != nil {
		return err
	}
	if int64(u.No) == who.User {
		return apperr.New(apperr.Invalid, "this is your own account").WithHint("unlink it under Settings, Sign-in")
	}
	w := userstore.WayChange{User: u.No, Event: p.eventBy(who, IdentityUnlinked), EndOthers: true}
	err = p.changed(w, p.store.UnlinkIdentity(ctx, w, i.key(), p.passwordsOff))
	if apperr.KindOf(err) == apperr.Conflict {
		hint := "set a password for %[1]s first, or remove %[1]s"
		if p.passwordsOff {
			hint = "let %[1]s link another account first, or remove %[1]s"
		}
		return apperr.New(apperr.Conflict, "the last account of %[1]s at an identity provider stays linked, because %[1]s cannot sign in with a password", u.Name).WithHint(hint, u.Name).WithCause(err)
	}
	return err
}

// ResetIdentities removes all identities of a user, and ends the sessions. A user that the provider created then belongs to
// the name's person at a trusted proxy. It is for the command line, where a password can be set too.
func (p *Service) ResetIdentities(ctx context.Context, who Actor, name string) error {
	if err := p.mayChangeUsers(ctx, who); err != nil {
		return err
	}
	u, err := p.userNamed(ctx, name)
	if err != nil {
		return err
	}
	w := userstore.WayChange{User: u.No, Event: p.eventBy(who, IdentityUnlinked), EndOthers: true}
	return p.changed(w, p.store.UnlinkAll(ctx, w))
}

// ActorByProxy returns the user with the name that a trusted proxy has verified. With create it creates an unknown one.
// Errors: Forbidden for an unknown name, for one that differs in more than the case of ASCII letters, and for a user that a
// person of the identity provider created: the two may be different people with the same name.
func (p *Service) ActorByProxy(ctx context.Context, name string, create bool) (Actor, error) {
	name, err := auth.CheckUserName(name)
	if err != nil {
		return Actor{}, err
	}
	u, err := p.store.UserByName(ctx, name)
	if create && apperr.KindOf(err) == apperr.NotFound {
		if u, err = p.store.AddLaterUser(ctx, p.userWithoutPassword(name, userstore.MadeByProxy)); apperr.KindOf(err) == apperr.Conflict {
			var again error // a concurrent request may have created the user
			if u, again = p.store.UserByName(ctx, name); again == nil {
				err = nil
			}
		}
	}
	if apperr.KindOf(err) == apperr.NotFound {
		return Actor{}, apperr.New(apperr.Forbidden, "the proxy signed you in as %q, but there is no such user here", name).WithHint("ask the owner to add a user with this name")
	}
	if err != nil {
		return Actor{}, err
	}
	if !isSameAddress(u.Name, name) {
		return Actor{}, apperr.New(apperr.Forbidden, "the proxy signed you in as %q, which is not exactly the name of the user %q here", name, u.Name).WithHint("ask the owner to add a user with the name at the proxy")
	}
	if u.MadeBy == userstore.MadeByProvider {
		return Actor{}, apperr.New(apperr.Forbidden, "the proxy signed you in as %q, but this user belongs to a person of the identity provider", name).
			WithHint("sign in at the provider if that is you; otherwise ask the owner, who can run holdover user unlink on the server to make the user yours")
	}
	who := actorOf(u, auth.Full)
	who.ByProxy = true
	return who, nil
}

// idTokenContext is the purpose of the key that seals an ID token.
const idTokenContext = "holdover id token"

func idTokenSealer(key string) (cipher.AEAD, error) {
	secret, err := hkdf.Key(sha256.New, []byte(key), nil, idTokenContext, 32)
	if err != nil {
		return nil, err
	}
	return auth.NewSealer(secret)
}

// mostIDToken is the maximum size of a stored ID token. Browsers and providers refuse longer addresses.
const mostIDToken = 8 << 10

// sealIDToken encrypts an ID token with a key of the secret of a session or a pending sign-in, which is not stored.
func sealIDToken(key auth.Secret, token string) ([]byte, error) {
	if token == "" || len(token) > mostIDToken {
		return nil, nil
	}
	sealer, err := idTokenSealer(key.Reveal())
	if err != nil {
		return nil, err
	}
	return sealer.Seal(nil, nil, []byte(token), nil), nil
}

// IDToken returns the ID token of a session, or "" if it has none.
func (p *Service) IDToken(ctx context.Context, key string) (string, error) {
	sealed, err := p.store.SessionIDToken(ctx, digestOf(key))
	if err != nil || sealed == nil {
		return "", err
	}
	return openIDToken(sessionSecret, key, sealed)
}

// openIDToken decrypts an ID token with a key of the secret of a session or a pending sign-in.
func openIDToken(kind auth.SecretKind, key string, sealed []byte) (string, error) {
	secret, err := auth.ParseSecret(kind, key)
	if err != nil {
		return "", err
	}
	sealer, err := idTokenSealer(secret.Reveal())
	if err != nil {
		return "", err
	}
	token, err := sealer.Open(nil, nil, sealed, nil)
	return string(token), err
}
