package verification

import "holdover/internal/base/money"

// future contains the amounts that later months assign beyond their own income, by month. They are computed from the
// file's own figures, or, for a contradiction, from the figure assumed to be right.
type future struct {
	income, assigned, spent []money.Milli
	beyond                  money.Milli // the amount that months missing at the file's end assign beyond their income
	last                    int         // the last month in the file
}

// later returns the document's figures that affect amounts assigned in later months, before any doubt is resolved.
func (v *verification) later(e expected) future {
	f := v.file
	n := len(f.months)
	l := future{income: make([]money.Milli, n), assigned: make([]money.Milli, n), spent: make([]money.Milli, n+1)}
	for i := range f.months {
		l.income[i] = f.months[i].cashIncome
		if f.months[i].doc != nil {
			l.last = i
		}
	}
	for _, c := range f.list {
		for i := range c.budgeted {
			l.assigned[i] += c.budgeted[i]
			l.spent[i+1] += f.counted(&e, c, i)
		}
	}
	return l
}

// beyondIncome returns the amounts that later months assign beyond their own income. The remainder of a month's
// income covers them first; overspending of the month before reduces that remainder.
func (l *future) beyondIncome() []money.Milli {
	n := len(l.income)
	later := make([]money.Milli, n)
	for i := n - 1; i >= 0; i-- {
		if i+1 < n {
			income := max(0, l.income[i+1]-l.spent[i+1])
			later[i] = max(0, l.assigned[i+1]+later[i+1]-income)
		}
		if i == l.last {
			later[i] = max(0, later[i]+l.beyond)
		}
	}
	return later
}

// all returns, for each month, the whole amount that later months assign.
func (l *future) all() []money.Milli {
	n := len(l.assigned)
	later := make([]money.Milli, n)
	for i := n - 1; i >= 0; i-- {
		if i+1 < n {
			later[i] = later[i+1] + l.assigned[i+1]
		}
		if i == l.last {
			later[i] += l.beyond
		}
	}
	return later
}

// shown returns the Ready to Assign that a file of the given rule shows for the amounts left.
func (l *future) shown(rule Future, left []money.Milli) []money.Milli {
	shown := make([]money.Milli, len(left))
	switch rule {
	case Subtracted:
		for i, later := range l.beyondIncome() {
			shown[i] = net(left[i], later)
		}
	case SubtractedWhole:
		for i, later := range l.all() {
			shown[i] = left[i] - later
		}
	default:
		copy(shown, left)
	}
	return shown
}

// net returns Ready to Assign of the source if it subtracts amounts assigned in later months: that alone never makes
// it negative.
func net(left, later money.Milli) money.Milli {
	if left <= 0 {
		return left
	}
	return max(0, left-later)
}

func (v *verification) subtractsLater() bool {
	return v.report.Future == Subtracted || v.report.Future == SubtractedWhole
}

// addLater adds the cause for amounts assigned in later months, if the file subtracts them.
func (v *verification) addLater(all causes, left, shown []money.Milli) {
	if !v.subtractsLater() {
		return
	}
	amounts := make([]money.Milli, len(left))
	for i := range amounts {
		amounts[i] = left[i] - shown[i]
		v.report.prove(AssignedLater, Evidence{Month: v.file.month(i), Of: "months after " + v.file.month(i).String(), Amount: amounts[i]})
	}
	all[AssignedLater] = amounts
}
