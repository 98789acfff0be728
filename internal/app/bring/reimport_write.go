package bring

import (
	"slices"

	"holdover/internal/app/access"
	"holdover/internal/budget"
	"holdover/internal/each"
	"holdover/internal/reimport"
)

// takeover writes what a newer document brings. Numbers below zero become those
// of new records.
type takeover struct {
	*access.Editing
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

// ownID is a record's id, a new one where the document's belongs to another record.
func ownID(id string) string {
	if id == "" {
		return access.NewID()
	}
	return id
}

func (t *takeover) write(w *reimport.Writes) error {
	steps := []func(*reimport.Writes) error{t.putOutline, t.putAccounts, t.putRows, t.putScheduled, t.putMonths, t.putRollovers, t.remove, t.putInfo}
	return each.Do(steps, func(step func(*reimport.Writes) error) error { return step(w) })
}

func (t *takeover) putOutline(w *reimport.Writes) error {
	for _, g := range w.Groups {
		g.ID = ownID(g.ID)
		g.No = numbered(t, g.No)
		if err := t.PutGroup(&g); err != nil {
			return err
		}
	}
	for _, c := range w.Categories {
		c.ID = ownID(c.ID)
		c.No, c.Group = numbered(t, c.No), numbered(t, c.Group)
		if err := t.PutCategory(&c); err != nil {
			return err
		}
	}
	return nil
}

func (t *takeover) putAccounts(w *reimport.Writes) error {
	for _, p := range w.Payees {
		p.ID = ownID(p.ID)
		p.No, p.TransferAccount = numbered(t, p.No), numbered(t, p.TransferAccount)
		if err := t.PutPayee(&p); err != nil {
			return err
		}
	}
	for _, l := range w.Locations {
		l.ID = ownID(l.ID)
		l.No, l.Payee = numbered(t, l.No), numbered(t, l.Payee)
		if err := t.PutLocation(&l); err != nil {
			return err
		}
	}
	for _, acc := range w.Accounts {
		acc.ID = ownID(acc.ID)
		acc.No, acc.TransferPayee = numbered(t, acc.No), numbered(t, acc.TransferPayee)
		if err := t.PutAccount(&acc); err != nil {
			return err
		}
	}
	return nil
}

func (t *takeover) putRows(w *reimport.Writes) error {
	for _, row := range w.Transactions {
		row.ID = ownID(row.ID)
		row.No, row.Account, row.Payee, row.Category = numbered(t, row.No), numbered(t, row.Account), numbered(t, row.Payee), numbered(t, row.Category)
		row.Transfer, row.Parts = t.transfer(row.Transfer), t.parts(row.Parts)
		if err := t.PutTransaction(&row); err != nil {
			return err
		}
	}
	return nil
}

func (t *takeover) transfer(to budget.Transfer) budget.Transfer {
	return budget.Transfer{Account: numbered(t, to.Account), Tx: numbered(t, to.Tx), Part: numbered(t, to.Part)}
}

func (t *takeover) parts(parts []budget.Part) []budget.Part {
	parts = slices.Clone(parts)
	for p := range each.In(parts) {
		p.ID = ownID(p.ID)
		p.No, p.Payee, p.Category, p.Transfer = numbered(t, p.No), numbered(t, p.Payee), numbered(t, p.Category), t.transfer(p.Transfer)
	}
	return parts
}

func (t *takeover) putScheduled(w *reimport.Writes) error {
	for _, s := range w.Scheduled {
		s.ID = ownID(s.ID)
		s.No, s.Account, s.Payee, s.Category = numbered(t, s.No), numbered(t, s.Account), numbered(t, s.Payee), numbered(t, s.Category)
		s.TransferAccount, s.Parts = numbered(t, s.TransferAccount), t.parts(s.Parts)
		if err := t.PutScheduled(&s); err != nil {
			return err
		}
	}
	return nil
}

func (t *takeover) putMonths(w *reimport.Writes) error {
	for _, c := range w.Cells {
		c.Category = numbered(t, c.Category)
		if err := t.PutCell(c); err != nil {
			return err
		}
	}
	return each.Do(w.Months, t.PutMonth)
}

func (t *takeover) remove(w *reimport.Writes) error {
	return each.Try(
		each.Doing(w.GoneTransactions, t.DeleteTransaction), each.Doing(w.GoneScheduled, t.DeleteScheduled),
		each.Doing(w.GoneCategories, t.DeleteCategory), each.Doing(w.GoneGroups, t.DeleteGroup), each.Doing(w.GoneAccounts, t.DeleteAccount),
		each.Doing(w.GoneLocations, t.DeleteLocation), each.Doing(w.GonePayees, t.DeletePayee),
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

// putInfo keeps what the newer document says of the plan, and the figures of card
// payments, which clean-up goes by.
func (t *takeover) putInfo(w *reimport.Writes) error {
	info := w.Info
	info.CardPayments = slices.Clone(info.CardPayments)
	for p := range each.In(info.CardPayments) {
		p.Account = numbered(t, p.Account)
	}
	return t.PutInfo(info)
}
