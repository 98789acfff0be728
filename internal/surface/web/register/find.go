package register

import (
	"cmp"
	"strings"

	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// find returns the search field and the chips of the active filters.
func (d *rowDrawing) find() Find {
	here := d.Links.Account(cmp.Or(d.listing.Account, ui.AllAccounts))
	whole := d.listing.query()
	rest := d.listing.but(func(l *listing) { l.Filter.Search = "" })
	cleared := d.listing.but(func(l *listing) { l.Filter, l.Amounts, l.Time = rows.Filter{Account: l.Account}, amountRange{}, "" })
	return Find{
		URL: here, Search: d.listing.Filter.Search, Keep: ui.HiddenFields(rest.query()), PanelURL: here + "/filter", PanelSpot: here + "/filter?" + whole.Encode(), PanelKeep: ui.HiddenFields(whole),
		Chips: d.chips(), ClearURL: cleared.url(d.Links), CSVURL: here + "/csv?" + whole.Encode(), PrintURL: here + "/print?" + whole.Encode(),
	}
}

// chips returns the active filters, each with the address without it.
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
	days := d.daysText(f.Since, f.Until)
	if d.listing.Time != "" {
		days = d.listing.Time.Title()
	}
	chip(f.Since != 0 || f.Until != 0, days, func(l *listing) { l.Filter.Since, l.Filter.Until, l.Time = 0, 0, "" })
	chip(f.Account != d.listing.Account, ui.AccountName(f.Account, d.Accounts, f.Account), func(l *listing) { l.Filter.Account = l.Account })
	chip(f.Category != "", d.Names[f.Category].Name, func(l *listing) { l.Filter.Category = "" })
	chip(f.Payee != "", d.Payee, func(l *listing) { l.Filter.Payee = "" })
	chip(f.Min != nil || f.Max != nil, d.amountsText(&d.listing), func(l *listing) { l.Filter.Min, l.Filter.Max, l.Amounts = nil, nil, amountRange{} })
	chip(f.Cleared != "", clearedMark(f.Cleared).Label(), func(l *listing) { l.Filter.Cleared = "" })
	chip(f.Uncategorised, "Needs a category", func(l *listing) { l.Filter.Uncategorised = false })
	chip(f.Unapproved, "To approve", func(l *listing) { l.Filter.Unapproved = false })
	chip(f.Flag != "", flagText(f.Flag)+" flag", func(l *listing) { l.Filter.Flag = "" })
	chip(f.Counts != "", countsText(f.Counts), func(l *listing) { l.Filter.Counts = "" })
	chip(f.OnBudget, "Accounts on budget", func(l *listing) { l.Filter.OnBudget = false })
	chip(f.Any, "Any of these", func(l *listing) { l.Filter.Any = false })
	if f.More != nil {
		d.moreChips(f.More, chip)
	}
	return all
}

// countsText describes the side of income and expenses on which rows count.
func countsText(side rows.Side) string { return "Counts as " + string(side) }

// moreChips adds the chips of filters beyond one value of each field.
func (d *rowDrawing) moreChips(m *rows.More, chip func(on bool, label string, without func(*listing))) {
	without := func(change func(*rows.More)) func(*listing) {
		return func(l *listing) { changeMore(&l.Filter, change) }
	}
	for _, name := range severally {
		some := someOf(m, name)
		chip(len(some.Of) > 0, d.someText(name, some), without(func(m *rows.More) { *someOf(m, name) = rows.SomeOf{} }))
	}
	chip(m.PayeeWords != "", "Payee has “"+m.PayeeWords+"”", without(func(m *rows.More) { m.PayeeWords = "" }))
	chip(m.Notes != "", "Notes have “"+m.Notes+"”", without(func(m *rows.More) { m.Notes = "" }))
	for _, name := range ui.RegexpKeys {
		r := regexpsOf(m)[name]
		chip(r.Text != "", ui.RegexpText(name, r), without(func(m *rows.More) { *regexpsOf(m)[name] = budget.Regexp{} }))
	}
	chip(m.Least != nil || m.Most != nil, d.sizeText(m), func(l *listing) {
		changeMore(&l.Filter, func(m *rows.More) { m.Least, m.Most = nil, nil })
		l.Amounts = amountRange{}
	})
	for _, name := range kinds {
		only := *onlyOf(m, name)
		label := kindLabels[name]
		if only == budget.OnlyNot {
			label = "Not: " + label
		}
		chip(only != budget.Either, label, without(func(m *rows.More) { *onlyOf(m, name) = budget.Either }))
	}
}

var (
	kindLabels  = map[string]string{"split": "Split", "transfer": "Transfer", "receipt": "Has a receipt", "scheduled": "Scheduled", "uncategorised": "Needs a category", "unapproved": "To approve"}
	thingLabels = map[string]string{"category": "Category", "payee": "Payee", "account": "Account", "state": "Cleared", "flag": "Flag", "tag": "Tag"}
)

// namedInChip is the maximum number of values that a chip names.
const namedInChip = 3

// someText returns several values in words: "Payee: Aldi, Rewe", "Payee not: Aldi".
func (d *rowDrawing) someText(thing string, some *rows.SomeOf) string {
	names := iterutil.Map(some.Of[:min(namedInChip, len(some.Of))], func(value string) string { return d.valueText(thing, value) })
	text := thingLabels[thing]
	if some.Not {
		text += " not"
	}
	text += ": " + strings.Join(names, ", ")
	if more := len(some.Of) - namedInChip; more > 0 {
		text += " and " + humanize.Count(more) + " more"
	}
	return text
}

// valueText returns the name of a value.
func (d *rowDrawing) valueText(thing, value string) string {
	switch {
	case value == "":
		return "none"
	case thing == "flag":
		return flagText(value)
	case thing == "state":
		return clearedMark(value).Label()
	case d.Called[value] != "":
		return d.Called[value]
	}
	return value
}

// sizeText returns a range of amounts of either sign in words.
func (d *rowDrawing) sizeText(m *rows.More) string {
	text := func(m *money.Milli) string { return d.Plain(*m).Text }
	switch {
	case m.Least == nil && m.Most == nil:
		return ""
	case m.Least == nil:
		return "Amount up to " + text(m.Most)
	case m.Most == nil:
		return "Amount from " + text(m.Least)
	case *m.Least == *m.Most:
		return "Amount " + text(m.Least)
	}
	return "Amount " + text(m.Least) + " to " + text(m.Most)
}

// daysText returns a period in words: a month or a year by its name.
func (d *rowDrawing) daysText(since, until civil.Date) string {
	if m, whole := wholeMonth(since, until); whole {
		return m.Name()
	}
	date := func(day civil.Date) string { return day.In(d.Budget.DateFormat) }
	switch {
	case until == 0:
		return "From " + date(since)
	case since == 0:
		return "Until " + date(until)
	case since == until:
		return date(since)
	case since.Year() == until.Year() && since == civil.MakeDate(since.Year(), 1, 1) && until == civil.MakeDate(until.Year(), 12, 31):
		return since.String()[:4]
	}
	return date(since) + " to " + date(until)
}

// amountsText returns a range of amounts in words.
func (d *rowDrawing) amountsText(l *listing) string {
	low, high := l.Filter.Min, l.Filter.Max
	word := "Received"
	if l.Amounts.Way == spent {
		word, low, high = "Spent", high, low
	}
	text := func(m *money.Milli) string { return d.Plain(m.Abs()).Text }
	switch {
	case low == nil && high == nil:
		return ""
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
