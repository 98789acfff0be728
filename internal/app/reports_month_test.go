package app

import (
	"testing"

	"holdover/internal/app/reports"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
)

// The present month counts up to today; a past one counts completely, as does a future one with its entered rows. It
// is compared with the earlier months that the budget has.
func TestMonthSoFarOfPastAndFutureMonths(t *testing.T) {
	w := testBudgetRecords()
	for n, day := range []civil.Date{
		civil.MakeDate(2026, 1, 31), civil.MakeDate(2026, 2, 10), civil.MakeDate(2026, 2, 28), march.AddDays(-1), march, march.AddDays(1), civil.MakeDate(2026, 4, 30),
	} {
		w.Transactions = append(w.Transactions, budget.Transaction{
			No: budget.TxNo(n + 1), ID: NewID(), Account: 1, Date: day, Amount: -money.Milli(1) << n, Category: 2, Cleared: budget.Uncleared, Approved: true,
		})
	}
	h := importTestBudget(t, t, newApp(t), w)
	for month, want := range map[int]struct {
		spent    money.Milli
		until    civil.Date
		compared int
	}{
		1: {1, civil.MakeDate(2026, 1, 31), 0},
		2: {2 + 4, civil.MakeDate(2026, 2, 28), 1},
		3: {8 + 16, march, 2},
		4: {64, civil.MakeDate(2026, 4, 30), 3},
	} {
		m := civil.MakeMonth(2026, month)
		got, err := h.a.MonthSoFar(t.Context(), Machine(), h.id, reports.Query{Span: report.Span{From: m.Add(-5), Until: m}}, march)
		if err != nil {
			t.Fatal(err)
		}
		if got.Whole.Spent != want.spent || got.Until != want.until || got.Compared != want.compared {
			t.Errorf("%s: %d until %s beside %d months, want %+v", m, got.Whole.Spent, got.Until, got.Compared, want)
		}
		if last := got.Days[len(got.Days)-1]; (last.Spent == nil) != (m == march.Month()) {
			t.Errorf("%s: spent up to the last day %v, want it only for past and future months", m, last.Spent)
		}
	}
}
