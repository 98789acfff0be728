package reimport

import (
	"slices"

	"holdover/internal/budget"
	"holdover/internal/cal"
)

var (
	accounts = kind[budget.Account, budget.AccountNo]{
		name: "account", no: func(a *budget.Account) budget.AccountNo { return a.No },
		describe: func(a *budget.Account) Change { return Change{Name: a.Name} },
	}
	groups = kind[budget.Group, budget.GroupNo]{
		name: "group", no: func(g *budget.Group) budget.GroupNo { return g.No },
		describe: func(g *budget.Group) Change { return Change{Name: g.Name} },
	}
	categories = kind[budget.Category, budget.CategoryNo]{
		name: "category", no: func(c *budget.Category) budget.CategoryNo { return c.No },
		describe: func(c *budget.Category) Change { return Change{Name: c.Name} },
	}
	payees = kind[budget.Payee, budget.PayeeNo]{
		name: "payee", no: func(p *budget.Payee) budget.PayeeNo { return p.No },
		describe: func(p *budget.Payee) Change { return Change{Name: p.Name} },
	}
)

// moneyFields say where a row's money goes: its parts have to sum to its amount.
var moneyFields = []string{"account", "amount", "category", "parts", "transfer", "transfer_account"}

func (c *comparison) transactions(is *budget.Whole) kind[budget.Transaction, budget.TxNo] {
	names := namesOf(is, c.now)
	return kind[budget.Transaction, budget.TxNo]{
		name: "transaction", no: func(t *budget.Transaction) budget.TxNo { return t.No }, unit: moneyFields,
		describe: func(t *budget.Transaction) Change {
			return Change{Name: names.row(t.Account, t.Payee), Date: t.Date, Amount: t.Amount}
		},
	}
}

func (c *comparison) scheduled(is *budget.Whole) kind[budget.Scheduled, budget.ScheduledNo] {
	names := namesOf(is, c.now)
	return kind[budget.Scheduled, budget.ScheduledNo]{
		name: "scheduled", no: func(s *budget.Scheduled) budget.ScheduledNo { return s.No }, unit: moneyFields,
		describe: func(s *budget.Scheduled) Change {
			return Change{Name: names.row(s.Account, s.Payee), Date: s.DateNext, Amount: s.Amount}
		},
	}
}

type rowNames struct {
	accounts map[budget.AccountNo]string
	payees   map[budget.PayeeNo]string
}

func namesOf(lists ...*budget.Whole) *rowNames {
	n := &rowNames{map[budget.AccountNo]string{}, map[budget.PayeeNo]string{}}
	for _, w := range lists {
		for i := range w.Accounts {
			n.accounts[w.Accounts[i].No] = w.Accounts[i].Name
		}
		for i := range w.Payees {
			n.payees[w.Payees[i].No] = w.Payees[i].Name
		}
	}
	return n
}

func (n *rowNames) row(account budget.AccountNo, payee budget.PayeeNo) string {
	if n.payees[payee] == "" {
		return n.accounts[account]
	}
	return n.accounts[account] + ", " + n.payees[payee]
}

// cells compares budgeted amounts, notes and goals by category and month. One
// that went says nothing any more.
func (c *comparison) cells(is *budget.Whole) []budget.Cell {
	names := map[budget.CategoryNo]string{}
	for _, list := range [][]budget.Category{is.Categories, c.now.Categories} {
		for i := range list {
			names[list[i].No] = list[i].Name
		}
	}
	k := kind[budget.Cell, int64]{name: "budgeted", describe: func(b *budget.Cell) Change {
		return Change{Name: names[b.Category], Month: b.Month, Amount: b.Budgeted}
	}}
	was, here, after := cellsBy(c.was.Cells), cellsBy(c.now.Cells), cellsBy(is.Cells)
	keys := slices.Concat(cellKeys(c.was.Cells), cellKeys(is.Cells))
	slices.SortFunc(keys, func(a, b budget.CellKey) int {
		if a.Category != b.Category {
			return int(a.Category - b.Category)
		}
		return int(a.Month - b.Month)
	})
	var put []budget.Cell
	for _, key := range slices.Compact(keys) {
		if names[key.Category] == "" { // the category was deleted here
			continue
		}
		before, now, then := cellOr(was, key), cellOr(here, key), cellOr(after, key)
		if equal(before, then) {
			continue
		}
		if merged, change, ok := k.merge(before, then, now); ok {
			put = append(put, merged)
			c.add(change)
		} else if change.Kept != "" {
			c.add(change)
		}
	}
	return put
}

func cellsBy(list []budget.Cell) map[budget.CellKey]*budget.Cell {
	by := make(map[budget.CellKey]*budget.Cell, len(list))
	for i := range list {
		by[budget.CellKey{Category: list[i].Category, Month: list[i].Month}] = &list[i]
	}
	return by
}

func cellKeys(list []budget.Cell) []budget.CellKey {
	keys := make([]budget.CellKey, len(list))
	for i := range list {
		keys[i] = budget.CellKey{Category: list[i].Category, Month: list[i].Month}
	}
	return keys
}

func cellOr(by map[budget.CellKey]*budget.Cell, key budget.CellKey) *budget.Cell {
	if c := by[key]; c != nil {
		return c
	}
	return &budget.Cell{Category: key.Category, Month: key.Month}
}

// months compares the months' notes and ages of money. What is held is the
// person's own.
func (c *comparison) months(is *budget.Whole) []budget.Month {
	k := kind[budget.Month, int64]{name: "month", describe: func(m *budget.Month) Change { return Change{Month: m.Month} }}
	was, here, after := monthsBy(c.was.Months), monthsBy(c.now.Months), monthsBy(is.Months)
	var put []budget.Month
	all := map[cal.Month]bool{}
	for m := range was {
		all[m] = true
	}
	for m := range after {
		all[m] = true
	}
	var months []cal.Month
	for m := range all {
		months = append(months, m)
	}
	slices.Sort(months)
	for _, m := range months {
		before, now, then := monthOr(was, m), monthOr(here, m), *monthOr(after, m)
		then.Held = before.Held
		if equal(before, &then) {
			continue
		}
		if merged, change, ok := k.merge(before, &then, now); ok {
			put = append(put, merged)
			c.add(change)
		}
	}
	return put
}

func monthsBy(list []budget.Month) map[cal.Month]*budget.Month {
	by := make(map[cal.Month]*budget.Month, len(list))
	for i := range list {
		by[list[i].Month] = &list[i]
	}
	return by
}

func monthOr(by map[cal.Month]*budget.Month, m cal.Month) *budget.Month {
	if found := by[m]; found != nil {
		return found
	}
	return &budget.Month{Month: m}
}
