package app

import (
	"testing"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
	"holdover/internal/testkit"
)

// TestATargetThatComesAgainIsSavedAsItIs opens a yearly target long after its first date and saves what the form shows:
// its date is the next one, it goes on as it was, and what it sets aside is counted in its own year.
func TestATargetThatComesAgainIsSavedAsItIs(t *testing.T) {
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

// TestAProgramsYearlyTargetIsSpreadOverAYear: what comes again and again by the API has no date of its own; a yearly one asks
// for a twelfth each month, not for the whole.
func TestAProgramsYearlyTargetIsSpreadOverAYear(t *testing.T) {
	amount := money.Milli(1_200_000)
	to, err := (&TargetFields{Amount: &amount, Frequency: "yearly"}).after(nil, cal.MakeMonth(2026, 11))
	if err != nil || to.By() != cal.MakeDate(2027, 10, 31) || to.Period() != 12 || to.Cadence != budget.Yearly {
		t.Errorf("%+v %v", to, err)
	}
}
