package reports

import (
	"slices"
	"strings"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/reports"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// A report begins with a sentence that states its figures without minus signs: expenses and debts are positive
// amounts with the right verb.

// sentences formats a budget's amounts and dates in sentences.
type sentences struct {
	amounts money.Format
	dates   string
}

// sentencesOf returns the sentences of a budget.
func sentencesOf(b *pageframe.Budget) sentences { return sentences{b.CurrencyFormat, b.DateFormat} }

// amount formats the absolute value of an amount.
func (t sentences) amount(m money.Milli) string { return t.amounts.Spoken(m.Abs()) }

// day formats a date without possible line breaks.
func (t sentences) day(d civil.Date) string { return strings.ReplaceAll(d.In(t.dates), "-", "\u2011") }

// spent describes expenses minus refunds. They are zero if nothing was spent, or as much was refunded.
func (t sentences) spent(m money.Milli, cameBack bool) string {
	switch {
	case m > 0:
		return "you spent " + t.amount(m)
	case m < 0:
		return "you got " + t.amount(m) + " more back than you spent"
	case cameBack:
		return "you got back as much as you spent"
	}
	return "you spent nothing"
}

func (t sentences) cameIn(m money.Milli) string {
	switch {
	case m > 0:
		return t.amount(m) + " came in"
	case m < 0:
		return t.amount(m) + " more income was reversed than received"
	}
	return "nothing came in"
}

// spending compares expenses with the previous period.
func (t sentences) spending(is *report.Spending) string {
	w := &is.Whole
	lead := ui.Sentence(t.spent(w.Total, slices.ContainsFunc(is.Lines, func(l report.Line) bool { return l.Total != 0 || !still(l.Months) })))
	if w.Total > 0 && is.KnownMonths > 1 {
		lead += ", " + t.amount(t.amounts.Rounded(w.Average)) + " a month"
	}
	switch change := w.Change(); {
	case w.Before == 0:
	case w.Before < 0 || w.Total <= 0:
		lead += "; in the previous period " + t.spent(w.Before, true)
	case change > 0:
		lead += "; " + t.amount(change) + " more than the previous period"
	case change < 0:
		lead += "; " + t.amount(change) + " less than the previous period"
	default:
		lead += "; as much as the previous period"
	}
	return lead + "."
}

// still reports whether all amounts are zero.
func still(amounts []money.Milli) bool {
	return !slices.ContainsFunc(amounts, func(m money.Milli) bool { return m != 0 })
}

// soFar compares the expenses of a month so far with the usual amount.
func (t sentences) soFar(is *report.SoFar) string {
	moved := slices.ContainsFunc(is.Days, func(d report.SoFarBy) bool { return d.Spent != nil && *d.Spent != 0 })
	lead, until := ui.Sentence(t.spent(is.Whole.Spent, moved))+" in "+is.Month.Name(), ""
	if is.Until < is.Month.Last() {
		lead, until = lead+" until "+t.day(is.Until), " so far"
	}
	usual, difference := t.amounts.Rounded(is.Whole.Usual), t.amounts.Rounded(is.Whole.Difference())
	switch {
	case is.Compared == 0:
		return lead + "; there is no earlier month to compare."
	case usual < 0:
		return lead + "; usually " + t.amount(usual) + " more is refunded than spent" + until + "."
	case is.Whole.Spent < 0:
		return lead + "; " + bySign(usual, t.amount(usual), "nothing", "") + " is usually spent" + until + "."
	case difference > 0:
		return lead + ", " + t.amount(difference) + " more than usual" + until + "."
	case difference < 0:
		return lead + ", " + t.amount(difference) + " less than usual" + until + "."
	}
	return lead + ", as is usual" + until + "."
}

// days describes the expenses and income of a month's days, or returns "" for none.
func (t sentences) days(is *report.Days) string {
	days, most := 0, report.DayOf{}
	for _, day := range is.Days {
		if day.Spent != 0 {
			days++
		}
		if day.Spent > most.Spent {
			most = day
		}
	}
	lead := ui.Sentence(t.spent(is.Spent, days > 0))
	switch {
	case is.Spent > 0:
		lead += " on " + humanize.Number(days, "day", "days") + " of " + is.Month.Name() + ", most on "
	case most.Spent > 0:
		lead += " in " + is.Month.Name() + "; most was spent on "
	default:
		lead += " in " + is.Month.Name()
	}
	if most.Spent > 0 {
		lead += t.day(most.Date) + ": " + t.amount(most.Spent)
	}
	return lead + "; " + t.cameIn(is.Income) + "."
}

// income describes the difference between income and expenses.
func (t sentences) income(is *report.IncomeAndExpenses) string {
	came, went := is.Income.Total, is.Expenses.Total
	switch {
	case is.Total < 0:
		return "You spent " + t.amount(is.Total) + " more than came in."
	case came <= 0:
		return ui.Sentence(t.spent(went, true)) + "; " + t.cameIn(came) + "."
	case is.Total == 0:
		return "You spent all of the " + t.amount(came) + " that came in."
	case went < 0:
		return "You saved all of the " + t.amount(came) + " that came in, and " + strings.TrimPrefix(t.spent(went, true), "you ") + "."
	}
	return "You saved " + t.amount(is.Total) + " of " + t.amount(came) + "."
}

// netWorth describes the net worth at a month's end, and the previous one.
func (t sentences) netWorth(is *report.NetWorth) string {
	last := len(is.Net) - 1
	net := is.Net[last]
	lead := ui.Sentence(t.worth(net, "you are worth", "you owe", "you own")) + " at the end of " + is.Until.Name()
	if is.Assets[last] == 0 && is.Debts[last] == 0 {
		lead = "You own nothing and owe nothing at the end of " + is.Until.Name()
	}
	switch change := net.Abs() - is.Before.Abs(); {
	case is.Before == net || is.Before == 0: // a previous net worth of zero may mean that there was no account
		return lead + "."
	case (net > 0) != (is.Before > 0):
		return lead + "; before these months " + t.worth(is.Before, "you were worth", "you owed", "you owned") + "."
	case change > 0:
		return lead + ", " + t.amount(change) + " more than before these months."
	default:
		return lead + ", " + t.amount(change) + " less than before these months."
	}
}

func (t sentences) worth(net money.Milli, are, owe, own string) string {
	switch {
	case net > 0:
		return are + " " + t.amount(net)
	case net < 0:
		return owe + " " + t.amount(net) + " more than " + own
	}
	return owe + " as much as " + own
}

// life describes the figures of a category over some months.
func (t sentences) life(is *reports.CategoryLife) string {
	var budgeted, activity money.Milli
	moved := false
	for i := range is.Months {
		m := &is.Months[i]
		budgeted, activity, moved = budgeted+m.Budgeted, activity+m.Activity, moved || m.Activity != 0
	}
	last := &is.Months[len(is.Months)-1]
	said := []string{
		bySign(budgeted, t.amount(budgeted)+" budgeted", "nothing budgeted", t.amount(budgeted)+" taken out"),
		bySign(-activity, t.amount(activity)+" spent", "nothing spent", t.amount(activity)+" more was refunded than spent"),
		bySign(last.Balance, t.amount(last.Balance)+" in it", "nothing in it", "overspent by "+t.amount(last.Balance)),
	}
	switch {
	case is.Payment:
		said[1] = bySign(activity,
			t.amount(activity)+" came from spending on the card, less what was paid", "payments equal the spending on the card",
			t.amount(activity)+" more was paid than came from spending on the card")
	case activity == 0 && moved:
		said[1] = "as much was refunded as spent"
	}
	return ui.Sentence(strings.Join(said, ", ")) + " at the end of " + last.Month.Name() + "."
}

// bySign returns one of three texts by the sign of an amount.
func bySign(m money.Milli, more, nothing, less string) string {
	switch {
	case m > 0:
		return more
	case m < 0:
		return less
	}
	return nothing
}

// upcoming names the first account that would become negative.
func (t sentences) upcoming(ahead *report.Coming) string {
	if a := firstBelow(ahead); a != nil {
		return a.Name + " goes below zero on " + t.day(a.BelowZero) + "; its lowest is " + ui.Whole(t.amounts.Spoken(a.Lowest)) + " on " + t.day(a.LowestOn) + "."
	}
	if len(ahead.Events) == 0 {
		return "Nothing is scheduled until " + t.day(ahead.Until) + "."
	}
	no := "no account goes below zero"
	if slices.ContainsFunc(ahead.Accounts, func(a report.AccountAhead) bool { return a.Now < 0 }) {
		no = "no account goes below zero that is not below it now"
	}
	return humanize.Number(len(ahead.Events), "transaction is", "transactions are") + " expected until " + t.day(ahead.Until) + "; " + no + "."
}
