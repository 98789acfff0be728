package verification

import (
	"slices"

	"holdover/internal/money"
)

// addContradictions finds the rule of the file's Ready to Assign, carries what
// the file contradicts in itself as a cause of its own amount, and leaves what no
// figure of the file accounts for to be unexplained. left is what Ready to Assign
// would be without what later months assign.
//
// A month is laid at the file's door for one of three reasons alone. Two figures
// of the file contradict each other there, and the amount is theirs. The month
// before is missing from the file. Or the month's Ready to Assign itself is wrong:
// it fits neither the month before nor the one after, and those fit. How many
// months or contradictions there are says nothing.
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
			v.report.contradict("%s: the file lacks the month before, which changed Ready to Assign by %s", v.file.month(i), -amount)
			v.report.prove(Contradiction, Evidence{Month: v.file.month(i), Of: "a month that is missing", Amount: amount})
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

// readings reads the file by every rule that its Ready to Assign may follow, the
// likeliest first, and gives the one that fits best. It is nil where the file does
// not say what was ready to assign.
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

// says tells whether the file has a Ready to Assign of the month.
func (m month) says() bool { return m.doc != nil && m.doc.Has("to_be_budgeted") }

// nameOutliers names the months whose Ready to Assign itself is wrong, and those beside
// months that the file lacks or contradicts throughout. It adds what they are off to named.
func (v *verification) nameOutliers(all causes, rest, named []money.Milli) {
	var at []int // the months that say something
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

// isBesideLacking reports whether a run of months begins or ends at a month that the file
// lacks. Where Ready to Assign subtracts what later months assign, the lack shows in any
// month of the run.
func (v *verification) isBesideLacking(at []int, from, to int) bool {
	end := min(to+2, len(at))
	run := at[from:end]
	if !v.subtractsLater() {
		return v.file.lacks(run[0]) || to+1 < len(at) && v.file.lacks(at[to+1])
	}
	return slices.ContainsFunc(run, v.file.lacks)
}

// stands reports whether a run of months that do not fit is a run of figures that are
// wrong: the months around it fit, and none of them is off by an amount that a rule would
// have misplaced. A run at the end of the file may as well be a rule that came into force,
// unless it is short.
func (v *verification) stands(all causes, rest []money.Milli, at []int, from, to int) bool {
	if from == 0 && to+1 == len(at) || to+1 == len(at) && to-from >= max(2, from/3) {
		return false
	}
	for k := from; k <= to; k++ {
		if v.misplacedByRule(all, at[k], rest[at[k]]) {
			return false
		}
		if equal := k > from && rest[at[k]] == rest[at[k-1]]; equal && (v.file.moved(at[from], rest[at[k]]) || to+1 < len(at) && v.file.moved(at[to+1], rest[at[k]])) {
			return false
		}
	}
	return true
}

// moved reports whether an amount is a figure of a month: a run of months that are off by it
// may come from a rule of ours that counts it in a wrong month.
func (f *file) moved(i int, amount money.Milli) bool {
	is := func(figure money.Milli) bool { return figure.Abs() == amount.Abs() }
	m := &f.months[i]
	return is(m.cashIncome) || is(m.cardIncome) || slices.ContainsFunc(f.list, func(c *category) bool {
		return is(c.budgeted[i]) || is(c.activity[i]) || is(c.rows[i]) || i > 0 && is(c.balance[i-1])
	})
}

// misplacedByRule says whether an amount is one of those that the causes put into
// the month or one beside it: then it is more likely that a rule of ours counts it
// in a wrong month than that the file is wrong.
func (v *verification) misplacedByRule(all causes, i int, amount money.Milli) bool {
	for _, amounts := range all {
		for k := max(i, 1); k <= min(i+1, len(amounts)-1); k++ {
			if step := amounts[k] - amounts[k-1]; step != 0 && step.Abs() == amount.Abs() {
				return true
			}
		}
	}
	for cause, list := range v.report.Evidence {
		for k := range list {
			near := list[k].Month - v.file.month(i)
			if cause != Contradiction && near >= -1 && near <= 1 && list[k].Amount.Abs() == amount.Abs() {
				return true
			}
		}
	}
	return false
}

func (v *verification) nameOutlier(i int, off money.Milli) {
	m, doc := v.file.month(i), v.file.months[i].doc
	v.report.contradict("%s: Ready to Assign is %s, the file's other figures make %s", m, doc.ToBeBudgeted, doc.ToBeBudgeted+off)
	v.report.prove(Contradiction, Evidence{Month: m, Of: "Ready to Assign", Amount: off})
	v.report.prove(Contradiction, Evidence{Month: m.Add(1), Of: "Ready to Assign, right again", Amount: -off})
}
