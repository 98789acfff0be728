package ui

import (
	"context"

	"holdover/internal/app"
)

// Most changes are a method of app that takes what some fields of the form say, as they are.

// By is the change that a method makes of what a field says.
func By(do func(*app.App, context.Context, app.Actor, string, string) (app.Done, error), field string) Change {
	return func(r *Request) (app.Done, error) { return do(r.App, r.Context(), r.Actor, r.BudgetID, r.Get(field)) }
}

// ByTwo is By with two fields.
func ByTwo(do func(*app.App, context.Context, app.Actor, string, string, string) (app.Done, error), field, other string) Change {
	return func(r *Request) (app.Done, error) {
		return do(r.App, r.Context(), r.Actor, r.BudgetID, r.Get(field), r.Get(other))
	}
}

// With is the change that do makes of what is read of the form first.
func With[T any](read func(*Request) (T, error), do func(*Request, T) (app.Done, error)) Change {
	return func(r *Request) (app.Done, error) {
		said, err := read(r)
		if err != nil {
			return app.Done{}, err
		}
		return do(r, said)
	}
}

// BySwitch is By with a field that is "1" for yes.
func BySwitch(do func(*app.App, context.Context, app.Actor, string, string, bool) (app.Done, error), field, yes string) Change {
	return func(r *Request) (app.Done, error) {
		return do(r.App, r.Context(), r.Actor, r.BudgetID, r.Get(field), r.Get(yes) == "1")
	}
}
