package web

import "holdover/internal/app"

// columns are the heads of a register's table.
func (d *rowDrawing) columns() []Heading {
	var all []Heading
	add := func(class, label string, by app.RowSort, number, mark bool) {
		h := Heading{Class: class, Label: label, Number: number, Mark: mark}
		l := d.listing.but(func(l *listing) { l.Sort, l.Ascending = by, startsAscending(by) })
		if d.listing.Sort == by {
			h.Order = map[bool]string{true: "ascending", false: "descending"}[d.listing.Ascending]
			l.Ascending = !d.listing.Ascending
		}
		h.URL = d.register(&l)
		all = append(all, h)
	}
	add("date", "Date", app.SortDate, false, false)
	add("flagged", "Flag", app.SortFlag, false, true)
	if d.all() {
		add("account", "Account", app.SortAccount, false, false)
	}
	add("payee", "Payee", app.SortPayee, false, false)
	add("cat", "Category", app.SortCategory, false, false)
	add("notes", "Notes", app.SortMemo, false, false)
	add("amount", "Amount", app.SortAmount, true, false)
	if d.Running {
		all = append(all, Heading{Class: "running", Label: "Balance", Number: true})
	}
	add("mark", "Cleared", app.SortCleared, false, true)
	return all
}
