package reimport

import (
	"slices"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// validation ensures that written records refer only to existing ones: the user may have deleted records that the
// source still uses. Only two kinds are restored because a new record cannot exist without them: a payee's name and
// the group of a category.
type validation struct {
	*comparison
	marked // the existing records
}

func (c *comparison) makeSound() {
	w := &c.result.Writes
	s := &validation{c, marked{
		there(c.now.Accounts, w.Accounts, accounts.no), there(c.now.AccountGroups, w.AccountGroups, accountGroups.no), there(c.now.Groups, w.Groups, groups.no),
		there(c.now.Categories, w.Categories, categories.no), there(c.now.Payees, w.Payees, payees.no),
	}}
	s.outline()
	w.Transactions = slices.DeleteFunc(w.Transactions, func(t budget.Transaction) bool {
		return !s.accounts[t.Account] && c.stays("transaction", int64(t.No), keptAccount)
	})
	for t := range iterutil.Pointers(w.Transactions) {
		t.Payee, t.Category, t.Transfer, t.Parts = s.payee(t.Payee), s.category(t.Category), s.transfer(t.Transfer), s.parts(t.Parts)
	}
	w.Scheduled = slices.DeleteFunc(w.Scheduled, func(t budget.Scheduled) bool {
		gone := !s.accounts[t.Account] || t.TransferAccount != 0 && !s.accounts[t.TransferAccount]
		return gone && c.stays("scheduled", int64(t.No), keptAccount)
	})
	for t := range iterutil.Pointers(w.Scheduled) {
		t.Payee, t.Category, t.Parts = s.payee(t.Payee), s.category(t.Category), s.parts(t.Parts)
	}
	w.Rules = slices.DeleteFunc(w.Rules, func(r budget.Rule) bool { return !s.soundRule(&r) && c.stays("rule", int64(r.No), keptNamed) })
	w.Locations = slices.DeleteFunc(w.Locations, func(l budget.Location) bool {
		return !s.payees[l.Payee] && c.stays("payee location", int64(l.No), keptPayee)
	})
}

// outline checks the records that rows refer to.
func (s *validation) outline() {
	w := &s.result.Writes
	for i := range w.Categories {
		if no := w.Categories[i].Group; !s.groups[no] {
			s.groups[no] = true
			w.Groups = bringBack(s.comparison, groups, w.Groups, s.is.Groups, no)
		}
	}
	for i := range w.Accounts {
		w.Accounts[i].TransferPayee = s.payee(w.Accounts[i].TransferPayee)
		if !s.accountGroups[w.Accounts[i].Group] {
			w.Accounts[i].Group = 0
		}
	}
	for i := range w.Payees {
		if !s.accounts[w.Payees[i].TransferAccount] {
			w.Payees[i].TransferAccount = 0
		}
	}
	for i := range w.Info.CardPayments {
		if p := &w.Info.CardPayments[i]; !s.accounts[p.Account] {
			p.Account = 0
		}
	}
}

// there returns the records of a kind after the writes, including those that may be deleted.
func there[T any, No ~int64](now, put []T, no func(*T) No) map[No]bool {
	all := make(map[No]bool, len(now)+len(put))
	for _, list := range [][]T{now, put} {
		for i := range list {
			all[no(&list[i])] = true
		}
	}
	return all
}

func bringBack[T any, No ~int64](c *comparison, k kind[T, No], put, is []T, no No) []T {
	i := slices.IndexFunc(is, func(r T) bool { return k.no(&r) == no })
	if i < 0 {
		return put
	}
	c.add(k.change(New, &is[i]))
	return append(put, is[i])
}

func (s *validation) payee(no budget.PayeeNo) budget.PayeeNo {
	if no == 0 || s.payees[no] {
		return no
	}
	w := &s.result.Writes
	before := len(w.Payees)
	if w.Payees = bringBack(s.comparison, payees, w.Payees, s.is.Payees, no); len(w.Payees) == before {
		return 0
	}
	if p := &w.Payees[before]; !s.accounts[p.TransferAccount] {
		p.TransferAccount = 0
	}
	s.payees[no] = true
	return no
}

// category returns zero if the category was deleted here: the user finds the row among the uncategorised ones.
func (s *validation) category(no budget.CategoryNo) budget.CategoryNo {
	if s.categories[no] {
		return no
	}
	return 0
}

func (s *validation) transfer(to budget.Transfer) budget.Transfer {
	if s.accounts[to.Account] {
		return to
	}
	return budget.Transfer{}
}

func (s *validation) parts(parts []budget.Part) []budget.Part {
	parts = slices.Clone(parts)
	for p := range iterutil.Pointers(parts) {
		p.Payee, p.Category, p.Transfer = s.payee(p.Payee), s.category(p.Category), s.transfer(p.Transfer)
	}
	return parts
}

// stays records why a record does not change here. It returns true.
func (c *comparison) stays(kind string, no int64, why string) bool {
	for i := range c.result.Changes {
		if change := &c.result.Changes[i]; change.Kind == kind && change.no == no {
			change.Kept, change.Fields = why, nil
		}
	}
	return true
}
