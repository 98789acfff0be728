package register

import (
	"net/url"

	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/money"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

func (d *rowDrawing) head() *RegisterPage {
	p := d.heading()
	p.AllAccounts = d.all()
	p.Find, p.Tally, p.Columns, p.ToDo = d.find(), d.tally(), d.columns(), d.toDo()
	if d.MayChange() {
		p.MenuURL, p.DoURL = d.To("menu"), d.To("do/")
		q := url.Values{"back": {d.here}}
		if d.listing.Filter.Account != "" {
			q.Set("account", d.listing.Filter.Account)
		}
		if acc := d.Page.Account; len(d.Accounts) > 0 && (d.all() || acc == nil || !acc.Closed) {
			p.NewRowURL = d.To("rows/new?") + q.Encode()
		}
	}
	if f := &d.listing.Filter; d.all() && f.OnBudget && f.Category != "" && f.Since != 0 {
		p.BackURL, p.BackLabel = d.Month(f.Since.Month()), "Budget"
	}
	p.Payment = d.paymentWords()
	d.emptyState(p)
	return p
}

func (d *rowDrawing) heading() *RegisterPage {
	acc := d.Page.Account
	if d.all() || acc == nil {
		heading, group := "All accounts", d.listing.accountGroup(&d.Frame)
		if group != nil {
			heading = group.Name
		}
		n, balance := 0, money.Milli(0)
		for i := range d.Accounts {
			if group == nil || d.Accounts[i].Group == group.ID {
				n, balance = n+1, balance+d.Accounts[i].Balance
			}
		}
		return &RegisterPage{
			Frame: ui.Frame{Title: heading}, Heading: heading, Detail: humanize.Number(n, "account", "accounts"),
			Sums: []Sum{{"Balance", d.Symbol(balance)}},
		}
	}
	return &RegisterPage{
		Frame: ui.Frame{Title: acc.Name}, Heading: acc.Name, Detail: ui.AccountDetail(acc),
		Sums: []Sum{{"Cleared", d.Symbol(acc.ClearedBalance)}, {"Uncleared", d.Symbol(acc.UnclearedBalance)}, {"Balance", d.Symbol(acc.Balance)}},
	}
}

func (d *rowDrawing) emptyState(p *RegisterPage) {
	switch {
	case d.Total > 0:
	case d.listing.narrowed():
		p.EmptyTitle, p.EmptyText = "Nothing matches", "No transactions match the filter."
		if !d.all() {
			everywhere := d.listing.but(func(l *listing) { l.Account, l.Filter.Account = "", "" })
			p.EmptyAllURL = everywhere.url(d.Links)
		}
	case len(d.Accounts) == 0:
		p.EmptyTitle, p.EmptyText = "No account yet", "Transactions belong to accounts, such as a bank account, cash or a credit card."
		if d.MayChange() {
			p.EmptyURL = d.NewAccount("")
		}
	case d.all():
		p.EmptyTitle, p.EmptyText = "No transactions here", "This budget has no transactions."
	default:
		p.EmptyTitle, p.EmptyText = "No transactions here", "This account has no transactions yet."
	}
}

// tally returns the number and sum of the selected rows. For a category, Counted sums only the matching parts of
// splits, so it can be less or more than the sum of the whole rows.
func (d *rowDrawing) tally() Tally {
	format := d.Budget.CurrencyFormat
	t := Tally{
		Rows: humanize.Number(d.Total, "transaction", "transactions"), Sum: d.Plain(d.Sum), Total: humanize.Count(d.Total), Query: d.listing.matching(),
		Digits: format.DecimalDigits, Point: format.DecimalSeparator, Group: format.GroupSeparator,
	}
	switch side := d.listing.Filter.Counts; {
	case side != "" && d.Counted != d.Sum:
		t.Counted = &Sum{Label: ui.Sentence(string(side)), Amount: d.Plain(d.Counted)}
	case side != "":
		return t
	}
	if name, ok := d.Names[d.listing.Filter.Category]; ok && (d.Counted != d.Sum || d.Payment != nil) {
		t.Counted = &Sum{Label: name.Name, Amount: d.Plain(d.Counted)}
	}
	return t
}

// matching returns the selection of rows for a form: the account and the query.
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
		noun := "need a category"
		if n == 1 {
			noun = "needs a category"
		}
		all = append(all, ToDoLink{humanize.Count(n) + " " + noun, (&listing{Filter: rows.Filter{Uncategorised: true}}).url(d.Links)})
	}
	if n := d.ToDo.Approve; n > 0 {
		all = append(all, ToDoLink{humanize.Count(n) + " to approve", d.To("to-approve")})
	}
	return all
}

// columns returns the column headings of a register's table.
func (d *rowDrawing) columns() []Heading {
	var all []Heading
	add := func(class, label string, by registers.Sort, number, mark bool) {
		h := Heading{Class: class, Label: label, Number: number, Mark: mark}
		l := d.listing.but(func(l *listing) { l.Sort, l.Ascending = by, startsAscending(by) })
		if d.listing.Sort == by {
			h.Order = map[bool]string{true: "ascending", false: "descending"}[d.listing.Ascending]
			l.Ascending = !d.listing.Ascending
		}
		h.URL = l.url(d.Links)
		all = append(all, h)
	}
	add("date", "Date", registers.SortDate, false, false)
	add("flagged", "Flag", registers.SortFlag, false, true)
	if d.all() {
		add("account", "Account", registers.SortAccount, false, false)
	}
	add("payee", "Payee", registers.SortPayee, false, false)
	add("cat", "Category", registers.SortCategory, false, false)
	add("notes", "Notes", registers.SortMemo, false, false)
	add("amount", "Amount", registers.SortAmount, true, false)
	if d.Running {
		all = append(all, Heading{Class: "running", Label: "Balance", Number: true})
	}
	add("mark", "Cleared", registers.SortCleared, false, true)
	return all
}
