package target

import (
	"encoding/binary"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// FuzzTarget checks that the figures of any target are in bounds: the need is never negative, never more than five
// times the target, and spread over no more than the supported years.
func FuzzTarget(f *testing.F) {
	kinds := []budget.TargetKind{budget.BalanceTarget, budget.BalanceBy, budget.MonthlyTarget, budget.Need, "DEBT", ""}
	seed := func(n ...int64) string {
		var b []byte
		for _, one := range n {
			b = binary.LittleEndian.AppendUint64(b, uint64(one))
		}
		return string(b)
	}
	seeds := []string{seed(3, 50_000, 1, 1, 1, 0, 202, 40_000, 0), seed(1, 1e15, 1, 13, 2, 20261231, 24000, -4e18, 7), seed(3, 9_000, 0, 2, 3, 20260105, 24312, 0, 0), seed(1, 0, 31, 14, 1<<31-1, 21991231, 1, 1, 1), seed(3, 50_000, 1, 13, 1<<31-1, 5000, 3500, 0, 0), seed(0, 29, 0, 1, 0, 0, 1, 4e18, 1)}
	testkit.Fuzz(f, seeds, func(t testing.TB, input []byte) {
		var n [9]int64
		for i := range n {
			if len(input) >= 8*(i+1) {
				n[i] = int64(binary.LittleEndian.Uint64(input[8*i:]))
			}
		}
		within := func(n, most int64) int64 { return n % (most + 1) }
		due := civil.MakeDate(int(1900+max(n[5], -n[5], 0)%300), int(1+max(n[5], -n[5], 0)/300%12), int(1+max(n[5], -n[5], 0)/3600%28))
		of := budget.Target{
			Kind: kinds[uint64(n[0])%uint64(len(kinds))], Amount: money.Milli(within(n[1], int64(money.Limit))), Filling: []budget.Filling{budget.RefillUpTo, budget.SetAside}[uint64(n[2])%2], Day: int(int32(n[2])),
			Cadence: int(n[3] % 20), Every: int(int32(n[4])), Due: []civil.Date{0, due}[uint64(n[4])%2],
		}
		s := State{
			Month: civil.Month(1900*12 + uint64(n[6])%3600), Today: 2026_11_22, Carried: money.Milli(within(n[7], int64(money.TotalLimit))),
			Budgeted: money.Milli(within(n[8], int64(money.Limit))), Owed: money.Milli(max(0, within(n[8], int64(money.Limit)))), IsCard: n[8]%2 == 0, Earlier: money.Milli(max(0, within(n[7], int64(money.TotalLimit)))),
		}
		got, ok := Figure(&of, s)
		if !ok {
			return
		}
		if got.Needed < 0 || got.UnderFunded < 0 || got.Months < 0 || got.Months > 12*300 || of.Amount > 0 && s.Carried >= 0 && got.Needed > 5*of.Amount+cent {
			t.Fatalf("%+v in %+v: %+v is out of bounds", of, s, got)
		}
		if p := got.Percent; of.Amount > 0 && s.Carried > 0 && s.Budgeted > 0 && p < 0 {
			t.Fatalf("%+v in %+v: %d %% done", of, s, p)
		}
	})
}
