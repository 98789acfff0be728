package app

import (
	"testing"
	"time"

	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// schedules schedules a row.
func (h *testBudget) schedules(t *testing.T, every string, row rows.Entry) {
	t.Helper()
	h.schedule(t, schedules.Entry{Entry: row, Frequency: every})
}

// TestForecastOfAnAccount forecasts an account with a future row, a missed schedule, one due today, a future one,
// and one of another account that transfers here: each counts once for the lowest balance, and missed ones come
// first.
func TestForecastOfAnAccount(t *testing.T) {
	h := newTestBudget(t)
	today := march
	h.add(t, rows.Entry{Account: "bank", Date: today, Amount: 100_000, Payee: "baker", Category: "salary"})
	h.add(t, rows.Entry{Account: "bank", Date: today.AddDays(3), Amount: -5_000, Payee: "baker", Category: "food"})
	h.schedules(t, "monthly", rows.Entry{Account: "bank", Date: today.AddDays(-2), Amount: -20_000, Payee: "baker", Category: "rent"})
	h.schedules(t, "weekly", rows.Entry{Account: "bank", Date: today, Amount: -1_000, Payee: "bakery", Category: "food"})
	h.schedules(t, "never", rows.Entry{Account: "bank", Date: today.AddDays(30), Amount: -2_000, Payee: "baker", Category: "food"})
	h.schedules(t, "never", rows.Entry{Account: "bank", Date: today.AddDays(31), Amount: -4_000, Payee: "baker", Category: "food"})
	h.schedules(t, "never", rows.Entry{Account: "cash", Date: today.AddDays(10), Amount: 30_000, TransferTo: "bank"})

	got, err := h.a.Register(t.Context(), Machine(), h.id, registers.Query{Filter: rows.Filter{Account: "bank"}, Today: today})
	if err != nil || got.Coming == nil {
		t.Fatalf("forecast: %+v, want one (error %v)", got.Coming, err)
	}
	coming := got.Coming
	type day struct {
		civil.Date
		money.Milli
	}
	var days []day
	for _, c := range coming.Rows {
		days = append(days, day{c.Date, c.Row.Amount})
	}
	want := []day{{today.AddDays(-2), -20_000}, {today, -1_000}, {today.AddDays(7), -1_000}, {today.AddDays(14), -1_000}, {today.AddDays(21), -1_000}, {today.AddDays(28), -1_000}, {today.AddDays(30), -2_000}}
	want = append(want[:6:6], day{today.AddMonths(1).AddDays(-2), -20_000}, want[6])
	if len(days) != len(want) {
		t.Fatalf("comes %v, not %v", days, want)
	}
	sum := money.Milli(0)
	for _, d := range want {
		sum += d.Milli
		found := false
		for _, coming := range days {
			found = found || coming == d
		}
		if !found {
			t.Errorf("forecast lacks %v: %v", d, days)
		}
	}
	// 100 now; the row of a later day, the transfer to cash and all of these by the thirtieth day.
	if lowest := 100_000 - 5_000 - 30_000 + sum; coming.Due != 2 || coming.Sum != sum || coming.Lowest != lowest || coming.LowestOn != today.AddDays(30) || days[0] != want[0] {
		t.Errorf("due %d, sum %v, lowest %v on %v, first %v; want 2, %v, %v", coming.Due, coming.Sum, coming.Lowest, coming.LowestOn, days[0], sum, lowest)
	}
	cash, err := h.a.Register(t.Context(), Machine(), h.id, registers.Query{Filter: rows.Filter{Account: "cash"}, Today: today})
	if err != nil || cash.Coming == nil || cash.Coming.Due != 0 || len(cash.Coming.Rows) != 1 || cash.Coming.Sum != 30_000 {
		t.Errorf("forecast of cash: %+v (error %v)", cash.Coming, err)
	}
	week, err := h.a.Register(t.Context(), Machine(), h.id, registers.Query{Filter: rows.Filter{Account: "bank"}, Today: today, Until: today.AddDays(7)})
	if err != nil || week.Coming == nil || len(week.Coming.Rows) != 3 || week.Coming.Due != 2 || week.Coming.Sum != -22_000 || week.Coming.LowestOn != today.AddDays(7) {
		t.Errorf("forecast of a week: %+v (error %v)", week.Coming, err)
	}
	if house, err := h.a.Register(t.Context(), Machine(), h.id, registers.Query{Filter: rows.Filter{Account: "house"}, Today: today}); err != nil || house.Coming != nil {
		t.Errorf("forecast of the house: %+v, want none (error %v)", house.Coming, err)
	}
}

// TestForecastCountsFutureRowsBeyondThePage forecasts an account with more future rows than a page of its register shows, in
// any order of the register: their amounts do not count before their date.
func TestForecastCountsFutureRowsBeyondThePage(t *testing.T) {
	h := newTestBudget(t)
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: 1_000_000, Payee: "baker", Category: "salary"})
	today := money.Milli(1_000_000)
	list := make([]NewTransaction, 180) // 120 future ones, sorted by amount among those of today
	for i := range list {
		day, amount := march.AddDays(1), money.Milli(10*(200-i))
		if i/60 == 1 {
			day = march
			today += amount
		}
		list[i].Account, list[i].Date, list[i].Amount, list[i].Category = new("bank"), &day, &amount, new("food")
	}
	done, _, err := h.a.CreateTransactions(t.Context(), Machine(), h.id, list)
	h.must(t, done, err)
	h.schedules(t, "never", rows.Entry{Account: "bank", Date: march.AddDays(8), Amount: -2_000, Payee: "baker", Category: "food"})
	for _, sort := range []registers.Sort{registers.SortDate, registers.SortAmount} {
		got, err := h.a.Register(t.Context(), Machine(), h.id, registers.Query{Filter: rows.Filter{Account: "bank"}, Sort: sort, Today: march})
		if err != nil || got.Coming == nil || len(got.Rows) != rows.PageSize {
			t.Fatalf("%d rows, forecast %+v (error %v)", len(got.Rows), got.Coming, err)
		}
		if got.Coming.Lowest != today || got.Coming.LowestOn != march {
			t.Errorf("sorted by %q: lowest %v on %v, want %v", sort, got.Coming.Lowest, got.Coming.LowestOn, today)
		}
	}
}

// TestMissedScheduleCountsInThisMonth counts a scheduled day that was missed for its category in this month, not in the one it was missed in.
func TestMissedScheduleCountsInThisMonth(t *testing.T) {
	scheduled := func(next civil.Date) budget.Scheduled {
		return budget.Scheduled{DateFirst: next, DateNext: next, Frequency: "monthly", Amount: -500, Category: 2}
	}
	first := civil.MakeDate(2026, 3, 1)
	got := schedules.ComingFor([]budget.Scheduled{scheduled(first.AddDays(9)), scheduled(civil.MakeDate(2026, 2, 20))}, first, first.Month().Last())
	cell := got[budget.CellKey{Category: 2, Month: first.Month()}]
	if want := (schedules.CategoryComing{Amount: -1500, First: first, Times: 3}); cell != want || len(got) != 1 {
		t.Errorf("%+v, not %+v: %+v", cell, want, got)
	}
	h := newTestBudget(t)
	for _, d := range []civil.Date{march.AddDays(-1), march, march.AddDays(1)} {
		h.schedules(t, "never", rows.Entry{Account: "bank", Date: d, Amount: -500, Payee: "baker", Category: "food"})
	}
	h.a.access.Now = func() time.Time { return march.Time() }
	if f, err := h.a.Frame(t.Context(), Machine(), h.id); err != nil || f.Due != 2 {
		t.Errorf("%d schedules are due, want those of yesterday and today (error %v)", f.Due, err)
	}
}

// TestScheduleOfATransferIsSuggestedOnce suggests a monthly transfer only for the paying account, and not at all once either side
// is scheduled; it suggests nothing for a closed account.
func TestScheduleOfATransferIsSuggestedOnce(t *testing.T) {
	h := newTestBudget(t)
	for _, monthsAgo := range []int{3, 2, 1} {
		h.add(t, rows.Entry{Account: "bank", Date: march.AddMonths(-monthsAgo), Amount: -7_000, TransferTo: "cash"})
	}
	found, _ := h.suggestions(t, march)
	if len(found) != 1 || found[0].Name != "Transfer : Cash" || found[0].Amount != -7_000 {
		t.Fatalf("suggestions: %+v, want the transfer from the paying account", found)
	}
	for _, s := range []rows.Entry{
		{Account: "bank", Date: march, Amount: -7_000, TransferTo: "cash"},
		{Account: "cash", Date: march, Amount: 7_000, TransferTo: "bank"},
	} {
		h.schedules(t, "monthly", s)
		if found, _ := h.suggestions(t, march); len(found) != 0 {
			t.Errorf("suggested although it is scheduled in %s: %+v", s.Account, found)
		}
		done, err := h.a.Undo(t.Context(), Machine(), h.id, 0)
		h.must(t, done, err)
	}
	done, err := h.a.CloseAccount(t.Context(), Machine(), h.id, "bank", ClosingTransfer{To: "cash", Date: march})
	h.must(t, done, err)
	if found, _ := h.suggestions(t, march); len(found) != 0 {
		t.Errorf("suggested for a closed account: %+v", found)
	}
}
