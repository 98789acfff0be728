package reconcile

import (
	"strconv"

	"holdover/internal/money"
)

// assignedLater is, by month, what later months assign beyond their own income.
// What is left of a month's income covers it first; overspending of the month
// before lessens that.
func (v *verification) assignedLater() []money.Milli {
	f := v.file
	n := len(f.months)
	later, spent := make([]money.Milli, n), make([]money.Milli, n)
	assigned := make([]money.Milli, n)
	for _, c := range f.list {
		for i := range c.budgeted {
			over := max(0, -c.balance[i])
			assigned[i] += c.budgeted[i]
			spent[i] += over
			if c.kind != cardPayment {
				spent[i] -= min(over, max(0, -c.cards[i]))
			}
		}
	}
	for i := n - 2; i >= 0; i-- {
		income := max(0, f.months[i+1].cashIncome-spent[i])
		later[i] = max(0, assigned[i+1]+later[i+1]-income)
	}
	return later
}

// net is what the source shows of what is left when it subtracts what later
// months assign: never below zero for that alone.
func net(left, later money.Milli) money.Milli {
	if left <= 0 {
		return left
	}
	return max(0, left-later)
}

// addLater finds out whether the file's Ready to Assign subtracts what later
// months assign, and adds that to the causes if it does. left is what Ready to
// Assign would be without.
func (v *verification) addLater(all causes, left []money.Milli) {
	n := len(left)
	later := v.assignedLater()
	plain, subtracted := 0, 0 // months in which the rule stops or begins to fit
	any := false
	var plainBefore, netBefore money.Milli
	for i := range n {
		doc := v.file.months[i].doc
		if doc == nil || !doc.Has("to_be_budgeted") {
			continue
		}
		any = any || net(left[i], later[i]) != left[i]
		if off := left[i] - doc.ToBeBudgeted; off != plainBefore {
			plain, plainBefore = plain+1, off
		}
		if off := net(left[i], later[i]) - doc.ToBeBudgeted; off != netBefore {
			subtracted, netBefore = subtracted+1, off
		}
	}
	switch {
	case !any:
		v.report.Future = NothingLater
		return
	case plain <= subtracted:
		v.report.Future = NotSubtracted
		return
	}
	v.report.Future = Subtracted
	amounts := make([]money.Milli, n)
	for i := range amounts {
		amounts[i] = left[i] - net(left[i], later[i])
		months := 0
		for j := i + 1; j < n && later[j-1] > 0; j++ {
			months++
		}
		v.report.prove(AssignedLater, Evidence{
			Month: v.file.month(i), Amount: amounts[i],
			Of: v.file.month(i).Add(1).String() + " and " + strconv.Itoa(months-1) + " more",
		})
	}
	all[AssignedLater] = amounts
}
