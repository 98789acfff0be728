package app

import (
	"reflect"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/target"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// budgetedIn returns the amount budgeted in every category in a month, by id.
func budgetedIn(t *testing.T, a *App, id string, m civil.Month) (by map[string]money.Milli, toBudget money.Milli) {
	t.Helper()
	months, err := a.Months(t.Context(), Machine(), id, MonthSpan{m, m})
	if err != nil || len(months) != 1 {
		t.Fatalf("months: %+v, want one (error %v)", months, err)
	}
	by = map[string]money.Milli{}
	for _, c := range months[0].Categories {
		by[c.ID] = c.Budgeted
	}
	return by, months[0].ToBudget
}

// For every action, in months with targets of every kind: the result equals the preview, including To Budget, one
// undo reverts all of it, and only chosen categories change.
func TestAssigningEqualsThePreview(t *testing.T) {
	a := newApp(t)
	id := importPlan(t, a, testkit.Plan(t, "--seed", "5", "--years", "1", "--tx", "150", "--targets"))
	months, err := a.Months(t.Context(), Machine(), id, MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []civil.Month{months[3].Month, months[len(months)-1].Month} {
		for _, action := range AssignActions() {
			for _, some := range []bool{false, true} {
				amountsBefore, toBudgetBefore := budgetedIn(t, a, id, m)
				made, err := a.PreviewAssign(t.Context(), Machine(), id, m, action, nil)
				var chosen []string
				if some && len(made.Lines) > 1 {
					chosen = []string{made.Lines[len(made.Lines)-1].ID, made.Lines[0].ID}
					made, err = a.PreviewAssign(t.Context(), Machine(), id, m, action, chosen)
				}
				if err != nil || made.ToBudget != toBudgetBefore {
					t.Fatalf("preview of %s in %s: %+v (error %v)", action, m, made, err)
				}
				shown := made.Lines
				if !some {
					shown = nil // all that change
				}
				done, err := a.AssignMonth(t.Context(), Machine(), id, m, action, shown)
				if err != nil {
					t.Fatalf("%s in %s: %v", action, m, err)
				}
				want := map[string]money.Milli{}
				for c, amount := range amountsBefore {
					want[c] = amount
				}
				for _, l := range made.Lines {
					want[l.ID] = l.Is
				}
				amounts, toBudget := budgetedIn(t, a, id, m)
				if !reflect.DeepEqual(amounts, want) || toBudget != made.After || toBudget < min(0, toBudgetBefore) || chosen != nil && len(made.Lines) > 2 {
					t.Errorf("%s in %s: To Budget %d, in the preview %d; lines %+v", action, m, toBudget, made.After, made.Lines)
				}
				if done.Change == 0 {
					continue
				}
				if _, err := a.Undo(t.Context(), Machine(), id, done.Change); err != nil {
					t.Fatal(err)
				}
				if again, _ := budgetedIn(t, a, id, m); !reflect.DeepEqual(again, amountsBefore) {
					t.Errorf("%s in %s: undo does not restore the amounts", action, m)
				}
			}
		}
	}
}

// If one of two displayed lines is excluded, so that the other would get more, or if another user budgets in between,
// nothing is assigned that was not displayed.
func TestOnlyDisplayedAmountsAreAssigned(t *testing.T) {
	a, me := newApp(t), Machine()
	first := civil.DateOf(a.now()).Month()
	b, err := a.NewBudget(t.Context(), me, BudgetEntry{Name: "Home", Currency: "EUR", Starter: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := a.AddAccount(t.Context(), me, b.ID, AccountEntry{Name: "Bank", Type: "checking", OnBudget: true, Balance: 50_000, Date: first.First()}); err != nil {
		t.Fatal(err)
	}
	months, err := a.Months(t.Context(), me, b.ID, MonthSpan{first, first})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range months[0].Categories[:2] {
		if _, err := a.SetTarget(t.Context(), me, b.ID, c.ID, first, TargetForm{Shape: EveryMonth, Amount: "40", Day: "0"}); err != nil {
			t.Fatal(err)
		}
	}
	assign := func(shown []AssignLine) error {
		_, err := a.AssignMonth(t.Context(), me, b.ID, first, target.Underfunded, shown)
		return err
	}
	made, err := a.PreviewAssign(t.Context(), me, b.ID, first, target.Underfunded, nil)
	if err != nil || len(made.Lines) != 2 || made.Lines[0].Is != 40_000 || made.Lines[1].Is != 10_000 {
		t.Fatalf("preview: %+v, want 40.00 and 10.00 (error %v)", made, err)
	}
	if err := assign(made.Lines[1:]); apperr.KindOf(err) != apperr.Conflict || apperr.HintOf(err) == "" {
		t.Errorf("assign more than displayed: error %v, want a conflict", err)
	}
	if _, err := a.SetBudgeted(t.Context(), me, b.ID, months[0].Categories[2].ID, first, 5_000); err != nil {
		t.Fatal(err)
	}
	if err := assign(made.Lines); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("assign from less than displayed: error %v, want a conflict", err)
	}
	if err := assign(made.Lines[:1]); err != nil {
		t.Error(err)
	}
	if amounts, _ := budgetedIn(t, a, b.ID, first); amounts[made.Lines[0].ID] != 40_000 || amounts[made.Lines[1].ID] != 0 {
		t.Error(amounts)
	}
}

// A changed target holds from its month on: earlier months keep theirs, and an undo reverts all of it. Snoozing
// applies to one month.
func TestChangedTargetHoldsFromItsMonthOn(t *testing.T) {
	a := newApp(t)
	id := importPlan(t, a, testkit.Plan(t, "--seed", "5", "--years", "1", "--tx", "60"))
	months, err := a.Months(t.Context(), Machine(), id, MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	last := months[len(months)-1].Month
	category := ""
	for _, c := range months[0].Categories {
		if c.Target == nil && !c.Income && !c.Hidden {
			category = c.ID
			break
		}
	}
	amounts := func() (list [3]money.Milli, snoozed int) {
		all, err := a.Months(t.Context(), Machine(), id, MonthSpan{last - 2, last})
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range all {
			for _, c := range m.Categories {
				if c.ID == category && c.Target != nil {
					list[i] = c.Target.Amount
					if c.Target.Snoozed {
						snoozed++
					}
				}
			}
		}
		return list, snoozed
	}
	set := func(m civil.Month, form TargetForm) ChangeResult {
		t.Helper()
		done, err := a.SetTarget(t.Context(), Machine(), id, category, m, form)
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	set(last-2, TargetForm{Shape: EveryWeek, Amount: "10", Day: "5"})
	second := set(last-1, TargetForm{Shape: EveryMonth, Amount: "20", Day: "0", Filling: string(budget.RefillUpTo)})
	if got, _ := amounts(); got != [3]money.Milli{10000, 20000, 20000} {
		t.Error(got)
	}
	if _, err := a.SnoozeTarget(t.Context(), Machine(), id, category, last, true); err != nil {
		t.Fatal(err)
	}
	if _, err := a.RemoveTarget(t.Context(), Machine(), id, category, last-1); err != nil {
		t.Fatal(err)
	}
	if got, snoozed := amounts(); got != [3]money.Milli{10000, 0, 0} || snoozed != 0 {
		t.Errorf("targets %v, snoozed in month %d; want only the first", got, snoozed)
	}
	if _, err := a.Undo(t.Context(), Machine(), id, 0); err != nil {
		t.Fatal(err)
	}
	if got, snoozed := amounts(); got != [3]money.Milli{10000, 20000, 20000} || snoozed != 1 {
		t.Errorf("targets %v, snoozed in month %d; want 10, 20, 20 and month 1", got, snoozed)
	}
	if _, err := a.Undo(t.Context(), Machine(), id, second.Change); err != nil {
		t.Fatal(err)
	}
	if got, _ := amounts(); got != [3]money.Milli{10000, 10000, 10000} {
		t.Error(got)
	}
	for field, form := range map[string]TargetForm{
		"amount": {Shape: EveryMonth, Amount: "-5", Day: "0"}, "day": {Shape: EveryWeek, Amount: "5", Day: "7"}, "months": {Shape: EverySoOften, Amount: "5", Months: "0"},
		"date": {Shape: ByADate, Amount: "5", Date: civil.MakeDate(9999, 1, 1)},
	} {
		if _, err := a.SetTarget(t.Context(), Machine(), id, category, last, form); err == nil {
			t.Errorf("invalid %s is accepted", field)
		}
	}
}
