package auth

import "holdover/internal/base/apperr"

// Role is a user's role in one budget. The zero value is a stranger, which has no rights and cannot learn that the
// budget exists.
type Role string

// The roles, from the strongest to the weakest.
const (
	Owner  Role = "owner"
	Editor Role = "editor"
	Viewer Role = "viewer"
)

// Roles returns all roles.
func Roles() []Role { return []Role{Owner, Editor, Viewer} }

// ParseRole reads a role from a form or a command.
func ParseRole(s string) (Role, error) {
	switch r := Role(s); r {
	case Owner, Editor, Viewer:
		return r, nil
	}
	return "", apperr.New(apperr.Invalid, "%q is not a role", s).WithHint("choose owner, editor or viewer")
}

// Right is a kind of access to a budget.
type Right int

// The rights. Each needs the ones before it.
const (
	// See allows reading everything, downloading it and copying it into a new budget.
	See Right = iota + 1
	// Change allows everything that the journal records: rows, budgeted amounts, names, undo.
	Change
	// Manage allows changes to the budget as a whole: its name, its shares, and its deletion.
	Manage
)

// May reports whether the role includes the right.
func (r Role) May(right Right) bool {
	switch r {
	case Owner:
		return right >= See && right <= Manage
	case Editor:
		return right == See || right == Change
	case Viewer:
		return right == See
	}
	return false
}

// Scope limits the rights of a session or token. The zero value has none.
type Scope string

// The scopes. Requests of pages have Full; a token has the scope that was chosen when it was made.
const (
	Full     Scope = "full"
	ReadOnly Scope = "read-only"
)

// ParseScope reads a scope from a form, a command or a stored row.
func ParseScope(s string) (Scope, error) {
	switch sc := Scope(s); sc {
	case Full, ReadOnly:
		return sc, nil
	}
	return "", apperr.New(apperr.Invalid, "%q is not a scope", s).WithHint("choose full or read-only")
}

// May reports whether the scope includes the right.
func (s Scope) May(right Right) bool {
	return s == Full && right >= See && right <= Manage || s == ReadOnly && right == See
}

// Within reports whether other includes every right of s.
func (s Scope) Within(other Scope) bool {
	return s != "" && (s == other || s == ReadOnly && other == Full)
}

// UnauthorizedScope is the code of an error that is caused by the token's scope alone. The API has its own status for
// it (403.3, unauthorized_scope).
const UnauthorizedScope = "unauthorized_scope"

// Allowed returns nil if role and scope both include the right. Otherwise the error names the missing right and the
// user that can grant it. A stranger gets the same error as for a budget that does not exist.
func Allowed(role Role, scope Scope, right Right) error {
	switch {
	case !role.May(See):
		return apperr.New(apperr.NotFound, "budget not found")
	case !scope.May(right):
		return apperr.New(apperr.Forbidden, "the token may only read").WithID(UnauthorizedScope).
			WithHint("create a token with full access")
	case role.May(right):
		return nil
	case right == Manage:
		return apperr.New(apperr.Forbidden, "only an owner of this budget can do this").
			WithHint("ask an owner to do it, or to make you an owner")
	}
	return apperr.New(apperr.Forbidden, "you can look at this budget, but not change it").
		WithHint("ask an owner of the budget to make you an editor")
}
