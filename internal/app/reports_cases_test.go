package app

import (
	"encoding/json"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// cases counts the special cases of reports in the budgets of a test.
type cases map[string]int

// count counts the cases that a document covers.
func (c cases) count(e *exported) {
	hidden, names := map[string]bool{}, map[string]string{}
	for _, cat := range e.Categories {
		hidden[cat.ID], names[cat.ID] = cat.Hidden, cat.Name
	}
	for _, p := range e.Payees {
		names[p.ID] = p.Name
	}
	this := time.Now().Format(time.DateOnly)[:7]
	for _, l := range e.lines() {
		for name, found := range map[string]bool{
			"a future month":                      l.Date[:7] > this && e.counts(l),
			"a split":                             l.Of != "" && e.counts(l),
			"a transfer on budget":                e.onBudget(l.Account) && e.onBudget(l.Other),
			"a transfer to an account off budget": e.onBudget(l.Account) && l.Other != "" && !e.onBudget(l.Other),
			"a refund":                            e.counts(l) && l.Amount > 0 && l.Category != "" && !e.isIncome(l.Category),
			"an account off budget":               !e.onBudget(l.Account),
			"a hidden category":                   e.counts(l) && hidden[l.Category],
			"a currency with three decimals":      e.counts(l) && l.Amount%10 != 0,
			"a name written from right to left":   e.counts(l) && strings.ContainsFunc(names[l.Payee]+names[l.Category], func(r rune) bool { return r >= 0x590 && r < 0x700 }),
			"no category":                         e.counts(l) && l.Category == "",
		} {
			if found {
				c[name]++
			}
		}
	}
}

// addSpecialCases changes a budget to contain names written from right to left, hidden and deleted categories, and future
// rows.
func addSpecialCases(t *testing.T, a *App, id string, covered cases) {
	t.Helper()
	ctx, e := t.Context(), exportOf(t, a, id)
	must := func(_ ChangeResult, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	spent := map[string]int{}
	var payee string
	for _, l := range e.lines() {
		if e.counts(l) && !e.isIncome(l.Category) && l.Category != "" {
			spent[l.Category]++
			if l.Payee != "" && l.Other == "" {
				payee = l.Payee
			}
		}
	}
	var used []string
	for _, c := range e.Categories {
		if spent[c.ID] > 0 && !c.Hidden {
			used = append(used, c.ID)
		}
	}
	if len(used) < 4 {
		t.Fatal("fewer than four categories are used")
	}
	must(a.RenamePayee(ctx, Machine(), id, payee, "قهوة ١٢"))
	must(a.RenameCategory(ctx, Machine(), id, used[0], "ספרים"))
	must(a.HideCategory(ctx, Machine(), id, used[1], true))
	must(a.DeleteCategory(ctx, Machine(), id, used[2], used[3]))
	covered["a deleted category"]++
	account := slices.IndexFunc(e.Accounts, func(acc exportedAccount) bool { return acc.OnBudget && acc.Type == "checking" && !acc.Closed })
	done, _, err := a.AddRow(ctx, Machine(), id, rows.Entry{
		Account: e.Accounts[account].ID, Date: civil.DateOf(time.Now()).AddDays(70), Amount: -7770, Payee: payee, Category: used[0],
	})
	must(done, err)
	done, _, err = a.AddRow(ctx, Machine(), id, rows.Entry{Account: e.Accounts[account].ID, Date: civil.DateOf(time.Now()), Amount: -1230, PayeeName: "Nobody knows"})
	must(done, err)
}

// filtered is a report with a filter.
type filtered struct {
	name       string
	filters    budget.ReportFilters
	has        func(exportedRow) bool
	onCategory bool // the filter is on categories, which income does not have
}

// sampleFilters returns filters by one value of each kind, by all but that one, and by two kinds at once.
func (e *exported) sampleFilters() []filtered {
	var l exportedRow // some row with all of them
	for _, one := range e.lines() {
		if e.counts(one) && one.Category != "" && one.Payee != "" && !e.isIncome(one.Category) && (l.Flag == "" || one.Flag != "") {
			l = one
		}
	}
	if l.Category == "" {
		return nil
	}
	group := e.groupOf(l.Category)
	all := []filtered{
		{"a category", budget.ReportFilters{Categories: []string{l.Category}}, func(o exportedRow) bool { return o.Category == l.Category }, true},
		{"no category", budget.ReportFilters{Categories: []string{rows.None}}, func(o exportedRow) bool { return o.Category == "" }, true},
		{"a group", budget.ReportFilters{Groups: []string{group}}, func(o exportedRow) bool { return e.groupOf(o.Category) == group && o.Category != "" }, true},
		{"a payee", budget.ReportFilters{Payees: []string{l.Payee}}, func(o exportedRow) bool { return o.Payee == l.Payee }, false},
		{"an account", budget.ReportFilters{Accounts: []string{l.Account}}, func(o exportedRow) bool { return o.Account == l.Account }, false},
		{"no flag", budget.ReportFilters{Flags: []string{rows.None}}, func(o exportedRow) bool { return o.Flag == "" }, false},
	}
	for _, one := range all {
		f := one.filters
		f.Not = []string{map[bool]string{len(f.Categories)+len(f.Groups) > 0: "category", len(f.Payees) > 0: "payee", len(f.Accounts) > 0: "account", len(f.Flags) > 0: "flag"}[true]}
		all = append(all, filtered{"all but " + one.name, f, func(o exportedRow) bool { return !one.has(o) }, one.onCategory})
	}
	return append(all, []filtered{
		{"a payee in an account", budget.ReportFilters{Payees: []string{l.Payee}, Accounts: []string{l.Account}}, func(o exportedRow) bool {
			return o.Payee == l.Payee && o.Account == l.Account
		}, false},
		{"a payee but not in an account", budget.ReportFilters{Payees: []string{l.Payee}, Accounts: []string{l.Account}, Not: []string{"account"}}, func(o exportedRow) bool {
			return o.Payee == l.Payee && o.Account != l.Account
		}, false},
	}...)
}

type exportedAccount struct {
	ID, Name, Type string
	OnBudget       bool `json:"on_budget"`
	Closed         bool
}

func (e *exported) isCard(account string) bool {
	return slices.ContainsFunc(e.Accounts, func(a exportedAccount) bool {
		return a.ID == account && (a.Type == "creditCard" || a.Type == "lineOfCredit")
	})
}

// isEnvelope reports whether nothing in an account is income.
func (e *exported) isEnvelope(account string) bool { return e.envelopes && e.isCard(account) }

func (e *exported) isOpen(account string) bool {
	return slices.ContainsFunc(e.Accounts, func(a exportedAccount) bool { return a.ID == account && !a.Closed })
}

// exportedSchedule is a scheduled transaction, or a part of one.
type exportedSchedule struct {
	ID, Frequency string
	First         string `json:"date_first"`
	Next          string `json:"date_next"`
	Amount        int64
	Account       string `json:"account_id"`
	Category      string `json:"category_id"`
	Other         string `json:"transfer_account_id"`
	Of            string `json:"scheduled_transaction_id"`
}

// isDueOn reports whether a schedule has a date on a day, by testing its frequency day by day.
func (s *exportedSchedule) isDueOn(day time.Time) bool {
	first := date(s.First)
	if day.Before(first) {
		return false
	}
	passed := int(day.Sub(first).Hours() / 24)
	months := (day.Year()-first.Year())*12 + int(day.Month()) - int(first.Month())
	last := time.Date(day.Year(), day.Month()+1, 0, 0, 0, 0, 0, time.UTC).Day()
	on := func(n int) bool { return day.Day() == min(n, last) }
	if days := map[string]int{"daily": 1, "weekly": 7, "everyOtherWeek": 14, "every4Weeks": 28}[s.Frequency]; days > 0 {
		return passed%days == 0
	}
	if every := map[string]int{"monthly": 1, "everyOtherMonth": 2, "every3Months": 3, "every4Months": 4, "twiceAYear": 6, "yearly": 12, "everyOtherYear": 24}[s.Frequency]; every > 0 {
		return months%every == 0 && on(first.Day())
	}
	if s.Frequency == "twiceAMonth" {
		other := first.Day() + 15
		if first.Day() > 15 {
			other = first.Day() - 15
		}
		return on(first.Day()) || on(other)
	}
	return passed == 0
}

func date(day string) time.Time {
	d, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic(err)
	}
	return d
}

// monthAt returns the number of months from the beginning of a span to a day.
func monthAt(span report.Span, day string) int {
	d, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic(err)
	}
	return d.Year()*12 + int(d.Month()) - span.From.Year()*12 - span.From.Mon()
}

// checkComing follows each account day by day: its balance today, future rows, and each date of a schedule. A missed
// date counts today.
func checkComing(t *testing.T, a *App, id, name string, e *exported, today civil.Date, covered cases) {
	t.Helper()
	const ahead = 100
	got, err := a.ComingReport(t.Context(), Machine(), id, today, ahead, false)
	if err != nil {
		t.Fatal(err)
	}
	begin := date(today.String())
	moved := map[string]map[int]int64{} // by account and day
	move := func(account string, day time.Time, amount int64) {
		if moved[account] == nil {
			moved[account] = map[int]int64{}
		}
		moved[account][max(0, int(day.Sub(begin).Hours()/24))] += amount
	}
	now := map[string]int64{} // before missed dates
	for _, r := range e.Transactions {
		move(r.Account, date(r.Date), r.Amount)
		if r.Date <= today.String() {
			now[r.Account] += r.Amount
		}
	}
	income := map[civil.Month]money.Milli{}
	for _, s := range e.Scheduled {
		covered["a schedule"]++
		for day := date(s.Next); !day.After(begin.AddDate(0, 0, ahead)); day = day.AddDate(0, 0, 1) {
			if day != date(s.Next) && !s.isDueOn(day) {
				continue
			}
			on := day
			if day.Before(begin) {
				covered["a schedule that was missed"]++
				on = begin
			}
			move(s.Account, on, s.Amount)
			for _, p := range append(slices.Clone(e.ScheduledParts), s) {
				if p.Of != s.ID && p.ID != s.ID {
					continue
				}
				if p.Other != "" {
					covered["a scheduled transfer"]++
					move(p.Other, on, -p.Amount)
				}
				if e.isIncome(p.Category) && e.onBudget(s.Account) && e.isOpen(s.Account) && !e.isEnvelope(s.Account) {
					income[civil.MakeMonth(on.Year(), int(on.Month()))] += money.Milli(p.Amount)
				}
			}
		}
	}
	for _, acc := range got.Accounts {
		balance, lowest := int64(0), now[acc.ID]
		lowestOn, below := today, civil.Date(0)
		by := map[civil.Date]int64{}
		for n := range ahead + 1 {
			balance += moved[acc.ID][n]
			if by[today.AddDays(n)] = balance; balance < lowest {
				lowest, lowestOn = balance, today.AddDays(n)
			}
			if owes := now[acc.ID] < 0 || e.isCard(acc.ID); balance < 0 && !owes && below == 0 {
				below = today.AddDays(n)
				covered["an account that goes below zero"]++
			}
		}
		if acc.LowestOn != lowestOn || acc.BelowZero != below {
			t.Errorf("%s, %s: %s is lowest on %s and below zero on %s, want %s and %s", name, today, acc.Name, acc.LowestOn, acc.BelowZero, lowestOn, below)
		}
		for _, day := range acc.Days {
			if want := by[day.Date]; int64(day.Balance) != want {
				t.Errorf("%s, %s: %s has %d, reckoned %d", name, day.Date, acc.Name, day.Balance, want)
			}
		}
		if int64(acc.Now) != now[acc.ID] || int64(acc.End) != balance || int64(acc.Lowest) != lowest {
			t.Errorf("%s, %s: %s has %d, at least %d, %d at the end; want %d, %d and %d", name, today, acc.Name, acc.Now, acc.Lowest, acc.End, now[acc.ID], lowest, balance)
		}
	}
	present := map[civil.Month]money.Milli{}
	months, err := a.Months(t.Context(), Machine(), id, MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range months {
		present[m.Month] = m.ToBudget
	}
	sum := money.Milli(0)
	for _, m := range got.ToBudget {
		if toBudget, there := present[m.Month]; there && toBudget != m.ToBudget {
			t.Errorf("%s, %s: To Budget is %d, want %d as in the months", name, m.Month, m.ToBudget, toBudget)
		}
		sum += income[m.Month]
		if m.Income != income[m.Month] || m.Ahead != m.ToBudget+sum {
			t.Errorf("%s, %s: To Budget %+v, want an income of %d", name, m.Month, m, income[m.Month])
		}
	}
}

// ofDay is a category on a day, or all categories if zero.
type ofDay struct {
	category, month string
	day             int
}

// checkMonth sums a month up to some day, category by category, and the twelve months before it one by one.
func checkMonth(t *testing.T, a *App, id, name string, e *exported, q reports.Query) {
	t.Helper()
	b, err := a.Budget(t.Context(), Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	spentOn := map[ofDay]money.Milli{}
	for _, l := range e.lines() {
		if e.counts(l) && !e.isIncome(l.Category) {
			spentOn[ofDay{orNone(l.Category), l.Date[:7], date(l.Date).Day()}] -= money.Milli(l.Amount)
		}
	}
	e.checkCalendar(t, a, id, name, q)
	for _, day := range []int{1, 17, 28, 31} {
		m := q.Until
		today := m.DayAt(day)
		got, err := a.MonthSoFar(t.Context(), Machine(), id, q, today)
		if err != nil {
			t.Fatal(err)
		}
		through := func(category string, m civil.Month, last int) (spent money.Milli) {
			for at := (ofDay{category, m.String(), 1}); at.day <= last; at.day++ {
				spent += spentOn[at]
			}
			return spent
		}
		if today == m.Last() {
			day = 31
		}
		seen := 0
		for _, g := range got.Lines {
			for _, c := range g.Lines {
				seen++
				before, n := money.Milli(0), 0
				for past := m.Add(-12); past < m; past++ {
					if past >= b.FirstMonth {
						before, n = before+through(c.ID, past, day), n+1
					}
				}
				mean, _ := big.NewRat(int64(before), int64(max(1, n))).Float64()
				whole := money.Milli(0)
				for past := m.Add(-n); past < m; past++ {
					whole += through(c.ID, past, 31)
				}
				all, _ := big.NewRat(int64(whole), int64(max(1, n))).Float64()
				want := report.SoFarOf{
					ID: c.ID, Name: c.Name, Spent: through(c.ID, m, day), Last: through(c.ID, m.Add(-1), day), Usual: money.Milli(math.Round(mean)), All: money.Milli(math.Round(all)),
				}
				if n == 0 {
					want.Last = 0
				}
				if diff := cmp.Diff(want, c); diff != "" {
					t.Fatalf("%s, %s: month so far differs: %s", name, today, diff)
				}
			}
		}
		sum := money.Milli(0)
		for _, c := range e.Categories {
			if !e.isIncome(c.ID) {
				sum += through(c.ID, m, day)
			}
		}
		if sum += through(rows.None, m, day); sum != got.Whole.Spent || got.Days[len(got.Days)-1].Usual != got.Whole.All {
			t.Fatalf("%s, %s: %+v, want %d spent", name, today, got.Whole, sum)
		}
		e.checkDays(t, name, &got.SoFar)
	}
}

// checkCalendar sums each day of a month separately.
func (e *exported) checkCalendar(t *testing.T, a *App, id, name string, q reports.Query) {
	t.Helper()
	for monthsAgo := range 4 {
		q.Until = q.Until.Add(-monthsAgo)
		got, err := a.Calendar(t.Context(), Machine(), id, q)
		if err != nil {
			t.Fatal(err)
		}
		want := report.Days{Month: q.Until}
		for day := q.Until.First(); day <= q.Until.Last(); day = day.AddDays(1) {
			of, on := report.DayOf{Date: day}, day.String()
			for _, l := range e.lines() {
				switch {
				case l.Date != on || !e.counts(l) || e.isIncome(l.Category) && e.isEnvelope(l.Account):
				case e.isIncome(l.Category):
					of.Income += money.Milli(l.Amount)
				default:
					of.Spent -= money.Milli(l.Amount)
				}
			}
			want.Days, want.Spent, want.Income = append(want.Days, of), want.Spent+of.Spent, want.Income+of.Income
		}
		if diff := cmp.Diff(want, got.Days); diff != "" {
			t.Fatalf("%s, calendar until %s differs: %s", name, q.Until, diff)
		}
	}
}

// checkDays sums each day of the present and the previous months independently, and then compares groups with their
// categories.
func (e *exported) checkDays(t *testing.T, name string, got *report.SoFar) {
	t.Helper()
	on := map[ofDay]money.Milli{}
	for _, l := range e.lines() {
		if e.counts(l) && !e.isIncome(l.Category) {
			on[ofDay{"", l.Date[:7], date(l.Date).Day()}] -= money.Milli(l.Amount)
		}
	}
	var spent, last money.Milli
	for _, day := range got.Days {
		n := day.Date.Day()
		spent += on[ofDay{"", day.Date.String()[:7], n}]
		if day.Spent != nil && *day.Spent != spent || (day.Spent == nil) != (day.Date > got.Until) {
			t.Fatalf("%s: spent %v until %s, want %d", name, day.Spent, day.Date, spent)
		}
		through := n
		if day.Date == got.Month.Last() {
			through = 31
		}
		usual := money.Milli(0)
		for past := range got.Compared {
			last = 0
			for at := (ofDay{"", got.Month.Add(past - got.Compared).String(), 1}); at.day <= through; at.day++ {
				last += on[at]
			}
			usual += last
		}
		mean, _ := big.NewRat(int64(usual), int64(max(1, got.Compared))).Float64()
		if day.Last != last || day.Usual != money.Milli(math.Round(mean)) {
			t.Fatalf("%s, %s: %+v, want %d last month and %.0f usually", name, day.Date, day, last, mean)
		}
	}
	at := got.Days[min(got.Until, got.Month.Last()).Day()-1]
	if got.Whole.Last != at.Last || got.Whole.Usual != at.Usual {
		t.Fatalf("%s: whole %+v differs from its day %+v", name, got.Whole, at)
	}
	for _, g := range got.Lines {
		sum := report.SoFarOf{}
		for _, c := range g.Lines {
			sum.Spent, sum.Last, sum.Usual, sum.All = sum.Spent+c.Spent, sum.Last+c.Last, sum.Usual+c.Usual, sum.All+c.All
		}
		rounded := money.Milli(len(g.Lines)) // half a thousandth of each, and of the group
		if g.Spent != sum.Spent || g.Last != sum.Last || (g.Usual-sum.Usual).Abs() > rounded || (g.All-sum.All).Abs() > rounded {
			t.Fatalf("%s: group %s is %+v, the sum of its categories %+v", name, g.Name, g, sum)
		}
	}
}

// Card envelopes change how cards are budgeted, not the expenses: every report is the same except for income, which
// cards then do not have (TestIncomeInReportsEqualsTheMonths), and expenses include no card payment category. The history
// of a card payment category equals its months.
func TestReportsWithCardEnvelopesDifferOnlyInIncome(t *testing.T) {
	a := newApp(t)
	ctx := t.Context()
	id := importPlan(t, a, testkit.Plan(t, "--seed", "41", "--years", "2", "--tx", "400", "--cards", "3"))
	b, err := a.Budget(ctx, Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	q := reports.Query{Span: report.Span{From: b.FirstMonth, Until: b.LastMonth}}
	all := func() (texts []any) {
		t.Helper()
		addReport := func(r any, err error) {
			t.Helper()
			text, jsonErr := json.Marshal(r)
			if err != nil || jsonErr != nil {
				t.Fatalf("report as JSON: %v, %v", err, jsonErr)
			}
			texts = append(texts, string(text))
		}
		for _, by := range reports.SpendingWays {
			r, err := a.Spending(ctx, Machine(), id, q, by)
			addReport(r.Spending, err)
		}
		income, err := a.IncomeAndExpenses(ctx, Machine(), id, q)
		addReport(income.Expenses, err)
		worth, err := a.NetWorth(ctx, Machine(), id, q)
		addReport(worth, err)
		age, err := a.AgeOfMoney(ctx, Machine(), id, q)
		addReport(age, err)
		coming, err := a.ComingReport(ctx, Machine(), id, b.LastMonth.First(), 60, false)
		addReport(coming.Accounts, err)
		return texts
	}
	before := all()
	if _, err := a.KeepCards(ctx, Machine(), id, true); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, all()); diff != "" {
		t.Error(diff)
	}
	months, err := a.Months(ctx, Machine(), id, MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	spent, err := a.Spending(ctx, Machine(), id, q, reports.ByCategory)
	if err != nil {
		t.Fatal(err)
	}
	payments := 0
	for i, c := range months[0].Categories {
		if c.Card == "" {
			continue
		}
		payments++
		if slices.ContainsFunc(spent.Lines, func(l report.Line) bool { return l.ID == c.ID }) {
			t.Errorf("expenses include %s", c.Name)
		}
		history, err := a.CategoryLife(ctx, Machine(), id, c.ID, reports.Query{Span: report.Span{From: months[0].Month, Until: months[len(months)-1].Month}})
		if err != nil {
			t.Fatal(err)
		}
		for m, month := range months {
			if got, want := history.Months[m], month.Categories[i]; got.Budgeted != want.Budgeted || got.Activity != want.Activity || got.Balance != want.Balance {
				t.Errorf("%s in %s: %+v, want %+v", c.Name, month.Month, got, want)
			}
		}
	}
	if payments == 0 {
		t.Error("no payment category found")
	}
}
