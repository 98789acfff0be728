package peoplestore

import (
	"context"
	"strconv"
	"strings"

	"holdover/internal/auth"
	"holdover/internal/database"
)

// Asked is a budget as somebody asks for it, to do something with it.
type Asked struct {
	ID      string // here or at the source, in any case of its letters
	ByID    bool   // the id at the source does not count
	User    UserNo
	Machine bool // the person at the machine asks, who owns every budget
	Scope   auth.Scope
	Right   auth.Right
	// No is the number of the budget that has the id here, where it is known: one that is
	// spread over several machines is then looked for on its own alone.
	No int64
}

// RoleIn is what a user is to a budget.
type RoleIn struct {
	Budget int64 // its number
	Role   auth.Role
}

// Admit is the first of the budgets that are theirs and that the id may mean, where
// their role in it and the scope include the right. Without it says why. The right has no
// say in which budget it is: what may be seen as one budget is never changed as another.
func (a *Asked) Admit(theirs []RoleIn) (RoleIn, error) {
	if len(theirs) == 0 {
		return RoleIn{}, auth.Allowed("", a.Scope, a.Right)
	}
	in := theirs[0]
	if err := auth.Allowed(in.Role, a.Scope, a.Right); err != nil {
		return RoleIn{}, err
	}
	return in, nil
}

// Theirs selects columns of the budgets that are theirs and that the id may mean,
// and after them the role: the one that has the id here first, then those of a plan that
// they own before those that were shared with them, then the last changed.
func (a *Asked) Theirs(columns string) (query string, args []any) {
	role, from := "s.role", a.shares()
	if a.Machine {
		role = "'" + string(auth.Owner) + "'"
	}
	return "SELECT " + columns + ", " + role + from + a.inOrder(), a.args()
}

// Admitted is what is true of the number of the budget that Admit would choose.
func (a *Asked) Admitted() (where string, args []any) {
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
func (a *Asked) enough() string {
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

func (a *Asked) shares() string {
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

// number is where args has the number.
func (a *Asked) number() string { return "$" + strconv.Itoa(len(a.args())) }

func (a *Asked) inOrder() string {
	others := ""
	if !a.Machine {
		others = " WHEN s.role = '" + string(auth.Owner) + "' THEN 1"
	}
	return " ORDER BY CASE WHEN b.id IN ($1, $2) THEN 0" + others + " ELSE 2 END, b.modified_at DESC, b.no"
}

func (a *Asked) args() []any {
	args := []any{a.ID, strings.ToLower(a.ID)}
	if !a.Machine {
		args = append(args, int64(a.User))
	}
	if a.No != 0 {
		args = append(args, a.No)
	}
	return args
}

// Place is where the next argument of a query goes that has some already.
func Place(args []any) string { return "$" + strconv.Itoa(len(args)+1) }

// RolesOn is what the one who asks is to each of the budgets that are theirs and
// that the id may mean.
func (a *Asked) RolesOn(q *database.Session) ([]RoleIn, error) {
	query, args := a.Theirs("b.no")
	return database.List(q, func(r database.Row) (in RoleIn, err error) { return in, r.Scan(&in.Budget, &in.Role) }, query, args...)
}

// Admit is the budget that somebody asks for, with their role. Faults: NotFound for a
// stranger's, Forbidden for a role or scope that does not include the right.
func (s *Store) Admit(ctx context.Context, asked Asked) (RoleIn, error) {
	return database.Read(ctx, s.db, func(q *database.Session) (RoleIn, error) {
		theirs, err := asked.RolesOn(q)
		if err != nil {
			return RoleIn{}, err
		}
		return asked.Admit(theirs)
	})
}
