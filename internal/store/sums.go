package store

import (
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/finder"
	"holdover/internal/money"
)

// Lines are the budget's rows in columns, for what sums them. They may be shared: they do not change.
func (v *View) Lines() (*finder.Index, error) { return v.finder() }

// Balances are what accounts held at the end of each of some months. An account that had no rows until then is left out.
func (v *View) Balances(from, until cal.Month) (map[budget.AccountNo][]money.Milli, error) {
	f, err := v.figures(cleared, uncleared)
	if err != nil {
		return nil, err
	}
	held := map[budget.AccountNo][]money.Milli{}
	for k, s := range f {
		at := held[budget.AccountNo(k.no)]
		if at == nil {
			at = make([]money.Milli, max(0, int(until-from)+1))
			held[budget.AccountNo(k.no)] = at
		}
		s.balances(from, at)
	}
	return held, nil
}

// balances adds the running sum of a series to the months from first on.
func (s *series) balances(first cal.Month, to []money.Milli) {
	var sum int64
	next := 0
	for i := range to {
		for ; next < len(s.values) && s.first.Add(next) <= first.Add(i); next++ {
			sum += s.values[next]
		}
		to[i] += milli(sum)
	}
}

// SumOfLines is what the lines that the filter means have of the rows that it
// chooses, whatever its limit: of a split row the parts in its category alone.
// Over the accounts on budget and a month it is the category's activity.
func (v *View) SumOfLines(f Filter) (money.Milli, error) {
	found, err := v.find(f)
	if err != nil {
		return 0, err
	}
	return found.SumOf(f), nil
}
