package app

import (
	"reflect"
	"testing"

	"holdover/internal/app/reports"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// TestTargetIsNeededFromItsFirstMonthOn shows the need of a target in the history of its category from the month of its
// creation on, and counts it in Upcoming unless it is snoozed there.
func TestTargetIsNeededFromItsFirstMonthOn(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	today := civil.DateOf(h.a.now())
	this := today.Month()
	done, err := h.a.SetTarget(ctx, me, h.id, "food", this, TargetForm{Shape: EveryMonth, Amount: "10", Day: "0"})
	h.must(t, done, err)
	history, err := h.a.CategoryLife(ctx, me, h.id, "food", reports.Query{Span: report.Span{From: this.Add(-2), Until: this.Add(1)}})
	if err != nil || len(history.Months) != 4 {
		t.Fatalf("history of the category: %+v, want 4 months (error %v)", history, err)
	}
	for i, m := range history.Months {
		if asks := m.Target != nil; asks != (i >= 2) || asks && *m.Target != 10_000 {
			t.Errorf("target of %s: %v, want it from the third month on", m.Month, m.Target)
		}
	}
	needs := func() (all []int) {
		t.Helper()
		got, err := h.a.ComingReport(ctx, me, h.id, today, 40, true)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range got.ToBudget {
			all = append(all, int(m.Targets))
		}
		return all
	}
	if all := needs(); all[0] != 10_000 || all[1] != 10_000 {
		t.Errorf("needed in the forecast: %v, want 10.00 in both months", all)
	}
	done, err = h.a.SnoozeTarget(ctx, me, h.id, "food", this, true)
	h.must(t, done, err)
	if all := needs(); all[0] != 0 || all[1] == 0 {
		t.Errorf("needed in the forecast, this month snoozed: %v", all)
	}
}

// TestImportedTargetIsNeededFromItsFirstMonthOn checks the same for an imported target, which holds for every month.
func TestImportedTargetIsNeededFromItsFirstMonthOn(t *testing.T) {
	w := testBudgetRecords()
	w.Categories[1].Target = &budget.Target{Kind: budget.MonthlyTarget, Amount: 7_000, Created: march}
	h := importTestBudget(t, t, newApp(t), w)
	this := march.Month()
	history, err := h.a.CategoryLife(t.Context(), Machine(), h.id, "food", reports.Query{Span: report.Span{From: this.Add(-1), Until: this.Add(1)}})
	if err != nil || len(history.Months) != 3 {
		t.Fatalf("history of the category: %+v, want 3 months (error %v)", history, err)
	}
	for i, m := range history.Months {
		if asks := m.Target != nil; asks != (i >= 1) || asks && *m.Target != 7_000 {
			t.Errorf("target of %s: %v, want it from the second month on", m.Month, m.Target)
		}
	}
}

// If a file has another target in a month than the present one of the category, the report uses the month's target,
// as the screen does.
func TestCategoryReportUsesTheTargetOfEachMonth(t *testing.T) {
	w := testBudgetRecords()
	w.Categories[1].Target = &budget.Target{Kind: budget.MonthlyTarget, Amount: 7_000, Created: march}
	this := march.Month()
	w.Cells = []budget.Cell{{Category: 2, Month: this, Target: &budget.Target{Kind: budget.MonthlyTarget, Amount: 5_000, Created: march}}}
	h := importTestBudget(t, t, newApp(t), w)
	span := report.Span{From: this, Until: this.Add(1)}
	history, err := h.a.CategoryLife(t.Context(), Machine(), h.id, "food", reports.Query{Span: span})
	if err != nil {
		t.Fatal(err)
	}
	screen, err := h.a.Screen(t.Context(), Machine(), h.id)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []money.Milli{5_000, 7_000} {
		m := this.Add(i)
		if shown := screen.Targets(m).Status[2].Needed; history.Months[i].Asked() != want || shown != want {
			t.Errorf("in %s the report asks for %v and the screen for %v, want %v", m, history.Months[i].Asked(), shown, want)
		}
	}
}

// A category's history equals its months.
func TestCategoryHistoryEqualsItsMonths(t *testing.T) {
	a := newApp(t)
	id := importPlan(t, a, testkit.Plan(t, "--seed", "41", "--years", "2", "--tx", "300", "--cards", "3"))
	months, err := a.Months(t.Context(), Machine(), id, MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range months[0].Categories {
		history, err := a.CategoryLife(t.Context(), Machine(), id, c.ID, reports.Query{Span: report.Span{From: months[0].Month, Until: months[len(months)-1].Month}})
		if err != nil {
			t.Fatal(err)
		}
		for m, month := range months {
			want := reports.CategoryMonth{Month: month.Month, Budgeted: month.Categories[i].Budgeted, Activity: month.Categories[i].Activity, Balance: month.Categories[i].Balance}
			if target := month.Categories[i].Target; target != nil {
				want.Target = &target.Needed
			}
			if got := history.Months[m]; history.Name != c.Name || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %+v, want %+v", history.Name, got, want)
			}
		}
	}
}
