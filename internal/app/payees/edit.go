package payees

import (
	"cmp"
	"context"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
)

// RenamePayee renames a payee. It returns an Invalid error, and Conflict if another payee has the name.
func (ps *Payees) RenamePayee(ctx context.Context, who users.Actor, id, payee, name string) (budgetsession.ChangeResult, error) {
	return ps.payee(ctx, who, id, "rename-payee", payee, func(e *budgetsession.ChangeTx, p *budget.Payee) error {
		if err := rename(e, p, name); err != nil {
			return err
		}
		return e.Put(p)
	})
}

// rename changes the name of a payee, which the caller writes.
func rename(e *budgetsession.ChangeTx, p *budget.Payee, name string) error {
	name, err := budgetsession.PayeeName(name)
	if err != nil {
		return err
	}
	if budget.NameKey(name) != budget.NameKey(p.Name) { // an older one may have such a name
		if err := cmp.Or(NotReserved(name), budgetsession.NoTransfer(name)); err != nil {
			return err
		}
	}
	other, err := e.PayeeWithName(name)
	if err != nil {
		return err
	}
	if other.No != 0 && other.No != p.No {
		return apperr.New(apperr.Conflict, "there is already a payee %q", other.Name).WithHint("merge the two, or choose another name")
	}
	e.Say("Renamed the payee %s to %s", p.Name, name)
	p.Name = name
	return nil
}

// MergePayees moves all rows, schedules and places of some payees to another, and deletes them. Saved filters and
// reports follow. The payee is a favourite afterwards if one of them was, and its learning is off if one's was. It
// stays hidden or visible.
func (ps *Payees) MergePayees(ctx context.Context, who users.Actor, id, into string, from []string) (budgetsession.ChangeResult, error) {
	return ps.payee(ctx, who, id, "merge-payees", into, func(e *budgetsession.ChangeTx, to *budget.Payee) error {
		if len(from) == 0 {
			return apperr.New(apperr.Invalid, "no payee is selected to merge into %s", to.Name).WithHint("select at least one")
		}
		merged := *to
		var gone []string
		for _, one := range from {
			p, err := ordinaryPayee(&e.ReadTx, one)
			if err != nil {
				return err
			}
			if p.No == to.No {
				return apperr.New(apperr.Invalid, "the payee %q cannot be merged into itself", p.Name).WithHint("choose another one")
			}
			if err := e.MovePayee(p.No, to.No); err != nil {
				return err
			}
			if err := e.Remove(&p); err != nil {
				return err
			}
			gone = append(gone, p.ID)
			merged.Favourite, merged.LearningOff = merged.Favourite || p.Favourite, merged.LearningOff || p.LearningOff
		}
		if marksOf(&merged) != marksOf(to) {
			if err := e.Put(&merged); err != nil {
				return err
			}
		}
		if err := followInKept(e, to.ID, gone); err != nil {
			return err
		}
		e.Say("Merged %s into %s", humanize.Number(len(from), "payee", "payees"), to.Name)
		return nil
	})
}

// DeletePayees deletes payees. Their rows and schedules stay, without payee.
func (ps *Payees) DeletePayees(ctx context.Context, who users.Actor, id string, payees []string) (budgetsession.ChangeResult, error) {
	return ps.access.Change(ctx, who, id, "delete-payees", func(e *budgetsession.ChangeTx) error {
		if len(payees) == 0 {
			return apperr.New(apperr.Invalid, "no payee is selected").WithHint("select at least one")
		}
		rows, rules, text := 0, 0, humanize.Number(len(payees), "payee", "payees")
		for _, one := range payees {
			p, err := ordinaryPayee(&e.ReadTx, one)
			if err != nil {
				return err
			}
			had, gone, err := forgetPayee(e, p.No)
			if err != nil {
				return err
			}
			rules += gone
			if rows += had; len(payees) == 1 {
				text = "the payee " + p.Name
			}
		}
		text += " of " + humanize.Number(rows, "transaction", "transactions")
		if rules > 0 {
			text += ", and " + humanize.Number(rules, "rule", "rules")
		}
		e.Say("Deleted %s", text)
		return nil
	})
}

// DeleteUnusedPayees deletes all payees that no transaction, schedule or rule names.
func (ps *Payees) DeleteUnusedPayees(ctx context.Context, who users.Actor, id string) (budgetsession.ChangeResult, error) {
	return ps.access.Change(ctx, who, id, "delete-unused-payees", func(e *budgetsession.ChangeTx) error {
		all, err := usedIn(&e.ReadTx)
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
			if err := dropPayee(e, all[i].no, places); err != nil {
				return err
			}
		}
		e.Say("Deleted %s", humanize.Number(gone, "unused payee", "unused payees"))
		return nil
	})
}

// forgetPayee removes a payee from rows, schedules and rules, deletes it, and returns its number of rows and the
// number of deleted rules.
func forgetPayee(e *budgetsession.ChangeTx, no budget.PayeeNo) (had, gone int, err error) {
	var rows []budget.Transaction
	for t, err := range e.Transactions(store.Filter{Payee: no}) {
		if err != nil {
			return 0, 0, err
		}
		rows = append(rows, t)
	}
	for i := range rows {
		forget(no, &rows[i].Payee, rows[i].Parts)
		if err := e.PutTransaction(&rows[i]); err != nil {
			return 0, 0, err
		}
	}
	scheduled, err := e.Scheduled()
	if err != nil {
		return 0, 0, err
	}
	for i := range scheduled {
		forget(no, &scheduled[i].Payee, scheduled[i].Parts)
		if err := e.Put(&scheduled[i]); err != nil {
			return 0, 0, err
		}
	}
	if gone, err = forgetInRules(e, no); err != nil {
		return 0, 0, err
	}
	places, err := e.Locations()
	if err != nil {
		return 0, 0, err
	}
	return len(rows), gone, dropPayee(e, no, places)
}

// forgetInRules removes a payee from the rules that set it. It deletes a rule that sets nothing else, and returns the
// number of those.
func forgetInRules(e *budgetsession.ChangeTx, no budget.PayeeNo) (gone int, err error) {
	all, err := e.Rules()
	for r := range iterutil.Pointers(all) {
		if err != nil || r.Then.Payee != no {
			continue
		}
		if setsOnlyPayee(r) {
			gone, err = gone+1, e.Remove(r)
			continue
		}
		r.Then.Payee = 0
		err = e.Put(r)
	}
	return gone, err
}

func setsOnlyPayee(r *budget.Rule) bool {
	rest := r.Then
	rest.Payee = 0
	return rest.Empty()
}

// dropPayee deletes a payee that nothing names, with its places.
func dropPayee(e *budgetsession.ChangeTx, no budget.PayeeNo, places []budget.Location) error {
	if err := dropPlaces(e, no, places); err != nil {
		return err
	}
	return e.Remove(&budget.Payee{No: no})
}

func dropPlaces(e *budgetsession.ChangeTx, of budget.PayeeNo, among []budget.Location) error {
	its := iterutil.Where(among, func(l budget.Location) bool { return l.Payee == of })
	return iterutil.EachPtr(its, func(l *budget.Location) error { return e.Remove(l) })
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

// payee runs a change with the ordinary payee of an id.
func (ps *Payees) payee(ctx context.Context, who users.Actor, id, action, payee string, do func(*budgetsession.ChangeTx, *budget.Payee) error) (budgetsession.ChangeResult, error) {
	return budgetsession.ChangeOne(ctx, ps.access, who, id, action, payee, ordinaryPayee, do)
}

func noPayee() error {
	return apperr.New(apperr.NotFound, "this payee no longer exists").WithHint("it may have been merged or deleted")
}

// ordinaryPayee returns a payee that is not a transfer payee.
func ordinaryPayee(v *store.ReadTx, id string) (budget.Payee, error) {
	p, err := v.PayeeByID(id)
	if err == nil && p.TransferAccount != 0 {
		err = apperr.New(apperr.Invalid, "the payee %q is the payee of an account", p.Name).WithHint("rename the account instead")
	}
	return p, err
}

// AddPayee creates a payee and returns its id. It returns an Invalid error, and Conflict if the name exists.
func (ps *Payees) AddPayee(ctx context.Context, who users.Actor, id, name string) (done budgetsession.ChangeResult, payee string, err error) {
	done, err = ps.access.Change(ctx, who, id, "add-payee", func(e *budgetsession.ChangeTx) error {
		name, err := budgetsession.PayeeName(name)
		if err != nil {
			return err
		}
		if err := cmp.Or(NotReserved(name), budgetsession.NoTransfer(name)); err != nil {
			return err
		}
		other, err := e.PayeeWithName(name)
		if err != nil {
			return err
		}
		if other.No != 0 {
			return apperr.New(apperr.Conflict, "there is already a payee %q", other.Name).AtField("name").WithHint("choose another name")
		}
		made := budget.Payee{ID: budgetsession.NewID(), Name: name}
		payee = made.ID
		e.Say("Added the payee %s", name)
		return e.Put(&made)
	})
	return done, payee, err
}

// NotReserved returns an Invalid error for a name that the source uses for its own rows.
func NotReserved(name string) error {
	if budget.IsReservedPayee(name) {
		return apperr.New(apperr.Invalid, "the payee %q is reserved for transactions that Holdover creates", name).AtField("payee").WithHint("choose another name")
	}
	return nil
}
