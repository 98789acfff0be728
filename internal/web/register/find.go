package register

import (
	"cmp"
	"net/url"
	"slices"

	"holdover/internal/app"
	"holdover/internal/cal"
	"holdover/internal/money"
	"holdover/internal/ui"
)

// find is what narrows the register down, and by what it is.
func (d *rowDrawing) find() Find {
	account := d.listing.Account
	if account == "" {
		account = ui.AllAccounts
	}
	here := d.Links.Account(account)
	whole := d.listing.query()
	rest := d.listing.but(func(l *listing) { l.Filter.Search = "" })
	cleared := d.listing.but(func(l *listing) { l.Filter, l.Amounts = app.RowFilter{Account: l.Account}, amountRange{} })
	return Find{
		URL: here, Search: d.listing.Filter.Search, Keep: hiddenFields(rest.query()), PanelURL: here + "/filter", PanelSpot: here + "/filter?" + whole.Encode(), PanelKeep: hiddenFields(whole),
		Chips: d.chips(), ClearURL: cleared.url(d.Links),
	}
}

// hiddenFields are hidden fields with what a query says.
func hiddenFields(q url.Values) []ui.Field {
	var fields []ui.Field
	for name := range q {
		fields = append(fields, ui.Hidden(name, q.Get(name)))
	}
	slices.SortFunc(fields, func(a, b ui.Field) int { return cmp.Compare(a.Name, b.Name) })
	return fields
}

// chips are the filters that are on, each with the way to take it away.
func (d *rowDrawing) chips() []Chip {
	var all []Chip
	f := &d.listing.Filter
	chip := func(on bool, label string, without func(*listing)) {
		if on {
			l := d.listing.but(without)
			all = append(all, Chip{label, l.url(d.Links)})
		}
	}
	chip(f.Search != "", "“"+f.Search+"”", func(l *listing) { l.Filter.Search = "" })
	chip(f.Since != 0 || f.Until != 0, d.daysText(f.Since, f.Until), func(l *listing) { l.Filter.Since, l.Filter.Until = 0, 0 })
	chip(f.Account != d.listing.Account, d.accountName(f.Account), func(l *listing) { l.Filter.Account = l.Account })
	chip(f.Category != "", d.Names[f.Category].Name, func(l *listing) { l.Filter.Category = "" })
	chip(f.Payee != "", d.Payee, func(l *listing) { l.Filter.Payee = "" })
	chip(f.Min != nil || f.Max != nil, d.amountsText(&d.listing), func(l *listing) { l.Filter.Min, l.Filter.Max, l.Amounts = nil, nil, amountRange{} })
	chip(f.Cleared != "", clearedMark(f.Cleared).Label(), func(l *listing) { l.Filter.Cleared = "" })
	chip(f.Uncategorised, "Needs a category", func(l *listing) { l.Filter.Uncategorised = false })
	chip(f.Unapproved, "To approve", func(l *listing) { l.Filter.Unapproved = false })
	chip(f.Flag != "", flagText(f.Flag)+" flag", func(l *listing) { l.Filter.Flag = "" })
	chip(f.OnBudget, "Accounts on budget", func(l *listing) { l.Filter.OnBudget = false })
	return all
}

func (d *rowDrawing) accountName(id string) string {
	for i := range d.Accounts {
		if d.Accounts[i].ID == id {
			return d.Accounts[i].Name
		}
	}
	return id
}

// daysText is a span of days in words: a month or a year by its name.
func (d *rowDrawing) daysText(since, until cal.Date) string {
	if m, whole := wholeMonth(since, until); whole {
		return m.Name()
	}
	date := func(day cal.Date) string { return day.In(d.Budget.DateFormat) }
	switch {
	case until == 0:
		return "From " + date(since)
	case since == 0:
		return "Until " + date(until)
	case since == until:
		return date(since)
	case since.Year() == until.Year() && since == cal.MakeDate(since.Year(), 1, 1) && until == cal.MakeDate(until.Year(), 12, 31):
		return since.String()[:4]
	}
	return date(since) + " to " + date(until)
}

// amountsText is a range of amounts in words.
func (d *rowDrawing) amountsText(l *listing) string {
	low, high := l.Filter.Min, l.Filter.Max
	word := "Received"
	if l.Amounts.Way == spent {
		word, low, high = "Spent", high, low
	}
	text := func(m *money.Milli) string { return d.Plain(m.Abs()).Text }
	switch {
	case l.Amounts.Least == "" && high == nil:
		return word
	case l.Amounts.Least == "":
		return word + " up to " + text(high)
	case high == nil:
		return word + " from " + text(low)
	case *low == *high:
		return word + " " + text(low)
	}
	return word + " " + text(low) + " to " + text(high)
}
