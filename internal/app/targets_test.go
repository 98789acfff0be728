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
	id := bringIn(t, a, testkit.Plan(t, "--seed", "5", "--years", "2", "--tx", "60"))
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
	of := func() *MonthTarget {
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
	was := of()
	next := TargetBy(&was.Target, last)
	if next.Month() < last || next.Day() != 10 || (next.Month()-due.Month())%12 != 0 {
		t.Fatalf("the next date is %s, the first was %s", next, due)
	}
	var budgeted money.Milli
	for m := next.Month().Add(-11); m <= last; m++ {
		for _, c := range months[m-first].Categories {
			if c.ID == category.ID {
				budgeted += c.Budgeted
			}
		}
	}
	if was.Funded != budgeted {
		t.Errorf("funded %d, its year has %d budgeted", was.Funded, budgeted)
	}
	form.Date = next
	if done, err := a.SetTarget(t.Context(), Machine(), id, category.ID, last, form); err != nil {
		t.Fatal(done, err)
	}
	if is := of(); is.Due != due || is.Funded != was.Funded || is.UnderFunded != was.UnderFunded {
		t.Errorf("%+v was %+v", is, was)
	}
	form.Filling = string(budget.RefillUpTo)
	if _, err := a.SetTarget(t.Context(), Machine(), id, category.ID, last, form); err != nil {
		t.Fatal(err)
	}
	if is := of(); is.Filling != budget.RefillUpTo || is.Due != due {
		t.Errorf("%+v", is)
	}
}

// TestYearlyTargetSetByTheAPIIsSpreadOverAYear: a recurring target set by the API has no date; a yearly one needs a
// twelfth each month, not the whole amount.
func TestYearlyTargetSetByTheAPIIsSpreadOverAYear(t *testing.T) {
	amount := money.Milli(1_200_000)
	to, err := (&TargetFields{Amount: &amount, Frequency: "yearly"}).after(nil, civil.MakeMonth(2026, 11))
	if err != nil || to.By() != civil.MakeDate(2027, 10, 31) || to.Period() != 12 || to.Cadence != budget.Yearly {
		t.Errorf("%+v %v", to, err)
	}
}

// TestCardDebtIsSpreadUpToThePayoffDate: the debt beyond the money set aside is spread over the months up to the date (R39 to
// R41), and one undo reverts it. Only a card payment category can be paid off.
func TestCardDebtIsSpreadUpToThePayoffDate(t *testing.T) {
	h := moveIn(t, t, newApp(t), homeWithCards())
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
	if is := visa().Target; is == nil || is.Needed != 33_340 || is.UnderFunded != 26_340 || is.Left != 93_000 || is.Months != 3 { // 7 are budgeted
		t.Errorf("paying 100 off in three months: %+v", is)
	}
	done, err = h.a.SetTarget(ctx, me, h.id, visa().ID, m, TargetForm{Shape: PayMonthly, Amount: "50"})
	h.must(t, done, err)
	if is := visa().Target; is == nil || is.Needed != 50_000 || is.Target.Kind != budget.MonthlyTarget {
		t.Errorf("50 every month: %+v", is)
	}
	undone, err := h.a.Undo(ctx, me, h.id, done.Change)
	h.must(t, undone, err)
	if is := visa().Target; is == nil || is.UnderFunded != 26_340 {
		t.Errorf("after the undo: %+v", is)
	}
	for _, shape := range []TargetShape{PayOff, PayMonthly} {
		if _, err := h.a.SetTarget(ctx, me, h.id, "food", m, TargetForm{Shape: shape, Amount: "5", Date: form.Date}); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("%s of a category that pays no card: %v", shape, err)
		}
	}
	if _, err := h.a.SetTarget(ctx, me, h.id, visa().ID, m, TargetForm{Shape: PayOff}); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("without a date: %v", err)
	}
}
