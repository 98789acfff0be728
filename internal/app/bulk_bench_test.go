package app

import (
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/testkit"
)

// BenchmarkManyRows changes 10,000 rows in one step; taking it back is not in the
// time.
func BenchmarkManyRows(b *testing.B) {
	a := newApp(b)
	id := bringIn(b, a, testkit.Plan(b, "--seed", "1", "--years", "10", "--tx", "50000"))
	months, err := a.Months(b.Context(), Machine(), id, MonthSpan{})
	if err != nil {
		b.Fatal(err)
	}
	rows := manyRows(b, a, id, 10_000)
	for _, c := range []struct {
		name string
		do   func(RowChoice) (Done, error)
	}{
		{"category", func(r RowChoice) (Done, error) {
			return a.SetOnRows(b.Context(), Machine(), id, r, RowSetting{Category: &months[0].Categories[1].ID}, true)
		}},
		{"flag", func(r RowChoice) (Done, error) {
			colour := "red"
			return a.SetOnRows(b.Context(), Machine(), id, r, RowSetting{FlagColour: &colour}, true)
		}},
		{"delete", func(r RowChoice) (Done, error) { return a.DeleteRows(b.Context(), Machine(), id, r, true) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				done, err := c.do(rows)
				if err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				if _, err := a.Undo(b.Context(), Machine(), id, done.Change); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
		})
	}
}

// manyRows chooses about so many rows: those with the largest amounts.
func manyRows(b *testing.B, a *App, id string, n int) RowChoice {
	b.Helper()
	r, err := a.Register(b.Context(), Machine(), id, RegisterQuery{Sort: SortAmount, Page: Paging{From: n}})
	if err != nil {
		b.Fatal(err)
	}
	most := r.Rows[0].Amount
	return RowChoice{Matching: &rows.Filter{Min: &most}}
}
