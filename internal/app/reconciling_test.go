package app

import (
	"slices"
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// TestReconcilingFindsTheRowsBehindADifference searches for the rows that explain a difference.
func TestReconcilingFindsTheRowsBehindADifference(t *testing.T) {
	h := newTestBudget(t)
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
		"nothing missing":                   {80_000, nil},
		"one row":                           {76_800, []money.Milli{-3_200}},
		"two rows":                          {71_800, []money.Milli{-5_000, -3_200}},
		"two equal rows":                    {66_000, []money.Milli{-7_000, -7_000}},
		"one of two equal rows":             {73_000, nil},
		"one of two equal rows and a third": {69_800, nil},
		"after the statement":               {79_100, nil},
		"cleared but not at the bank":       {100_000, []money.Milli{-20_000}},
		"already reconciled":                {-20_000, nil},
		"no row":                            {79_999, nil},
		"three rows, all but one":           {62_800, []money.Milli{-7_000, -7_000, -3_200}},
		"all rows":                          {57_800, []money.Milli{-7_000, -7_000, -5_000, -3_200}},
	} {
		got, err := h.a.Reconciling(t.Context(), Machine(), h.id, "bank", c.bank, march)
		if err != nil {
			t.Fatal(err)
		}
		if got.Cleared != 80_000 || got.Missing != c.bank-80_000 || got.Uncleared != 4 {
			t.Errorf("%s: %+v, want cleared 80.00 and 4 uncleared", name, got)
		}
		var amounts []money.Milli
		for _, row := range got.Suspects {
			amounts = append(amounts, row.Amount)
		}
		if !slices.Equal(amounts, c.suspects) {
			t.Errorf("%s: suspects %v, want %v", name, amounts, c.suspects)
		}
	}
}

// TestReconcilingFindsSeveralRowsBehindADifference searches among many rows: the fewest rows that sum to the difference are
// found, or all but a few; several such sets are no explanation.
func TestReconcilingFindsSeveralRowsBehindADifference(t *testing.T) {
	h := newTestBudget(t)
	var all money.Milli
	for i := range 40 {
		amount := -money.Milli(1_000 + 10*i*i*i)
		all += amount
		h.add(t, rows.Entry{Account: "bank", Date: march.AddDays(-i), Amount: amount, Category: "food"})
	}
	of := func(i int) money.Milli { return -money.Milli(1_000 + 10*i*i*i) }
	for name, c := range map[string]struct {
		bank money.Milli
		many int
	}{
		"three":            {of(3) + of(17) + of(38), 3},
		"all":              {all, 40},
		"all but one":      {all - of(21), 39},
		"all but two":      {all - of(5) - of(30), 38},
		"several":          {of(1) + of(12), 0}, // as 9 and 10, since 1³ + 12³ = 9³ + 10³
		"below every sum":  {-1, 0},
		"a fraction of it": {all / 2, 0},
	} {
		got, err := h.a.Reconciling(t.Context(), Machine(), h.id, "bank", c.bank, march)
		if err != nil || len(got.Suspects) != c.many {
			t.Errorf("%s: %d rows, want %d (error %v)", name, len(got.Suspects), c.many, err)
		}
		var sum money.Milli
		for _, row := range got.Suspects {
			sum += row.Amount
		}
		if c.many > 0 && sum != c.bank {
			t.Errorf("%s: the rows sum to %s, want %s", name, sum, c.bank)
		}
	}
}

// The bank's balance is that of the end of a day: later rows are neither compared nor reconciled.
func TestRowsAfterTheStatementAreNotReconciled(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	add := func(day int, amount money.Milli, cleared string) string {
		return h.add(t, rows.Entry{Account: "bank", Date: march.AddDays(day), Amount: amount, Cleared: cleared, Category: "food"})
	}
	before, on := add(-30, 1_000_000, "cleared"), add(0, -10_000, "cleared")
	later, agreed := add(1, -50_000, "cleared"), add(1, -7_000, "reconciled")
	add(0, -300, "uncleared")
	add(1, -400, "uncleared")

	got, err := h.a.Reconciling(ctx, me, h.id, "bank", 990_000, march)
	if err != nil || got.Cleared != 990_000 || got.Missing != 0 || got.Uncleared != 1 || got.Later != 2 {
		t.Errorf("balance of the end of the day: %+v, want nothing missing (error %v)", got, err)
	}
	if got, err = h.a.Reconciling(ctx, me, h.id, "bank", 933_000, march.AddDays(1)); err != nil || got.Missing != 0 || got.Uncleared != 2 || got.Later != 0 {
		t.Errorf("balance of the next day: %+v, want nothing missing (error %v)", got, err)
	}
	_, err = h.a.Reconcile(ctx, me, h.id, "bank", BankBalance{Balance: 933_000, Date: march})
	if want := "the cleared transactions of Bank until 15.03.2026 sum to $990.00, the bank says $933.00"; apperr.KindOf(err) != apperr.Conflict || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	done, err := h.a.Reconcile(ctx, me, h.id, "bank", BankBalance{Balance: 990_000, Date: march})
	h.must(t, done, err)
	for id, want := range map[string]budget.Cleared{before: budget.Reconciled, on: budget.Reconciled, later: budget.ClearedYes, agreed: budget.Reconciled} {
		if row := h.row(t, id); row.Cleared != want {
			t.Errorf("of %s: %s, want %s", row.Date, row.Cleared, want)
		}
	}
	if n := len(h.whole(t).Transactions); n != 6 {
		t.Errorf("%d transactions, want 6: none was missing", n)
	}
}
