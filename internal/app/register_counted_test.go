package app

import (
	"testing"

	"holdover/internal/money"
	"holdover/internal/testkit"
)

// What the register counts of a category's rows in a month is its activity, to
// the milliunit, in every month; splits count with their parts alone.
func TestCountedIsActivity(t *testing.T) {
	a := newApp(t)
	id := bringIn(t, a, testkit.Plan(t, "--seed", "3", "--years", "1", "--tx", "400"))
	months, err := a.Months(t.Context(), Machine(), id, MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	figures, splits := 0, 0
	for i := range months {
		for _, c := range months[i].Categories {
			f := RowFilter{Category: c.ID, Since: months[i].Month.First(), Until: months[i].Month.Last(), OnBudget: true}
			r, err := a.Register(t.Context(), Machine(), id, RegisterQuery{Filter: f})
			if err != nil {
				t.Fatal(err)
			}
			var shown money.Milli
			for k := range r.Rows {
				shown += countedOf(&r.Rows[k].Row, c.ID)
			}
			if r.Counted != c.Activity || shown != c.Activity {
				t.Errorf("%s in %s: the activity is %s, the register counts %s, its rows show %s", c.Name, months[i].Month, c.Activity, r.Counted, shown)
			}
			if c.Activity != 0 {
				figures++
			}
			if r.Counted != r.Sum {
				splits++
			}
		}
	}
	if figures < 100 || splits == 0 {
		t.Errorf("%d figures, %d of them with splits: too few to tell", figures, splits)
	}
}

func countedOf(r *Row, category string) (sum money.Milli) {
	if len(r.Parts) == 0 {
		return r.Amount
	}
	for i := range r.Parts {
		if r.Parts[i].CategoryID == category {
			sum += r.Parts[i].Amount
		}
	}
	return sum
}
