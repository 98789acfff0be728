package loans

import (
	"html/template"
	"net/url"
	"strconv"
	"strings"

	"holdover/internal/app/loans"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/chart"
	"holdover/internal/logic/loan"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// try returns the form of the simulation with the typed values.
func (d *pageLines) try(q url.Values) Try {
	t := Try{
		Action: d.Links.Loan(d.Report.Account.ID), Extra: q.Get("extra"), Once: q.Get("once"), Rate: q.Get("rate"), Years: q.Get("years"), Every: every(d.Frequency),
		On: ui.DayIn(d.Budget.DateFormat, 0),
	}
	if q.Get("on") != "" {
		t.On = ui.DayTyped(d.Budget.DateFormat, q.Get("on"), d.today)
	}
	if d.Level > 0 {
		t.ClearURL, t.Level = t.Action, "Paying "+d.text(d.Level)+" each "+t.Every+" pays it off in "+years(q.Get("years"))+escrowToo(d.Report)+"."
	}
	if d.Simulated != nil {
		t.ClearURL = t.Action
		t.Result, t.Warn = d.result()
	}
	return t
}

// years formats a valid number of years.
func years(text string) string {
	n, _ := strconv.Atoi(strings.TrimSpace(text))
	return humanize.Number(n, "year", "years")
}

// escrowToo says that escrow comes on top of a payment, if there is any.
func escrowToo(r *loans.Report) string {
	if r.Has(loans.Escrow) {
		return ", with escrow on top"
	}
	return ""
}

// result compares the simulation with the plan, and reports whether it is a warning.
func (d *pageLines) result() (text string, warns bool) {
	was, is := d.Planned, d.Simulated
	switch {
	case !is.Paid():
		return "Like this it is never paid off: " + d.neverWhy(is), true
	case len(is.Payments) == 0:
		return "Nothing is owed.", false
	case !was.Paid():
		return "Paid off on " + d.day(is.PaidOn()) + ", with " + d.text(is.Interest) + " of interest.", false
	}
	text = "Paid off on " + d.day(is.PaidOn()) + ", " + apart(is.PaidOn(), was.PaidOn())
	if saved := was.Interest - is.Interest; saved >= 0 {
		return text + ". " + d.text(saved) + " of interest saved.", false
	}
	return text + ". " + d.text(is.Interest-was.Interest) + " more interest.", false
}

// apart says how much earlier or later a day is than another: "2 years and 3 months earlier".
func apart(is, was civil.Date) string {
	direction := "earlier"
	if is > was {
		is, was, direction = was, is, "later"
	}
	months := int(was.Month() - is.Month())
	if is.AddMonths(months) > was {
		months--
	}
	years, rest := humanize.Number(months/12, "year", "years"), humanize.Number(months%12, "month", "months")
	switch {
	case is == was:
		return "as by the plan"
	case months == 0:
		return humanize.Number(was.Since(is), "day", "days") + " " + direction
	case months < 12:
		return rest + " " + direction
	case months%12 == 0:
		return years + " " + direction
	}
	return years + " and " + rest + " " + direction
}

// mostPlaces is the number of places of the picture above which it shows fewer months.
const mostPlaces = 150

// picture collects the debts at the places of the picture.
type picture struct {
	*pageLines
	months []civil.Month
}

// draw adds the picture of the debt: past, planned and simulated.
func (d *pageLines) draw(p *Page) {
	now := d.today.Month()
	first, last := now, now
	if d.History.First != 0 {
		first = d.History.First
	}
	for _, r := range []*loan.Repayment{d.Planned, d.Simulated} {
		if r != nil && len(r.Payments) > 0 {
			last = max(last, r.Payments[len(r.Payments)-1].Date.Month())
		}
	}
	if first == last {
		return
	}
	pic := &picture{d, placesOf(first, last)}
	whole := d.Format
	whole.DecimalDigits = 0
	c := chart.Chart{Title: "What is owed at each month's end", Zero: true, Text: d.Format.Spoken, Axis: whole.Spoken}
	many := int(last-first) + 1
	for _, m := range pic.months {
		c.Places = append(c.Places, placeOf(m, many))
	}
	add := func(colour int, name string, at func(civil.Month) (money.Milli, bool)) {
		s := chart.Series{Name: name, Kind: chart.Line, Colour: colour}
		for _, m := range pic.months {
			owed, known := at(m)
			s.Values, s.None = append(s.Values, owed), append(s.None, !known)
		}
		c.Series = append(c.Series, s)
		p.Legend = append(p.Legend, Key{chart.Class(colour), name})
	}
	add(0, "So far", func(m civil.Month) (money.Milli, bool) {
		return pic.past(m), m >= d.History.First && m <= now && d.History.First != 0
	})
	if d.Planned != nil && len(d.Planned.Payments) > 0 {
		add(2, "By the plan", pic.future(d.Planned))
	}
	if d.Simulated != nil && len(d.Simulated.Payments) > 0 {
		add(1, "With the changes", pic.future(d.Simulated))
	}
	p.Picture = template.HTML(c.SVG()) //nolint:gosec // package chart escapes every text
}

// placesOf returns the months of a picture: all, or every few months from January on.
func placesOf(first, last civil.Month) (months []civil.Month) {
	step := civil.Month(1)
	for _, step = range []civil.Month{1, 2, 3, 4, 6, 12} {
		if int(last-first)/int(step) < mostPlaces {
			break
		}
	}
	for m := first / step * step; m < last+step; m += step {
		months = append(months, m)
	}
	return months
}

// placeOf returns the place of a month. Among many years only every fifth or tenth has a label.
func placeOf(m civil.Month, many int) chart.Place {
	p := chart.MonthAmong(m, many)
	every := 1
	switch {
	case many > 12*40:
		every = 10
	case many > 12*12:
		every = 5
	case many > 12*6:
		every = 2
	}
	if p.Major && m.Year()%every != 0 {
		p.Label, p.Major = "", false
	} else if p.Major {
		p.Label = strconv.Itoa(m.Year())
	}
	return p
}

// past returns the debt at the end of a month up to the present one.
func (d *picture) past(m civil.Month) money.Milli {
	i := int(m - d.History.First)
	if d.History.First == 0 || i < 0 || i >= len(d.History.Ends) {
		return 0
	}
	return d.History.Ends[i]
}

// future returns the debts of a repayment at the ends of months. They begin at the last place up to today, with its debt.
func (d *picture) future(r *loan.Repayment) func(civil.Month) (money.Milli, bool) {
	now := d.today.Month()
	begin := d.months[0]
	for _, m := range d.months {
		if m <= now {
			begin = m
		}
	}
	next, owed := 0, d.History.Owed()
	return func(m civil.Month) (money.Milli, bool) {
		if m < begin {
			return 0, false
		} else if m == begin && m < d.History.First { // the place is before the loan's first month
			return d.History.Owed(), true
		} else if m == begin {
			return d.past(m), true
		}
		ended := next == len(r.Payments)
		for next < len(r.Payments) && r.Payments[next].Date.Month() <= m {
			owed, next = r.Payments[next].Owed, next+1
		}
		return owed, !ended
	}
}
