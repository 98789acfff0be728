package reimport

import (
	"slices"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// renumbering maps the numbers of a budget's records to new ones.
type renumbering struct {
	accounts      map[budget.AccountNo]budget.AccountNo
	accountGroups map[budget.AccountGroupNo]budget.AccountGroupNo
	groups        map[budget.GroupNo]budget.GroupNo
	categories    map[budget.CategoryNo]budget.CategoryNo
	payees        map[budget.PayeeNo]budget.PayeeNo
	locations     map[budget.LocationNo]budget.LocationNo
	rows          map[budget.TxNo]budget.TxNo
	scheduled     map[budget.ScheduledNo]budget.ScheduledNo
	rules         map[budget.RuleNo]budget.RuleNo
	parts         map[budget.PartNo]budget.PartNo
	partIDs       map[budget.PartNo]string // parts have no source id: the same part has the same id
}

// records renumbers the groups, categories and other records of a budget.
func (n *renumbering) records(w *budget.Whole) {
	for a := range iterutil.Pointers(w.Accounts) {
		a.No, a.TransferPayee, a.Group = n.accounts[a.No], n.payees[a.TransferPayee], n.accountGroups[a.Group]
	}
	for i := range w.AccountGroups {
		w.AccountGroups[i].No = n.accountGroups[w.AccountGroups[i].No]
	}
	for i := range w.Groups {
		w.Groups[i].No = n.groups[w.Groups[i].No]
	}
	for c := range iterutil.Pointers(w.Categories) {
		c.No, c.Group, c.Target = n.categories[c.No], n.groups[c.Group], n.target(c.Target)
	}
	for p := range iterutil.Pointers(w.Payees) {
		p.No, p.TransferAccount = n.payees[p.No], n.accounts[p.TransferAccount]
	}
	for l := range iterutil.Pointers(w.Locations) {
		l.No, l.Payee = n.locations[l.No], n.payees[l.Payee]
	}
	for i := range w.Cells {
		w.Cells[i].Category = n.categories[w.Cells[i].Category]
	}
	for i := range w.Rollovers {
		w.Rollovers[i].Category = n.categories[w.Rollovers[i].Category]
	}
	w.Info.CardPayments = slices.Clone(w.Info.CardPayments)
	for p := range iterutil.Pointers(w.Info.CardPayments) {
		p.Account = n.accounts[p.Account]
	}
}

// target returns a target with its predecessors; those that follow a loan have its new number.
func (n *renumbering) target(t *budget.Target) *budget.Target {
	if t == nil {
		return nil
	}
	is := *t
	is.Loan, is.Was = n.accounts[t.Loan], n.target(t.Was)
	return &is
}

// entries renumbers transactions and scheduled transactions.
func (n *renumbering) entries(w *budget.Whole) {
	for r := range iterutil.Pointers(w.Transactions) {
		r.No, r.Account, r.Payee, r.Category = n.rows[r.No], n.accounts[r.Account], n.payees[r.Payee], n.categories[r.Category]
		r.Transfer, r.Parts = n.transfer(r.Transfer), n.partsOf(r.Parts)
	}
	for s := range iterutil.Pointers(w.Scheduled) {
		s.No, s.Account, s.Payee, s.Category = n.scheduled[s.No], n.accounts[s.Account], n.payees[s.Payee], n.categories[s.Category]
		s.TransferAccount, s.Parts = n.accounts[s.TransferAccount], n.partsOf(s.Parts)
	}
}

func (n *renumbering) transfer(to budget.Transfer) budget.Transfer {
	to.Account, to.Tx, to.Part = n.accounts[to.Account], n.rows[to.Tx], n.parts[to.Part]
	return to
}

func (n *renumbering) partsOf(parts []budget.Part) []budget.Part {
	parts = slices.Clone(parts)
	for p := range iterutil.Pointers(parts) {
		p.No, p.Payee, p.Category, p.Transfer = n.parts[p.No], n.payees[p.Payee], n.categories[p.Category], n.transfer(p.Transfer)
		if id, known := n.partIDs[p.No]; known {
			p.ID = id
		} else {
			n.partIDs[p.No] = p.ID
		}
	}
	return parts
}
