package migration

import (
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/reimport"
	"holdover/internal/model/budget"
)

// takeover writes the changes of a newer document. Negative numbers become those of new records.
type takeover struct {
	*budgetsession.ChangeTx
	numbers map[int64]int64
}

func numbered[No ~int64](t *takeover, no No) No {
	if no >= 0 {
		return no
	}
	made, ok := t.numbers[int64(no)]
	if !ok {
		made = t.NewNumber()
		t.numbers[int64(no)] = made
	}
	return No(made)
}

// ownID returns a record's id, or a new one if the document's id is that of another record.
func ownID(id string) string {
	if id == "" {
		return budgetsession.NewID()
	}
	return id
}

func (t *takeover) write(w *reimport.Writes) error {
	steps := []func(*reimport.Writes) error{t.putOutline, t.putAccounts, t.putRows, t.putScheduled, t.putRules, t.putMonths, t.putRollovers, t.remove, t.putInfo}
	return iterutil.Each(steps, func(step func(*reimport.Writes) error) error { return step(w) })
}

func (t *takeover) putOutline(w *reimport.Writes) error {
	return iterutil.Try(
		iterutil.Loop(w.Groups, func(g budget.Group) error {
			g.ID, g.No = ownID(g.ID), numbered(t, g.No)
			return t.Put(&g)
		}),
		iterutil.Loop(w.Categories, func(c budget.Category) error {
			c.ID, c.No, c.Group = ownID(c.ID), numbered(t, c.No), numbered(t, c.Group)
			return t.Put(&c)
		}),
	)
}

func (t *takeover) putAccounts(w *reimport.Writes) error {
	return iterutil.Try(
		iterutil.Loop(w.Payees, func(p budget.Payee) error {
			p.ID, p.No, p.TransferAccount = ownID(p.ID), numbered(t, p.No), numbered(t, p.TransferAccount)
			return t.Put(&p)
		}),
		iterutil.Loop(w.Locations, func(l budget.Location) error {
			l.ID, l.No, l.Payee = ownID(l.ID), numbered(t, l.No), numbered(t, l.Payee)
			return t.Put(&l)
		}),
		iterutil.Loop(w.AccountGroups, func(g budget.AccountGroup) error {
			g.ID, g.No = ownID(g.ID), numbered(t, g.No)
			return t.Put(&g)
		}),
		iterutil.Loop(w.Accounts, func(acc budget.Account) error {
			acc.ID, acc.No, acc.TransferPayee, acc.Group = ownID(acc.ID), numbered(t, acc.No), numbered(t, acc.TransferPayee), numbered(t, acc.Group)
			return t.Put(&acc)
		}),
	)
}

func (t *takeover) putRows(w *reimport.Writes) error {
	return iterutil.Each(w.Transactions, func(row budget.Transaction) error {
		row.ID = ownID(row.ID)
		row.No, row.Account, row.Payee, row.Category = numbered(t, row.No), numbered(t, row.Account), numbered(t, row.Payee), numbered(t, row.Category)
		row.Transfer, row.Parts = t.transfer(row.Transfer), t.parts(row.Parts)
		return t.PutTransaction(&row)
	})
}

func (t *takeover) transfer(to budget.Transfer) budget.Transfer {
	to.Account, to.Tx, to.Part = numbered(t, to.Account), numbered(t, to.Tx), numbered(t, to.Part)
	return to
}

func (t *takeover) parts(parts []budget.Part) []budget.Part {
	parts = slices.Clone(parts)
	for p := range iterutil.Pointers(parts) {
		p.ID = ownID(p.ID)
		p.No, p.Payee, p.Category, p.Transfer = numbered(t, p.No), numbered(t, p.Payee), numbered(t, p.Category), t.transfer(p.Transfer)
	}
	return parts
}

func (t *takeover) putScheduled(w *reimport.Writes) error {
	return iterutil.Each(w.Scheduled, func(s budget.Scheduled) error {
		s.ID = ownID(s.ID)
		s.No, s.Account, s.Payee, s.Category = numbered(t, s.No), numbered(t, s.Account), numbered(t, s.Payee), numbered(t, s.Category)
		s.TransferAccount, s.Parts = numbered(t, s.TransferAccount), t.parts(s.Parts)
		return t.Put(&s)
	})
}

func (t *takeover) putRules(w *reimport.Writes) error {
	return iterutil.Each(w.Rules, func(r budget.Rule) error {
		r.ID, r.No = ownID(r.ID), numbered(t, r.No)
		r.When, r.Then.Shares = slices.Clone(r.When), slices.Clone(r.Then.Shares)
		for c := range iterutil.Pointers(r.When) {
			c.Account = numbered(t, c.Account)
		}
		for s := range iterutil.Pointers(r.Then.Shares) {
			s.Category = numbered(t, s.Category)
		}
		r.Then.Payee, r.Then.Category, r.Then.Transfer = numbered(t, r.Then.Payee), numbered(t, r.Then.Category), numbered(t, r.Then.Transfer)
		return t.Put(&r)
	})
}

func (t *takeover) putMonths(w *reimport.Writes) error {
	for _, c := range w.Cells {
		c.Category = numbered(t, c.Category)
		if err := t.PutCell(c); err != nil {
			return err
		}
	}
	return iterutil.Each(w.Months, t.PutMonth)
}

func (t *takeover) remove(w *reimport.Writes) error {
	return iterutil.Try(
		iterutil.Loop(w.GoneRules, func(no budget.RuleNo) error { return t.Remove(&budget.Rule{No: no}) }),
		iterutil.Loop(w.GoneTransactions, t.DeleteTransaction),
		iterutil.Loop(w.GoneScheduled, func(no budget.ScheduledNo) error { return t.Remove(&budget.Scheduled{No: no}) }),
		iterutil.Loop(w.GoneCategories, t.DeleteCategory),
		iterutil.Loop(w.GoneGroups, func(no budget.GroupNo) error { return t.Remove(&budget.Group{No: no}) }),
		iterutil.Loop(w.GoneAccounts, func(no budget.AccountNo) error { return t.Remove(&budget.Account{No: no}) }),
		iterutil.Loop(w.GoneAccountGroups, func(no budget.AccountGroupNo) error { return t.Remove(&budget.AccountGroup{No: no}) }),
		iterutil.Loop(w.GoneLocations, func(no budget.LocationNo) error { return t.Remove(&budget.Location{No: no}) }),
		iterutil.Loop(w.GonePayees, func(no budget.PayeeNo) error { return t.Remove(&budget.Payee{No: no}) }),
	)
}

func (t *takeover) putRollovers(w *reimport.Writes) error {
	for _, s := range w.Rollovers {
		category, switches := numbered(t, s.Category), slices.Clone(s.All)
		for i := range switches {
			switches[i].Category = category
		}
		if err := t.SetRollovers(category, switches); err != nil {
			return err
		}
	}
	return nil
}

// putInfo stores the newer document's data about the plan and the figures of card payments, which clean-up uses.
func (t *takeover) putInfo(w *reimport.Writes) error {
	info := w.Info
	info.CardPayments = slices.Clone(info.CardPayments)
	for p := range iterutil.Pointers(info.CardPayments) {
		p.Account = numbered(t, p.Account)
	}
	return t.PutInfo(info)
}
