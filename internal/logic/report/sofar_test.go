package report

import (
	"slices"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// A month that is shorter than those before it is complete on its last day, and the last supported month has an end.
func TestAMonthIsCompleteOnItsLastDay(t *testing.T) {
	sums := make([]money.Milli, 2*civil.MostDays)
	sums[0], sums[30], sums[31], sums[31+27] = -100, -10, -50, -5 // 1 and 31 January, 1 and 28 February
	groups := []Grouped{{ID: "g", Name: "G", Members: []Named{{ID: "c", Name: "C", Months: sums}}}}
	m := civil.MakeMonth(2026, 2)
	r := SoFarIn(m, m.DayAt(27), 1, groups)
	if w := r.Whole; w.Spent != 50 || w.Usual != 100 || w.Last != 100 || w.All != 110 || w.Difference() != -50 || len(r.Days) != 28 {
		t.Errorf("the compared period is %+v, with %d days", w, len(r.Days))
	}
	if at := r.Days[27]; at.Spent != nil || at.Usual != 110 {
		t.Errorf("a future day is %+v", at)
	}
	if w := SoFarIn(m, m.Last(), 1, groups).Whole; w.Spent != 55 || w.Usual != 110 {
		t.Errorf("the whole month is %+v", w)
	}
	if r := SoFarIn(civil.MakeMonth(9999, 12), civil.MakeDate(9999, 12, 31), 1, groups); len(r.Days) != 31 {
		t.Errorf("the month has %d days", len(r.Days))
	}
}

// The largest expenses come first, among groups and within each; items without expenses are sorted by their usual
// amount.
func TestMonthSoFarListsTheLargestExpensesFirst(t *testing.T) {
	named := func(name string, before, now money.Milli) Named {
		sums := make([]money.Milli, 2*civil.MostDays)
		sums[20], sums[civil.MostDays] = -before, -now
		return Named{ID: name, Name: name, Months: sums}
	}
	m := civil.MakeMonth(2026, 2)
	r := SoFarIn(m, m.DayAt(10), 1, []Grouped{
		{ID: "g", Name: "G", Members: []Named{named("little", 900, 1), named("later", 50, 0), named("much", 1, 5), named("rent", 70, 0)}},
		{ID: "h", Name: "H", Members: []Named{named("most", 0, 9)}},
	})
	var names []string
	for _, g := range r.Lines {
		names = append(names, g.Name)
		for _, l := range g.Lines {
			names = append(names, l.Name)
		}
	}
	if want := []string{"H", "most", "G", "much", "little", "rent", "later"}; !slices.Equal(names, want) {
		t.Errorf("the order is %v, want %v", names, want)
	}
}
