package app

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
)

// The included or excluded values of a report's filters are listed by name, in order: groups together with
// categories.
func TestReportsListTheirFilterByName(t *testing.T) {
	h := newTestBudget(t)
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -700, Category: "food", Payee: "baker"})
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -30, Payee: "bakery"})
	q := reports.Query{Span: report.Span{From: march.Month(), Until: march.Month()}}
	for _, c := range []struct {
		filters budget.ReportFilters
		want    []reports.ChosenFilter
		sum     int
	}{
		{budget.ReportFilters{}, nil, 730},
		{budget.ReportFilters{Groups: []string{"Daily"}, Payees: []string{rows.None}}, []reports.ChosenFilter{{Field: "payee", ID: rows.None, Name: "No payee"}, {Field: "group", ID: "daily", Name: "Daily"}}, 0},
		{budget.ReportFilters{Groups: []string{"daily"}, Not: []string{"category"}}, []reports.ChosenFilter{{Field: "group", ID: "daily", Name: "Daily", Not: true}}, 30},
		{budget.ReportFilters{Categories: []string{"food", rows.None}, Not: []string{"category"}}, []reports.ChosenFilter{{Field: "category", ID: "food", Name: "Food", Not: true}, {Field: "category", ID: rows.None, Name: "No category", Not: true}}, 0},
		{budget.ReportFilters{Payees: []string{"Baker"}, Not: []string{"payee"}}, []reports.ChosenFilter{{Field: "payee", ID: "baker", Name: "Baker", Not: true}}, 30},
		{budget.ReportFilters{Accounts: []string{"bank"}, Flags: []string{rows.None}, Not: []string{"account"}}, []reports.ChosenFilter{{Field: "account", ID: "bank", Name: "Bank", Not: true}, {Field: "flag", ID: rows.None, Name: "No flag"}}, 0},
		{budget.ReportFilters{Least: new(money.Milli(31))}, nil, 700},
		{budget.ReportFilters{Most: new(money.Milli(30))}, nil, 30},
		{budget.ReportFilters{Least: new(money.Milli(31)), Most: new(money.Milli(699))}, nil, 0},
	} {
		q.ReportFilters = c.filters
		got, err := h.a.Spending(t.Context(), Machine(), h.id, q, reports.ByPayee)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, got.Filters); diff != "" || int(got.Whole.Total) != c.sum {
			t.Errorf("%+v: %d was spent, want %d: %s", c.filters, got.Whole.Total, c.sum, diff)
		}
	}
}

// A filter by amount counts a split by its whole amount, as registers do, and is saved with a report.
func TestReportsByAmount(t *testing.T) {
	h := newTestBudget(t)
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -700, Parts: []rows.PartEntry{{Amount: -600, Category: "food"}, {Amount: -100}}})
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -100, Category: "food"})
	ask := reports.Ask{Kind: report.KindSpending, ReportFilters: budget.ReportFilters{Least: new(money.Milli(500)), Most: new(money.Milli(700))}}
	q := reports.Query{Span: report.Span{From: march.Month(), Until: march.Month()}, ReportFilters: ask.ReportFilters}
	got, err := h.a.Spending(t.Context(), Machine(), h.id, q, reports.ByCategory)
	if err != nil || got.Whole.Total != 700 || len(got.Lines) != 2 {
		t.Errorf("rows between the amounts: %+v, want 2 lines with the total 700 (error %v)", got.Lines, err)
	}
	if _, err := h.a.KeepReport(t.Context(), Machine(), h.id, reports.SavedReport{Name: "Large", Ask: ask}); err != nil {
		t.Fatal(err)
	}
	own, err := h.a.OwnReports(t.Context(), Machine(), h.id)
	if err != nil || len(own) != 1 || cmp.Diff(ask.ReportFilters, own[0].ReportFilters) != "" {
		t.Errorf("saved: %+v, %v", own, err)
	}
}

// A period is compared with the previous one only if the budget has all of it: a year was compared with a year of which
// the budget had one month.
func TestReportsCompareWithKnownTimeOnly(t *testing.T) {
	h := newTestBudget(t)
	for _, amount := range []struct {
		month int
		sum   money.Milli
	}{{0, -700}, {1, -40}, {2, -50}} {
		h.add(t, rows.Entry{Account: "bank", Date: march.AddMonths(amount.month), Amount: amount.sum, Category: "food"})
	}
	first := march.Month()
	for _, c := range []struct {
		span    report.Span
		known   bool
		before  money.Milli
		average money.Milli
	}{
		{report.Span{From: first.Add(1), Until: first.Add(1)}, true, 700, 40},
		{report.Span{From: first.Add(1), Until: first.Add(2)}, false, 0, 45},
		{report.Span{From: first.Add(2), Until: first.Add(3)}, true, 740, 25},
		{report.Span{From: first, Until: first}, false, 0, 700},
		{report.Span{From: first.Add(-10), Until: first.Add(1)}, false, 0, 370}, // two of the twelve months are known
		{report.Span{From: first.Add(-10), Until: first.Add(-1)}, false, 0, 0},
	} {
		got, err := h.a.Spending(t.Context(), Machine(), h.id, reports.Query{Span: c.span}, reports.ByGroup)
		if err != nil || got.BeforeKnown != c.known || got.Whole.Before != c.before || got.Whole.Average != c.average {
			t.Errorf("%v: known %t, %d before, %d a month; want %t, %d, %d; %v", c.span, got.BeforeKnown, got.Whole.Before, got.Whole.Average, c.known, c.before, c.average, err)
		}
		income, err := h.a.IncomeAndExpenses(t.Context(), Machine(), h.id, reports.Query{Span: c.span})
		if err != nil || income.BeforeKnown != c.known || income.Expenses.Before != c.before || income.Expenses.Average != c.average || income.Average != -c.average {
			t.Errorf("income of %v: %+v, %v", c.span, income.Expenses, err)
		}
	}
}

// A report over a period relative to today begins with the first month of the budget; it had months of zeros before. No
// report compares with months that the budget does not have.
func TestReportsKnowTimeSinceTheBudgetBegan(t *testing.T) {
	h := newTestBudget(t)
	first := march.Month()
	sums := map[civil.Month]money.Milli{first: 700, first.Add(1): 40, first.Add(2): 50}
	for m, sum := range sums {
		h.add(t, rows.Entry{Account: "bank", Date: m.DayAt(9), Amount: -sum, Category: "food"})
	}
	ctx, me := t.Context(), Machine()
	rapid.Check(t, func(t *rapid.T) {
		q := reports.Query{Relative: rapid.Bool().Draw(t, "relative")}
		q.From = first.Add(rapid.IntRange(-15, 5).Draw(t, "from"))
		q.Until = q.From.Add(rapid.IntRange(0, 14).Draw(t, "months"))
		want := q.Span
		if q.Relative && want.Until >= first {
			want.From = max(want.From, first)
		}
		need := func(err error) {
			if err != nil {
				t.Fatal(err)
			}
		}
		spent, err := h.a.Spending(ctx, me, h.id, q, reports.ByCategory)
		need(err)
		income, err := h.a.IncomeAndExpenses(ctx, me, h.id, q)
		need(err)
		across, err := h.a.SpendingAcross(ctx, me, h.id, q, reports.ByCategory, reports.ByMonth)
		need(err)
		worth, err := h.a.NetWorth(ctx, me, h.id, q)
		need(err)
		age, err := h.a.AgeOfMoney(ctx, me, h.id, q)
		need(err)
		life, err := h.a.CategoryLife(ctx, me, h.id, "food", q)
		need(err)
		sofar, err := h.a.MonthSoFar(ctx, me, h.id, q, q.Until.Last())
		need(err)
		for name, is := range map[string]report.Span{
			"spending": spent.Span, "income": income.Span, "net worth": worth.Span, "age of money": age.Span, "category": {From: life.Months[0].Month, Until: life.Months[len(life.Months)-1].Month},
			"the page": spent.Period,
		} {
			if is != want {
				t.Fatalf("%s of %+v covers %v, want %v", name, q, is, want)
			}
		}
		if columns := len(across.Columns); columns != 0 && columns != want.Months() {
			t.Fatalf("%+v has %d columns by month, want %d", q, columns, want.Months())
		}
		before := report.Span{From: want.From.Add(-want.Months()), Until: want.From.Add(-1)}
		var spentBefore, owed money.Milli
		for m, sum := range sums {
			if before.From >= first && before.From <= m && m <= before.Until {
				spentBefore += sum
			}
			if m <= before.Until {
				owed -= sum
			}
		}
		for name, is := range map[string]struct {
			known  bool
			before money.Milli
		}{"spending": {spent.BeforeKnown, spent.Whole.Before}, "income": {income.BeforeKnown, income.Expenses.Before}} {
			if is.known != (before.From >= first) || is.before != spentBefore {
				t.Fatalf("%s of %+v compares with %d (known: %t), want %d", name, q, is.before, is.known, spentBefore)
			}
		}
		if worth.Before != owed || want.From <= first && worth.Before != 0 {
			t.Fatalf("the net worth of %+v was %d before, want %d", q, worth.Before, owed)
		}
		if known := min(report.MaxUsual, max(0, int(q.Until-first))); sofar.Compared != known {
			t.Fatalf("%v is compared with %d months, want %d", q.Until, sofar.Compared, known)
		}
	})
}
