package app

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
)

// forecast returns the forecast of a household for a number of days from March on.
func (h *testBudget) forecast(t *testing.T, days int, targets bool) *report.Coming {
	t.Helper()
	got, err := h.a.ComingReport(t.Context(), Machine(), h.id, march, days, targets)
	if err != nil {
		t.Fatal(err)
	}
	return &got.Coming
}

// firstAndLastBalances returns the balance of each account, by id: today and on the last day.
func firstAndLastBalances(c *report.Coming) map[string][2]money.Milli {
	all := map[string][2]money.Milli{}
	for i := range c.Accounts {
		all[c.Accounts[i].ID] = [2]money.Milli{c.Accounts[i].Now, c.Accounts[i].End}
	}
	return all
}

// Rows and schedules of the last day count, those of the day after do not. Closed accounts are not listed.
func TestForecastIncludesTheLastDay(t *testing.T) {
	h := newTestBudget(t)
	last := march.AddDays(10)
	for n, day := range []civil.Date{march.AddDays(-1), march, march.AddDays(1), last, last.AddDays(1)} {
		h.add(t, rows.Entry{Account: "bank", Date: day, Amount: money.Milli(n+1) * 1000, Category: "salary"})
	}
	for n, day := range []civil.Date{march, last, last.AddDays(1)} {
		h.schedule(t, schedules.Entry{Frequency: "never", Entry: rows.Entry{Account: "cash", Date: day, Amount: money.Milli(n+1) * 10, Category: "food"}})
	}
	got := h.forecast(t, 10, false)
	if diff := cmp.Diff(map[string][2]money.Milli{"bank": {3000, 10_000}, "cash": {0, 30}, "house": {0, 0}}, firstAndLastBalances(got)); diff != "" {
		t.Error(diff)
	}
	var days []civil.Date
	for _, e := range got.Events {
		days = append(days, e.Date)
	}
	if want := []civil.Date{march, march.AddDays(1), last, last}; !slices.Equal(days, want) || got.Until != last {
		t.Errorf("until %s, events on %s; want %s", got.Until, days, want)
	}
	whole := h.whole(t)
	whole.Info.ID, whole.Accounts[3].Closed = NewID(), false
	if got := importTestBudget(t, t, h.a, whole).forecast(t, 10, false); len(got.Accounts) != 4 || got.Accounts[3].ID != "old" {
		t.Errorf("forecast after the account was reopened: %+v", got.Accounts)
	}
}

// A scheduled transfer affects both accounts, also as part of a split. The first negative day is reported only for
// accounts that should stay positive.
func TestForecastMovesTransfersBetweenAccounts(t *testing.T) {
	h := newTestBudget(t)
	h.add(t, rows.Entry{Account: "bank", Date: march.AddDays(-3), Amount: 500, Category: "salary"})
	h.add(t, rows.Entry{Account: "house", Date: march.AddDays(-3), Amount: -9000})
	h.schedule(t, schedules.Entry{Frequency: "never", Entry: rows.Entry{Account: "bank", Date: march.AddDays(2), Amount: -200, TransferTo: "cash"}})
	h.schedule(t, schedules.Entry{Frequency: "never", Entry: rows.Entry{Account: "bank", Date: march.AddDays(4), Amount: -330, Payee: "baker", Parts: []rows.PartEntry{
		{Amount: -30, Category: "food"}, {Amount: -100, TransferTo: "cash"}, {Amount: -200, TransferTo: "house", Category: "rent"},
	}}})
	h.schedule(t, schedules.Entry{Frequency: "never", Entry: rows.Entry{Account: "house", Date: march.AddDays(5), Amount: -50}})
	got := h.forecast(t, 30, false)
	if diff := cmp.Diff(map[string][2]money.Milli{"bank": {500, -30}, "cash": {0, 300}, "house": {-9000, -8850}}, firstAndLastBalances(got)); diff != "" {
		t.Error(diff)
	}
	below := map[string]civil.Date{}
	for _, a := range got.Accounts {
		below[a.ID] = a.BelowZero
	}
	if diff := cmp.Diff(map[string]civil.Date{"bank": march.AddDays(4), "cash": 0, "house": 0}, below); diff != "" {
		t.Error(diff)
	}
	var lines []string
	for _, e := range got.Events {
		lines = append(lines, fmt.Sprintf("%s %d %q", e.AccountID, e.Amount, e.Name))
	}
	slices.Sort(lines)
	want := []string{`bank -200 "Cash"`, `bank -330 "Baker"`, `cash 100 "Bank"`, `cash 200 "Bank"`, `house -50 ""`, `house 200 "Bank"`}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}
}

// To Budget grows by scheduled income, whole or in parts of splits, to open accounts on budget.
func TestForecastAddsScheduledIncome(t *testing.T) {
	w := testBudgetRecords()
	once := func(no int, account budget.AccountNo, category budget.CategoryNo, amount money.Milli, parts ...budget.Part) {
		day := march.AddDays(3)
		w.Scheduled = append(w.Scheduled, budget.Scheduled{
			No: budget.ScheduledNo(no), ID: NewID(), Account: account, DateFirst: day, DateNext: day, Frequency: "never", Amount: amount, Category: category, Parts: parts,
		})
	}
	const bank, house, closed, salary, food = 1, 3, 4, 1, 2
	once(1, bank, salary, 1000)
	once(2, bank, 0, 70, budget.Part{No: 1, ID: NewID(), Amount: 60, Category: salary}, budget.Part{No: 2, ID: NewID(), Amount: 40, Category: salary},
		budget.Part{No: 3, ID: NewID(), Amount: -30, Category: food})
	once(3, house, salary, 20_000)
	once(4, bank, food, 300_000)
	once(5, closed, salary, 4_000_000)
	got := importTestBudget(t, t, newApp(t), w).forecast(t, 30, false)
	if m := got.ToBudget[0]; m.Income != 1100 || m.Ahead != m.ToBudget+1100 || len(got.Events) != 4 {
		t.Errorf("first month of the forecast: %+v with %d events", m, len(got.Events))
	}
}

// Targets of hidden categories and groups need nothing; the balance of a category counts towards its target.
func TestForecastOfTargets(t *testing.T) {
	w := testBudgetRecords()
	w.Groups = append(w.Groups, budget.Group{No: 3, ID: "attic", Name: "Attic", Hidden: true})
	need := func(amount money.Milli) *budget.Target {
		return &budget.Target{Kind: budget.Need, Amount: amount, Cadence: budget.Monthly, Every: 1, Filling: budget.RefillUpTo}
	}
	w.Categories[1].Target = need(900)
	w.Categories = append(
		w.Categories,
		budget.Category{No: 4, ID: "skis", Group: 3, Name: "Skis", Target: need(20_000)},
		budget.Category{No: 5, ID: "sledge", Group: 2, Name: "Sledge", Hidden: true, Target: need(300_000)},
	)
	before := march.Month().Add(-1)
	w.Months = []budget.Month{{Month: before}, {Month: march.Month()}}
	w.Cells = []budget.Cell{{Category: 2, Month: before, Budgeted: 250}, {Category: 3, Month: before, Budgeted: -70}}
	w.Categories[2].Target = need(5000) // its negative balance is not carried
	h := importTestBudget(t, t, newApp(t), w)
	got := h.forecast(t, 30, true)
	if m := got.ToBudget[0]; m.Targets != 900-250+5000 || m.Ahead != m.ToBudget-m.Targets {
		t.Errorf("first month of the forecast: %+v", m)
	}
	if m := h.forecast(t, 30, false).ToBudget[0]; m.Targets != 0 || m.Ahead != m.ToBudget {
		t.Errorf("first month without targets: %+v", m)
	}
}

// A daily schedule neglected for more than two years counts once for each missed day, today, and once for each future
// day.
func TestForecastCountsEveryMissedDay(t *testing.T) {
	h := newTestBudget(t)
	daily := automaticSchedule("daily", march.AddDays(-2*reports.MaxDaysAhead), "daily")
	daily.AutoEnter = false
	h.schedule(t, daily)
	got, err := h.a.ComingReport(t.Context(), Machine(), h.id, march, 30, false)
	if err != nil {
		t.Fatal(err)
	}
	missed := 2*reports.MaxDaysAhead + 1 // today's own with them
	if len(got.Events) != missed+30 || got.Events[len(got.Events)-1].Date != march.AddDays(30) {
		t.Errorf("%d events, the last on %s; want %d until %s", len(got.Events), got.Events[len(got.Events)-1].Date, missed+30, march.AddDays(30))
	}
	for _, acc := range got.Accounts {
		if acc.ID == "bank" && (acc.Days[0].Balance-acc.Now != daily.Amount*1463 || acc.End-acc.Days[0].Balance != daily.Amount*30) {
			t.Errorf("forecast of the account: %+v, want each missed day counted today", acc)
		}
	}
}
