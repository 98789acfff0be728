package app

import (
	"context"

	"holdover/internal/app/desk"
	"holdover/internal/budget"
	"holdover/internal/fault"
)

// AddPayee adds a payee of a new name and gives its id. Faults: Invalid, Conflict
// where there is one of the name.
func (a *App) AddPayee(ctx context.Context, who Actor, id, name string) (done Done, payee string, err error) {
	done, err = a.change(ctx, who, id, "add-payee", func(e *editing) error {
		name, err := desk.PayeeName(name)
		if err != nil {
			return err
		}
		if reservedPayee(name) {
			return payeeReserved(name)
		}
		other, err := e.PayeeWithName(name)
		if err != nil {
			return err
		}
		if other.No != 0 {
			return fault.New(fault.Conflict, "there is already a payee %q", other.Name).AtField("name").WithHint("choose another name")
		}
		made := budget.Payee{ID: newID(), Name: name}
		payee = made.ID
		e.Say("Added the payee %s", name)
		return e.PutPayee(&made)
	})
	return done, payee, err
}
