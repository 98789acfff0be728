package app

import (
	"bytes"
	compare "cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/big"
	"path/filepath"
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

// exported is a budget as read from its plan document without Holdover's code: reports are computed from it
// independently.
type exported struct {
	Accounts   []exportedAccount
	Payees     []struct{ ID, Name string }
	Categories []struct {
		ID, Name         string
		Group            string `json:"category_group_id"`
		Hidden, Internal bool
	}
	Months []struct {
		Month      string
		Categories []struct {
			ID       string
			Budgeted int64
		}
	}
	Transactions    []exportedRow
	Subtransactions []exportedRow
	Scheduled       []exportedSchedule `json:"scheduled_transactions"`
	ScheduledParts  []exportedSchedule `json:"scheduled_subtransactions"`

	apart     []exportedRow // the result of lines
	envelopes bool          // in a budget with card envelopes
	first     civil.Month   // of the budget
}

type exportedRow struct {
	ID, Date string
	Amount   int64
	Account  string `json:"account_id"`
	Payee    string `json:"payee_id"`
	Category string `json:"category_id"`
	Other    string `json:"transfer_account_id"`
	Of       string `json:"transaction_id"`
	Flag     string `json:"flag_color"`
	Deleted  bool
}

func exportOf(t *testing.T, a *App, id string) *exported {
	t.Helper()
	var out bytes.Buffer
	if err := a.Document(t.Context(), Machine(), id, "plan", &out); err != nil {
		t.Fatal(err)
	}
	var doc struct{ Data struct{ Plan exported } }
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	return &doc.Data.Plan
}

func (e *exported) onBudget(account string) bool {
	for _, a := range e.Accounts {
		if a.ID == account {
			return a.OnBudget
		}
	}
	return false
}

func (e *exported) isIncome(category string) bool {
	for _, c := range e.Categories {
		if c.ID == category {
			return c.Internal && strings.HasPrefix(c.Name, "Inflow")
		}
	}
	return false
}

// lines returns rows with splits separated into parts, oldest first, the largest of a day first.
func (e *exported) lines() []exportedRow {
	if e.apart == nil {
		e.apart = e.splitParts()
	}
	return e.apart
}

func (e *exported) splitParts() []exportedRow {
	parts := map[string][]exportedRow{}
	for _, p := range e.Subtransactions {
		if !p.Deleted {
			parts[p.Of] = append(parts[p.Of], p)
		}
	}
	var all []exportedRow
	for _, r := range e.Transactions {
		if r.Deleted {
			continue
		}
		if parts[r.ID] == nil {
			all = append(all, r)
		}
		for _, p := range parts[r.ID] {
			p.Date, p.Account, p.Flag = r.Date, r.Account, r.Flag
			if p.Payee == "" {
				p.Payee = r.Payee
			}
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b exportedRow) int {
		return compare.Or(strings.Compare(a.Date, b.Date), compare.Compare(b.Amount, a.Amount))
	})
	return all
}

// sums adds up lines on budget by a key, only income or only spending, in a span and in as many months before, if the budget
// has all of them.
func (e *exported) sums(span report.Span, income bool, key func(exportedRow) string, only func(exportedRow) bool) map[string]*expectedLine {
	found := map[string]*expectedLine{}
	for _, l := range e.lines() {
		at := monthAt(span, l.Date)
		if at < -span.Months() || at < 0 && span.From.Add(-span.Months()) < e.first || at >= span.Months() || !e.counts(l) || e.isIncome(l.Category) != income || income && e.isEnvelope(l.Account) || !only(l) {
			continue
		}
		k := key(l)
		if found[k] == nil {
			found[k] = &expectedLine{Months: make([]money.Milli, span.Months())}
		}
		amount := money.Milli(l.Amount)
		if !income {
			amount = -amount
		}
		found[k].add(at, amount)
	}
	return found
}

// counts reports whether a line is money that entered or left the budget's accounts.
func (e *exported) counts(l exportedRow) bool {
	return e.onBudget(l.Account) && (l.Other == "" || !e.onBudget(l.Other))
}

// expectedLine is a line of a report, computed independently.
type expectedLine struct {
	Months                 []money.Milli
	Total, Before, Average money.Milli
}

func (r *expectedLine) add(at int, amount money.Milli) {
	if at < 0 {
		r.Before += amount
		return
	}
	r.Months[at] += amount
	r.Total += amount
}

// finished removes zero lines, and adds averages and shares.
func finished(lines map[string]*expectedLine) map[string]*expectedLine {
	maps.DeleteFunc(lines, func(_ string, r *expectedLine) bool {
		return r.Before == 0 && !slices.ContainsFunc(r.Months, func(m money.Milli) bool { return m != 0 })
	})
	return finishedAll(lines)
}

// finishedAll adds averages: the exact quotients.
func finishedAll(lines map[string]*expectedLine) map[string]*expectedLine {
	for _, r := range lines {
		average, _ := new(big.Float).SetRat(big.NewRat(int64(r.Total), int64(len(r.Months)))).Float64()
		r.Average = money.Milli(math.Round(average))
	}
	return lines
}

func orNone(key string) string {
	if key == "" {
		return rows.None
	}
	return key
}

// reported returns a report's lines by id, and checks their shares.
func reported(t *testing.T, name string, lines []report.Line) map[string]*expectedLine {
	t.Helper()
	checkShares(t, name, lines, 10_000)
	found := map[string]*expectedLine{}
	for _, l := range lines {
		found[l.ID] = &expectedLine{l.Months, l.Total, l.Before, l.Average}
	}
	return found
}

// TestReportsOfGenuineFilesEqualTheirRows computes every figure of every report independently from the exported document.
func TestReportsOfGenuineFilesEqualTheirRows(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	for _, path := range testkit.RequireGenuinePlans(t) {
		checkBudget(t, a, importPlan(t, a, path), filepath.Base(path), cases{})
	}
}

// TestReportsEqualTheirRows checks reports of 50 generated plans, edited to contain the special cases of reports. It
// fails if one of these cases is missing.
func TestReportsEqualTheirRows(t *testing.T) {
	t.Parallel()
	a, covered := newApp(t), cases{}
	for seed := range 50 {
		args := []string{"--seed", fmt.Sprint(700 + seed), "--years", "2", "--tx", "260", "--cards", fmt.Sprint(seed % 4), "--currency", []string{"EUR", "USD", "KWD", "JPY"}[seed%4]}
		id := importPlan(t, a, testkit.Plan(t, args...))
		addSpecialCases(t, a, id, covered)
		if seed%4 > 0 && seed%8 < 4 {
			if _, err := a.KeepCards(t.Context(), Machine(), id, true); err != nil {
				t.Fatal(err)
			}
			covered["cards as envelopes"]++
		}
		checkBudget(t, a, id, fmt.Sprint("plan ", 700+seed), covered)
	}
	t.Log(covered)
	for _, name := range []string{
		"a future month", "a split", "a transfer on budget", "a transfer to an account off budget", "a refund", "an account off budget", "a hidden category",
		"a deleted category", "a currency with three decimals", "a name written from right to left", "no category", "cards as envelopes", "a schedule", "a schedule that was missed", "a scheduled transfer", "an account that goes below zero",
	} {
		if covered[name] == 0 {
			t.Errorf("no budget has the case %s", name)
		}
	}
}

func checkBudget(t *testing.T, a *App, id, name string, covered cases) {
	t.Helper()
	b, err := a.Budget(t.Context(), Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	e := exportOf(t, a, id)
	e.envelopes, e.first = b.CardEnvelopes, b.FirstMonth
	covered.count(e)
	checkReports(t, a, id, name, e, report.Span{From: b.FirstMonth, Until: b.LastMonth})
	checkReports(t, a, id, name, e, report.Span{From: b.FirstMonth.Add(9), Until: b.FirstMonth.Add(14)})
	checkCategoryHistories(t, a, id, name, e, report.Span{From: b.FirstMonth, Until: b.LastMonth})
	checkComing(t, a, id, name, e, b.LastMonth.Add(-2).First().AddDays(9), covered)
}

func checkReports(t *testing.T, a *App, id, name string, e *exported, span report.Span) {
	t.Helper()
	category := func(l exportedRow) string { return orNone(l.Category) }
	q, all := reports.Query{Span: span}, func(exportedRow) bool { return true }
	for by, key := range map[reports.SpendingBy]func(exportedRow) string{
		reports.ByCategory: category,
		reports.ByPayee:    func(l exportedRow) string { return orNone(l.Payee) },
		reports.ByAccount:  func(l exportedRow) string { return l.Account },
		reports.ByFlag:     func(l exportedRow) string { return orNone(l.Flag) },
	} {
		sameLines(t, a, id, name+" by "+string(by), q, by, e.sums(span, false, key, all))
	}
	checkGroups(t, a, id, name, e, q)
	checkCross(t, a, id, name, e, q)
	for _, f := range e.sampleFilters() {
		q.ReportFilters = f.filters
		sameLines(t, a, id, name+" of "+f.name, q, reports.ByCategory, e.sums(span, false, category, f.has))
		checkFiltered(t, a, id, name+" of "+f.name, e, q, f)
	}
	q.ReportFilters = budget.ReportFilters{}
	income, err := a.IncomeAndExpenses(t.Context(), Machine(), id, q)
	if err != nil {
		t.Fatal(err)
	}
	wantIncome := finished(e.sums(span, true, func(l exportedRow) string { return orNone(l.Payee) }, all))
	if diff := cmp.Diff(wantIncome, reported(t, name, income.Income.Lines)); diff != "" {
		t.Errorf("%s: income differs: %s", name, diff)
	}
	left := e.sums(span, true, func(exportedRow) string { return "" }, all)[""]
	out := e.sums(span, false, func(exportedRow) string { return "" }, all)[""]
	checkWhole(t, name+", income", wantIncome, &income.Income)
	e.checkGroupLines(t, name+", expenses", q, &income.Expenses, income.Expenses.Lines)
	rest := &expectedLine{Months: make([]money.Milli, span.Months())}
	for m := range income.Left {
		rest.add(m, left.at(m)-out.at(m))
	}
	for _, side := range []*expectedLine{left, out} {
		if side != nil {
			rest.Before += map[bool]money.Milli{true: 1, false: -1}[side == left] * side.Before
		}
	}
	finishedAll(map[string]*expectedLine{"": rest})
	if !slices.Equal(income.Left, rest.Months) || income.Total != rest.Total || income.Before != rest.Before || income.Average != rest.Average {
		t.Errorf("%s, left: %d, total %d, average %d, before %d; want %+v", name, income.Left, income.Total, income.Average, income.Before, rest)
	}
	checkMonth(t, a, id, name, e, q)
	checkNetWorth(t, a, id, name, e, q)
	checkAge(t, a, id, name, e, q)
}

// checkFiltered computes filtered reports: a category filter applies to expenses, not to income, and net worth has
// account filters only.
func checkFiltered(t *testing.T, a *App, id, name string, e *exported, q reports.Query, f filtered) {
	t.Helper()
	income, err := a.IncomeAndExpenses(t.Context(), Machine(), id, q)
	if err != nil {
		t.Fatal(err)
	}
	whole := func(exportedRow) string { return "" }
	got := e.sums(q.Span, true, whole, func(l exportedRow) bool { return f.onCategory || f.has(l) })[""]
	out := e.sums(q.Span, false, whole, f.has)[""]
	for m := range income.Left {
		if income.Income.Months[m] != got.at(m) || income.Expenses.Months[m] != out.at(m) {
			t.Errorf("%s, month %d: income %d and expenses %d, want %d and %d", name, m, income.Income.Months[m], income.Expenses.Months[m], got.at(m), out.at(m))
		}
	}
	m := q.Until
	month, err := a.MonthSoFar(t.Context(), Machine(), id, q, m.DayAt(17))
	if err != nil {
		t.Fatal(err)
	}
	var spent, days money.Milli
	for _, l := range e.lines() {
		if e.counts(l) && !e.isIncome(l.Category) && f.has(l) && l.Date >= m.First().String() && l.Date <= m.DayAt(17).String() {
			spent -= money.Milli(l.Amount)
		}
	}
	if days = *month.Days[16].Spent; month.Whole.Spent != spent || days != spent {
		t.Errorf("%s: spent %d, until the 17th %d; want %d", name, month.Whole.Spent, days, spent)
	}
	if len(q.Accounts) > 0 {
		checkNetWorthOf(t, a, id, name, e, q)
	}
}

func checkNetWorthOf(t *testing.T, a *App, id, name string, e *exported, q reports.Query) {
	t.Helper()
	worth, err := a.NetWorth(t.Context(), Machine(), id, q)
	if err != nil {
		t.Fatal(err)
	}
	sum := money.Milli(0)
	for _, r := range e.Transactions {
		if slices.Contains(q.Accounts, r.Account) != q.AllBut("account") && r.Date <= q.Until.Last().String() {
			sum += money.Milli(r.Amount)
		}
	}
	if got := worth.Net[len(worth.Net)-1]; got != sum || len(worth.Accounts) > len(q.Accounts) && !q.AllBut("account") {
		t.Errorf("%s: net worth of %d accounts is %d, want %d", name, len(worth.Accounts), got, sum)
	}
}

// at returns a month's amount, or zero.
func (r *expectedLine) at(month int) money.Milli {
	if r == nil {
		return 0
	}
	return r.Months[month]
}

func sameLines(t *testing.T, a *App, id, name string, q reports.Query, by reports.SpendingBy, want map[string]*expectedLine) {
	t.Helper()
	got, err := a.Spending(t.Context(), Machine(), id, q, by)
	if err != nil {
		t.Fatal(err)
	}
	checkWhole(t, name, want, &got.Whole)
	if diff := cmp.Diff(finished(want), reported(t, name, got.Lines)); diff != "" {
		t.Errorf("%s: lines differ: %s", name, diff)
	}
}

// checkWhole sums computed lines, including those that a report folds.
func checkWhole(t *testing.T, name string, lines map[string]*expectedLine, got *report.Line) {
	t.Helper()
	whole := &expectedLine{Months: make([]money.Milli, len(got.Months))}
	for _, l := range lines {
		for m, amount := range l.Months {
			whole.add(m, amount)
		}
		whole.Before += l.Before
	}
	finished(map[string]*expectedLine{"": whole})
	if !slices.Equal(got.Months, whole.Months) || got.Total != whole.Total || got.Before != whole.Before || got.Average != whole.Average || got.Change() != whole.Total-whole.Before {
		t.Errorf("%s: whole is %+v, want %+v", name, got, whole)
	}
}

// checkGroups compares groups with the sums of their categories.
func checkGroups(t *testing.T, a *App, id, name string, e *exported, q reports.Query) {
	t.Helper()
	got, err := a.Spending(t.Context(), Machine(), id, q, reports.ByGroup)
	if err != nil {
		t.Fatal(err)
	}
	e.checkGroupLines(t, name+" by group", q, &got.Whole, got.Lines)
}

// checkGroupLines compares groups and their categories with the rows.
func (e *exported) checkGroupLines(t *testing.T, name string, q reports.Query, whole *report.Line, lines []report.Line) {
	t.Helper()
	categories := finished(e.sums(q.Span, false, func(l exportedRow) string { return orNone(l.Category) }, func(exportedRow) bool { return true }))
	checkWhole(t, name, categories, whole)
	groups := map[string]*expectedLine{}
	for _, g := range lines {
		sum := &expectedLine{Months: make([]money.Milli, q.Months())}
		for _, c := range g.Lines {
			category := categories[c.ID]
			if category == nil || e.groupOf(c.ID) != g.ID {
				t.Errorf("%s: category %s is in the group %s", name, c.Name, g.Name)
				continue
			}
			if !slices.Equal(category.Months, c.Months) || category.Total != c.Total || category.Before != c.Before || category.Average != c.Average {
				t.Errorf("%s: %s is %+v, want %+v", name, c.Name, c, category)
			}
			for m, amount := range category.Months {
				sum.add(m, amount)
			}
			sum.Before += category.Before
			delete(categories, c.ID)
		}
		groups[g.ID] = sum
	}
	finishedAll(groups)
	if diff := cmp.Diff(groups, reported(t, name, lines)); diff != "" {
		t.Errorf("%s: groups differ: %s", name, diff)
	}
	if len(categories) > 0 {
		t.Errorf("%s: %d categories are missing in the groups", name, len(categories))
	}
}

// checkShares checks that the shares of the positive lines add up to a whole, in hundredths of a percent, and that each is less than
// one of these from the exact quotient. Other lines have no share.
func checkShares(t *testing.T, name string, lines []report.Line, whole int) {
	t.Helper()
	total, shares := new(big.Int), 0
	for _, l := range lines {
		total.Add(total, big.NewInt(int64(max(0, l.Total))))
		shares += l.Share
	}
	if total.Sign() == 0 {
		whole = 0
	}
	if shares != whole {
		t.Errorf("%s: the shares add up to %d, want %d", name, shares, whole)
	}
	for _, l := range lines {
		exact := new(big.Int).Mul(big.NewInt(int64(max(0, l.Total))), big.NewInt(int64(whole)))
		off := new(big.Int).Sub(new(big.Int).Mul(big.NewInt(int64(l.Share)), total), exact)
		if off.CmpAbs(total) > 0 || off.CmpAbs(total) == 0 && total.Sign() > 0 {
			t.Errorf("%s: %s has the share %d of %d for %v of %v", name, l.Name, l.Share, whole, l.Total, total)
		}
		if len(l.Lines) > 0 {
			checkShares(t, name+", "+l.Name, l.Lines, l.Share)
		}
	}
}

func (e *exported) groupOf(category string) string {
	for _, c := range e.Categories {
		if c.ID == category {
			return c.Group
		}
	}
	return rows.None
}

func checkNetWorth(t *testing.T, a *App, id, name string, e *exported, q reports.Query) {
	t.Helper()
	got, err := a.NetWorth(t.Context(), Machine(), id, q)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]money.Milli, q.Months())
	for _, r := range e.Transactions {
		for m := range want {
			if monthAt(q.Span, r.Date) <= m && !r.Deleted {
				want[m] += money.Milli(r.Amount)
			}
		}
	}
	for _, acc := range got.Accounts {
		for m := range want {
			sum := money.Milli(0)
			for _, r := range e.Transactions {
				if r.Account == acc.ID && monthAt(q.Span, r.Date) <= m {
					sum += money.Milli(r.Amount)
				}
			}
			if acc.Balances[m] != sum {
				t.Errorf("%s: %s has %d in month %d, want %d", name, acc.Name, acc.Balances[m], m, sum)
			}
		}
	}
	if diff := cmp.Diff(want, got.Net); diff != "" {
		t.Errorf("%s: net worth differs: %s", name, diff)
	}
	for m := range want {
		sum := money.Milli(0)
		for _, r := range e.Transactions {
			if e.onBudget(r.Account) && monthAt(q.Span, r.Date) <= m {
				sum += money.Milli(r.Amount)
			}
		}
		if off := got.OffBudget()[m]; got.OnBudget[m] != sum || off != want[m]-sum {
			t.Errorf("%s, month %d: %d on budget, %d off it, reckoned %d and %d", name, m, got.OnBudget[m], off, sum, want[m]-sum)
		}
	}
	before, held := money.Milli(0), map[string]bool{} // by accounts that have, or had, anything in these months
	owned, owed := make([]money.Milli, len(want)), make([]money.Milli, len(want))
	for _, acc := range e.Accounts {
		for m := -1; m < len(want); m++ {
			sum := money.Milli(0)
			for _, r := range e.Transactions {
				if r.Account == acc.ID && !r.Deleted && monthAt(q.Span, r.Date) <= m {
					sum += money.Milli(r.Amount)
				}
			}
			held[acc.ID] = held[acc.ID] || sum != 0
			switch {
			case m < 0:
				before += sum
			case sum > 0:
				owned[m] += sum
			default:
				owed[m] += sum
			}
		}
	}
	if !slices.Equal(got.Assets, owned) || !slices.Equal(got.Debts, owed) || got.Before != before {
		t.Errorf("%s: assets %d, debts %d, before %d; want %d, %d and %d", name, got.Assets, got.Debts, got.Before, owned, owed, before)
	}
	for _, acc := range e.Accounts {
		if held[acc.ID] && !slices.ContainsFunc(got.Accounts, func(l report.AccountLife) bool { return l.ID == acc.ID }) {
			t.Errorf("%s: account %s is missing", name, acc.Name)
		}
	}
}

// checkAge computes the age of money directly, from every milliunit's days in floating point: at each month's end,
// and at the end of some days.
func checkAge(t *testing.T, a *App, id, name string, e *exported, q reports.Query) {
	t.Helper()
	got, err := a.AgeOfMoney(t.Context(), Machine(), id, q)
	if err != nil {
		t.Fatal(err)
	}
	for m, age := range got.AgeMonths {
		e.checkAgeOn(t, name, m.Last().String(), age)
	}
	q.From = q.Until.Add(-1)
	if got, err = a.AgeOfMoney(t.Context(), Machine(), id, q); err != nil {
		t.Fatal(err)
	}
	if len(got.Days) != q.From.Last().Day()+q.Until.Last().Day() {
		t.Fatalf("%s: ages of %d days, want %d", name, len(got.Days), q.From.Last().Day()+q.Until.Last().Day())
	}
	for i, day := range got.Days {
		if i%6 == 0 || i == len(got.Days)-1 {
			e.checkAgeOn(t, name, day.Date.String(), day.Days)
		}
	}
}

func (e *exported) checkAgeOn(t *testing.T, name, last string, got *int) {
	t.Helper()
	cash := map[string]bool{}
	for _, acc := range e.Accounts {
		cash[acc.ID] = acc.OnBudget && acc.Type != "creditCard" && acc.Type != "lineOfCredit"
	}
	type lot struct {
		day  time.Time
		left float64
	}
	var lots []lot
	var ages []float64
	for _, l := range e.lines() {
		if !cash[l.Account] || cash[l.Other] || l.Date > last {
			continue
		}
		if l.Amount > 0 {
			lots = append(lots, lot{date(l.Date), float64(l.Amount)})
			continue
		}
		need, weighed, paid := float64(-l.Amount), 0.0, 0.0
		for len(lots) > 0 && need > 0 {
			used := math.Min(need, lots[0].left)
			weighed, paid, need = weighed+used*date(l.Date).Sub(lots[0].day).Hours()/24, paid+used, need-used
			if lots[0].left -= used; lots[0].left == 0 {
				lots = lots[1:]
			}
		}
		if paid > 0 {
			ages = append(ages, weighed/paid)
		}
	}
	if len(ages) < 10 {
		if got != nil {
			t.Errorf("%s, %s: %d payments have the age %d, want none", name, last, len(ages), *got)
		}
		return
	}
	sum := 0.0
	for _, age := range ages[len(ages)-10:] {
		sum += age
	}
	if got == nil || math.Abs(float64(*got)-sum/10) > 0.51 {
		t.Errorf("%s, %s: age %v, want %.2f", name, last, got, sum/10)
	}
}

// checkCategoryHistories computes some categories month by month: the document's assigned amounts, the sums of the rows, and the
// carried balances.
func checkCategoryHistories(t *testing.T, a *App, id, name string, e *exported, q report.Span) {
	t.Helper()
	b, err := a.Budget(t.Context(), Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	budgeted, activity := map[string]int64{}, map[string]int64{} // by category and month
	for _, m := range e.Months {
		for _, c := range m.Categories {
			budgeted[c.ID+m.Month[:7]] += c.Budgeted
		}
	}
	for _, l := range e.lines() {
		if e.onBudget(l.Account) {
			activity[l.Category+l.Date[:7]] += l.Amount
		}
	}
	screen, err := a.Screen(t.Context(), Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range screen.Categories {
		if c.Income {
			continue
		}
		history, err := a.CategoryLife(t.Context(), Machine(), id, c.ID, reports.Query{Span: q})
		if err != nil {
			t.Fatalf("%s: history of %s: %v", name, c.Name, err)
		}
		if history.Payment { // TestReportsWithCardEnvelopesDifferOnlyInIncome has those
			continue
		}
		balance := int64(0)
		for m := b.FirstMonth; m <= q.Until; m++ {
			key := c.ID + m.String()
			balance = max(0, balance) + budgeted[key] + activity[key]
			if m < q.From {
				continue
			}
			if got := history.Months[m-q.From]; int64(got.Budgeted) != budgeted[key] || int64(got.Activity) != activity[key] || int64(got.Balance) != balance {
				t.Errorf("%s, %s in %s: %+v, want %d, %d and %d", name, c.Name, m, got, budgeted[key], activity[key], balance)
			}
		}
	}
}

// A report of nothing, of too long a period or of missing records is refused.
func TestInvalidReportsAreRefused(t *testing.T) {
	a := newApp(t)
	id := importPlan(t, a, testkit.Plan(t, "--seed", "41", "--years", "2", "--tx", "300", "--cards", "3"))
	m := civil.MakeMonth(2026, 1)
	for name, q := range map[string]reports.Query{
		"end before start": {Span: report.Span{From: m, Until: m.Add(-1)}}, "too long": {Span: report.Span{From: m, Until: m.Add(reports.MaxMonths)}},
		"unknown category": {Span: report.Span{From: m, Until: m}, ReportFilters: budget.ReportFilters{Categories: []string{"nowhere"}}}, "unknown group": {Span: report.Span{From: m, Until: m}, ReportFilters: budget.ReportFilters{Groups: []string{"nowhere"}}},
	} {
		if _, err := a.Spending(t.Context(), Machine(), id, q, reports.ByGroup); err == nil {
			t.Errorf("%s: got a report, want an error", name)
		}
	}
	if _, err := a.Spending(t.Context(), Machine(), id, reports.Query{Span: report.Span{From: m, Until: m}}, "weather"); err == nil {
		t.Error("spending by an unknown dimension: got no error")
	}
	if _, err := a.ComingReport(t.Context(), Machine(), id, m.First(), reports.MaxDaysAhead+1, false); err == nil {
		t.Error("forecast beyond the limit: got no error")
	}
}
