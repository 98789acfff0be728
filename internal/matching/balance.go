package matching

import "holdover/internal/money"

// mostProven is the largest number of rows whose every combination is tried.
const mostProven = 14

// ProveNew finds which rows must be new so that the account has what the bank's
// closing balance says. missing is what the account would lack if none of them
// were new, and changes is what each adds to that when it is new. It returns false
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

// proveAll considers only that all rows are new, or none.
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
