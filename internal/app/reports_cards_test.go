package app

import (
	"testing"

	"holdover/internal/app/registers"
	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
)

// With card envelopes nothing on a card is income: income in reports, the rows behind it and the forecast equal the
// month's figure.
func TestIncomeInReportsEqualsTheMonths(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	m := march.Month()
	done, card, err := h.a.AddAccount(ctx, me, h.id, AccountEntry{Name: "Card", Type: "creditCard", OnBudget: true, Balance: -40_000, Date: m.First()})
	h.must(t, done, err)
	h.add(t, rows.Entry{Account: "bank", Date: m.First(), Amount: 500_000, Payee: "baker", Category: "salary"})
	h.add(t, rows.Entry{Account: card, Date: m.First(), Amount: 12_000, Payee: "bakery", Category: "salary"})
	h.add(t, rows.Entry{Account: card, Date: m.First(), Amount: 9_000, Payee: "bakery", Parts: []rows.PartEntry{{Amount: 10_000, Category: "salary"}, {Amount: -1_000, Category: "food"}}})
	h.schedule(t, schedules.Entry{Frequency: "never", Entry: rows.Entry{Account: card, Date: march.AddDays(1), Amount: 77_000, Category: "salary"}})

	check := func(mode string, want, scheduled money.Milli) {
		t.Helper()
		months, err := h.a.Months(ctx, me, h.id, MonthSpan{From: m, To: m})
		if err != nil || months[0].Income != want {
			t.Fatalf("%s: months %+v, want an income of %s (error %v)", mode, months, want, err)
		}
		q := reports.Query{Span: report.Span{From: m, Until: m}}
		income, err := h.a.IncomeAndExpenses(ctx, me, h.id, q)
		if err != nil || income.Income.Total != want || income.Expenses.Total != 1_000 {
			t.Errorf("%s: %s came in and %s went out, want %s and 1: %v", mode, income.Income.Total, income.Expenses.Total, want, err)
		}
		days, err := h.a.Calendar(ctx, me, h.id, q)
		if err != nil || days.Income != want {
			t.Errorf("%s: %s came in on the days, want %s: %v", mode, days.Income, want, err)
		}
		r, err := h.a.Register(ctx, me, h.id, registers.Query{Filter: rows.Filter{Counts: rows.CountsAsIncome, OnBudget: true, Since: m.First(), Until: m.Last()}})
		if err != nil || r.Counted != want {
			t.Errorf("%s: the rows come to %s, want %s: %v", mode, r.Counted, want, err)
		}
		var total money.Milli
		for _, of := range h.forecast(t, 10, false).ToBudget {
			total += of.Income
		}
		if total != scheduled {
			t.Errorf("%s: %s is to come in, want %s", mode, total, scheduled)
		}
	}
	check("cards as accounts", 482_000, 77_000)
	done, err = h.a.KeepCards(ctx, me, h.id, true)
	h.must(t, done, err)
	check("cards as envelopes", 500_000, 0)
}
