package app

import (
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// TestUnchangedRecurringTargetContinues opens a yearly target long after its first date and saves the form
// unchanged: its date is the next one, it continues, and amounts count in the right year.
func TestUnchangedRecurringTargetContinues(t *testing.T) {
	a := newApp(t)
	id := importPlan(t, a, testkit.Plan(t, "--seed", "5", "--years", "2", "--tx", "60"))
	months, err := a.Months(t.Context(), Machine(), id, MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	first, last := months[0].Month, months[len(months)-1].Month
	var category *MonthCategory
	for i := range months[0].Categories {
		if c := &months[0].Categories[i]; !c.Income && !c.Hidden && c.Target == nil {
			category = c
			break
		}
	}
	present := func() *MonthTarget {
		all, err := a.Months(t.Context(), Machine(), id, MonthSpan{last, last})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range all[0].Categories {
			if c.ID == category.ID {
				return c.Target
			}
		}
		return nil
	}
	due := first.Add(3).DayAt(10)
	form := TargetForm{Shape: EverySoOften, Amount: "600", Months: "12", Date: due, Filling: string(budget.SetAside)}
	if _, err := a.SetTarget(t.Context(), Machine(), id, category.ID, first, form); err != nil {
		t.Fatal(err)
	}
	before := present()
	next := TargetBy(&before.Target, last)
	if next.Month() < last || next.Day() != 10 || (next.Month()-due.Month())%12 != 0 {
		t.Fatalf("next date is %s, want the 10th of a later year (first date %s)", next, due)
	}
	var budgeted money.Milli
	for m := next.Month().Add(-11); m <= last; m++ {
		for _, c := range months[m-first].Categories {
			if c.ID == category.ID {
				budgeted += c.Budgeted
			}
		}
	}
	if before.Funded != budgeted {
		t.Errorf("funded %d, want the %d budgeted in its year", before.Funded, budgeted)
	}
	form.Date = next
	if done, err := a.SetTarget(t.Context(), Machine(), id, category.ID, last, form); err != nil {
		t.Fatalf("save the unchanged target: %+v, %v", done, err)
	}
	if after := present(); after.Due != due || after.Funded != before.Funded || after.UnderFunded != before.UnderFunded {
		t.Errorf("target is %+v, want %+v", after, before)
	}
	form.Filling = string(budget.RefillUpTo)
	if _, err := a.SetTarget(t.Context(), Machine(), id, category.ID, last, form); err != nil {
		t.Fatal(err)
	}
	if after := present(); after.Filling != budget.RefillUpTo || after.Due != due {
		t.Errorf("target: %+v, want to refill up to an amount by %s", after, due)
	}
}

// TestYearlyTargetSetByTheAPIIsSpreadOverAYear: a recurring target set by the API has no date; a yearly one needs a
// twelfth each month, not the whole amount.
func TestYearlyTargetSetByTheAPIIsSpreadOverAYear(t *testing.T) {
	amount := money.Milli(1_200_000)
	to, err := (&TargetFields{Amount: &amount, Frequency: "yearly"}).after(nil, civil.MakeMonth(2026, 11))
	if err != nil || to.By() != civil.MakeDate(2027, 10, 31) || to.Period() != 12 || to.Cadence != budget.Yearly {
		t.Errorf("yearly target: %+v (error %v)", to, err)
	}
}

// TestCardDebtIsSpreadUpToThePayoffDate: the debt beyond the money set aside is spread over the months up to the date (R39 to
// R41), and one undo reverts it. Only a card payment category can be paid off.
func TestCardDebtIsSpreadUpToThePayoffDate(t *testing.T) {
	h := importTestBudget(t, t, newApp(t), testBudgetWithCards())
	ctx, me, m := t.Context(), Machine(), march.Month()
	done, err := h.a.KeepCards(ctx, me, h.id, true)
	h.must(t, done, err)
	h.add(t, rows.Entry{Account: "visa", Date: m.DayAt(2), Amount: -100_000})
	visa := func() (category MonthCategory) {
		months, err := h.a.Months(ctx, me, h.id, MonthSpan{m, m})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range months[0].Categories {
			if c.Card == "visa" {
				category = c
			}
		}
		return category
	}
	form := TargetForm{Shape: PayOff, Date: m.Add(2).DayAt(31)}
	done, err = h.a.SetTarget(ctx, me, h.id, visa().ID, m, form)
	h.must(t, done, err)
	if got := visa().Target; got == nil || got.Needed != 33_340 || got.UnderFunded != 26_340 || got.Left != 93_000 || got.Months != 3 { // 7 are budgeted
		t.Errorf("pay off 100 in three months: %+v", got)
	}
	done, err = h.a.SetTarget(ctx, me, h.id, visa().ID, m, TargetForm{Shape: PayMonthly, Amount: "50"})
	h.must(t, done, err)
	if got := visa().Target; got == nil || got.Needed != 50_000 || got.Target.Kind != budget.MonthlyTarget {
		t.Errorf("pay 50 each month: %+v", got)
	}
	undone, err := h.a.Undo(ctx, me, h.id, done.Change)
	h.must(t, undone, err)
	if got := visa().Target; got == nil || got.UnderFunded != 26_340 {
		t.Errorf("after the undo: %+v", got)
	}
	for _, shape := range []TargetShape{PayOff, PayMonthly} {
		if _, err := h.a.SetTarget(ctx, me, h.id, "food", m, TargetForm{Shape: shape, Amount: "5", Date: form.Date}); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("%s for a category that is not of a card: error %v, want it invalid", shape, err)
		}
	}
	if _, err := h.a.SetTarget(ctx, me, h.id, visa().ID, m, TargetForm{Shape: PayOff}); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("pay off without a date: error %v, want it invalid", err)
	}
}
