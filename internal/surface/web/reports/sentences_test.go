package reports

import (
	"strings"
	"testing"

	"holdover/internal/app/reports"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/surface/ui"
	"holdover/internal/testing/browsertest/preview"
)

// Sentences state negative amounts in words: refunded, owed, overspent.

func newSentences() sentences { return sentences{preview.Euro, "DD.MM.YYYY"} }

func checkText(t *testing.T, got, want string) {
	t.Helper()
	if got = strings.ReplaceAll(got, "\u00a0", " "); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestSentenceOfSpending(t *testing.T) {
	t.Parallel()
	jan := civil.MakeMonth(2026, 1)
	one, two := report.Span{From: jan, Until: jan}, report.Span{From: jan, Until: jan + 1}
	for want, c := range map[string]struct {
		span   report.Span
		months []money.Milli // negative is spent
		before money.Milli
	}{
		"You spent 17,08 €.": {one, []money.Milli{-17_080}, 0},
		"You spent 30,01 €, 15,01 € a month; 20,01 € more than the previous period.":                                {two, []money.Milli{-30_010, 0}, -10_000},
		"You spent 30,00 €; 5,00 € less than the previous period.":                                                  {one, []money.Milli{-30_000}, -35_000},
		"You spent 30,00 €; as much as the previous period.":                                                        {one, []money.Milli{-30_000}, -30_000},
		"You spent 30,00 €; in the previous period you got 2,00 € more back than you spent.":                        {one, []money.Milli{-30_000}, 2_000},
		"You got 17,08 € more back than you spent.":                                                                 {two, []money.Milli{17_080, 0}, 0},
		"You got 17,08 € more back than you spent; in the previous period you spent 5,00 €.":                        {one, []money.Milli{17_080}, -5_000},
		"You got 17,08 € more back than you spent; in the previous period you got 5,00 € more back than you spent.": {one, []money.Milli{17_080}, 5_000},
		"You got back as much as you spent.":                                                                        {two, []money.Milli{-3_000, 3_000}, 0},
		"You spent nothing; in the previous period you spent 5,00 €.":                                               {one, []money.Milli{0}, -5_000},
	} {
		checkText(t, newSentences().spending(new(report.SpendingOf(c.span, []report.Named{{ID: "x", Months: c.months, Before: c.before}}))), want)
	}
}

func TestSentenceOfMonthSoFar(t *testing.T) {
	t.Parallel()
	m := civil.MakeMonth(2026, 6)
	for want, c := range map[string]struct {
		now, before money.Milli // on the first day
		compared    int
		until       civil.Date
	}{
		"You spent 8,00 € in June 2026 until 05.06.2026, 3,00 € more than usual so far.":                         {-8_000, -5_000, 1, m.DayAt(5)},
		"You spent 5,00 € in June 2026, 3,00 € less than usual.":                                                 {-5_000, -8_000, 1, m.Last()},
		"You spent 5,00 € in June 2026, as is usual.":                                                            {-5_000, -5_000, 1, m.Last()},
		"You spent nothing in June 2026 until 05.06.2026, 5,00 € less than usual so far.":                        {0, -5_000, 1, m.DayAt(5)},
		"You got 2,00 € more back than you spent in June 2026 until 05.06.2026; 5,00 € is usually spent so far.": {2_000, -5_000, 1, m.DayAt(5)},
		"You spent 1,00 € in June 2026; usually 5,00 € more is refunded than spent.":                             {-1_000, 5_000, 1, m.Last()},
		"You got 2,00 € more back than you spent in June 2026; there is no earlier month to compare.":            {2_000, 0, 0, m.Last()},
		"You got 2,00 € more back than you spent in June 2026; nothing is usually spent.":                        {2_000, 0, 1, m.Last()},
	} {
		sums := make([]money.Milli, (c.compared+1)*civil.MostDays)
		sums[0] += c.before
		sums[c.compared*civil.MostDays] += c.now
		got := report.SoFarIn(m, c.until, c.compared, []report.Grouped{{ID: "g", Members: []report.Named{{ID: "c", Months: sums}}}})
		checkText(t, newSentences().soFar(&got), want)
	}
}

func TestSentenceOfTheCalendar(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]struct{ spent, income []money.Milli }{
		"You spent 8,00 € on 2 days of June 2026, most on 02.06.2026: 5,00 €; 9,00 € came in.":                         {[]money.Milli{3_000, 5_000}, []money.Milli{9_000}},
		"You spent 3,00 € on 1 day of June 2026, most on 01.06.2026: 3,00 €; nothing came in.":                         {[]money.Milli{3_000}, nil},
		"You spent 6,00 € on 2 days of June 2026, most on 01.06.2026: 3,00 €; nothing came in.":                        {[]money.Milli{3_000, 3_000}, nil},
		"You spent nothing in June 2026; 9,00 € came in.":                                                              {nil, []money.Milli{9_000}},
		"You got 2,00 € more back than you spent in June 2026; most was spent on 01.06.2026: 3,00 €; nothing came in.": {[]money.Milli{3_000, -5_000}, nil},
		"You got 5,00 € more back than you spent in June 2026; 1,00 € more income was reversed than received.":         {[]money.Milli{0, -5_000}, []money.Milli{0, -1_000}},
		"You got back as much as you spent in June 2026; most was spent on 01.06.2026: 3,00 €; nothing came in.":       {[]money.Milli{3_000, -3_000}, nil},
	} {
		d := report.Days{Month: civil.MakeMonth(2026, 6)}
		for n := range 30 {
			day := report.DayOf{Date: d.Month.DayAt(n + 1)}
			if n < len(c.spent) {
				day.Spent = c.spent[n]
			}
			if n < len(c.income) {
				day.Income = c.income[n]
			}
			d.Days, d.Spent, d.Income = append(d.Days, day), d.Spent+day.Spent, d.Income+day.Income
		}
		checkText(t, newSentences().days(&d), want)
	}
}

func TestSentenceOfIncome(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]struct{ came, went money.Milli }{
		"You saved 3,00 € of 8,00 €.":                                                             {8_000, 5_000},
		"You spent 2,00 € more than came in.":                                                     {3_000, 5_000},
		"You spent all of the 5,00 € that came in.":                                               {5_000, 5_000},
		"You saved all of the 8,00 € that came in, and got 1,00 € more back than you spent.":      {8_000, -1_000},
		"You got 1,00 € more back than you spent; nothing came in.":                               {0, -1_000},
		"You got 3,00 € more back than you spent; 1,00 € more income was reversed than received.": {-1_000, -3_000},
		"You got back as much as you spent; nothing came in.":                                     {0, 0},
	} {
		got := report.IncomeAndExpenses{Income: report.Line{Total: c.came}, Expenses: report.Line{Total: c.went}, Total: c.came - c.went}
		checkText(t, newSentences().income(&got), want)
	}
}

func TestSentenceOfNetWorth(t *testing.T) {
	t.Parallel()
	june := report.Span{From: civil.MakeMonth(2026, 6), Until: civil.MakeMonth(2026, 6)}
	for want, c := range map[string]struct{ before, net money.Milli }{
		"You are worth 5,00 € at the end of June 2026.":                                                          {5_000, 5_000},
		"You are worth 8,00 € at the end of June 2026, 3,00 € more than before these months.":                    {5_000, 8_000},
		"You are worth 5,00 € at the end of June 2026, 3,00 € less than before these months.":                    {8_000, 5_000},
		"You are worth 5,00 € at the end of June 2026; before these months you owed 3,00 € more than you owned.": {-3_000, 5_000},
		"You owe 5,00 € more than you own at the end of June 2026, 3,00 € less than before these months.":        {-8_000, -5_000},
		"You owe 5,00 € more than you own at the end of June 2026; before these months you were worth 3,00 €.":   {3_000, -5_000},
		"You owe as much as you own at the end of June 2026; before these months you were worth 3,00 €.":         {3_000, 0},
		"You are worth 6,00 € at the end of June 2026.":                                                          {0, 6_000},
	} {
		owned := []money.Milli{9_000}
		checkText(t, newSentences().netWorth(&report.NetWorth{Span: june, Assets: owned, Debts: []money.Milli{c.net - 9_000}, Net: []money.Milli{c.net}, Before: c.before}), want)
	}
	none := []money.Milli{0}
	checkText(t, newSentences().netWorth(&report.NetWorth{Span: june, Assets: none, Debts: none, Net: none}), "You own nothing and owe nothing at the end of June 2026.")
}

func TestSentenceOfACategory(t *testing.T) {
	t.Parallel()
	m := civil.MakeMonth(2026, 6)
	for want, c := range map[string]reports.CategoryLife{
		"30,00 € budgeted, 20,00 € spent, 10,00 € in it at the end of June 2026.":                                             {Months: []reports.CategoryMonth{{Month: m, Budgeted: 30_000, Activity: -20_000, Balance: 10_000}}},
		"3,00 € taken out, 2,00 € more was refunded than spent, overspent by 1,00 € at the end of June 2026.":                 {Months: []reports.CategoryMonth{{Month: m, Budgeted: -3_000, Activity: 2_000, Balance: -1_000}}},
		"Nothing budgeted, nothing spent, nothing in it at the end of June 2026.":                                             {Months: []reports.CategoryMonth{{Month: m}}},
		"Nothing budgeted, as much was refunded as spent, nothing in it at the end of June 2026.":                             {Months: []reports.CategoryMonth{{Month: m - 1, Activity: 5_000}, {Month: m, Activity: -5_000}}},
		"Nothing budgeted, 2,00 € more was paid than came from spending on the card, nothing in it at the end of June 2026.":  {Payment: true, Months: []reports.CategoryMonth{{Month: m, Activity: -2_000}}},
		"Nothing budgeted, 2,00 € came from spending on the card, less what was paid, nothing in it at the end of June 2026.": {Payment: true, Months: []reports.CategoryMonth{{Month: m, Activity: 2_000}}},
	} {
		checkText(t, newSentences().life(&c), want)
	}
}

func TestSentenceOfUpcoming(t *testing.T) {
	t.Parallel()
	today := civil.MakeDate(2026, 6, 1)
	fall := func(day int) report.Event {
		return report.Event{Date: today.AddDays(day), AccountID: "a", Amount: -60_000}
	}
	for want, c := range map[string]struct {
		events []report.Event
		owes   money.Milli
	}{
		"Nothing is scheduled until 01.07.2026.":                                                           {},
		"1 transaction is expected until 01.07.2026; no account goes below zero.":                          {[]report.Event{fall(3)}, 0},
		"1 transaction is expected until 01.07.2026; no account goes below zero that is not below it now.": {[]report.Event{fall(3)}, -5},
		"Bank goes below zero on 04.06.2026; its lowest is −80,00 € on 05.06.2026.":                        {[]report.Event{fall(2), fall(3), fall(4)}, 0},
	} {
		got := report.ComingOf(today, today.AddDays(30), []report.AccountBalance{{ID: "a", Name: "Bank", Balance: 100_000}, {ID: "b", Name: "Loan", Debt: true, Balance: c.owes}}, c.events, nil, nil)
		checkText(t, newSentences().upcoming(&got), want)
	}
}

func TestNegativeAmountsHaveTheirOwnLabel(t *testing.T) {
	t.Parallel()
	f := ui.Figures{Format: preview.Euro}
	checkText(t, soMuch("Spent", "Refunded", 5_000, f), "Spent: 5,00 €")
	checkText(t, soMuch("Spent", "Refunded", -5_000, f), "Refunded: 5,00 €")
}
