package verification

import (
	"slices"

	"holdover/internal/base/money"
)

// addContradictions finds the rule of the file's Ready to Assign and adds the file's contradictions as a cause with
// its own amount. The remainder, which no figure of the file explains, is unexplained. left is Ready to Assign
// without the subtraction of later months.
//
// A month is attributed to the file for one of three reasons only. Two figures of the file contradict each other
// there, and the amount is their difference. The month before is missing in the file. Or the month's Ready to Assign
// itself is wrong: it matches neither the month before nor the one after, and those match each other. The number of
// months or contradictions has no influence.
func (v *verification) addContradictions(all causes, left []money.Milli, e expected) {
	best := v.readings(left, e)
	if best == nil {
		return
	}
	named := best.named()
	if amount := best.gaps[len(left)]; amount != 0 {
		v.report.contradict("the file lacks months after %s, which assigned %s", v.file.month(len(left)-1), amount)
	}
	for i, amount := range best.gaps[:len(left)] {
		if amount != 0 {
			of := "a month that is missing"
			if in := v.file.gapIn(i); in >= 0 && v.file.months[in].doc != nil {
				of = "figures that the file does not determine"
				v.report.contradict("%s: the file does not determine all figures of the month; what it leaves out changed Ready to Assign by %s", v.file.month(in), -amount)
			} else {
				v.report.contradict("%s: the file lacks the month before, which changed Ready to Assign by %s", v.file.month(i), -amount)
			}
			v.report.prove(Contradiction, Evidence{Month: v.file.month(i), Of: of, Amount: amount})
		}
	}
	for i, list := range best.doubts[:len(left)] {
		for k := range list {
			v.report.prove(Contradiction, Evidence{Month: v.file.month(i), Of: list[k].of, Amount: best.believed[i][k]})
		}
	}
	after := make([]money.Milli, len(left))
	for i := range left {
		after[i] = left[i] - named[i]
	}
	v.addLater(all, after, best.shown)
	v.nameOutliers(all, best.rest, named)
	all[Contradiction] = named
}

// readings reads the file by every rule that its Ready to Assign may follow, the likeliest first, and returns the
// reading that fits best. It returns nil if the file has no Ready to Assign.
func (v *verification) readings(left []money.Milli, e expected) *reading {
	f := v.file
	if !slices.ContainsFunc(f.months, month.says) {
		return nil
	}
	later, doubts := v.later(e), v.doubts(e)
	if f.holdover {
		return f.read("", left, later, doubts)
	}
	best := f.read(NotSubtracted, left, later, doubts)
	other := f.read(Subtracted, left, later, doubts)
	whole := f.read(SubtractedWhole, left, later, doubts)
	v.report.Future = NotSubtracted
	if slices.Equal(best.shown, other.shown) && slices.Equal(best.shown, whole.shown) {
		v.report.Future = NothingLater
	}
	for _, r := range []*reading{other, whole} {
		if r.misfit.less(best.misfit) {
			best, v.report.Future = r, r.rule
		}
	}
	return best
}

// says reports whether the file has a Ready to Assign for the month.
func (m month) says() bool { return m.doc != nil && m.doc.Has("to_be_budgeted") }

// nameOutliers names the months with an incorrect Ready to Assign, and those next to months that are missing in the
// file or that contradict themselves throughout. It adds their differences to named.
func (v *verification) nameOutliers(all causes, rest, named []money.Milli) {
	var at []int // the months with a Ready to Assign
	for i := range v.file.months {
		if v.file.months[i].says() {
			at = append(at, i)
		}
	}
	for from := 0; from < len(at); from++ {
		if rest[at[from]] == 0 {
			continue
		}
		to := from
		for to+1 < len(at) && rest[at[to+1]] != 0 {
			to++
		}
		if v.isBesideLacking(at, from, to) || v.stands(all, rest, at, from, to) {
			for _, i := range at[from : to+1] {
				v.nameOutlier(i, rest[i])
				named[i] += rest[i]
			}
		}
		from = to
	}
}

// isBesideLacking reports whether a run of months begins or ends at a month for which lacks is true. If Ready to
// Assign subtracts amounts assigned in later months, that month may be anywhere in the run.
func (v *verification) isBesideLacking(at []int, from, to int) bool {
	end := min(to+2, len(at))
	run := at[from:end]
	if !v.subtractsLater() {
		return v.file.lacks(run[0]) || to+1 < len(at) && v.file.lacks(at[to+1])
	}
	return slices.ContainsFunc(run, v.file.lacks)
}

// stands reports whether a run of months that do not fit has wrong figures: the months around it fit, and none of its
// differences is an amount that a rule could have misplaced. A run at the end of the file may also come from a new
// rule of the source, unless it is short.
func (v *verification) stands(all causes, rest []money.Milli, at []int, from, to int) bool {
	if from == 0 && to+1 == len(at) || to+1 == len(at) && to-from >= max(2, from/3) {
		return false
	}
	for k := from; k <= to; k++ {
		if v.misplacedByRule(all, rest, at[k]) {
			return false
		}
		if equal := k > from && rest[at[k]] == rest[at[k-1]]; equal && (v.file.moved(rest, at[from], rest[at[k]]) || to+1 < len(at) && v.file.moved(rest, at[to+1], rest[at[k]])) {
			return false
		}
	}
	return true
}

// moved reports whether an amount is a figure of a month that a rule of ours may count in a wrong month, so that a run
// of months differs by it.
func (f *file) moved(rest []money.Milli, i int, amount money.Milli) bool {
	cash, cards := make([]money.Milli, len(f.months)), make([]money.Milli, len(f.months))
	for k := range f.months {
		cash[k], cards[k] = f.months[k].cashIncome, f.months[k].cardIncome
	}
	is := func(figures []money.Milli) bool {
		return figures[i].Abs() == amount.Abs() && !mostlyFit(figures, rest)
	}
	return is(cash) || is(cards) || slices.ContainsFunc(f.list, func(c *category) bool {
		return is(c.budgeted) || is(c.activity) || is(c.rows) || is(c.overspentBefore())
	})
}

// overspentBefore returns, by month, the overspending of the month before.
func (c *category) overspentBefore() []money.Milli {
	amounts := make([]money.Milli, len(c.balance))
	for i := 1; i < len(amounts); i++ {
		amounts[i] = overspent(c.balance[i-1])
	}
	return amounts
}

// misplacedByRule reports whether a rule of ours may count a month's difference in a wrong month, so that the file is
// right: a cause adds that amount to the month or to one next to it.
func (v *verification) misplacedByRule(all causes, rest []money.Milli, i int) bool {
	for cause, amounts := range all {
		steps := make([]money.Milli, len(amounts))
		for k := 1; k < len(steps); k++ {
			steps[k] = amounts[k] - amounts[k-1]
		}
		equal := func(amount money.Milli) bool { return amount.Abs() == rest[i].Abs() }
		found := slices.ContainsFunc(steps[i:min(i+2, len(steps))], equal)
		if cause != AssignedLater { // its items are sums
			found = found || slices.ContainsFunc(v.report.Evidence[cause], func(e Evidence) bool {
				near := e.Month - v.file.month(i)
				return near >= -1 && near <= 1 && equal(e.Amount)
			})
		}
		if found && !mostlyFit(steps, rest) {
			return true
		}
	}
	return false
}

// mostlyFit reports whether most months that have an amount of some kind fit, with the months around them. Then no
// rule counts these amounts in a wrong month: it would misplace all of them.
func mostlyFit(amounts, rest []money.Milli) bool {
	fit, differ := 0, 0
	for k := range amounts {
		near := rest[max(0, k-1):min(k+2, len(rest))]
		switch differs := slices.ContainsFunc(near, func(r money.Milli) bool { return r != 0 }); {
		case amounts[k] == 0:
		case differs:
			differ++
		default:
			fit++
		}
	}
	return fit > differ
}

func (v *verification) nameOutlier(i int, off money.Milli) {
	m, doc := v.file.month(i), v.file.months[i].doc
	v.report.contradict("%s: Ready to Assign is %s, the file's other figures make %s", m, doc.ToBeBudgeted, doc.ToBeBudgeted+off)
	v.report.prove(Contradiction, Evidence{Month: m, Of: "Ready to Assign", Amount: off})
	v.report.prove(Contradiction, Evidence{Month: m.Add(1), Of: "Ready to Assign, right again", Amount: -off})
}
