package matching

import (
	"slices"

	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// pairByRange pairs new rows with transactions of the same payee whose approximate amount includes the row's. It is the
// last step, so that no exact pair is lost. The nearest day precedes, then the nearest amount.
func (m *matcher) pairByRange() {
	var approximate []form
	for i := range m.existing {
		r := &m.existing[i]
		if r.Least != r.Most && m.isTyped[i] && !m.isPaired[i] && r.Cleared == budget.Uncleared && !r.IsTransfer {
			approximate = append(approximate, form{row: i, day: dayNumber(r.Date), amount: r.Amount})
		}
	}
	for apart := 0; apart <= Days && len(approximate) > 0; apart++ {
		for i := range m.incoming {
			if m.results[i].Existing < 0 {
				approximate = m.pairApproximate(i, apart, approximate)
			}
		}
	}
}

// pairApproximate pairs a row with the transaction of the nearest amount among those a number of days apart. It returns
// the transactions that are not paired.
func (m *matcher) pairApproximate(i, apart int, approximate []form) []form {
	in, best := &m.incoming[i], -1
	difference := func(k int) money.Milli { return (approximate[k].amount - in.Amount).Abs() }
	for k := range approximate {
		f := &approximate[k]
		e, day := &m.existing[f.row], dayNumber(in.Date)
		isIn := e.Least <= in.Amount && in.Amount <= e.Most && max(day-f.day, f.day-day) == apart
		if isIn && m.payeeSign(in, f) <= alikePayee && (best < 0 || difference(k) < difference(best)) {
			best = k
		}
	}
	if best < 0 {
		return approximate
	}
	m.pair(i, Result{Verdict: Entered, Existing: approximate[best].row})
	return slices.Delete(approximate, best, best+1)
}
