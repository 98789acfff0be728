package rowindex

import (
	"testing"

	diff "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// valueOf returns the value of a line in a dimension.
func valueOf(d Dimension, r *Row, l *Line) Value {
	switch d {
	case OfPayee:
		return Value{No: int64(l.Payee)}
	case OfAccount:
		return Value{No: int64(r.Account)}
	case OfFlag:
		return Value{Colour: r.Flag}
	case OfMonth:
		return Value{No: int64(r.Date.Month())}
	}
	return Value{No: int64(l.Category)}
}

// The sums by two dimensions equal those of a scan of all lines, and add up to the sums by each of the two.
func TestCrossSumsEqualAScanOfAllLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &dice{rapid.Uint64().Draw(t, "seed")}
		w := &world{records: drawRecords(t), rows: map[budget.TxNo]Row{}}
		for no := range rapid.SampledFrom([]int{0, 1, 70, 5000}).Draw(t, "rows") {
			w.rows[budget.TxNo(no+1)] = w.row(budget.TxNo(no+1), d)
		}
		x := New(&w.records, w.builder())
		s := Scope{From: civil.MakeMonth(2025, rapid.IntRange(11, 12).Draw(t, "from")), Until: civil.MakeMonth(2026, rapid.IntRange(1, 2).Draw(t, "until"))}
		drawValues(t, rapid.Bool().Draw(t, "categories"), &s.Categories, 0, 200, 201, 204)
		if rapid.Bool().Draw(t, "least") {
			s.Least = new(money.Milli(1500))
		}
		rows, columns := Dimension(rapid.IntRange(0, 4).Draw(t, "row")), Dimension(rapid.IntRange(0, 4).Draw(t, "column"))
		want := CrossSums{}
		for _, r := range w.rows {
			for _, l := range r.lines() {
				in := r.Date.Month() >= s.From && r.Date.Month() <= s.Until && s.Categories.Has(l.Category) && s.fits(r.Amount)
				if in && w.onBudget(r.Account) && !w.onBudget(l.Other) {
					want[[2]Value{valueOf(rows, &r, &l), valueOf(columns, &r, &l)}] += l.Amount
				}
			}
		}
		for pair, sum := range want {
			if sum == 0 {
				delete(want, pair)
			}
		}
		if mismatch := diff.Diff(want, x.Cross(s, rows, columns)); mismatch != "" {
			t.Fatal(mismatch)
		}
	})
}
