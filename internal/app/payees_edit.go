package app

import (
	"context"

	"holdover/internal/app/desk"
	"holdover/internal/budget"
	"holdover/internal/fault"
	"holdover/internal/store"
	"holdover/internal/words"
)

// RenamePayee gives a payee another name, which no other payee may have.
// Faults: Invalid, Conflict where the name is taken.
func (a *App) RenamePayee(ctx context.Context, who Actor, id, payee, name string) (Done, error) {
	return a.payee(ctx, who, id, "rename-payee", payee, func(e *editing, p *budget.Payee) error {
		name, err := desk.PayeeName(name)
		if err != nil {
			return err
		}
		other, err := e.PayeeWithName(name)
		if err != nil {
			return err
		}
		if other.No != 0 && other.No != p.No {
			return fault.New(fault.Conflict, "there is already a payee %q", other.Name).WithHint("merge the two, or choose another name")
		}
		e.Say("Renamed the payee %s to %s", p.Name, name)
		p.Name = name
		return e.PutPayee(p)
	})
}

// MergePayees gives all rows, schedules and places of some payees to another,
// and deletes them.
func (a *App) MergePayees(ctx context.Context, who Actor, id, into string, from []string) (Done, error) {
	return a.payee(ctx, who, id, "merge-payees", into, func(e *editing, to *budget.Payee) error {
		if len(from) == 0 {
			return fault.New(fault.Invalid, "no payee is chosen that would become %s", to.Name).WithHint("choose at least one")
		}
		for _, one := range from {
			p, err := e.ordinaryPayee(one)
			if err != nil {
				return err
			}
			if p.No == to.No {
				return fault.New(fault.Invalid, "the payee %q cannot be merged into itself", p.Name).WithHint("choose another one")
			}
			if err := e.MovePayee(p.No, to.No); err != nil {
				return err
			}
			if err := e.DeletePayee(p.No); err != nil {
				return err
			}
		}
		e.Say("Merged %s into %s", words.Number(len(from), "payee", "payees"), to.Name)
		return nil
	})
}

// DeletePayees deletes payees. Their rows and schedules stay, without payee.
func (a *App) DeletePayees(ctx context.Context, who Actor, id string, payees []string) (Done, error) {
	return a.change(ctx, who, id, "delete-payees", func(e *editing) error {
		if len(payees) == 0 {
			return fault.New(fault.Invalid, "no payee is chosen").WithHint("choose at least one")
		}
		rows, text := 0, words.Number(len(payees), "payee", "payees")
		for _, one := range payees {
			p, err := e.ordinaryPayee(one)
			if err != nil {
				return err
			}
			had, err := e.forgetPayee(p.No)
			if err != nil {
				return err
			}
			if rows += had; len(payees) == 1 {
				text = "the payee " + p.Name
			}
		}
		e.Say("Deleted %s of %s", text, words.Number(rows, "transaction", "transactions"))
		return nil
	})
}

// DeleteUnusedPayees deletes all payees that no row and no schedule names.
func (a *App) DeleteUnusedPayees(ctx context.Context, who Actor, id string) (Done, error) {
	return a.change(ctx, who, id, "delete-unused-payees", func(e *editing) error {
		all, err := usedPayees(&e.View)
		if err != nil {
			return err
		}
		places, err := e.Locations()
		if err != nil {
			return err
		}
		gone := 0
		for i := range all {
			if all[i].Account != "" || !all[i].Unused() {
				continue
			}
			gone++
			if err := e.dropPayee(all[i].no, places); err != nil {
				return err
			}
		}
		e.Say("Deleted %s", words.Number(gone, "unused payee", "unused payees"))
		return nil
	})
}

// forgetPayee takes a payee from rows and schedules, deletes it, and says how
// many rows it had.
func (e *editing) forgetPayee(no budget.PayeeNo) (int, error) {
	var rows []budget.Transaction
	for t, err := range e.Transactions(store.Filter{Payee: no}) {
		if err != nil {
			return 0, err
		}
		rows = append(rows, t)
	}
	for i := range rows {
		forget(no, &rows[i].Payee, rows[i].Parts)
		if err := e.PutTransaction(&rows[i]); err != nil {
			return 0, err
		}
	}
	scheduled, err := e.Scheduled()
	if err != nil {
		return 0, err
	}
	for i := range scheduled {
		forget(no, &scheduled[i].Payee, scheduled[i].Parts)
		if err := e.PutScheduled(&scheduled[i]); err != nil {
			return 0, err
		}
	}
	if err := e.forgetInRules(no); err != nil {
		return 0, err
	}
	places, err := e.Locations()
	if err != nil {
		return 0, err
	}
	return len(rows), e.dropPayee(no, places)
}

// forgetInRules takes a payee from the rules that set it. One that sets nothing
// else goes.
func (e *editing) forgetInRules(no budget.PayeeNo) error {
	all, err := e.Rules()
	for i := range all {
		r := &all[i]
		if err != nil || r.Then.Payee != no {
			continue
		}
		if r.Then.Payee = 0; r.Then.Empty() {
			err = e.DeleteRule(r.No)
		} else {
			err = e.PutRule(r)
		}
	}
	return err
}

// dropPayee deletes a payee that nothing names, with its places.
func (e *editing) dropPayee(no budget.PayeeNo, places []budget.Location) error {
	if err := e.dropPlaces(no, places); err != nil {
		return err
	}
	return e.DeletePayee(no)
}

func (e *editing) dropPlaces(of budget.PayeeNo, among []budget.Location) error {
	for _, l := range among {
		if l.Payee != of {
			continue
		}
		if err := e.DeleteLocation(l.No); err != nil {
			return err
		}
	}
	return nil
}

func forget(no budget.PayeeNo, payee *budget.PayeeNo, parts []budget.Part) {
	if *payee == no {
		*payee = 0
	}
	for i := range parts {
		if parts[i].Payee == no {
			parts[i].Payee = 0
		}
	}
}

// payee is change with a payee at hand.
func (a *App) payee(ctx context.Context, who Actor, id, action, payee string, do func(*editing, *budget.Payee) error) (Done, error) {
	return a.change(ctx, who, id, action, func(e *editing) error {
		p, err := e.ordinaryPayee(payee)
		if err != nil {
			return err
		}
		return do(e, &p)
	})
}

func noPayee() error {
	return fault.New(fault.NotFound, "there is no such payee any more").WithHint("it may have been merged or deleted meanwhile")
}

// ordinaryPayee is a payee that stands for no account.
func (e *editing) ordinaryPayee(id string) (budget.Payee, error) {
	p, err := e.PayeeByID(id)
	if err == nil && p.TransferAccount != 0 {
		err = fault.New(fault.Invalid, "the payee %q stands for an account", p.Name).WithHint("rename the account and it follows")
	}
	return p, err
}

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
		made := budget.Payee{ID: desk.NewID(), Name: name}
		payee = made.ID
		e.Say("Added the payee %s", name)
		return e.PutPayee(&made)
	})
	return done, payee, err
}
