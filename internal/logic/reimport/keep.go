package reimport

import (
	"reflect"
	"slices"

	"holdover/internal/model/budget"
)

// keepUsed prevents the deletion of records that others still refer to: an account is closed and a category hidden
// instead; a group, a payee or the other side of a transfer is not changed.
func (c *comparison) keepUsed() {
	w := &c.result.Writes
	c.keepLinked()
	used := c.used(after(c.now.Transactions, w.Transactions, w.GoneTransactions, rowNo))
	for _, no := range w.GoneCategories {
		if i := slices.IndexFunc(c.now.Categories, func(x budget.Category) bool { return x.No == no }); used.categories[no] && !c.now.Categories[i].Hidden {
			hidden := c.now.Categories[i]
			hidden.Hidden = true
			w.Categories = append(w.Categories, hidden)
		}
	}
	w.GoneCategories = keep(c, "category", w.GoneCategories, used.categories)
	for _, cat := range after(c.now.Categories, w.Categories, w.GoneCategories, categories.no) {
		used.groups[cat.Group] = true
	}
	w.GoneGroups = keep(c, "group", w.GoneGroups, used.groups)
	for i := range c.now.Payees {
		if p := &c.now.Payees[i]; used.payees[p.No] {
			used.accounts[p.TransferAccount] = true
		}
	}
	for _, no := range w.GoneAccounts {
		if used.accounts[no] {
			closed := c.now.Accounts[slices.IndexFunc(c.now.Accounts, func(a budget.Account) bool { return a.No == no })]
			closed.Closed = true
			used.payees[closed.TransferPayee] = true
			w.Accounts = append(w.Accounts, closed)
		}
	}
	w.GoneAccounts = keep(c, "account", w.GoneAccounts, used.accounts)
	w.GoneAccountGroups = keep(c, "account group", w.GoneAccountGroups, used.accountGroups)
	w.GonePayees = keep(c, "payee", w.GonePayees, used.payees)
}

// keepLinked keeps rows that are the other side of a remaining row.
func (c *comparison) keepLinked() {
	w := &c.result.Writes
	for {
		linked := map[budget.TxNo]bool{}
		for _, row := range after(c.now.Transactions, w.Transactions, w.GoneTransactions, rowNo) {
			for line := range row.Lines {
				linked[line.Transfer.Tx] = true
			}
		}
		before := len(w.GoneTransactions)
		if w.GoneTransactions = keep(c, "transaction", w.GoneTransactions, linked); len(w.GoneTransactions) == before {
			return
		}
	}
}

func rowNo(t *budget.Transaction) budget.TxNo { return t.No }

// keep removes the used records from the deleted ones and reports them.
func keep[No ~int64](c *comparison, kind string, gone []No, used map[No]bool) []No {
	return slices.DeleteFunc(gone, func(no No) bool { return used[no] && c.stays(kind, int64(no), keptUsed) })
}

// after returns a list with the writes and deletions applied.
func after[T any, No ~int64](now, put []T, gone []No, no func(*T) No) []T {
	written := map[No]bool{}
	for i := range put {
		written[no(&put[i])] = true
	}
	for _, g := range gone {
		written[g] = true
	}
	result := slices.Clone(put)
	for i := range now {
		if !written[no(&now[i])] {
			result = append(result, now[i])
		}
	}
	return result
}

// marked contains sets of records that others refer to.
type marked struct {
	accounts      map[budget.AccountNo]bool
	accountGroups map[budget.AccountGroupNo]bool
	groups        map[budget.GroupNo]bool
	categories    map[budget.CategoryNo]bool
	payees        map[budget.PayeeNo]bool
}

// used returns the records that rows, schedules, rules, cells, rollovers, accounts and payees refer to after the
// writes.
func (c *comparison) used(rows []budget.Transaction) marked {
	w := &c.result.Writes
	u := marked{map[budget.AccountNo]bool{}, map[budget.AccountGroupNo]bool{}, map[budget.GroupNo]bool{}, map[budget.CategoryNo]bool{}, map[budget.PayeeNo]bool{}}
	see := func(account budget.AccountNo, category budget.CategoryNo, payee budget.PayeeNo, parts []budget.Part) {
		u.accounts[account], u.categories[category], u.payees[payee] = true, true, true
		for i := range parts {
			u.categories[parts[i].Category], u.payees[parts[i].Payee], u.accounts[parts[i].Transfer.Account] = true, true, true
		}
	}
	for i := range rows {
		see(rows[i].Account, rows[i].Category, rows[i].Payee, rows[i].Parts)
		u.accounts[rows[i].Transfer.Account] = true
	}
	for _, s := range after(c.now.Scheduled, w.Scheduled, w.GoneScheduled, func(s *budget.Scheduled) budget.ScheduledNo { return s.No }) {
		see(s.Account, s.Category, s.Payee, s.Parts)
		u.accounts[s.TransferAccount] = true
	}
	for _, r := range after(c.now.Rules, w.Rules, w.GoneRules, rules.no) {
		r.Refers(func(no budget.AccountNo) { u.accounts[no] = true }, func(no budget.PayeeNo) { u.payees[no] = true }, func(no budget.CategoryNo) { u.categories[no] = true })
	}
	written := cellsBy(w.Cells)
	for _, cell := range c.now.Cells {
		if put := written[budget.CellKey{Category: cell.Category, Month: cell.Month}]; put != nil {
			cell = *put
		}
		u.categories[cell.Category] = u.categories[cell.Category] || cell.Budgeted != 0 || cell.Note != ""
	}
	came, here := switchesBy(c.was.Rollovers), switchesBy(c.now.Rollovers)
	for no := range here { // its cells are deleted with the category
		u.categories[no] = u.categories[no] || !reflect.DeepEqual(came[no], here[no])
	}
	for _, a := range after(c.now.Accounts, w.Accounts, w.GoneAccounts, accounts.no) {
		u.payees[a.TransferPayee], u.accountGroups[a.Group] = true, true
	}
	for _, l := range after(c.now.Locations, w.Locations, w.GoneLocations, func(l *budget.Location) budget.LocationNo { return l.No }) {
		u.payees[l.Payee] = true
	}
	for _, p := range after(c.now.Payees, w.Payees, w.GonePayees, payees.no) {
		u.accounts[p.TransferAccount] = true
	}
	return u
}
