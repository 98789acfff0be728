package reimport

import (
	"slices"

	"holdover/internal/budget"
)

// translation gives the records of the newer budget the numbers of the one that
// stands: those with the same id at the source are the same. New ones get numbers
// below zero.
type translation struct {
	last       int64
	accounts   map[budget.AccountNo]budget.AccountNo
	groups     map[budget.GroupNo]budget.GroupNo
	categories map[budget.CategoryNo]budget.CategoryNo
	payees     map[budget.PayeeNo]budget.PayeeNo
	rows       map[budget.TxNo]budget.TxNo
	scheduled  map[budget.ScheduledNo]budget.ScheduledNo
	parts      map[budget.PartNo]budget.PartNo
}

func newTranslation(was, is, now *budget.Whole) *translation {
	t := &translation{}
	t.accounts = numbers(t, was.Accounts, is.Accounts, now.Accounts, func(a *budget.Account) (budget.AccountNo, string) { return a.No, a.SourceID })
	t.groups = numbers(t, was.Groups, is.Groups, now.Groups, func(g *budget.Group) (budget.GroupNo, string) { return g.No, orIncome(g.SourceID, g.Income) })
	t.categories = numbers(t, was.Categories, is.Categories, now.Categories, func(c *budget.Category) (budget.CategoryNo, string) { return c.No, orIncome(c.SourceID, c.Income) })
	t.payees = numbers(t, was.Payees, is.Payees, now.Payees, func(p *budget.Payee) (budget.PayeeNo, string) { return p.No, p.SourceID })
	t.rows = numbers(t, was.Transactions, is.Transactions, now.Transactions, func(r *budget.Transaction) (budget.TxNo, string) { return r.No, r.SourceID })
	t.scheduled = numbers(t, was.Scheduled, is.Scheduled, now.Scheduled, func(s *budget.Scheduled) (budget.ScheduledNo, string) { return s.No, s.SourceID })
	partOf := func(p *budget.Part) (budget.PartNo, string) { return p.No, p.SourceID }
	t.parts = numbers(t, partsOf(was), partsOf(is), partsOf(now), partOf)
	return t
}

// orIncome names the application's own income group and category, which may have
// no id at the source.
func orIncome(sourceID string, income bool) string {
	if sourceID == "" && income {
		return "income"
	}
	return sourceID
}

func partsOf(w *budget.Whole) []budget.Part {
	var all []budget.Part
	for i := range w.Transactions {
		all = append(all, w.Transactions[i].Parts...)
	}
	for i := range w.Scheduled {
		all = append(all, w.Scheduled[i].Parts...)
	}
	return all
}

func numbers[T any, No ~int64](t *translation, was, is, now []T, of func(*T) (No, string)) map[No]No {
	known := map[string]No{}
	for _, list := range [][]T{now, was} { // was decides
		for i := range list {
			if no, id := of(&list[i]); id != "" {
				known[id] = no
			}
		}
	}
	to := make(map[No]No, len(is))
	for i := range is {
		no, id := of(&is[i])
		if same, ok := known[id]; ok && id != "" {
			to[no] = same
			continue
		}
		t.last--
		to[no] = No(t.last)
	}
	return to
}

// whole is the newer budget in the other's numbers.
func (t *translation) whole(is *budget.Whole) *budget.Whole {
	w := &budget.Whole{
		Info: is.Info, Accounts: slices.Clone(is.Accounts), Groups: slices.Clone(is.Groups), Categories: slices.Clone(is.Categories),
		Payees: slices.Clone(is.Payees), Transactions: slices.Clone(is.Transactions), Scheduled: slices.Clone(is.Scheduled),
		Cells: slices.Clone(is.Cells), Months: slices.Clone(is.Months),
	}
	for i := range w.Accounts {
		a := &w.Accounts[i]
		a.No, a.TransferPayee = t.accounts[a.No], t.payees[a.TransferPayee]
	}
	for i := range w.Groups {
		w.Groups[i].No = t.groups[w.Groups[i].No]
	}
	for i := range w.Categories {
		c := &w.Categories[i]
		c.No, c.Group = t.categories[c.No], t.groups[c.Group]
	}
	for i := range w.Payees {
		p := &w.Payees[i]
		p.No, p.TransferAccount = t.payees[p.No], t.accounts[p.TransferAccount]
	}
	for i := range w.Transactions {
		r := &w.Transactions[i]
		r.No, r.Account, r.Payee, r.Category = t.rows[r.No], t.accounts[r.Account], t.payees[r.Payee], t.categories[r.Category]
		r.Transfer, r.Parts = t.transfer(r.Transfer), t.partsOf(r.Parts)
	}
	for i := range w.Scheduled {
		s := &w.Scheduled[i]
		s.No, s.Account, s.Payee, s.Category = t.scheduled[s.No], t.accounts[s.Account], t.payees[s.Payee], t.categories[s.Category]
		s.TransferAccount, s.Parts = t.accounts[s.TransferAccount], t.partsOf(s.Parts)
	}
	for i := range w.Cells {
		w.Cells[i].Category = t.categories[w.Cells[i].Category]
	}
	w.Info.CardPayments = slices.Clone(is.Info.CardPayments)
	for i := range w.Info.CardPayments {
		p := &w.Info.CardPayments[i]
		p.Account = t.accounts[p.Account]
	}
	return w
}

func (t *translation) transfer(to budget.Transfer) budget.Transfer {
	return budget.Transfer{Account: t.accounts[to.Account], Tx: t.rows[to.Tx], Part: t.parts[to.Part]}
}

func (t *translation) partsOf(parts []budget.Part) []budget.Part {
	parts = slices.Clone(parts)
	for i := range parts {
		p := &parts[i]
		p.No, p.Payee, p.Category, p.Transfer = t.parts[p.No], t.payees[p.Payee], t.categories[p.Category], t.transfer(p.Transfer)
	}
	return parts
}
