package reminders

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/civil"
	"holdover/internal/model/auth"
	"holdover/internal/storage/push"
	"holdover/internal/storage/store"
	"holdover/internal/storage/userstore"
)

// Limits of one run. What exceeds them is done by the next runs.
const (
	budgetsOfRun  = 100
	messagesOfRun = 100
	changesOfRun  = 500 // of a budget; older ones are not attributed to a user
)

// dueFrom is the hour of the server's day from which due transactions are reported.
const dueFrom = 8

// retries are the pauses after failed attempts to send. After the last one the message is dropped.
var retries = []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour}

// recipient is a subscription with its user.
type recipient struct {
	userstore.PushSubscription
	who users.Actor
}

// RemindAll makes the reminders that follow from what has happened since the last call, and sends those that are due.
// Several processes may call it: each reminder is made once. A failure in one budget does not affect others.
func (rs *Reminders) RemindAll(ctx context.Context, now time.Time) error {
	return errors.Join(rs.makeReminders(ctx, now), rs.sendReminders(ctx, now))
}

func (rs *Reminders) makeReminders(ctx context.Context, now time.Time) error {
	active, err := rs.store.PushSubscriptions(ctx, rs.access.UserService.SessionCutoffs())
	if err != nil {
		return err
	}
	states, err := rs.store.PushStates(ctx)
	if err != nil {
		return err
	}
	budgets, recipients, err := rs.recipients(ctx, active)
	if err != nil {
		return err
	}
	done := 0
	for _, h := range budgets {
		before, stored := states[h.No]
		delete(states, h.No)
		bank, failed := rs.banks.StateOf(ctx, h.No)
		if failed != nil {
			return errors.Join(err, failed)
		}
		if stored && !isOutdated(before.State, h.Knowledge, &bank, now) || done == budgetsOfRun {
			continue
		}
		done++
		before.Budget = h.No
		err = errors.Join(err, rs.remindOf(ctx, before, &bank, recipients[h.No], now))
	}
	for no := range states {
		err = errors.Join(err, rs.store.DropPushState(ctx, no))
	}
	return err
}

// recipients returns the budgets that subscribed users see, and the subscriptions by budget.
func (rs *Reminders) recipients(ctx context.Context, active []userstore.PushSubscription) (budgets []store.Header, of map[int64][]recipient, err error) {
	of, seen := map[int64][]recipient{}, map[userstore.UserNo][]store.Header{}
	for _, p := range active {
		u := p.User
		who := users.Actor{User: int64(u.No), UserID: u.ID, Name: u.Name, Scope: auth.Full}
		if _, known := seen[u.No]; !known {
			if seen[u.No], err = rs.acceptedBudgets(ctx, who); err != nil {
				return nil, nil, err
			}
		}
		for _, h := range seen[u.No] {
			if len(of[h.No]) == 0 {
				budgets = append(budgets, h)
			}
			of[h.No] = append(of[h.No], recipient{p, who})
		}
	}
	return budgets, of, nil
}

func (rs *Reminders) acceptedBudgets(ctx context.Context, who users.Actor) ([]store.Header, error) {
	all, pending, err := rs.access.Headers(ctx, who, auth.See)
	return slices.DeleteFunc(all, func(h store.Header) bool { return slices.Contains(pending, h.No) }), err
}

// remindOf stores the next state of a budget with the messages for its recipients.
func (rs *Reminders) remindOf(ctx context.Context, before userstore.PushState, bank *budgetsession.BankState, to []recipient, now time.Time) error {
	var was *state
	if before.Version != 0 {
		was = &state{}
		if err := json.Unmarshal([]byte(before.State), was); err != nil {
			return err
		}
	}
	var messages []userstore.PushMessage
	err := rs.access.Store.ReadTx(ctx, before.Budget, func(v *store.ReadTx) error {
		n, err := newsOf(v, was, bank, now)
		if err != nil {
			return err
		}
		text, err := json.Marshal(n.is)
		before.State = string(text)
		for _, r := range to {
			for _, notice := range n.noticesFor(&r) {
				messages = append(messages, userstore.PushMessage{Subscription: r.PushSubscription, Body: string(encode(notice))})
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	_, err = rs.store.SavePushState(ctx, before, messages, now)
	return err
}

// sendReminders sends the messages that are due. A failed one is sent again later.
func (rs *Reminders) sendReminders(ctx context.Context, now time.Time) error {
	due, err := rs.store.DuePushMessages(ctx, rs.access.UserService.SessionCutoffs(), now, messagesOfRun)
	if err != nil || len(due) == 0 {
		return err
	}
	key, err := rs.store.PushKey(ctx, push.NewKey)
	if err != nil {
		return err
	}
	for i := range due {
		if err := rs.sendOne(ctx, key, &due[i], now); err != nil {
			return err
		}
	}
	return nil
}

func (rs *Reminders) sendOne(ctx context.Context, key userstore.PushKey, m *userstore.PushMessage, now time.Time) error {
	if !m.Allowed || m.Attempts >= len(retries) {
		return rs.store.DropPushMessage(ctx, m.No)
	}
	claimed, err := rs.store.ClaimPushMessage(ctx, m, now.Add(retries[m.Attempts]))
	if err != nil || !claimed {
		return err
	}
	err = rs.sender.Send(ctx, key, &m.Subscription, []byte(m.Body))
	switch {
	case errors.Is(err, push.ErrGone):
		err = rs.store.DropPushSubscription(ctx, m.Subscription.No)
		return errors.Join(err, rs.store.DropPushMessage(ctx, m.No))
	case err != nil:
		rs.access.Log.Info("a reminder could not be sent", "attempt", m.Attempts+1, "err", err)
		return ctx.Err()
	}
	return rs.store.DropPushMessage(ctx, m.No)
}

// isOutdated reports whether a stored state may differ from the present one.
func isOutdated(text string, knowledge int64, bank *budgetsession.BankState, now time.Time) bool {
	var s state
	return json.Unmarshal([]byte(text), &s) != nil || s.Change != knowledge || s.Day != dueDay(now) || !slices.Equal(s.Banks, bank.Attention)
}

// dueDay returns the last day whose due transactions are to be reported by now.
func dueDay(now time.Time) civil.Date {
	day := civil.DateOf(now)
	if now.Hour() < dueFrom {
		return day.AddDays(-1)
	}
	return day
}
