package app

import (
	"bytes"
	compare "cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
	"holdover/internal/report"
	"holdover/internal/testkit"
)

// exported is a budget as its plan document shows it, read without a line of Holdover's: what reports are reckoned from a
// second time.
type exported struct {
	Accounts []struct {
		ID, Name, Type string
		OnBudget       bool `json:"on_budget"`
	}
	Payees     []struct{ ID, Name string }
	Categories []struct {
		ID, Name string
		Group    string `json:"category_group_id"`
		Internal bool
	}
	Transactions    []exportedRow
	Subtransactions []exportedRow
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

// lines are rows with splits taken apart, oldest first, of a day the largest first.
func (e *exported) lines() []exportedRow {
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

// sums adds up lines on the budget by some key and month of a span, income or spending alone.
func (e *exported) sums(span report.Span, income bool, key func(exportedRow) string) map[string][]money.Milli {
	found := map[string][]money.Milli{}
	for _, l := range e.lines() {
		at := monthAt(span, l.Date)
		if at < 0 || !e.onBudget(l.Account) || l.Other != "" && e.onBudget(l.Other) || e.isIncome(l.Category) != income {
			continue
		}
		k := key(l)
		if found[k] == nil {
			found[k] = make([]money.Milli, span.Months())
		}
		amount := money.Milli(l.Amount)
		if !income {
			amount = -amount
		}
		found[k][at] += amount
	}
	return found
}

func monthAt(span report.Span, day string) int {
	d, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic(err)
	}
	at := d.Year()*12 + int(d.Month()) - span.From.Year()*12 - span.From.Mon()
	if at >= span.Months() {
		return -1
	}
	return at
}

func orNone(key string) string {
	if key == "" {
		return None
	}
	return key
}

// reported are a report's lines by id; those that only the time before has are left out.
func reported(lines []report.Line) map[string][]money.Milli {
	found := map[string][]money.Milli{}
	for _, l := range lines {
		if slices.ContainsFunc(l.Months, func(m money.Milli) bool { return m != 0 }) {
			found[l.ID] = l.Months
		}
	}
	return found
}

func withoutEmpty(sums map[string][]money.Milli) map[string][]money.Milli {
	maps.DeleteFunc(sums, func(_ string, months []money.Milli) bool {
		return !slices.ContainsFunc(months, func(m money.Milli) bool { return m != 0 })
	})
	return sums
}

// TestReportsAreTheRows reckons every figure of every report a second time from the exported document: genuine files and
// 50 generated plans.
func TestReportsAreTheRows(t *testing.T) {
	t.Parallel()
	paths := testkit.Genuine(t)
	for seed := range 50 {
		args := []string{"--seed", fmt.Sprint(700 + seed), "--years", "2", "--tx", "260", "--cards", fmt.Sprint(seed % 4), "--currency", []string{"EUR", "USD", "KWD", "JPY"}[seed%4]}
		paths = append(paths, testkit.Plan(t, args...))
	}
	a := newApp(t)
	for _, path := range paths {
		id := bringIn(t, a, path)
		b, err := a.Budget(t.Context(), Machine(), id)
		if err != nil {
			t.Fatal(err)
		}
		checkReports(t, a, id, filepath.Base(path), report.Span{From: b.FirstMonth, Until: b.LastMonth})
		checkReports(t, a, id, filepath.Base(path), report.Span{From: b.FirstMonth.Add(3), Until: b.FirstMonth.Add(8)})
	}
}

func checkReports(t *testing.T, a *App, id, name string, span report.Span) {
	t.Helper()
	e, q := exportOf(t, a, id), ReportQuery{Span: span}
	for by, key := range map[SpendingBy]func(exportedRow) string{
		ByCategory: func(l exportedRow) string { return orNone(l.Category) },
		ByPayee:    func(l exportedRow) string { return orNone(l.Payee) },
		ByAccount:  func(l exportedRow) string { return l.Account },
		ByFlag:     func(l exportedRow) string { return orNone(l.Flag) },
		ByGroup:    func(l exportedRow) string { return e.groupOf(l.Category) },
	} {
		got, err := a.Spending(t.Context(), Machine(), id, q, by)
		if err != nil {
			t.Fatal(err)
		}
		if wrong := cmp.Diff(withoutEmpty(e.sums(span, false, key)), reported(got.Lines)); wrong != "" {
			t.Errorf("%s by %s: %s", name, by, wrong)
		}
	}
	income, err := a.IncomeAndExpenses(t.Context(), Machine(), id, q)
	if err != nil {
		t.Fatal(err)
	}
	if wrong := cmp.Diff(withoutEmpty(e.sums(span, true, func(l exportedRow) string { return orNone(l.Payee) })), reported(income.Income.Lines)); wrong != "" {
		t.Errorf("%s, income: %s", name, wrong)
	}
	checkNetWorth(t, a, id, name, e, q)
	checkAge(t, a, id, name, e, q)
}

func (e *exported) groupOf(category string) string {
	for _, c := range e.Categories {
		if c.ID == category {
			return c.Group
		}
	}
	return None
}

func checkNetWorth(t *testing.T, a *App, id, name string, e *exported, q ReportQuery) {
	t.Helper()
	got, err := a.NetWorth(t.Context(), Machine(), id, q)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]money.Milli, q.Months())
	for _, r := range e.Transactions {
		for m := range want {
			if at := monthAt(q.Span, r.Date); !r.Deleted && (at >= 0 && at <= m || r.Date < q.From.String()) {
				want[m] += money.Milli(r.Amount)
			}
		}
	}
	if wrong := cmp.Diff(want, got.Net); wrong != "" {
		t.Errorf("%s, net worth: %s", name, wrong)
	}
	for m := range want {
		if got.Assets[m]+got.Debts[m] != got.Net[m] || got.Assets[m] < 0 || got.Debts[m] > 0 {
			t.Errorf("%s: %d owned, %d owed, %d in all", name, got.Assets[m], got.Debts[m], got.Net[m])
		}
	}
}

// checkAge reckons the age of money the long way: every milliunit's days in floating point.
func checkAge(t *testing.T, a *App, id, name string, e *exported, q ReportQuery) {
	t.Helper()
	got, err := a.AgeOfMoney(t.Context(), Machine(), id, q)
	if err != nil {
		t.Fatal(err)
	}
	cash := map[string]bool{}
	for _, acc := range e.Accounts {
		cash[acc.ID] = acc.OnBudget && acc.Type != "creditCard" && acc.Type != "lineOfCredit"
	}
	type lot struct {
		day  time.Time
		left float64
	}
	for m := range q.Months() {
		var came []lot
		var ages []float64
		for _, l := range e.lines() {
			day, err := time.Parse(time.DateOnly, l.Date)
			if err != nil {
				t.Fatal(err)
			}
			if !cash[l.Account] || cash[l.Other] || l.Date > q.From.Add(m).Last().String() {
				continue
			}
			if l.Amount > 0 {
				came = append(came, lot{day, float64(l.Amount)})
				continue
			}
			need, weighed, paid := float64(-l.Amount), 0.0, 0.0
			for len(came) > 0 && need > 0 {
				used := math.Min(need, came[0].left)
				weighed, paid, need = weighed+used*day.Sub(came[0].day).Hours()/24, paid+used, need-used
				if came[0].left -= used; came[0].left == 0 {
					came = came[1:]
				}
			}
			if paid > 0 {
				ages = append(ages, weighed/paid)
			}
		}
		if len(ages) < 10 {
			if got.Months[m] != nil {
				t.Errorf("%s: %d payments have the age %d", name, len(ages), *got.Months[m])
			}
			continue
		}
		sum := 0.0
		for _, age := range ages[len(ages)-10:] {
			sum += age
		}
		if got.Months[m] == nil || math.Abs(float64(*got.Months[m])-sum/10) > 0.51 {
			t.Errorf("%s, %s: %v, reckoned %.2f", name, q.From.Add(m), got.Months[m], sum/10)
		}
	}
}

// A category's life is what the months say of it.
func TestCategoryLifeIsTheMonths(t *testing.T) {
	a := newApp(t)
	id := bringIn(t, a, testkit.Plan(t, "--seed", "41", "--years", "2", "--tx", "300", "--cards", "3"))
	months, err := a.Months(t.Context(), Machine(), id, MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range months[0].Categories {
		life, err := a.CategoryLife(t.Context(), Machine(), id, c.ID, report.Span{From: months[0].Month, Until: months[len(months)-1].Month})
		if err != nil {
			t.Fatal(err)
		}
		for m, month := range months {
			want := CategoryMonth{month.Month, month.Categories[i].Budgeted, month.Categories[i].Activity, month.Categories[i].Balance, life.Months[m].Target}
			if life.Name != c.Name || life.Months[m] != want {
				t.Errorf("%s: %+v, want %+v", life.Name, life.Months[m], want)
			}
		}
	}
}

// A report of nothing, of too long a time or of what is not there says so.
func TestReportsRefuse(t *testing.T) {
	a := newApp(t)
	id := bringIn(t, a, testkit.Plan(t, "--seed", "41", "--years", "2", "--tx", "300", "--cards", "3"))
	m := cal.MakeMonth(2026, 1)
	for name, q := range map[string]ReportQuery{
		"backwards": {Span: report.Span{From: m, Until: m.Add(-1)}}, "too long": {Span: report.Span{From: m, Until: m.Add(MaxReportMonths)}},
		"no such category": {report.Span{From: m, Until: m}, budget.ReportFilters{Categories: []string{"nowhere"}}}, "no such group": {report.Span{From: m, Until: m}, budget.ReportFilters{Groups: []string{"nowhere"}}},
	} {
		if _, err := a.Spending(t.Context(), Machine(), id, q, ByGroup); err == nil {
			t.Errorf("%s: a report", name)
		}
	}
	if _, err := a.Spending(t.Context(), Machine(), id, ReportQuery{Span: report.Span{From: m, Until: m}}, "weather"); err == nil {
		t.Error("spending by weather")
	}
	if _, err := a.ComingReport(t.Context(), Machine(), id, m.First(), MaxDaysAhead+1, false); err == nil {
		t.Error("what comes in three years")
	}
}
