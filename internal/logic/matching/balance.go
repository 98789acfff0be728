package matching

import "holdover/internal/base/money"

// mostProven is the largest number of rows for which every combination is tried.
const mostProven = 14

// ProveNew finds the rows that must be new so that the account agrees with the bank's closing balance. missing is the
// difference if none of them were new, and changes[i] is the amount that row i adds if it is new. It returns false
// unless exactly one combination is right.
func ProveNew(missing money.Milli, changes []money.Milli) (isNew []bool, ok bool) {
	if len(changes) > mostProven {
		return proveAll(missing, changes)
	}
	right := -1
	for set := range 1 << len(changes) {
		sum := money.Milli(0)
		for i, change := range changes {
			if set&(1<<i) != 0 {
				sum += change
			}
		}
		if sum == missing {
			if right >= 0 {
				return nil, false
			}
			right = set
		}
	}
	if right < 0 {
		return nil, false
	}
	isNew = make([]bool, len(changes))
	for i := range isNew {
		isNew[i] = right&(1<<i) != 0
	}
	return isNew, true
}

// proveAll tries only two combinations: all rows are new, or none.
func proveAll(missing money.Milli, changes []money.Milli) (isNew []bool, ok bool) {
	sum := money.Milli(0)
	for _, change := range changes {
		sum += change
	}
	isNew = make([]bool, len(changes))
	for i := range isNew {
		isNew[i] = missing == sum
	}
	return isNew, sum != 0 && (missing == 0 || missing == sum)
}
