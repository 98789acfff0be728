package app

import (
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/money"
)

// TestReconciling looks for the rows that explain what is missing.
func TestReconciling(t *testing.T) {
	h := newHome(t)
	add := func(day int, amount money.Milli, cleared string) {
		h.add(t, rows.Entry{Account: "bank", Date: march.AddDays(day), Amount: amount, Cleared: cleared, Category: "food"})
	}
	add(-9, 100_000, "reconciled")
	add(-3, -20_000, "cleared")
	add(-2, -3_200, "uncleared")
	add(-1, -5_000, "uncleared")
	add(0, -7_000, "uncleared")
	add(0, -7_000, "uncleared")
	add(1, -900, "uncleared")
	h.add(t, rows.Entry{Account: "cash", Date: march, Amount: -3_200})
	for name, c := range map[string]struct {
		bank     money.Milli
		suspects []money.Milli
	}{
		"nothing missing":              {80_000, nil},
		"one row":                      {76_800, []money.Milli{-3_200}},
		"two rows":                     {71_800, []money.Milli{-5_000, -3_200}},
		"two rows that are alike":      {66_000, []money.Milli{-7_000, -7_000}},
		"either of two":                {73_000, nil},
		"either of two with a third":   {69_800, nil},
		"after the statement":          {79_100, nil},
		"cleared but not at the bank":  {100_000, []money.Milli{-20_000}},
		"reconciled, so not suspected": {-20_000, nil},
		"no row":                       {79_999, nil},
	} {
		got, err := h.a.Reconciling(t.Context(), Machine(), h.id, "bank", c.bank, march)
		if err != nil {
			t.Fatal(err)
		}
		if got.Cleared != 80_000 || got.Missing != c.bank-80_000 || got.Uncleared != 5 {
			t.Errorf("%s: %+v", name, got)
		}
		var amounts []money.Milli
		for _, row := range got.Suspects {
			amounts = append(amounts, row.Amount)
		}
		if len(amounts) != len(c.suspects) || (len(amounts) > 0 && amounts[0] != c.suspects[0]) || (len(amounts) > 1 && amounts[1] != c.suspects[1]) {
			t.Errorf("%s: suspects %v, want %v", name, amounts, c.suspects)
		}
	}
}
