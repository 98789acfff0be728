package app

import (
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/target"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// targetIn returns the target of a category in March, or nil.
func (h *testBudget) targetIn(t *testing.T, a *App, id, category string) *MonthTarget {
	t.Helper()
	m := march.Month()
	months, err := a.Months(t.Context(), Machine(), id, MonthSpan{m, m})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range months[0].Categories {
		if c.Name == category {
			return c.Target
		}
	}
	return nil
}

// TestTargetsWithoutAmount sets each kind, undoes it, and finds it again in a copy and in an imported document.
func TestTargetsWithoutAmount(t *testing.T) {
	h := importTestBudget(t, t, newApp(t), testBudgetRecords())
	ctx, me, m := t.Context(), Machine(), march.Month()
	h.add(t, rows.Entry{Account: "bank", Date: m.DayAt(1), Amount: 2_000_019, Category: "salary"})
	done, rent, err := h.a.AddScheduled(ctx, me, h.id, schedules.Entry{Entry: rows.Entry{Account: "bank", Date: m.DayAt(28), Amount: -900_000, Category: "rent"}, Frequency: "monthly"})
	h.must(t, done, err)
	for _, c := range []struct {
		form   TargetForm
		want   budget.Target
		needed money.Milli
	}{
		{TargetForm{Shape: ShareOfIncome, Percent: "12,5 %"}, budget.Target{Kind: budget.IncomeShare, Share: 1250}, 250_000},
		{TargetForm{Shape: ShareOfIncome, Percent: "10", LastMonth: true}, budget.Target{Kind: budget.IncomeShare, Share: 1000, LastMonth: true}, 0},
		{TargetForm{Shape: PartOfTheRest, Weight: "3"}, budget.Target{Kind: budget.Remainder, Weight: 3}, 0},
		{TargetForm{Shape: FromSchedules}, budget.Target{Kind: budget.BySchedule}, 900_000},
		{TargetForm{Shape: FromSchedules, Schedule: rent}, budget.Target{Kind: budget.BySchedule, Schedule: rent}, 900_000},
	} {
		before := h.targetIn(t, h.a, h.id, "Rent")
		done, err := h.a.SetTarget(ctx, me, h.id, "rent", m, c.form)
		h.must(t, done, err)
		c.want.Created = m.First()
		if got := h.targetIn(t, h.a, h.id, "Rent"); got == nil || got.Target != c.want || got.Needed != c.needed || got.UnderFunded != c.needed {
			t.Errorf("%+v: %+v, want %+v and the need %d", c.form, got, c.want, c.needed)
		}
		copied, err := h.a.Duplicate(ctx, me, h.id)
		if err != nil {
			t.Fatal(err)
		}
		if got := h.targetIn(t, h.a, copied.ID, "Rent"); got == nil || got.Needed != c.needed || got.Kind != c.want.Kind {
			t.Errorf("%+v: the copy has %+v", c.form, got)
		}
		there := newApp(t)
		imported := h.reimported(t, there)
		if got := h.targetIn(t, there, imported, "Rent"); got == nil || got.Target != c.want || got.Needed != c.needed {
			t.Errorf("%+v: the document leads to %+v, want %+v", c.form, got, c.want)
		}
		undone, err := h.a.Undo(ctx, me, h.id, done.Change)
		h.must(t, undone, err)
		if after := h.targetIn(t, h.a, h.id, "Rent"); (after == nil) != (before == nil) || after != nil && after.Target != before.Target {
			t.Errorf("%+v: after the undo %+v, before %+v", c.form, after, before)
		}
	}
	for field, form := range map[string]TargetForm{
		"percent": {Shape: ShareOfIncome, Percent: "100.01"}, "weight": {Shape: PartOfTheRest, Weight: "0"}, "schedule": {Shape: FromSchedules, Schedule: "unknown"},
	} {
		if _, err := h.a.SetTarget(ctx, me, h.id, "rent", m, form); fieldOf(err) != field {
			t.Errorf("%+v: error %v, want it at %s", form, err, field)
		}
	}
	if _, err := h.a.SetTarget(ctx, me, h.id, "food", m, TargetForm{Shape: FromSchedules, Schedule: rent}); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("a schedule of another category: error %v", err)
	}
}

// TestTheRestIsAssignedAfterAllOtherTargets previews and assigns; the second time nothing remains. The need of a share counts with the
// expected income in the cost to be me.
func TestTheRestIsAssignedAfterAllOtherTargets(t *testing.T) {
	h := importTestBudget(t, t, newApp(t), testBudgetRecords())
	ctx, me, m := t.Context(), Machine(), march.Month()
	h.add(t, rows.Entry{Account: "bank", Date: m.DayAt(1), Amount: 2_000_015, Category: "salary"})
	for category, form := range map[string]TargetForm{"food": {Shape: ShareOfIncome, Percent: "10"}, "rent": {Shape: PartOfTheRest, Weight: "1"}} {
		done, err := h.a.SetTarget(ctx, me, h.id, category, m, form)
		h.must(t, done, err)
	}
	preview, err := h.a.PreviewAssign(ctx, me, h.id, m, target.Underfunded, nil)
	if err != nil || len(preview.Lines) != 2 || preview.Lines[0].Is != 200_000 || preview.Lines[1].Is != 1_800_015 || preview.After != 0 {
		t.Fatalf("the preview is %+v (error %v)", preview, err)
	}
	done, err := h.a.AssignMonth(ctx, me, h.id, m, target.Underfunded, preview.Lines)
	h.must(t, done, err)
	if again, err := h.a.PreviewAssign(ctx, me, h.id, m, target.Underfunded, nil); err != nil || len(again.Lines) != 0 {
		t.Errorf("the second time: %+v (error %v)", again, err)
	}
	done, err = h.a.SetExpectedIncome(ctx, me, h.id, "3000")
	h.must(t, done, err)
	screen, err := h.a.Screen(ctx, me, h.id)
	if err != nil {
		t.Fatal(err)
	}
	if cost := screen.Targets(m).Cost; cost.Needed != 200_000 || cost.Expected != 300_000 {
		t.Errorf("the cost is %+v, want 200 of the income and 300 of the expected income", cost)
	}
}

// A program that does not know rules sends null for the amount, and an amount replaces the rule.
func TestProgramsKeepRulesOfTargets(t *testing.T) {
	now := march.Month()
	rest := &budget.Target{Kind: budget.Remainder, Weight: 2, Created: now.First()}
	rule := &ynabdoc.GoalRule{Type: "income_share", Share: 500}
	none, amount := &ynabdoc.GoalRule{Type: NoRule}, money.Milli(5_000)
	for name, c := range map[string]struct {
		fields TargetFields
		before *budget.Target
		kind   budget.TargetKind // "" for none
	}{
		"null for the amount":       {TargetFields{Remove: true}, rest, budget.Remainder},
		"null for the date":         {TargetFields{Date: new(civil.Date)}, rest, budget.Remainder},
		"no rule":                   {TargetFields{Rule: none}, rest, ""},
		"no rule where none is":     {TargetFields{Rule: none}, &budget.Target{Kind: budget.BalanceTarget, Amount: 5}, budget.BalanceTarget},
		"a rule":                    {TargetFields{Rule: rule, Remove: true}, rest, budget.IncomeShare},
		"a rule for an amount":      {TargetFields{Rule: rule}, &budget.Target{Kind: budget.BalanceTarget, Amount: 5}, budget.IncomeShare},
		"an amount instead":         {TargetFields{Amount: &amount}, rest, budget.Need},
		"an amount and no rule":     {TargetFields{Amount: &amount, Rule: none}, rest, budget.Need},
		"a rule for a new category": {TargetFields{Rule: rule}, nil, budget.IncomeShare},
	} {
		to, err := c.fields.after(c.before, now)
		if err != nil || (to == nil) != (c.kind == "") || to != nil && to.Kind != c.kind {
			t.Errorf("%s: %+v (error %v), want %q", name, to, err, c.kind)
		}
	}
	wrong := &ynabdoc.GoalRule{Type: "income_share", Share: 10_001}
	for name, f := range map[string]TargetFields{"too large a share": {Rule: wrong}, "a rule and an amount": {Rule: rule, Amount: &amount}} {
		if _, err := f.after(nil, now); fieldOf(err) != "goal_rule" {
			t.Errorf("%s: error %v, want it at goal_rule", name, err)
		}
	}
}
