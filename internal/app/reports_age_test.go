package app

import (
	"testing"

	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/logic/report"
)

// TestAgeOfMoneyOfAShortPeriodIsByDay reports the age of money of three months by day, and of four by month.
func TestAgeOfMoneyOfAShortPeriodIsByDay(t *testing.T) {
	h := newTestBudget(t)
	h.add(t, rows.Entry{Account: "bank", Date: march.AddMonths(-3), Amount: 90_000, Payee: "baker", Category: "salary"})
	for day := range 12 {
		h.add(t, rows.Entry{Account: "bank", Date: march.AddDays(-day), Amount: -1_000, Payee: "baker", Category: "food"})
	}
	for months, byDay := range map[int]bool{1: true, reports.MaxAgeDays: true, reports.MaxAgeDays + 1: false} {
		got, err := h.a.AgeOfMoney(t.Context(), Machine(), h.id, reports.Query{Span: report.Span{From: march.Month().Add(1 - months), Until: march.Month()}})
		if err != nil || len(got.Days) > 0 != byDay || len(got.Months) != months {
			t.Errorf("report of %d months has %d days and %d months (error %v)", months, len(got.Days), len(got.Months), err)
		}
	}
}
