package store

import "holdover/internal/money"

// SumOfLines is what the filter's category has of the rows that the filter
// chooses, whatever its limit: of a split row the parts in that category alone.
// Over the accounts on budget and a month it is the category's activity.
func (v *View) SumOfLines(f Filter) (money.Milli, error) {
	found, err := v.find(f)
	if err != nil {
		return 0, err
	}
	return found.SumOf(f.Category), nil
}
