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
	h := newHome(t)
	ctx, me := t.Context(), Machine()
	today := civil.DateOf(h.a.now())
	this := today.Month()
	done, err := h.a.SetTarget(ctx, me, h.id, "food", this, TargetForm{Shape: EveryMonth, Amount: "10", Day: "0"})
	h.must(t, done, err)
	life, err := h.a.CategoryLife(ctx, me, h.id, "food", report.Span{From: this.Add(-2), Until: this.Add(1)})
	if err != nil || len(life.Months) != 4 {
		t.Fatalf("%+v, %v", life, err)
	}
	for i, m := range life.Months {
		if asks := m.Target != nil; asks != (i >= 2) || asks && *m.Target != 10_000 {
			t.Errorf("in %s it asks for %v", m.Month, m.Target)
		}
	}
	asked := func() (all []int) {
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
	if all := asked(); all[0] != 10_000 || all[1] != 10_000 {
		t.Errorf("asked ahead: %v", all)
	}
	done, err = h.a.SnoozeTarget(ctx, me, h.id, "food", this, true)
	h.must(t, done, err)
	if all := asked(); all[0] != 0 || all[1] == 0 {
		t.Errorf("snoozed this month, asked ahead: %v", all)
	}
}

// TestImportedTargetIsNeededFromItsFirstMonthOn does likewise for a target as files have it, which holds for every month.
func TestImportedTargetIsNeededFromItsFirstMonthOn(t *testing.T) {
	w := homeRecords()
	w.Categories[1].Target = &budget.Target{Kind: budget.MonthlyTarget, Amount: 7_000, Created: march}
	h := moveIn(t, t, newApp(t), w)
	this := march.Month()
	life, err := h.a.CategoryLife(t.Context(), Machine(), h.id, "food", report.Span{From: this.Add(-1), Until: this.Add(1)})
	if err != nil || len(life.Months) != 3 {
		t.Fatalf("%+v, %v", life, err)
	}
	for i, m := range life.Months {
		if asks := m.Target != nil; asks != (i >= 1) || asks && *m.Target != 7_000 {
			t.Errorf("in %s it asks for %v", m.Month, m.Target)
		}
	}
}

// If a file has another target in a month than the present one of the category, the report uses the month's target,
// as the screen does.
func TestCategoryReportUsesTheTargetOfEachMonth(t *testing.T) {
	w := homeRecords()
	w.Categories[1].Target = &budget.Target{Kind: budget.MonthlyTarget, Amount: 7_000, Created: march}
	this := march.Month()
	w.Cells = []budget.Cell{{Category: 2, Month: this, Target: &budget.Target{Kind: budget.MonthlyTarget, Amount: 5_000, Created: march}}}
	h := moveIn(t, t, newApp(t), w)
	span := report.Span{From: this, Until: this.Add(1)}
	life, err := h.a.CategoryLife(t.Context(), Machine(), h.id, "food", span)
	if err != nil {
		t.Fatal(err)
	}
	screen, err := h.a.Screen(t.Context(), Machine(), h.id)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []money.Milli{5_000, 7_000} {
		m := this.Add(i)
		if shown := screen.Targets(m).Status[2].Needed; life.Months[i].Asked() != want || shown != want {
			t.Errorf("in %s the report asks for %v and the screen for %v, want %v", m, life.Months[i].Asked(), shown, want)
		}
	}
}

// A category's history equals its months.
func TestCategoryHistoryEqualsItsMonths(t *testing.T) {
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
			want := reports.CategoryMonth{Month: month.Month, Budgeted: month.Categories[i].Budgeted, Activity: month.Categories[i].Activity, Balance: month.Categories[i].Balance}
			if target := month.Categories[i].Target; target != nil {
				want.Target = &target.Needed
			}
			if got := life.Months[m]; life.Name != c.Name || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %+v, want %+v", life.Name, got, want)
			}
		}
	}
}
