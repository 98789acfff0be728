package userstore

import (
	"context"
	"strconv"
	"strings"

	"holdover/internal/model/auth"
	"holdover/internal/storage/database"
)

// AccessRequest is a request for access to a budget.
type AccessRequest struct {
	ID      string // here or at the source, in any case of its letters
	ByID    bool   // the id at the source does not count
	User    UserNo
	Machine bool // the command line, which owns every budget
	Scope   auth.Scope
	Right   auth.Right
	// No is the number of the budget with this id, if known: a budget in a distributed database is then looked up on
	// its own node.
	No int64
}

// RoleIn is a user's role in a budget.
type RoleIn struct {
	Budget int64 // its number
	Role   auth.Role
}

// Admit returns the first of the user's budgets that the id may mean, if the role in it and the scope include the
// right, and otherwise an error. The right does not affect which budget it is, so that a budget that may be read
// cannot be confused with another that is changed.
func (a *AccessRequest) Admit(theirs []RoleIn) (RoleIn, error) {
	if len(theirs) == 0 {
		return RoleIn{}, auth.Allowed("", a.Scope, a.Right)
	}
	in := theirs[0]
	if err := auth.Allowed(in.Role, a.Scope, a.Right); err != nil {
		return RoleIn{}, err
	}
	return in, nil
}

// Theirs returns a query for columns of the user's budgets that the id may mean, followed by the role: first the
// budget with that id here, then the user's own budgets of that plan, then shared ones, each by last change.
func (a *AccessRequest) Theirs(columns string) (query string, args []any) {
	role, from := "s.role", a.shares()
	if a.Machine {
		role = "'" + string(auth.Owner) + "'"
	}
	return "SELECT " + columns + ", " + role + from + a.inOrder(), a.args()
}

// Admitted returns the condition on the number of the budget that Admit would choose.
func (a *AccessRequest) Admitted() (where string, args []any) {
	first := "SELECT b.no" + a.shares() + a.inOrder() + " LIMIT 1"
	if !a.Machine {
		first = "SELECT f.no FROM (SELECT b.no, s.role" + a.shares() + a.inOrder() + " LIMIT 1) f WHERE f.role IN (" + a.enough() + ")"
	}
	where = "no = (" + first + ")"
	if a.No != 0 {
		where = "no = " + a.number() + " AND " + where
	}
	return where, a.args()
}

// enough lists the roles that include the right.
func (a *AccessRequest) enough() string {
	var enough []string
	for _, role := range auth.Roles() {
		if auth.Allowed(role, a.Scope, a.Right) == nil {
			enough = append(enough, "'"+string(role)+"'")
		}
	}
	if len(enough) == 0 {
		return "NULL"
	}
	return strings.Join(enough, ", ")
}

func (a *AccessRequest) shares() string {
	join := ""
	if !a.Machine {
		join = " JOIN share s ON s.budget = b.no AND s.user_no = $3"
	}
	where := " WHERE (b.id IN ($1, $2) OR b.source_id IN ($1, $2))"
	switch {
	case a.No != 0:
		where = " WHERE b.no = " + a.number() + " AND b.id IN ($1, $2)"
	case a.ByID:
		where = " WHERE b.id IN ($1, $2)"
	}
	return " FROM budget b" + join + where
}

// number returns the placeholder of the budget's number in the arguments.
func (a *AccessRequest) number() string { return "$" + strconv.Itoa(len(a.args())) }

func (a *AccessRequest) inOrder() string {
	others := ""
	if !a.Machine {
		others = " WHEN s.role = '" + string(auth.Owner) + "' THEN 1"
	}
	return " ORDER BY CASE WHEN b.id IN ($1, $2) THEN 0" + others + " ELSE 2 END, b.modified_at DESC, b.no"
}

func (a *AccessRequest) args() []any {
	args := []any{a.ID, strings.ToLower(a.ID)}
	if !a.Machine {
		args = append(args, int64(a.User))
	}
	if a.No != 0 {
		args = append(args, a.No)
	}
	return args
}

// Place returns the placeholder of the next argument of a query.
func Place(args []any) string { return "$" + strconv.Itoa(len(args)+1) }

// RolesOn returns the user's role in each of the budgets that the id may mean.
func (a *AccessRequest) RolesOn(q *database.Session) ([]RoleIn, error) {
	query, args := a.Theirs("b.no")
	return database.List(q, func(r database.Row) (in RoleIn, err error) { return in, r.Scan(&in.Budget, &in.Role) }, query, args...)
}

// Admit returns the requested budget with the user's role. It returns a NotFound error for a budget of others, and
// Forbidden if role or scope do not include the right.
func (s *Store) Admit(ctx context.Context, asked AccessRequest) (RoleIn, error) {
	return database.Read(ctx, s.db, func(q *database.Session) (RoleIn, error) {
		theirs, err := asked.RolesOn(q)
		if err != nil {
			return RoleIn{}, err
		}
		return asked.Admit(theirs)
	})
}
