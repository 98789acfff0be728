package report

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

func drawNamed(t *rapid.T, s Span) []Named {
	things := make([]Named, rapid.IntRange(0, 6).Draw(t, "things"))
	for i := range things {
		things[i] = Named{ID: fmt.Sprint(i), Name: rapid.SampledFrom([]string{"a", "B", "Ä"}).Draw(t, "name")}
		amount := func() money.Milli {
			return money.Milli(rapid.Int64Range(-1e12, 1e10).Draw(t, "amount")) * money.Milli(rapid.IntRange(0, 1).Draw(t, "some"))
		}
		for range s.Months() {
			things[i].Months = append(things[i].Months, amount())
		}
		things[i].Before = amount()
	}
	return things
}

// For any spending, the lines sum to the whole, by month and in total. Shares do not exceed the whole, the largest
// line is first, and no spending is missing.
func TestSpendingAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Span{civil.MakeMonth(2026, 1), civil.MakeMonth(2026, 1).Add(rapid.IntRange(0, 12).Draw(t, "months"))}
		groups := []Grouped{{"g", "G", drawNamed(t, s)}, {"h", "H", drawNamed(t, s)}}
		r := SpendingByGroup(s, groups)
		var total, before money.Milli
		for _, g := range groups {
			for _, c := range g.Members {
				total -= sum(c.Months)
				before -= c.Before
			}
		}
		if r.Whole.Total != total || r.Whole.Before != before || sum(r.Whole.Months) != total {
			t.Fatalf("the totals are %d and %d before; the lines sum to %d and %d", r.Whole.Total, r.Whole.Before, total, before)
		}
		checkLines(t, r.Whole, r.Lines)
	})
}

func checkLines(t *rapid.T, whole Line, lines []Line) {
	var total money.Milli
	shares := 0
	for i, l := range lines {
		total += l.Total
		shares += l.Share
		if sum(l.Months) != l.Total || i > 0 && l.Total > lines[i-1].Total {
			t.Fatalf("line %d is %+v", i, l)
		}
		if over := l.Average*money.Milli(len(l.Months)) - l.Total; over.Abs() > money.Milli(len(l.Months)+1)/2 {
			t.Fatalf("the average is %d, the total %d in %d months", l.Average, l.Total, len(l.Months))
		}
		if len(l.Lines) > 0 {
			checkLines(t, l, l.Lines)
		}
	}
	if total != whole.Total || shares > 10_000 || shares < 0 {
		t.Fatalf("the lines sum to %d of %d, the shares to %d hundredths of a percent", total, whole.Total, shares)
	}
}

// Shares are rounded and add up to the whole. A negative line does not change the shares of other lines, as it once did.
func TestSharesAddUp(t *testing.T) {
	m := civil.MakeMonth(2026, 1)
	r := SpendingOf(Span{m, m}, []Named{{ID: "1", Name: "Shoes", Months: []money.Milli{-100}}, {ID: "2", Name: "Trip", Months: []money.Milli{30}}})
	if r.Whole.Total != 70 || r.Lines[0].Share != 10_000 || r.Lines[1].Share != 0 {
		t.Errorf("with a negative line: %+v", r)
	}
	r = SpendingOf(Span{m, m}, []Named{{ID: "1", Name: "Shoes", Months: []money.Milli{-100}, Before: -50}, {ID: "2", Name: "Trip", Months: []money.Milli{-200}}})
	if r.Lines[0].Share != 6667 || r.Lines[1].Share != 3333 || r.Lines[1].Change() != 50 {
		t.Errorf("the shares are %+v", r.Lines)
	}
	r = SpendingOf(Span{m, m}, []Named{
		{ID: "1", Name: "Rent", Months: []money.Milli{-400}},
		{ID: "2", Name: "Food", Months: []money.Milli{-100}},
		{ID: "3", Name: "Fuel", Months: []money.Milli{-100}},
		{ID: "4", Name: "Trip", Months: []money.Milli{50}},
	})
	var shares []int
	for _, l := range r.Lines {
		shares = append(shares, l.Share)
	}
	if want := []int{6667, 1667, 1666, 0}; !slices.Equal(shares, want) {
		t.Errorf("shares of %v, want %v", shares, want)
	}
}

func TestNetWorthSeparatesAssetsFromDebts(t *testing.T) {
	s := Span{civil.MakeMonth(2026, 1), civil.MakeMonth(2026, 2)}
	r := NetWorthOf(s, []AccountLife{
		{ID: "a", Balances: []money.Milli{100, 150, -20}},
		{ID: "b", Balances: []money.Milli{-300, -280, -260}},
		{ID: "gone", Closed: true, Balances: []money.Milli{0, 0, 0}},
	})
	want := fmt.Sprint([]money.Milli{150, 0}, []money.Milli{-280, -280}, []money.Milli{-130, -280}, money.Milli(-200), 2)
	if got := fmt.Sprint(r.Assets, r.Debts, r.Net, r.Before, len(r.Accounts)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestUpcomingBalancesOfAccounts(t *testing.T) {
	day := func(d int) civil.Date { return civil.MakeDate(2026, 11, d) }
	r := ComingOf(day(20), civil.MakeDate(2026, 12, 20), []AccountBalance{{ID: "bank", Balance: 100}, {ID: "card", Debt: true, Balance: -50}}, []Event{
		{Date: civil.MakeDate(2026, 12, 1), AccountID: "bank", Amount: 2000, Scheduled: true, Income: 2000},
		{Date: day(25), AccountID: "bank", Amount: -130},
		{Date: day(25), AccountID: "bank", Amount: 10},
		{Date: day(28), AccountID: "card", Amount: -5},
		{Date: day(19), AccountID: "bank", Amount: -1e6},
		{Date: civil.MakeDate(2026, 12, 21), AccountID: "bank", Amount: -1e6},
		{Date: day(26), AccountID: "closed", Amount: 90, Scheduled: true, Income: 90},
	}, []money.Milli{7, 5}, []money.Milli{3, 4})
	bank, card := r.Accounts[0], r.Accounts[1]
	if bank.Lowest != -20 || bank.LowestOn != day(25) || bank.BelowZero != day(25) || bank.End != 1980 || len(bank.Days) != 3 {
		t.Errorf("the bank account is %+v", bank)
	}
	if card.BelowZero != 0 || card.End != -55 || len(r.Events) != 4 {
		t.Errorf("the card is %+v, with %d events", card, len(r.Events))
	}
	if r.ToBudget[0].Ahead != 4 || r.ToBudget[1].Ahead != 1998 {
		t.Errorf("To Budget is %+v", r.ToBudget)
	}
}

// Expenses that were refunded in other months are shown month by month.
func TestRefundedExpensesAreShownByMonth(t *testing.T) {
	s := Span{civil.MakeMonth(2026, 1), civil.MakeMonth(2026, 2)}
	r := SpendingOf(s, []Named{{ID: "1", Name: "Shoes", Months: []money.Milli{-100, 100}}, {ID: "2", Name: "Nothing", Months: []money.Milli{0, 0}}})
	if len(r.Lines) != 1 || r.Lines[0].Months[0] != 100 || r.Lines[0].Months[1] != -100 || r.Lines[0].Total != 0 {
		t.Errorf("the lines are %+v", r.Lines)
	}
}

// The lowest balance is reported on its first day. Income that is already a row is part of the present To Budget.
func TestUpcomingIncomeIsCountedOnce(t *testing.T) {
	today := civil.MakeDate(2026, 3, 10)
	events := []Event{
		{Date: today.AddDays(1), AccountID: "a", Amount: -50},
		{Date: today.AddDays(2), AccountID: "a", Amount: 20, Income: 20},
		{Date: today.AddDays(3), AccountID: "a", Amount: -20},
		{Date: today.AddDays(4), AccountID: "a", Amount: 7, Income: 7, Scheduled: true},
	}
	r := ComingOf(today, today.AddDays(10), []AccountBalance{{ID: "a", Balance: 100}}, events, []money.Milli{1000}, nil)
	if a := r.Accounts[0]; a.Lowest != 50 || a.LowestOn != today.AddDays(1) || a.End != 57 {
		t.Errorf("the account is %+v", a)
	}
	if m := r.ToBudget[0]; m.Income != 7 || m.Ahead != 1007 {
		t.Errorf("To Budget is %+v", m)
	}
}

// An expense with several tags counts for each of them, and once in the whole. Shares are those of the whole.
func TestSpendingByTag(t *testing.T) {
	jan := civil.MakeMonth(2026, 1)
	a, b, none := Heading{ID: "#a", Name: "#a"}, Heading{ID: "#b", Name: "#b"}, Heading{ID: "none", Name: "No tag"}
	r := SpendingByTag(Span{jan, jan.Add(1)}, []TagSums{
		{Tags: []Heading{a}, Months: []money.Milli{-10, -20}, Before: -1},
		{Tags: []Heading{a, b}, Months: []money.Milli{-5, 0}, Before: -2},
		{Tags: []Heading{b}, Months: []money.Milli{3, 0}},
		{Tags: []Heading{none}, Months: []money.Milli{0, -65}, Before: -4},
	})
	got := fmt.Sprint(r.Whole.Months, r.Whole.Total, r.Whole.Before, r.Overlaps)
	for _, l := range r.Lines {
		got += fmt.Sprint("; ", l.Name, l.Months, l.Total, l.Before, l.Share)
	}
	want := "[0.012 0.085] 0.097 0.007 true; No tag[0.000 0.065] 0.065 0.004 6500; #a[0.015 0.020] 0.035 0.003 3500; #b[0.002 0.000] 0.002 0.002 200"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if apart := SpendingByTag(Span{jan, jan}, []TagSums{{Tags: []Heading{a}, Months: []money.Milli{-1}}, {Tags: []Heading{b}, Months: []money.Milli{-2}}}); apart.Overlaps || apart.Lines[0].Share+apart.Lines[1].Share != allShares {
		t.Errorf("tags without common expenses: %+v", apart)
	}
}
