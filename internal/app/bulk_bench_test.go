package app

import (
	"testing"

	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/testing/testkit"
)

// BenchmarkManyRows changes 10,000 rows in one step; taking it back is not in the
// time.
func BenchmarkManyRows(b *testing.B) {
	a := newApp(b)
	id := importPlan(b, a, testkit.Plan(b, "--seed", "1", "--years", "10", "--tx", "50000"))
	months, err := a.Months(b.Context(), Machine(), id, MonthSpan{})
	if err != nil {
		b.Fatal(err)
	}
	list := manyRows(b, a, id, 10_000)
	for _, c := range []struct {
		name string
		do   func(rows.Choice) (ChangeResult, error)
	}{
		{"category", func(r rows.Choice) (ChangeResult, error) {
			return a.SetOnRows(b.Context(), Machine(), id, r, rows.Setting{Category: &months[0].Categories[1].ID}, true)
		}},
		{"flag", func(r rows.Choice) (ChangeResult, error) {
			colour := "red"
			return a.SetOnRows(b.Context(), Machine(), id, r, rows.Setting{FlagColour: &colour}, true)
		}},
		{"delete", func(r rows.Choice) (ChangeResult, error) { return a.DeleteRows(b.Context(), Machine(), id, r, true) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				done, err := c.do(list)
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

// manyRows selects about n rows: those with the largest amounts.
func manyRows(b *testing.B, a *App, id string, n int) rows.Choice {
	b.Helper()
	r, err := a.Register(b.Context(), Machine(), id, registers.Query{Sort: registers.SortAmount, Page: registers.Paging{From: n}})
	if err != nil {
		b.Fatal(err)
	}
	most := r.Rows[0].Amount
	return rows.Choice{Matching: &rows.Filter{Min: &most}}
}
