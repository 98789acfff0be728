package reimport

import "holdover/internal/model/budget"

var (
	accounts = kind[budget.Account, budget.AccountNo]{
		name: "account", no: func(a *budget.Account) budget.AccountNo { return a.No },
		describe: func(a *budget.Account) Change { return Change{Name: a.Name} },
	}
	accountGroups = kind[budget.AccountGroup, budget.AccountGroupNo]{
		name: "account group", no: func(g *budget.AccountGroup) budget.AccountGroupNo { return g.No },
		describe: func(g *budget.AccountGroup) Change { return Change{Name: g.Name} },
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

// moneyFields determine the effect of a row's amount: its parts must sum to its amount.
var moneyFields = []string{"account", "amount", "category", "parts", "transfer", "transfer_account"}

func (c *comparison) locations() kind[budget.Location, budget.LocationNo] {
	names := c.names()
	return kind[budget.Location, budget.LocationNo]{
		name: "payee location", no: func(l *budget.Location) budget.LocationNo { return l.No }, unit: []string{"latitude", "longitude"},
		describe: func(l *budget.Location) Change { return Change{Name: names.payees[l.Payee]} },
	}
}

func (c *comparison) transactions() kind[budget.Transaction, budget.TxNo] {
	names := c.names()
	return kind[budget.Transaction, budget.TxNo]{
		name: "transaction", no: func(t *budget.Transaction) budget.TxNo { return t.No }, unit: moneyFields,
		describe: func(t *budget.Transaction) Change {
			return Change{Name: names.row(t.Account, t.Payee), Date: t.Date, Amount: t.Amount}
		},
	}
}

func (c *comparison) scheduled() kind[budget.Scheduled, budget.ScheduledNo] {
	names := c.names()
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

// names returns the names that accounts and payees have here after the writes.
func (c *comparison) names() *rowNames {
	n := &rowNames{map[budget.AccountNo]string{}, map[budget.PayeeNo]string{}}
	for _, w := range []*budget.Whole{c.is, c.now, {Accounts: c.result.Writes.Accounts, Payees: c.result.Writes.Payees}} {
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
