package loan_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/money"
	"holdover/internal/logic/loan"
	"holdover/internal/model/budget"
)

// TestHistorySeparatesPaymentsInterestAndEscrow: each line counts once, by its type or its payee.
func TestHistorySeparatesPaymentsInterestAndEscrow(t *testing.T) {
	t.Parallel()
	lines := []loan.Line{
		{Date: day(2026, 1, 10), Amount: -1_000_000, Payee: "Starting Balance"},
		{Date: day(2026, 2, 1), Amount: 100_000, Payee: "Transfer : Bank", Transfer: true},
		{Date: day(2026, 2, 1), Amount: -5_000, Payee: "interest"},
		{Date: day(2026, 2, 1), Amount: -20_000, Payee: "Escrow"},
		{Date: day(2026, 2, 20), Amount: -7_000, Payee: "The bank", Type: budget.DebtInterest},
		{Date: day(2026, 2, 21), Amount: -3_000, Payee: "Late fee"},
		{Date: day(2026, 2, 22), Amount: 2_000, Payee: "Reconciliation Balance Adjustment"},
		{Date: day(2026, 4, 2), Amount: 50_000, Payee: "Aunt"},
		{Date: day(2026, 4, 3), Amount: 1_000_000, Payee: "in the future"},
	}
	h := loan.HistoryOf(lines, day(2026, 4, 2))
	if h.Start != 1_000_000 || h.Paid != 150_000 || h.Interest != 12_000 || h.Escrow != 20_000 || h.Other != 1_000 || h.Principal() != 118_000 || h.Owed() != 883_000 || h.Last != day(2026, 4, 2) {
		t.Errorf("%+v, principal %s, owed %s", h, h.Principal(), h.Owed())
	}
	if h.First != day(2026, 1, 1).Month() || !slices.Equal(h.Ends, []money.Milli{1_000_000, 933_000, 933_000, 883_000}) {
		t.Errorf("ends from %s: %v", h.First, h.Ends)
	}
	if none := loan.HistoryOf(nil, day(2026, 4, 2)); none.Ends != nil || none.Owed() != 0 {
		t.Errorf("without lines: %+v", none)
	}
	if far := loan.HistoryOf([]loan.Line{{Date: day(1, 1, 1), Amount: -5}}, day(2026, 1, 1)); far.Owed() != 5 || len(far.Ends) != 0 {
		t.Errorf("a row of the year 1: %+v", far)
	}
}

// The debt of a history is the balance of its lines, whatever they are called.
func TestHistoryKeepsTheBalance(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var lines []loan.Line
		var balance money.Milli
		date := day(2020, 1, 31)
		for range rapid.IntRange(0, 30).Draw(t, "lines") {
			date = date.AddDays(rapid.IntRange(0, 60).Draw(t, "days"))
			lines = append(lines, loan.Line{
				Date: date, Amount: money.Milli(rapid.Int64Range(-1000, 1000).Draw(t, "amount")), Transfer: rapid.Bool().Draw(t, "transfer"),
				Payee: rapid.SampledFrom([]string{"", "Starting Balance", "INTEREST", "Escrow", "Manual Balance Adjustment", "Bank"}).Draw(t, "payee"),
				Type:  rapid.SampledFrom([]string{"", "payment", "interest", "escrow", "fee"}).Draw(t, "type"),
			})
			balance += lines[len(lines)-1].Amount
		}
		h := loan.HistoryOf(lines, date)
		if h.Owed() != -balance || len(h.Ends) > 0 && h.Ends[len(h.Ends)-1] != -balance {
			t.Fatalf("owed %s, want %s; %+v", h.Owed(), -balance, h)
		}
	})
}
