package reports

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/app/reports"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/surface/ui"
	"holdover/internal/testing/browsertest/preview"
)

func euros() ui.Figures { return ui.Figures{Format: preview.Euro} }

// printed returns a table as text, with a line for each row.
func printed(t Table) []string {
	lines := []string{strings.Join(t.Columns, " | ")}
	for _, r := range t.Rows {
		line := strings.Repeat("  ", r.Depth) + r.Name
		if r.Sub != "" {
			line += " (" + r.Sub + ")"
		}
		for i := range r.Cells {
			line += " | " + r.Cells[i].Text
		}
		lines = append(lines, line)
	}
	return lines
}

func wantTable(t *testing.T, got Table, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, printed(got)); diff != "" {
		t.Errorf("the table differs:\n%s", diff)
	}
}

func june() civil.Month { return civil.MakeMonth(2026, 6) }

// Totals, monthly averages, shares, and changes from the previous period precede the months.
func TestTableOfLines(t *testing.T) {
	t.Parallel()
	rd := parseReading(t, "spending?from=2026-05&to=2026-06&by=category")
	s := rd.query.Span
	r := report.SpendingOf(s, []report.Named{{ID: "a", Name: "Rent", Months: []money.Milli{-600_000, -900_010}, Before: -1_400_000}, {ID: "b", Name: "Food", Months: []money.Milli{-20_000, 0}, Before: -50_000}})
	wantTable(t, lineTables{s, report.Comparison{BeforeKnown: true}, euros()}.of("", r.Lines, &r.Whole, rd.spendingURL(reports.ByCategory), rd.cellURL(reports.ByCategory)),
		"Total | A month | Share | Before | Change | May 26 | Jun 26",
		"Rent | 1.500,01 | 750,01 | 98,68 % | 1.400,00 | 100,01 | 600,00 | 900,01",
		"Food | 20,00 | 10,00 | 1,32 % | 50,00 | −30,00 | 20,00 | 0,00",
		"Total | 1.520,01 | 760,01 | – | 1.450,00 | 70,01 | 620,00 | 900,01")
}

// Shares were cut off after one decimal, always with a point: 66.6, 16.6 and 16.6 did not add up to 100.
func TestSharesShownAddUpInTheBudgetsFormat(t *testing.T) {
	t.Parallel()
	s := report.Span{From: june(), Until: june()}
	r := report.SpendingOf(s, []report.Named{{ID: "a", Name: "Rent", Months: []money.Milli{-4000}}, {ID: "b", Name: "Food", Months: []money.Milli{-1000}}, {ID: "c", Name: "Fun", Months: []money.Milli{-1000}}})
	var got []string
	for _, l := range r.Lines {
		got = append(got, shareText(euros().Format, l.Share).Text)
	}
	if want := []string{"66,67 %", "16,67 %", "16,66 %"}; !slices.Equal(got, want) {
		t.Errorf("shares shown: %q, want %q", got, want)
	}
}

// The smallest lines of a long table are combined, as in its chart: no amount is missing or counted twice.
func TestTableOfManyLines(t *testing.T) {
	t.Parallel()
	s := report.Span{From: june(), Until: june()}
	for _, many := range []int{lineColour, lineColour + 1, maxLines, maxLines + 1, 3 * maxLines} {
		var things []report.Named
		for n := range many {
			things = append(things, report.Named{ID: fmt.Sprint(n), Name: fmt.Sprint("Payee ", n), Months: []money.Milli{-money.Milli(n+1) * 1000}, Before: -1000})
		}
		r := report.SpendingOf(s, things)
		table := lineTables{s, report.Comparison{BeforeKnown: true}, euros()}.of("", r.Lines, &r.Whole, func(*report.Line, int) string { return "" }, nil)
		lines := printed(table)
		rest := fmt.Sprintf("%d others | ", many-maxLines+1)
		if len(lines) != min(many, maxLines)+2 || (many > maxLines) != strings.HasPrefix(lines[len(lines)-2], rest) {
			t.Errorf("%d lines: %d rows, then %s", many, len(lines), lines[len(lines)-2:])
		}
		if many > maxLines {
			var sum money.Milli
			for i := range many - maxLines + 1 {
				sum += money.Milli(i+1) * 1000
			}
			if want := rest + euros().Plain(sum).Text + " | "; !strings.HasPrefix(lines[len(lines)-2], want) {
				t.Errorf("%s, want %s", lines[len(lines)-2], want)
			}
		}
		series, legend := stacked(r.Lines, euros())
		var drawn money.Milli
		for i := range series {
			drawn += series[i].Values[0]
		}
		if drawn != r.Whole.Total || len(legend) != len(series) {
			t.Errorf("%d lines: %d series of %d, want %d", many, len(series), drawn, r.Whole.Total)
		}
	}
}

// The others combined were most of the picture: more items get a colour of their own while the others are large, and if
// that does not help, the picture has whole columns.
func TestOthersAreTheSmallerPartOfAPicture(t *testing.T) {
	t.Parallel()
	even, steep := make([]money.Milli, 63), make([]money.Milli, 63)
	for n := range even {
		even[n], steep[n] = -1000, -money.Milli(1_000_000>>min(n/2, 19))
	}
	for name, c := range map[string]struct {
		amounts []money.Milli
		series  int
		last    string
	}{
		"seven": {even[:7], 7, "Payee 6"}, "eight": {even[:8], 8, "1 other"}, "steep": {steep, 8, "56 others"}, "even": {even, 1, "All 63, as in the table"}, "fourteen": {even[:14], 13, "2 others"},
	} {
		var things []report.Named
		for n, amount := range c.amounts {
			things = append(things, report.Named{ID: fmt.Sprint(n), Name: fmt.Sprint("Payee ", n), Months: []money.Milli{amount}})
		}
		r := report.SpendingOf(report.Span{From: june(), Until: june()}, things)
		series, _ := stacked(r.Lines, euros())
		last, colours := series[len(series)-1], map[int]bool{}
		for i := range series {
			colours[series[i].Colour] = true
		}
		if len(series) != c.series || last.Name != c.last || len(colours) != len(series) || colours[lineColour] {
			t.Errorf("%s: %d series, the last is %s with %d of %d", name, len(series), last.Name, last.Values[0], r.Whole.Total)
		}
	}
}

// Too many months for columns are combined by year: expenses are summed, balances are those of the year's end.
func TestLongPeriodsAreCombinedByYear(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{1: "Jun 26", maxMonths: "Jun 26 Jul 26 … May 29", maxMonths + 1: "2026 2027 2028 2029", 12 * 6: "2026 2027 2028 2029 2030 2031 2032"} {
		s := report.Span{From: june(), Until: june().Add(n - 1)}
		var names []string
		for _, stage := range stages(s) {
			names = append(names, stageName(stage, true))
		}
		if len(names) > 12 {
			names = []string{names[0], names[1], "…", names[len(names)-1]}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%d months: %s, want %s", n, got, want)
		}
	}
	months := make([]money.Milli, 37) // June 2026 to June 2029
	for i := range months {
		months[i] = money.Milli(i + 1)
	}
	s := report.Span{From: june(), Until: june().Add(36)}
	if sums, ends := inStages(s, months), atStages(s, months); !slices.Equal(sums, []money.Milli{28, 162, 306, 207}) || !slices.Equal(ends, []money.Milli{7, 19, 31, 37}) {
		t.Errorf("%d sums and %d ends", sums, ends)
	}
}

// Assets and debts are grouped by accounts on budget and tracking accounts; years have the balances at their end.
func TestTableOfNetWorth(t *testing.T) {
	t.Parallel()
	rd := parseReading(t, "net-worth?from=2026-05&to=2026-06")
	worth := report.NetWorthOf(rd.query.Span, []report.AccountLife{
		{ID: "a", Name: "Bank", OnBudget: true, Balances: []money.Milli{0, 10_000, 20_000}},
		{ID: "b", Name: "Card", OnBudget: true, Balances: []money.Milli{0, -3_000, -1_000}},
		{ID: "c", Name: "House", Balances: []money.Milli{500_000, 500_000, 600_000}},
	})
	want := []string{
		"May 26 | Jun 26", "On budget | 7,00 | 19,00", "  Bank | 10,00 | 20,00", "  Card | −3,00 | −1,00", "Off budget | 500,00 | 600,00", "  House | 500,00 | 600,00",
		"Assets | 510,00 | 620,00", "Debts | −3,00 | −1,00", "Net worth | 507,00 | 619,00",
	}
	wantTable(t, rd.worthTable(&worth, sidesOf(&worth), euros()), want...)
	worth.Accounts = worth.Accounts[:2]
	wantTable(t, rd.worthTable(&worth, sidesOf(&worth), euros()), append(slices.Clone(want[:4]), want[6:]...)...)
	rd = parseReading(t, "net-worth?from=2023-01&to=2026-06")
	balances := make([]money.Milli, 43)
	for i := range balances {
		balances[i] = money.Milli(i) * 1000
	}
	worth = report.NetWorthOf(rd.query.Span, []report.AccountLife{{ID: "a", Name: "Bank", OnBudget: true, Balances: balances}})
	wantTable(t, rd.worthTable(&worth, sidesOf(&worth), euros()),
		"2023 | 2024 | 2025 | 2026", "On budget | 12,00 | 24,00 | 36,00 | 42,00", "  Bank | 12,00 | 24,00 | 36,00 | 42,00",
		"Assets | 12,00 | 24,00 | 36,00 | 42,00", "Debts | 0,00 | 0,00 | 0,00 | 0,00", "Net worth | 12,00 | 24,00 | 36,00 | 42,00")
}

// Groups of accounts are in their order, with the accounts in no group after them.
func TestTableOfNetWorthByGroup(t *testing.T) {
	t.Parallel()
	rd := parseReading(t, "net-worth?from=2026-05&to=2026-06&by=account-group")
	worth := report.NetWorthOf(rd.query.Span, []report.AccountLife{
		{ID: "a", Name: "Bank", OnBudget: true, Balances: []money.Milli{0, 10_000, 20_000}},
		{ID: "b", Name: "Card", OnBudget: true, Group: "e", Balances: []money.Milli{0, -3_000, -1_000}},
		{ID: "c", Name: "House", Group: "e", Balances: []money.Milli{500_000, 500_000, 600_000}},
	})
	worth.Groups = worth.WorthOfGroups([]report.GroupWorth{{ID: "e", Name: "Home"}})
	wantTable(t, rd.worthTable(&worth, rd.groupsOf(&worth), euros()),
		"May 26 | Jun 26", "Home | 497,00 | 599,00", "  Card | −3,00 | −1,00", "  House | 500,00 | 600,00", "No group | 10,00 | 20,00", "  Bank | 10,00 | 20,00",
		"Assets | 510,00 | 620,00", "Debts | −3,00 | −1,00", "Net worth | 507,00 | 619,00")
}

// A current month is compared up to today, and a past month with whole months.
func TestTableOfAMonthSoFar(t *testing.T) {
	t.Parallel()
	sums := make([]money.Milli, 2*civil.MostDays)
	sums[0], sums[20], sums[civil.MostDays+2] = -8_000, -2_000, -5_000
	groups := []report.Grouped{{ID: "g", Name: "Daily", Members: []report.Named{{ID: "c", Name: "Food", Months: sums}}}}
	rd := parseReading(t, "month?flag=red")
	month := report.SoFarIn(june(), june().DayAt(15), 1, groups)
	table := rd.soFarTable(&month, euros())
	wantTable(t, table, "So far | Usual by then | Difference | Month before by then | Usual month",
		"Daily | 5,00 | 8,00 | −3,00 | 8,00 | 10,00", "  Food | 5,00 | 8,00 | −3,00 | 8,00 | 10,00", "Total | 5,00 | 8,00 | −3,00 | 8,00 | 10,00")
	checkAddress(t, table.Rows[0].URL, "spending?by=category&flag=red&from=2026-06&group=g&to=2026-06")
	checkAddress(t, table.Rows[1].URL, "spending?by=payee&category=c&flag=red&from=2026-06&to=2026-06")
	checkAddress(t, table.Rows[1].Cells[0].URL, "accounts/all?category=c&counts=spending&flag=red&since=2026-06-01&until=2026-06-15")
	month = report.SoFarIn(june(), june().Last(), 1, groups)
	wantTable(t, rd.soFarTable(&month, euros()), "Spent | Usual | Difference | Month before", "Daily | 5,00 | 10,00 | −5,00 | 10,00", "  Food | 5,00 | 10,00 | −5,00 | 10,00", "Total | 5,00 | 10,00 | −5,00 | 10,00")
	chart := rd.soFarChart(&month, euros())
	for day, want := range map[int]string{1: "", 2: "", 3: "accounts/all?counts=spending&flag=red&since=2026-06-03&until=2026-06-03", 4: ""} {
		checkAddress(t, chart.Places[day-1].URL, want)
	}
}

// A month's days begin on the right weekday, in weeks as in the budget's locale; a day with both links to its
// expenses.
func TestCalendarOfAMonth(t *testing.T) {
	t.Parallel()
	rd := parseReading(t, "calendar?flag=red")
	month := report.Days{Month: june()}
	for n := range 30 {
		month.Days = append(month.Days, report.DayOf{Date: june().DayAt(n + 1)})
	}
	month.Days[1].Spent, month.Days[2].Income, month.Days[3] = 5_000, 7_000, report.DayOf{Date: june().DayAt(4), Spent: 10_000, Income: 1_000}
	month.Spent, month.Income = 15_000, 8_000
	for dates, want := range map[string]string{"DD.MM.YYYY": "Mon 0", "YYYY-MM-DD": "Mon 0", "MM/DD/YYYY": "Sun 1"} { // 1 June 2026 is a Monday
		if c := rd.monthPicture(&month, euros(), dates); fmt.Sprint(c.Week[0], " ", c.First) != want {
			t.Errorf("%s: the week begins on %s, the month %d days later", dates, c.Week[0], c.First)
		}
	}
	days := rd.monthPicture(&month, euros(), "").Days
	for n, want := range map[int]string{
		1: "", 2: "counts=spending&flag=red&since=2026-06-02&until=2026-06-02", 3: "counts=income&flag=red&since=2026-06-03&until=2026-06-03",
		4: "counts=spending&flag=red&since=2026-06-04&until=2026-06-04",
	} {
		if want != "" {
			want = "accounts/all?" + want
		}
		checkAddress(t, days[n-1].URL, want)
	}
	if days[1].Part != 0.5 || days[3].Part != 1 || days[2].Part != 0 {
		t.Errorf("%v, %v and %v of the largest day", days[1].Part, days[3].Part, days[2].Part)
	}
	wantTable(t, rd.dayTable(&month, euros(), "DD.MM.YYYY"), "Spent | Income", "02.06.2026 | 5,00 | 0,00", "03.06.2026 | 0,00 | 7,00", "04.06.2026 | 10,00 | 1,00", "Total | 15,00 | 8,00")
}

// Upcoming lists each account, the balance after each transaction, and the months; the account that becomes negative
// first is named first.
func TestTablesOfUpcoming(t *testing.T) {
	t.Parallel()
	today := june().DayAt(15)
	event := func(day int, account string, amount money.Milli) report.Event {
		return report.Event{Date: june().DayAt(day), AccountID: account, Name: "Baker", Amount: amount, Scheduled: true, Income: max(0, amount)}
	}
	ahead := report.ComingOf(today, june().Last(), []report.AccountBalance{{ID: "a", Name: "Bank", Balance: 10_000}, {ID: "b", Name: "Cash", Balance: 1_000}, {ID: "c", Name: "Tin", Balance: 3_000}},
		[]report.Event{event(20, "a", -15_000), event(22, "a", -2_000), event(18, "b", -3_000), event(25, "b", 9_000), event(21, "c", -1_000), event(23, "c", 5_000)},
		[]money.Milli{6_000}, []money.Milli{4_000})
	rd := parseReading(t, "coming?targets=1")
	wantTable(t, rd.upcomingTable(&ahead, euros(), "DD.MM.YYYY"), "Now | Lowest | At the end",
		"Bank (below zero on 20.06.2026, lowest on 22.06.2026) | 10,00 | −7,00 | −7,00", "Cash (below zero on 18.06.2026) | 1,00 | −2,00 | 7,00", "Tin (lowest on 21.06.2026) | 3,00 | 2,00 | 7,00")
	if sub := rd.upcomingTable(&ahead, euros(), "YYYY-MM-DD").Rows[2].Sub; sub != "lowest on 2026\u201106\u201121" {
		t.Errorf("a line can break within a date: %s", sub)
	}
	wantTable(t, rd.eventsTable(&ahead, euros(), "DD.MM.YYYY"), "Amount | Balance after",
		"Baker (18.06.2026 · Cash) | −3,00 | −2,00", "Baker (20.06.2026 · Bank) | −15,00 | −5,00", "Baker (21.06.2026 · Tin) | −1,00 | 2,00", "Baker (22.06.2026 · Bank) | −2,00 | −7,00",
		"Baker (23.06.2026 · Tin) | 5,00 | 7,00", "Baker (25.06.2026 · Cash) | 9,00 | 7,00")
	wantTable(t, rd.monthsTable(&ahead, euros()), "Now | Upcoming income | Needed for targets | Expected", "June 2026 | 6,00 | 14,00 | −4,00 | 16,00")
	wantTable(t, parseReading(t, "coming").monthsTable(&ahead, euros()), "Now | Upcoming income | Expected", "June 2026 | 6,00 | 14,00 | 16,00")
	if first := firstBelow(&ahead); first == nil || first.ID != "b" {
		t.Errorf("the account that becomes negative first is %+v", first)
	}
	bank := upcomingChart(&ahead, euros()).Series[0]
	if got := []money.Milli{bank.Values[0], bank.Values[4], bank.Values[5], bank.Values[7]}; !slices.Equal(got, []money.Milli{10_000, 10_000, -5_000, -7_000}) {
		t.Errorf("the drawn account is %d", got)
	}
}

// A category's months show a target if it has one; expenses are drawn without a sign, activity of cards with its
// sign.
func TestTableOfACategory(t *testing.T) {
	t.Parallel()
	rd := parseReading(t, "spending?from=2026-05&to=2026-06")
	life := reports.CategoryLife{ID: "c", Name: "Food", Months: []reports.CategoryMonth{
		{Month: june() - 1, Budgeted: 30_000, Activity: -20_000, Balance: 10_000}, {Month: june(), Budgeted: 5_000, Activity: -25_000, Balance: -10_000},
	}}
	drawn := func() (names []string) {
		chart, legend := rd.lifeChart(&life, euros())
		for i, s := range chart.Series {
			names = append(names, fmt.Sprint(s.Name, " ", s.Values, " ", s.None, " ", strings.ReplaceAll(legend[i].Figure.Text, "\u00a0", " ")))
		}
		return names
	}
	want := []string{"Budgeted [30.000 5.000] [] 35,00 €", "Spent [20.000 25.000] [] 45,00 €", "Balance [10.000 -10.000] [] −10,00 €"}
	if diff := cmp.Diff(want, drawn()); diff != "" {
		t.Errorf("the chart differs:\n%s", diff)
	}
	wantTable(t, rd.lifeTable(&life, euros()), "Budgeted | Activity | Balance", "May 2026 | 30,00 | −20,00 | 10,00", "June 2026 | 5,00 | −25,00 | −10,00")
	life.Payment, life.Months[1].Target = true, new(money.Milli(40_000))
	want[1] = "Activity [-20.000 -25.000] [] −45,00 €"
	if diff := cmp.Diff(append(want, "Target [0.000 40.000] [true false] 40,00 €"), drawn()); diff != "" {
		t.Errorf("the chart of a card payment differs:\n%s", diff)
	}
	wantTable(t, rd.lifeTable(&life, euros()), "Budgeted | Activity | Balance | Target", "May 2026 | 30,00 | −20,00 | 10,00 | 0,00", "June 2026 | 5,00 | −25,00 | −10,00 | 40,00")
}

// All content of a row is escaped.
func TestRowsAreEscaped(t *testing.T) {
	t.Parallel()
	const evil = `"><b>&'`
	row := Row{Name: evil, Sub: evil, URL: evil, Class: evil, Bar: 50, Cells: []Cell{{Figure: ui.Figure{Text: evil, Sign: evil}, URL: evil}, {Figure: ui.Figure{Text: evil}}}}
	var out ui.HTMLWriter
	row.HTML(&out)
	if got := out.String(); strings.Contains(got, "<b>") || strings.Contains(got, "&'") || strings.Count(got, "&#34;&gt;&lt;b&gt;&amp;&#39;") != 8 {
		t.Errorf("the row is not escaped: %s", got)
	}
}

// Income precedes expenses, followed by the difference.
func TestTableOfIncome(t *testing.T) {
	t.Parallel()
	rd := parseReading(t, "income?from=2026-05&to=2026-06")
	got := reports.IncomeReport{IncomeAndExpenses: report.IncomeAndExpensesOf(rd.query.Span,
		[]report.Named{{ID: "p", Name: "Office", Months: []money.Milli{50_000, 10_000}, Before: 40_000}},
		[]report.Grouped{{ID: "g", Name: "Daily", Members: []report.Named{{ID: "c", Name: "Food", Months: []money.Milli{-20_000, -30_000}, Before: -15_000}}}})}
	got.BeforeKnown = true
	wantTable(t, rd.incomeTable(&got, euros()), "Total | A month | Share | Before | Change | May 26 | Jun 26",
		"Office | 60,00 | 30,00 | 100,00 % | 40,00 | 20,00 | 50,00 | 10,00", "Income | 60,00 | 30,00 | – | 40,00 | 20,00 | 50,00 | 10,00",
		"Daily | 50,00 | 25,00 | 100,00 % | 15,00 | 35,00 | 20,00 | 30,00", "  Food | 50,00 | 25,00 | 100,00 % | 15,00 | 35,00 | 20,00 | 30,00", "Expenses | 50,00 | 25,00 | – | 15,00 | 35,00 | 20,00 | 30,00",
		"Left | 10,00 | 5,00 | – | 25,00 | −15,00 | 30,00 | −20,00")
}

// The smallest amount has a visible bar, a negative one has none; scales abbreviate large amounts.
func TestBarsAndScales(t *testing.T) {
	t.Parallel()
	rows := make([]Row, 4)
	bars(rows, []money.Milli{100_000, 50_000, 1, -5_000})
	if got := []int{rows[0].Bar, rows[1].Bar, rows[2].Bar, rows[3].Bar}; !slices.Equal(got, []int{100, 50, 1, 0}) {
		t.Errorf("the lengths of the bars are %d", got)
	}
	write := axis(euros())
	for amount, want := range map[money.Milli]string{0: "0 €", -500_000: "−500 €", 2_500_000: "2.500 €", 2_000_000_000: "2 m €", 2_500_000_000: "2,5 m €", 2_500_500_000: "2.500.500 €", -3e12: "−3 bn €", 4e15: "4 tn €"} {
		checkText(t, write(amount), want)
	}
}
