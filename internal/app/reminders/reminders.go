// Package reminders sends reminders to the devices of users: scheduled transactions are due, another user has overspent a
// category, transactions wait for approval, a connection to a bank needs attention. Reminders are off until a user turns them on in a browser, and end with the
// browser's session. Package app embeds Reminders, so that its methods belong to the application.
//
// Start with Reminders, then job.go.
package reminders

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"holdover/internal/app/banks"
	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/storage/push"
	"holdover/internal/storage/userstore"
)

// Kind is a kind of reminder. Its values are stored.
type Kind string

// The kinds.
const (
	Due       Kind = "due"       // scheduled transactions are due
	Overspent Kind = "overspent" // a category was overspent by another user
	Approve   Kind = "approve"   // transactions wait for approval
	Bank      Kind = "bank"      // a connection to a bank needs attention
)

// Kinds lists all kinds, in display order.
var Kinds = []Kind{Due, Overspent, Approve, Bank}

// Reminders contains the operations on the subscriptions of browsers.
type Reminders struct {
	access *budgetsession.Access
	banks  *banks.Banks
	store  *userstore.Store
	sender *push.Sender
}

// New returns the operations. They send by sender.
func New(a *budgetsession.Access, b *banks.Banks, sender *push.Sender) *Reminders {
	return &Reminders{a, b, userstore.On(a.Store.DB()), sender}
}

// SendBy makes all reminders use another sender. It is for tests with a push service that has no public address.
func (rs *Reminders) SendBy(s *push.Sender) { rs.sender = s }

// Subscription is what a user chose in one browser.
type Subscription struct {
	Kinds   []Kind
	Amounts bool // reminders may contain amounts and names
}

// Browser is a browser's push service with the browser's keys, as its Push API returns them, and the address of Holdover in
// the browser.
type Browser struct{ Endpoint, P256dh, Auth, Origin string }

// PushKey returns the key of this server that browsers need to subscribe. It is made at the first call.
func (rs *Reminders) PushKey(ctx context.Context, who users.Actor) (string, error) {
	if err := requireUser(who); err != nil {
		return "", err
	}
	key, err := rs.store.PushKey(ctx, push.NewKey)
	return key.Public, err
}

// RemindersOf returns the subscription of the browser with a session. Error: NotFound without one.
func (rs *Reminders) RemindersOf(ctx context.Context, who users.Actor, session string) (Subscription, error) {
	p, err := rs.of(ctx, who, session)
	s := Subscription{Amounts: p.Amounts}
	for _, kind := range p.Kinds {
		s.Kinds = append(s.Kinds, Kind(kind))
	}
	return s, err
}

func (rs *Reminders) of(ctx context.Context, who users.Actor, session string) (userstore.PushSubscription, error) {
	if err := requireUser(who); err != nil {
		return userstore.PushSubscription{}, err
	}
	p, err := rs.store.PushSubscriptionOf(ctx, users.SessionDigest(session), rs.access.UserService.SessionCutoffs())
	if err == nil && int64(p.User.No) != who.User {
		err = userstore.NoReminders()
	}
	return p, err
}

// TurnOnReminders stores what a user chose in the browser with a session, in place of an earlier choice. A zero Browser is
// the one of the earlier choice.
func (rs *Reminders) TurnOnReminders(ctx context.Context, who users.Actor, session string, in Browser, chosen Subscription) error {
	if err := requireUser(who); err != nil {
		return err
	}
	p := userstore.PushSubscription{Endpoint: in.Endpoint, P256dh: in.P256dh, Auth: in.Auth, Origin: in.Origin}
	if in == (Browser{Origin: in.Origin}) {
		known, err := rs.of(ctx, who, session)
		if err != nil {
			return err
		}
		p = known
	}
	if err := push.Check(&p); err != nil {
		return err
	}
	p.Kinds = nil
	for _, kind := range Kinds {
		if slices.Contains(chosen.Kinds, kind) {
			p.Kinds = append(p.Kinds, string(kind))
		}
	}
	if len(p.Kinds) == 0 {
		return apperr.New(apperr.Invalid, "no kind of reminder is selected").AtField("kind").WithHint("select at least one, or turn reminders off")
	}
	p.User.No, p.Session, p.Amounts, p.Created = userstore.UserNo(who.User), users.SessionDigest(session), chosen.Amounts, rs.access.Now()
	return rs.store.SetPushSubscription(ctx, p)
}

// TurnOffReminders ends the subscription of the browser with a session, if there is one.
func (rs *Reminders) TurnOffReminders(ctx context.Context, who users.Actor, session string) error {
	if _, err := rs.of(ctx, who, session); err != nil {
		if apperr.KindOf(err) == apperr.NotFound {
			return nil
		}
		return err
	}
	return rs.store.EndPushSubscription(ctx, users.SessionDigest(session))
}

// SendTestReminder sends a reminder without content to the browser with a session. Errors: NotFound if it has none or if
// its push service does not know it any more, Unavailable if the push service cannot be reached.
func (rs *Reminders) SendTestReminder(ctx context.Context, who users.Actor, session string) error {
	p, err := rs.of(ctx, who, session)
	if err != nil {
		return err
	}
	key, err := rs.store.PushKey(ctx, push.NewKey)
	if err != nil {
		return err
	}
	err = rs.sender.Send(ctx, key, &p, encode(Notice{Title: "Holdover", Body: "Reminders reach this device.", URL: "/settings#h-reminders", Tag: "test"}))
	return rs.afterSending(ctx, &p, err)
}

// afterSending deletes a subscription that has ended, and returns the error for users.
func (rs *Reminders) afterSending(ctx context.Context, p *userstore.PushSubscription, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, push.ErrGone):
		if err := rs.store.DropPushSubscription(ctx, p.No); err != nil {
			return err
		}
		return apperr.New(apperr.NotFound, "this browser no longer accepts reminders").WithCause(err).WithHint("turn them on again")
	}
	return apperr.New(apperr.Unavailable, "the push service of this browser cannot be reached").WithCause(err).WithHint("check that the server has access to the internet, and try again")
}

// Notice is what a device shows. Its type in the browser is in internal/surface/web/offline/scripts/push.ts.
type Notice struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	URL   string `json:"url"`
	Tag   string `json:"tag"`             // a later notice with the tag replaces it
	Badge *int   `json:"badge,omitempty"` // the number of transactions to approve
}

func encode(n Notice) []byte {
	text, _ := json.Marshal(n) // texts and numbers can always be written
	return text
}

// requireUser refuses actors other than a signed-in user of a page.
func requireUser(who users.Actor) error {
	if err := who.RequireSignedIn(); err != nil {
		return err
	}
	if who.User == 0 || who.Token != "" || who.Scope != auth.Full {
		return apperr.New(apperr.Forbidden, "reminders belong to a signed-in browser").WithHint("sign in to Holdover")
	}
	return nil
}
