package store

import (
	"context"
	"database/sql"
	"time"

	"holdover/internal/auth"
	"holdover/internal/fault"
)

// User is a person who can sign in.
type User struct {
	No       UserNo
	ID       string // a UUID, for programs
	Name     string
	Password string // the hash that auth.HashPassword gave
	Admin    bool   // may add, change and remove users: the first user alone
	Created  time.Time
}

const selectUser = "SELECT no, id, name, password, admin, created_at FROM user_account"

func scanUser(r *sql.Rows) (u User, err error) {
	var created int64
	err = r.Scan(&u.No, &u.ID, &u.Name, &u.Password, &u.Admin, &created)
	u.Created = time.UnixMilli(created).UTC()
	return u, err
}

// Users are all users, in the order in which they came.
func (s *Store) Users(ctx context.Context) (all []User, err error) {
	err = s.look(ctx, func(q *session) error {
		all, err = list(q, scanUser, selectUser+" ORDER BY no")
		return err
	})
	return all, err
}

// HasUsers says whether there is any user yet.
func (s *Store) HasUsers(ctx context.Context) (has bool, err error) {
	err = s.look(ctx, func(q *session) error {
		var no int64
		has, err = q.one("SELECT no FROM user_account LIMIT 1", nil, &no)
		return err
	})
	return has, err
}

// User is the user with a number.
func (s *Store) User(ctx context.Context, no UserNo) (User, error) {
	return s.user(ctx, selectUser+" WHERE no = $1", int64(no))
}

// UserByName is the user with a name, compared as auth.UserKey does.
func (s *Store) UserByName(ctx context.Context, name string) (User, error) {
	return s.user(ctx, selectUser+" WHERE name_key = $1", auth.UserKey(name))
}

func (s *Store) user(ctx context.Context, query string, arg any) (u User, err error) {
	err = s.look(ctx, func(q *session) error {
		found, err := list(q, scanUser, query, arg)
		if err == nil && len(found) == 0 {
			return noUser()
		}
		if err == nil {
			u = found[0]
		}
		return err
	})
	return u, err
}

func noUser() error { return fault.New(fault.NotFound, "there is no such user") }

// AddUser adds a user and gives it with its number. The first one becomes the
// admin and the owner of every budget that is there already. onlyFirst refuses
// with a Conflict when there is a user already.
func (s *Store) AddUser(ctx context.Context, u User, onlyFirst bool) (User, error) {
	err := s.change(ctx, func(q *session) error {
		var users, sameName int64
		if _, err := q.one("SELECT count(*), count(CASE WHEN name_key = $1 THEN 1 END) FROM user_account",
			[]any{auth.UserKey(u.Name)}, &users, &sameName); err != nil {
			return err
		}
		if onlyFirst && users > 0 {
			return fault.New(fault.Conflict, "somebody is the owner of this Holdover already").WithHint("sign in, or ask the owner to add you as a user")
		}
		if sameName > 0 {
			return fault.New(fault.Conflict, "there is a user %q already", u.Name).WithHint("choose another name")
		}
		u.Admin = users == 0
		if _, err := q.one(`INSERT INTO user_account (id, name, name_key, password, admin, created_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING no`,
			[]any{u.ID, u.Name, auth.UserKey(u.Name), u.Password, u.Admin, u.Created.UnixMilli()}, &u.No); err != nil {
			return err
		}
		return adopt(q)
	})
	return u, err
}

// SetPassword gives a user another password's hash and ends their sessions, but
// for the one whose digest is keep.
func (s *Store) SetPassword(ctx context.Context, no UserNo, hash string, keep auth.Digest) error {
	return s.change(ctx, func(q *session) error {
		changed, err := q.exec("UPDATE user_account SET password = $2 WHERE no = $1", int64(no), hash)
		if err == nil && changed == 0 {
			err = noUser()
		}
		if err != nil {
			return err
		}
		_, err = q.exec("DELETE FROM session WHERE user_no = $1 AND digest <> $2", int64(no), string(keep))
		return err
	})
}

// Rehash keeps another hash of the same password, unless the password has been
// changed since old was read.
func (s *Store) Rehash(ctx context.Context, no UserNo, old, hash string) error {
	return s.change(ctx, func(q *session) error {
		_, err := q.exec("UPDATE user_account SET password = $3 WHERE no = $1 AND password = $2", int64(no), old, hash)
		return err
	})
}

// RemoveUser removes a user with their sessions and tokens. Budgets that nobody
// else owns become the admin's, who cannot be removed.
func (s *Store) RemoveUser(ctx context.Context, no UserNo) error {
	return s.change(ctx, func(q *session) error {
		removed, err := q.exec("DELETE FROM user_account WHERE no = $1 AND NOT admin", int64(no))
		if err != nil {
			return err
		}
		if removed == 0 {
			return fault.New(fault.Conflict, "the owner of this Holdover cannot be removed")
		}
		for _, table := range []string{"session", "access_token", "share"} {
			if _, err := q.exec("DELETE FROM "+table+" WHERE user_no = $1", int64(no)); err != nil {
				return err
			}
		}
		if err := sweepOAuth(q); err != nil {
			return err
		}
		return adopt(q)
	})
}

// adopt makes the admin owner of every budget that has no owner.
func adopt(q *session) error {
	_, err := q.exec(`INSERT INTO share (budget, user_no, role)
		SELECT b.no, u.no, 'owner' FROM budget b, user_account u
		WHERE u.admin AND NOT EXISTS (SELECT 1 FROM share s WHERE s.budget = b.no AND s.role = 'owner')
		ON CONFLICT (budget, user_no) DO UPDATE SET role = excluded.role`)
	return err
}
