package report

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// The recordings of rule R65: two incomes, then twelve payments of 25.000 on following days.
func TestAgeOfMoneyR65(t *testing.T) {
	flows := []budget.Flow{{Date: civil.MakeDate(2026, 6, 1), Amount: 100_000}, {Date: civil.MakeDate(2026, 7, 15), Amount: 200_000}}
	for day := range 12 {
		flows = append(flows, budget.Flow{Date: civil.MakeDate(2026, 8, 10+day), Amount: -25_000})
	}
	got := agesOf(slices.Values(flows)).Over(Span{civil.MakeMonth(2026, 6), civil.MakeMonth(2026, 9)})
	if got.Months[0] != nil || got.Months[1] != nil {
		t.Error("there is an age before the tenth payment")
	}
	for _, m := range got.Months[2:] {
		if m == nil || *m != 41 {
			t.Errorf("the age is %v, recorded as 41", m)
		}
	}
}

// Nine payments are not enough; a payment without any money left does not count.
func TestAgeOfMoneyNeedsTenPayments(t *testing.T) {
	flows := []budget.Flow{{Date: civil.MakeDate(2026, 1, 1), Amount: 100_000}}
	for day := range 10 {
		flows = append(flows, budget.Flow{Date: civil.MakeDate(2026, 1, 11+day), Amount: -11_000})
	}
	month := civil.MakeMonth(2026, 1)
	if got := agesOf(slices.Values(flows[:10])).Over(Span{month, month}); got.Months[0] != nil {
		t.Errorf("nine payments have the age %d, want none", *got.Months[0])
	}
	if got := agesOf(slices.Values(flows)).Over(Span{month, month}); got.Months[0] == nil || *got.Months[0] != 15 { // 10 to 19, the last paid in part
		t.Errorf("ten payments have the age %v", got.Months[0])
	}
	broke := append(slices.Clone(flows), budget.Flow{Date: civil.MakeDate(2026, 1, 31), Amount: -5_000})
	if got := agesOf(slices.Values(broke)).Over(Span{month, month}); *got.Months[0] != 15 {
		t.Errorf("a payment without money left changed the age to %d", *got.Months[0])
	}
}

// The largest amounts over the longest time do not overflow.
func TestAgesOfHugeAmounts(t *testing.T) {
	flows := []budget.Flow{{Date: civil.MakeDate(1900, 1, 1), Amount: money.Milli(1) << 62}}
	for range 10 {
		flows = append(flows, budget.Flow{Date: civil.MakeDate(2100, 1, 1), Amount: -(money.Milli(1) << 58)})
	}
	month := civil.MakeMonth(2100, 1)
	if got := agesOf(slices.Values(flows)).Over(Span{month, month}); *got.Months[0] != 73_049 {
		t.Errorf("the age is %d days", *got.Months[0])
	}
}

// Following flows from any month on gives the same result as following all of them.
func TestAgesFromAnyMonth(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		flows := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) budget.Flow {
			day := civil.MakeDate(2025, rapid.IntRange(1, 12).Draw(rt, "month"), rapid.IntRange(1, 28).Draw(rt, "day"))
			return budget.Flow{Date: day, Amount: money.Milli(rapid.Int64Range(-900, 2000).Draw(rt, "amount"))}
		}), 0, 80).Draw(rt, "flows")
		slices.SortStableFunc(flows, func(a, b budget.Flow) int { return cmp.Compare(a.Date, b.Date) })
		all := agesOf(slices.Values(flows))
		m := civil.MakeMonth(2025, 1).Add(rapid.IntRange(-1, 13).Draw(rt, "from"))
		earlier := slices.Clone(flows)
		for i := range earlier { // as before the change
			if earlier[i].Date.Month() >= m {
				earlier[i].Amount = -earlier[i].Amount / 2
			}
		}
		later := slices.DeleteFunc(slices.Clone(flows), func(f budget.Flow) bool { return f.Date.Month() < m })
		again := agesOf(slices.Values(earlier)).From(m, slices.Values(later))
		for i := range 14 {
			at := civil.MakeMonth(2024, 12).Add(i)
			if diff := diff(all.At(at), again.At(at)); diff != "" {
				rt.Fatalf("the age in %s computed from %s on: %s", at, m, diff)
			}
		}
	})
}

// The age at the end of a day equals the age at the end of a month with all flows up to that day.
func TestAgesByDay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		flows := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) budget.Flow {
			day := civil.MakeDate(2025, rapid.IntRange(1, 4).Draw(rt, "month"), rapid.IntRange(1, 28).Draw(rt, "day"))
			return budget.Flow{Date: day, Amount: money.Milli(rapid.Int64Range(-300, 1200).Draw(rt, "amount"))}
		}), 30, 120).Draw(rt, "flows")
		slices.SortStableFunc(flows, func(a, b budget.Flow) int { return cmp.Compare(a.Date, b.Date) })
		s := Span{civil.MakeMonth(2025, 1).Add(rapid.IntRange(-1, 4).Draw(rt, "from")), civil.MakeMonth(2025, 5)}
		later := slices.DeleteFunc(slices.Clone(flows), func(f budget.Flow) bool { return f.Date.Month() < s.From })
		days := agesOf(slices.Values(flows)).ByDay(s, slices.Values(later))
		if last := days[len(days)-1].Date; days[0].Date != s.From.First() || last != s.Until.Last() {
			rt.Fatalf("the days are %s to %s, want %s to %s", days[0].Date, last, s.From.First(), s.Until.Last())
		}
		for _, day := range days {
			until := slices.DeleteFunc(slices.Clone(flows), func(f budget.Flow) bool { return f.Date > day.Date })
			if mismatch := diff(agesOf(slices.Values(until)).At(day.Date.Month()), day.Days); mismatch != "" {
				rt.Fatalf("the age on %s differs from the month's:\n%s", day.Date, mismatch)
			}
		}
	})
}

func agesOf(flows iter.Seq[budget.Flow]) *Ages { return new(Ages).From(0, flows) }

func diff(want, got *int) string {
	if (want == nil) != (got == nil) || want != nil && *want != *got {
		return fmt.Sprintf("%v, followed from there %v", want, got)
	}
	return ""
}
