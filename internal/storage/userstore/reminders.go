package userstore

import (
	"context"
	"strings"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/storage/database"
)

// PushKey identifies this server to push services. Both parts are in base64url.
type PushKey struct{ Public, Private string }

// PushSubscription is a browser that gets reminders, as long as its session is active.
type PushSubscription struct {
	No       int64
	User     User
	Session  auth.Digest
	Endpoint string   // the address of the browser's push service
	P256dh   string   // the browser's public key, in base64url
	Auth     string   // the browser's secret, in base64url
	Origin   string   // the address of Holdover in the browser
	Kinds    []string // of reminders
	Amounts  bool     // reminders may contain amounts and names
	Created  time.Time
}

// PushState is the state of a budget up to which reminders were made. A state that is not stored has version 0.
type PushState struct {
	Budget  int64
	Version int64
	State   string
}

// PushMessage is a reminder to send. Several processes may find the same one; see ClaimPushMessage.
type PushMessage struct {
	No           int64
	Subscription PushSubscription
	Budget       int64
	Body         string
	Attempts     int
	// Allowed reports whether the subscription's session is active and its user has access to the budget.
	Allowed bool
}

// PushKey returns the server's key, and stores the offered one if the server has no key yet.
func (s *Store) PushKey(ctx context.Context, offered func() (PushKey, error)) (key PushKey, err error) {
	read := func(q *database.Session) (bool, error) {
		return q.One("SELECT public_key, private_key FROM push_key WHERE no = 1", nil, &key.Public, &key.Private)
	}
	found, err := database.Read(ctx, s.db, read)
	if found || err != nil {
		return key, err
	}
	if key, err = offered(); err != nil {
		return key, err
	}
	return key, s.db.ChangeQuietly(ctx, func(q *database.Session) error {
		if err := q.Run("INSERT INTO push_key (no, public_key, private_key) VALUES (1, $1, $2) ON CONFLICT (no) DO NOTHING", key.Public, key.Private); err != nil {
			return err
		}
		_, err := read(q) // another process may have stored its key first
		return err
	})
}

// SetPushSubscription stores the subscription of a session, in the place of an earlier one of the session or of the
// endpoint. Error: NotFound if the session has ended.
func (s *Store) SetPushSubscription(ctx context.Context, p PushSubscription) error {
	return s.db.Change(ctx, func(q *database.Session) error {
		// PostgreSQL locks the session's row, so that the session does not end before the commit.
		if err := q.ExecOr(database.Missing("session"), "UPDATE session SET seen_at = seen_at WHERE digest = $1 AND user_no = $2", string(p.Session), int64(p.User.No)); err != nil {
			return err
		}
		if err := q.Run("DELETE FROM push_subscription WHERE endpoint = $1 AND session <> $2", p.Endpoint, string(p.Session)); err != nil {
			return err
		}
		return q.Write(`INSERT INTO push_subscription (user_no, session, endpoint, p256dh, auth, origin, kinds, amounts, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (session) DO UPDATE SET endpoint = excluded.endpoint, p256dh = excluded.p256dh,
			auth = excluded.auth, origin = excluded.origin, kinds = excluded.kinds, amounts = excluded.amounts`,
			int64(p.User.No), string(p.Session), p.Endpoint, p.P256dh, p.Auth, p.Origin, strings.Join(p.Kinds, ","), p.Amounts, p.Created.UnixMilli())
	})
}

const pushColumns = "p.no, p.session, p.endpoint, p.p256dh, p.auth, p.origin, p.kinds, p.amounts, p.created_at"

// readPush scans a user with a subscription, and the columns selected after them.
func readPush(r database.Row, after ...any) (p PushSubscription, err error) {
	var kinds string
	var created int64
	p.User, err = readUser(r, append([]any{&p.No, &p.Session, &p.Endpoint, &p.P256dh, &p.Auth, &p.Origin, &kinds, &p.Amounts, &created}, after...)...)
	p.Created = time.UnixMilli(created).UTC()
	if kinds != "" {
		p.Kinds = strings.Split(kinds, ",")
	}
	return p, err
}

// activePush joins a subscription p with its user and its active session.
const activePush = ` FROM push_subscription p JOIN user_account u ON u.no = p.user_no
	JOIN session s ON s.digest = p.session AND s.user_no = p.user_no AND s.seen_at >= $1 AND s.created_at >= $2`

// PushSubscriptionOf returns the subscription of a session. Error: NotFound without one.
func (s *Store) PushSubscriptionOf(ctx context.Context, session auth.Digest, cutoffs SessionCutoffs) (PushSubscription, error) {
	return database.ReadFirst(ctx, s.db, NoReminders(), func(r database.Row) (PushSubscription, error) { return readPush(r) },
		"SELECT "+userColumns+", "+pushColumns+activePush+" WHERE p.session = $3", cutoffs.UsedSince.UnixMilli(), cutoffs.BegunSince.UnixMilli(), string(session))
}

// NoReminders returns the error for a session without subscription.
func NoReminders() *apperr.Error {
	return apperr.New(apperr.NotFound, "reminders are off on this device").WithHint("turn them on first")
}

// PushSubscriptions returns all active subscriptions, after it has deleted those whose session has ended.
func (s *Store) PushSubscriptions(ctx context.Context, cutoffs SessionCutoffs) (active []PushSubscription, err error) {
	used, begun := cutoffs.UsedSince.UnixMilli(), cutoffs.BegunSince.UnixMilli()
	active, err = database.ReadList(ctx, s.db, func(r database.Row) (PushSubscription, error) { return readPush(r) },
		"SELECT "+userColumns+", "+pushColumns+activePush+" ORDER BY p.no", used, begun)
	if err != nil {
		return nil, err
	}
	all, err := database.ReadFirst(ctx, s.db, database.Missing("count"), database.Only[int64], "SELECT count(*) FROM push_subscription")
	if err != nil || int(all) == len(active) {
		return active, err
	}
	return active, s.db.ExecQuietly(ctx, `DELETE FROM push_subscription WHERE NOT EXISTS (SELECT 1 FROM session s
		WHERE s.digest = push_subscription.session AND s.user_no = push_subscription.user_no AND s.seen_at >= $1 AND s.created_at >= $2)`, used, begun)
}

// EndPushSubscription deletes the subscription of a session, if there is one.
func (s *Store) EndPushSubscription(ctx context.Context, session auth.Digest) error {
	return s.db.Exec(ctx, "DELETE FROM push_subscription WHERE session = $1", string(session))
}

// DropPushSubscription deletes a subscription that its push service no longer knows.
func (s *Store) DropPushSubscription(ctx context.Context, no int64) error {
	return s.db.ExecQuietly(ctx, "DELETE FROM push_subscription WHERE no = $1", no)
}

// PushStates returns the stored states of all budgets, by number.
func (s *Store) PushStates(ctx context.Context) (map[int64]PushState, error) {
	all, err := database.ReadList(ctx, s.db, func(r database.Row) (p PushState, err error) { return p, r.Scan(&p.Budget, &p.Version, &p.State) },
		"SELECT of_budget, version, state FROM push_state")
	states := make(map[int64]PushState, len(all))
	for _, one := range all {
		states[one.Budget] = one
	}
	return states, err
}

// SavePushState stores the next version of a budget's state together with the messages that follow from it, and reports
// whether it did: only one process does for each version.
func (s *Store) SavePushState(ctx context.Context, next PushState, messages []PushMessage, now time.Time) (saved bool, err error) {
	err = s.db.ChangeQuietly(ctx, func(q *database.Session) error {
		query := "UPDATE push_state SET version = version + 1, state = $2 WHERE of_budget = $1 AND version = $3"
		if next.Version == 0 {
			query = "INSERT INTO push_state (of_budget, version, state) VALUES ($1, $3 + 1, $2) ON CONFLICT (of_budget) DO NOTHING"
		}
		wrote, err := q.Exec(query, next.Budget, next.State, next.Version)
		if saved = wrote > 0; err != nil || !saved {
			return err
		}
		for i := range messages {
			if err := q.Write("INSERT INTO push_message (subscription, of_budget, body, attempts, next_at) VALUES ($1, $2, $3, 0, $4)",
				messages[i].Subscription.No, next.Budget, messages[i].Body, now.UnixMilli()); err != nil {
				return err
			}
		}
		return nil
	})
	return saved, err
}

// DropPushState deletes the state of a budget of which no user gets reminders.
func (s *Store) DropPushState(ctx context.Context, no int64) error {
	return s.db.ExecQuietly(ctx, "DELETE FROM push_state WHERE of_budget = $1", no)
}

// DuePushMessages returns the messages to send by now, oldest first, at most limit.
func (s *Store) DuePushMessages(ctx context.Context, cutoffs SessionCutoffs, now time.Time, limit int) ([]PushMessage, error) {
	due, err := database.ReadList(ctx, s.db, func(r database.Row) (m PushMessage, err error) {
		return m, r.Scan(&m.No, &m.Subscription.No, &m.Budget, &m.Body, &m.Attempts)
	}, "SELECT no, subscription, of_budget, body, attempts FROM push_message WHERE next_at <= $1 ORDER BY next_at, no LIMIT CAST($2 AS BIGINT)", now.UnixMilli(), int64(limit))
	if err != nil || len(due) == 0 {
		return due, err
	}
	active, err := s.PushSubscriptions(ctx, cutoffs)
	if err != nil {
		return nil, err
	}
	for i := range due {
		m := &due[i]
		for j := range active {
			if active[j].No != m.Subscription.No {
				continue
			}
			m.Subscription = active[j]
			if m.Allowed, err = s.mayGetReminders(ctx, active[j].User.No, m.Budget); err != nil {
				return nil, err
			}
		}
	}
	return due, nil
}

// mayGetReminders reports whether a user has access to a budget and has accepted its share.
func (s *Store) mayGetReminders(ctx context.Context, user UserNo, no int64) (bool, error) {
	return database.Read(ctx, s.db, func(q *database.Session) (bool, error) {
		return q.One("SELECT user_no FROM share WHERE budget = $1 AND user_no = $2 AND pending = $3", []any{no, int64(user), accepted}, new(int64))
	})
}

// ClaimPushMessage reports whether the caller may send a message now: one process may, and none before next.
func (s *Store) ClaimPushMessage(ctx context.Context, m *PushMessage, next time.Time) (claimed bool, err error) {
	err = s.db.ChangeQuietly(ctx, func(q *database.Session) error {
		wrote, err := q.Exec("UPDATE push_message SET attempts = attempts + 1, next_at = $3 WHERE no = $1 AND attempts = $2", m.No, m.Attempts, next.UnixMilli())
		claimed = wrote > 0
		return err
	})
	return claimed, err
}

// DropPushMessage deletes a message that was sent, or that is not to be sent.
func (s *Store) DropPushMessage(ctx context.Context, no int64) error {
	return s.db.ExecQuietly(ctx, "DELETE FROM push_message WHERE no = $1", no)
}
