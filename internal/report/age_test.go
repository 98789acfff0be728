package report

import (
	"slices"
	"testing"

	"holdover/internal/cal"
	"holdover/internal/money"
)

// The recordings of rule R65: two incomes, then twelve payments of 25.000 on following days.
func TestAgeOfMoneyR65(t *testing.T) {
	flows := []Flow{{cal.MakeDate(2026, 6, 1), 100_000}, {cal.MakeDate(2026, 7, 15), 200_000}}
	for day := range 12 {
		flows = append(flows, Flow{cal.MakeDate(2026, 8, 10+day), -25_000})
	}
	got := AgeOfMoneyOf(Span{cal.MakeMonth(2026, 6), cal.MakeMonth(2026, 9)}, slices.Values(flows))
	if got.Months[0] != nil || got.Months[1] != nil {
		t.Error("there is an age before the tenth payment")
	}
	for _, m := range got.Months[2:] {
		if m == nil || *m != 41 {
			t.Errorf("%v, the source said 41", m)
		}
	}
}

// Nine payments are not enough; a payment that no money is left for does not count.
func TestAgeOfMoneyNeedsTenPayments(t *testing.T) {
	flows := []Flow{{cal.MakeDate(2026, 1, 1), 100_000}}
	for day := range 10 {
		flows = append(flows, Flow{cal.MakeDate(2026, 1, 11+day), -11_000})
	}
	month := cal.MakeMonth(2026, 1)
	if got := AgeOfMoneyOf(Span{month, month}, slices.Values(flows[:10])); got.Months[0] != nil {
		t.Errorf("nine payments have the age %d", *got.Months[0])
	}
	if got := AgeOfMoneyOf(Span{month, month}, slices.Values(flows)); got.Months[0] == nil || *got.Months[0] != 15 { // 10 to 19, the last paid in part
		t.Errorf("ten payments: %v", got.Months[0])
	}
	broke := append(slices.Clone(flows), Flow{cal.MakeDate(2026, 1, 31), -5_000})
	if got := AgeOfMoneyOf(Span{month, month}, slices.Values(broke)); *got.Months[0] != 15 {
		t.Errorf("a payment from nothing made it %d", *got.Months[0])
	}
}

// The largest amounts over the longest time do not overflow.
func TestAgeOfMoneyOfHugeAmounts(t *testing.T) {
	flows := []Flow{{cal.MakeDate(1900, 1, 1), money.Milli(1) << 62}}
	for range 10 {
		flows = append(flows, Flow{cal.MakeDate(2100, 1, 1), -(money.Milli(1) << 58)})
	}
	month := cal.MakeMonth(2100, 1)
	if got := AgeOfMoneyOf(Span{month, month}, slices.Values(flows)); *got.Months[0] != 73_049 {
		t.Errorf("%d days", *got.Months[0])
	}
}
