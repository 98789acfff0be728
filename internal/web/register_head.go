package web

import (
	"net/url"

	"holdover/internal/app"
	"holdover/internal/money"
)

// head is everything of the page but its rows.
func (d *rowDrawing) head() *RegisterPage {
	p := d.heading()
	p.AllAccounts, p.Running = d.all(), d.Running
	p.Find, p.Tally, p.Columns, p.ToDo = d.find(), d.tally(), d.columns(), d.toDo()
	if d.MayChange() {
		p.MenuURL, p.DoURL = d.to("menu"), d.to("do/")
		q := url.Values{"back": {d.here}}
		if d.listing.Filter.Account != "" {
			q.Set("account", d.listing.Filter.Account)
		}
		p.NewRowURL = d.to("rows/new?") + q.Encode()
	}
	if f := &d.listing.Filter; d.all() && f.OnBudget && f.Category != "" && f.Since != 0 {
		p.BackURL, p.BackLabel = d.month(f.Since.Month()), "Budget"
	}
	d.sayEmpty(p)
	return p
}

func (d *rowDrawing) heading() *RegisterPage {
	acc := d.Account
	if d.all() || acc == nil {
		var balance money.Milli
		for i := range d.Accounts {
			balance += d.Accounts[i].Balance
		}
		return &RegisterPage{
			Frame: Frame{Title: "All accounts"}, Heading: "All accounts", Detail: counted(len(d.Accounts), "account", "accounts"),
			Sums: []Sum{{"Balance", d.symbol(balance)}},
		}
	}
	return &RegisterPage{
		Frame: Frame{Title: acc.Name}, Heading: acc.Name, Detail: accountDetail(acc),
		Sums: []Sum{{"Cleared", d.symbol(acc.ClearedBalance)}, {"Not cleared", d.symbol(acc.UnclearedBalance)}, {"Balance", d.symbol(acc.Balance)}},
	}
}

func (d *rowDrawing) sayEmpty(p *RegisterPage) {
	switch {
	case d.Total > 0:
	case d.listing.narrowed():
		p.EmptyTitle, p.EmptyText = "Nothing matches", "No transaction is what the filter asks for."
	case d.all():
		p.EmptyTitle, p.EmptyText = "No transactions here", "No account of this budget has rows."
	default:
		p.EmptyTitle, p.EmptyText = "No transactions here", "This account has no rows yet."
	}
}

// tally counts what is shown. Of split rows a category has its parts alone, so
// that it may have less, or more, than the rows come to.
func (d *rowDrawing) tally() Tally {
	format := d.Budget.CurrencyFormat
	t := Tally{
		Rows: counted(d.Total, "transaction", "transactions"), Sum: d.plain(d.Sum), Total: thousands(d.Total), Query: d.listing.matching(),
		Digits: format.DecimalDigits, Point: format.DecimalSeparator, Group: format.GroupSeparator,
	}
	if name, ok := d.Names[d.listing.Filter.Category]; ok && d.Counted != d.Sum {
		t.Counted = &Sum{Label: name.Name, Amount: d.plain(d.Counted)}
	}
	return t
}

// matching is what chooses the rows, for a form: the account, and the query.
func (l *listing) matching() string {
	q := l.query()
	if l.Account != "" {
		q.Set("account", l.Account)
	}
	return q.Encode()
}

func (d *rowDrawing) toDo() []ToDoLink {
	var all []ToDoLink
	if n := d.ToDo.Categorise; n > 0 {
		words := "need a category"
		if n == 1 {
			words = "needs a category"
		}
		all = append(all, ToDoLink{thousands(n) + " " + words, d.register(&listing{Filter: app.RowFilter{Uncategorised: true}})})
	}
	if n := d.ToDo.Approve; n > 0 {
		all = append(all, ToDoLink{thousands(n) + " to approve", d.register(&listing{Filter: app.RowFilter{Unapproved: true}})})
	}
	return all
}
