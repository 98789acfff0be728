package app

import (
	"reflect"
	"testing"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
	"holdover/internal/testkit"
)

// budgetedIn is what every category has budgeted in a month, by id.
func budgetedIn(t *testing.T, a *App, id string, m cal.Month) (by map[string]money.Milli, toBudget money.Milli) {
	t.Helper()
	months, err := a.Months(t.Context(), Machine(), id, MonthSpan{m, m})
	if err != nil || len(months) != 1 {
		t.Fatal(months, err)
	}
	by = map[string]money.Milli{}
	for _, c := range months[0].Categories {
		by[c.ID] = c.Budgeted
	}
	return by, months[0].ToBudget
}

// Every action, in months with targets of every kind: the preview is what comes
// out, To Budget is what it says, one undo brings all of it back, and a few chosen
// categories are the only ones that change.
func TestAssigningIsWhatThePreviewShows(t *testing.T) {
	a := newApp(t)
	id := bringIn(t, a, testkit.Plan(t, "--seed", "5", "--years", "1", "--tx", "150", "--targets"))
	months, err := a.Months(t.Context(), Machine(), id, MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []cal.Month{months[3].Month, months[len(months)-1].Month} {
		for _, action := range AssignActions() {
			for _, some := range []bool{false, true} {
				was, before := budgetedIn(t, a, id, m)
				made, err := a.PreviewAssign(t.Context(), Machine(), id, m, action, nil)
				var chosen []string
				if some && len(made.Lines) > 1 {
					chosen = []string{made.Lines[len(made.Lines)-1].ID, made.Lines[0].ID}
					made, err = a.PreviewAssign(t.Context(), Machine(), id, m, action, chosen)
				}
				if err != nil || made.ToBudget != before {
					t.Fatal(action, m, made, err)
				}
				done, err := a.AssignMonth(t.Context(), Machine(), id, m, action, chosen)
				if err != nil {
					t.Fatal(action, m, err)
				}
				want := map[string]money.Milli{}
				for c, amount := range was {
					want[c] = amount
				}
				for _, l := range made.Lines {
					want[l.ID] = l.Is
				}
				is, after := budgetedIn(t, a, id, m)
				if !reflect.DeepEqual(is, want) || after != made.After || after < min(0, before) || chosen != nil && len(made.Lines) > 2 {
					t.Errorf("%s in %s: To Budget %d, preview %d; %+v", action, m, after, made.After, made.Lines)
				}
				if done.Change == 0 {
					continue
				}
				if _, err := a.Undo(t.Context(), Machine(), id, done.Change); err != nil {
					t.Fatal(err)
				}
				if again, _ := budgetedIn(t, a, id, m); !reflect.DeepEqual(again, was) {
					t.Errorf("%s in %s: undone otherwise", action, m)
				}
			}
		}
	}
}

// A target that is changed holds from its month on: the months before keep theirs,
// and undoing brings all of it back. Snoozing is for one month.
func TestATargetChangesFromItsMonthOn(t *testing.T) {
	a := newApp(t)
	id := bringIn(t, a, testkit.Plan(t, "--seed", "5", "--years", "1", "--tx", "60"))
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
	set := func(m cal.Month, form TargetForm) Done {
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
		t.Error(got, snoozed)
	}
	if _, err := a.Undo(t.Context(), Machine(), id, 0); err != nil {
		t.Fatal(err)
	}
	if got, snoozed := amounts(); got != [3]money.Milli{10000, 20000, 20000} || snoozed != 1 {
		t.Error(got, snoozed)
	}
	if _, err := a.Undo(t.Context(), Machine(), id, second.Change); err != nil {
		t.Fatal(err)
	}
	if got, _ := amounts(); got != [3]money.Milli{10000, 10000, 10000} {
		t.Error(got)
	}
	for field, form := range map[string]TargetForm{
		"amount": {Shape: EveryMonth, Amount: "-5", Day: "0"}, "day": {Shape: EveryWeek, Amount: "5", Day: "7"}, "months": {Shape: EverySoOften, Amount: "5", Months: "0"},
		"date": {Shape: ByADate, Amount: "5", Date: cal.MakeDate(9999, 1, 1)},
	} {
		if _, err := a.SetTarget(t.Context(), Machine(), id, category, last, form); err == nil {
			t.Errorf("%s is taken", field)
		}
	}
}
