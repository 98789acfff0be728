package matching

import (
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// A bank's row is a transaction with an approximate amount if its amount is in the range, with the same payee, at most
// Days apart. Exact pairs come first, then the nearest day, then the nearest amount.
func TestApproximateAmounts(t *testing.T) {
	day := civil.MakeDate(2026, 3, 10)
	about := func(days int, amount, spread money.Milli, change func(*Row)) Row {
		r := Row{Date: day.AddDays(days), Amount: amount, Payee: "power", IsKnown: true, Cleared: budget.Uncleared, Least: amount - spread, Most: amount + spread}
		if change != nil {
			change(&r)
		}
		return r
	}
	bank := func(days int, amount money.Milli) Row {
		return Row{Date: day.AddDays(days), Amount: amount, Payee: "power", Text: "power", IsKnown: true}
	}
	for name, c := range map[string]struct {
		incoming, existing []Row
		want               []int
	}{
		"in the range":       {[]Row{bank(1, -83_120)}, []Row{about(0, -80_000, 10_000, nil)}, []int{0}},
		"its ends":           {[]Row{bank(1, -90_000), bank(2, -70_000)}, []Row{about(0, -80_000, 10_000, nil), about(0, -80_000, 10_000, nil)}, []int{0, 1}},
		"outside":            {[]Row{bank(1, -90_001), bank(1, -69_999), bank(1, 80_001)}, []Row{about(0, -80_000, 10_000, nil)}, []int{-1, -1, -1}},
		"too late":           {[]Row{bank(Days+1, -83_120)}, []Row{about(0, -80_000, 10_000, nil)}, []int{-1}},
		"exact first":        {[]Row{bank(0, -83_120), bank(3, -80_000)}, []Row{about(0, -80_000, 10_000, nil)}, []int{-1, 0}},
		"nearest day":        {[]Row{bank(0, -89_000)}, []Row{about(2, -88_000, 10_000, nil), about(-1, -80_000, 10_000, nil)}, []int{1}},
		"nearest amount":     {[]Row{bank(0, -89_000)}, []Row{about(0, -80_000, 10_000, nil), about(0, -88_000, 10_000, nil)}, []int{1}},
		"used once":          {[]Row{bank(0, -81_000), bank(0, -82_000)}, []Row{about(0, -80_000, 10_000, nil)}, []int{0, -1}},
		"another payee":      {[]Row{bank(0, -81_000)}, []Row{about(0, -80_000, 10_000, func(r *Row) { r.Payee = "water" })}, []int{-1}},
		"cleared":            {[]Row{bank(0, -81_000)}, []Row{about(0, -80_000, 10_000, func(r *Row) { r.Cleared = budget.ClearedYes })}, []int{-1}},
		"listed by the bank": {[]Row{bank(0, -81_000)}, []Row{about(0, -80_000, 10_000, func(r *Row) { r.ImportID = BankID("1") })}, []int{-1}},
		"exact amount":       {[]Row{bank(0, -81_000)}, []Row{about(0, -80_000, 0, nil)}, []int{-1}},
	} {
		got, err := Match(t.Context(), c.incoming, c.existing)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range got {
			if r.Existing != c.want[i] || r.Existing >= 0 && r.Verdict != Entered {
				t.Errorf("%s: row %d is %+v, want the existing row %d", name, i, r, c.want[i])
			}
		}
	}
}
