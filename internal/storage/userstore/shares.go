package userstore

import (
	"context"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/storage/database"
)

// Share is a user's role in a budget.
type Share struct {
	User UserNo
	Name string // of the user
	Role auth.Role
}

// RolesOf returns a user's roles by the number of the budget, and the numbers of the budgets whose share the user has
// not accepted yet.
func (s *Store) RolesOf(ctx context.Context, user UserNo) (roles map[int64]auth.Role, unaccepted []int64, err error) {
	roles = map[int64]auth.Role{}
	err = s.db.Once(ctx, func(q *database.Session) error {
		return q.Each("SELECT budget, role, pending FROM share WHERE user_no = $1", []any{int64(user)}, func(r database.Row) error {
			var no, state int64
			var role auth.Role
			if err := r.Scan(&no, &role, &state); err != nil {
				return err
			}
			roles[no] = role
			if state == pending {
				unaccepted = append(unaccepted, no)
			}
			return nil
		})
	})
	return roles, unaccepted, err
}

// BudgetsOf returns the ids of the budgets to which a user has access.
func (s *Store) BudgetsOf(ctx context.Context, user UserNo) ([]string, error) {
	return database.ReadList(ctx, s.db, database.Only[string],
		"SELECT b.id FROM share s JOIN budget b ON b.no = s.budget WHERE s.user_no = $1 ORDER BY b.no", int64(user))
}

// Shares lists the users with a role in a budget, by name.
func (s *Store) Shares(ctx context.Context, no int64) ([]Share, error) {
	return database.ReadList(ctx, s.db, func(r database.Row) (sh Share, err error) { return sh, r.Scan(&sh.User, &sh.Name, &sh.Role) },
		"SELECT u.no, u.name, s.role FROM share s JOIN user_account u ON u.no = s.user_no WHERE s.budget = $1 ORDER BY u.name_key", no)
}

// AcceptShare notes that a user has accepted the share of a budget.
func (s *Store) AcceptShare(ctx context.Context, no int64, user UserNo) error {
	return s.db.Exec(ctx, "UPDATE share SET pending = 0 WHERE budget = $1 AND user_no = $2", no, int64(user))
}

// SetShare sets a user's role in a budget; the zero role removes the share. A new share is pending until the user
// accepts it. Error: Conflict if the budget would have no owner.
func (s *Store) SetShare(ctx context.Context, no int64, user UserNo, role auth.Role) error {
	return s.db.Change(ctx, func(q *database.Session) error {
		if err := lockOwners(q); err != nil {
			return err
		}
		// Locks the budget so that it cannot be deleted concurrently.
		if err := q.ExecOr(database.Missing("budget"), "UPDATE budget SET modified_at = modified_at WHERE no = $1", no); err != nil {
			return err
		}
		if err := putShare(q, no, user, role, pending); err != nil {
			return err
		}
		var owners int64
		if _, err := q.One("SELECT count(*) FROM share s JOIN user_account u ON u.no = s.user_no WHERE s.budget = $1 AND s.role = 'owner'", []any{no}, &owners); err != nil {
			return err
		}
		if owners == 0 {
			return apperr.New(apperr.Conflict, "a budget needs an owner").WithHint("make another user an owner first")
		}
		return nil
	})
}

// The states of a new share.
const (
	accepted = 0
	pending  = 1
)

func putShare(q *database.Session, no int64, user UserNo, role auth.Role, state int) error {
	if role == "" {
		return q.Run("DELETE FROM share WHERE budget = $1 AND user_no = $2", no, int64(user))
	}
	return q.ExecOr(noUser(), `INSERT INTO share (budget, user_no, role, pending) SELECT CAST($1 AS BIGINT), no, $3, CAST($4 AS SMALLINT) FROM user_account WHERE no = $2
		ON CONFLICT (budget, user_no) DO UPDATE SET role = excluded.role`, no, int64(user), string(role), state)
}

// SetOwner sets the owner of a new budget: by default the admin, or none until there is a user.
func SetOwner(q *database.Session, no int64, owner UserNo) error {
	if err := lockOwners(q); err != nil {
		return err
	}
	if owner == 0 {
		return adopt(q)
	}
	return putShare(q, no, owner, auth.Owner, accepted)
}
