package users

import (
	"context"
	"time"

	"holdover/internal/base/iterutil"
	"holdover/internal/storage/userstore"
)

// EventKind is the kind of an event in a user's log of sign-ins.
type EventKind string

// The kinds of events. They are stored.
const (
	SignedInByPassword            EventKind = "password"
	SignedInByApp                 EventKind = "app"
	SignedInByRecovery            EventKind = "recovery"
	SignedInByProvider            EventKind = "provider"
	SignedInByProviderAndApp      EventKind = "provider-app" // with a second step here
	SignedInByProviderAndRecovery EventKind = "provider-recovery"
	Confirmed                     EventKind = "confirmed" // by a user that a proxy signs in
	IdentityLinked                EventKind = "identity-linked"
	IdentityUnlinked              EventKind = "identity-unlinked"
	SignedInByPasskey             EventKind = "passkey"
	PasskeyAdded                  EventKind = "passkey-added"
	PasskeyRemoved                EventKind = "passkey-removed"
	PasskeyCopied                 EventKind = "passkey-copied" // refused: its sign count went back
	CodesRefused                  EventKind = "codes-refused"  // the right password, then wrong codes
	PasswordChanged               EventKind = "password-changed"
	PasswordSet                   EventKind = "password-set" // by another user
	AppSetUp                      EventKind = "app-set-up"
	AppRemoved                    EventKind = "app-removed"
	CodesMade                     EventKind = "codes-made"
	FactorReset                   EventKind = "factor-reset" // by another user
)

// Event is a sign-in of a user, or a change of the ways to sign in.
type Event struct {
	At      time.Time
	Kind    EventKind
	Actor   string // another user that made the change, or the command line; empty for the user
	Agent   string // the browser's User-Agent; may be empty
	Address string // may be empty
}

// SignInLog returns the latest events of the actor, newest first.
func (p *Service) SignInLog(ctx context.Context, who Actor) ([]Event, error) {
	if err := who.person(); err != nil {
		return nil, err
	}
	all, err := p.store.Events(ctx, userstore.UserNo(who.User))
	return iterutil.Map(all, func(e userstore.Event) Event {
		return Event{At: e.At, Kind: EventKind(e.Kind), Actor: e.Actor, Agent: e.Browser, Address: e.Address}
	}), err
}

// event returns an event of the user of a device.
func (p *Service) event(kind EventKind, d Device) userstore.Event {
	return userstore.Event{At: p.now(), Kind: string(kind), Browser: cut(d.Agent, mostAgent), Address: d.Address}
}

// eventBy returns an event that another user caused.
func (p *Service) eventBy(who Actor, kind EventKind) userstore.Event {
	return userstore.Event{At: p.now(), Kind: string(kind), Actor: who.Name}
}
