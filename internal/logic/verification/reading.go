package verification

import (
	"cmp"
	"slices"

	"holdover/internal/base/money"
)

// reading is an interpretation of the file's Ready to Assign by one rule, with an assumption for each contradiction
// within the file.
type reading struct {
	file     *file
	rule     Future
	left     []money.Milli
	later    future
	doubts   [][]doubt
	believed [][]money.Milli // for each doubt, the assumed amount; 0 is none
	sums     []believedSums  // by month, updated with believed: a month may have hundreds of doubts
	gaps     []money.Milli   // by month, the amount that the file does not determine, see lacks; the last is for months after the file's
	gapIn    []int           // by month, the month that assigned that amount
	ahead    []money.Milli   // by month, the difference between gaps and what earlier months subtracted
	shown    []money.Milli   // the file's Ready to Assign that follows from the assumptions
	rest     []money.Milli   // expected Ready to Assign less the file's
	misfit   residual
	trials   int
}

// believedSums are the sums of a month's assumptions.
type believedSums struct{ income, assigned, spent, all money.Milli }

// residual measures how badly a reading fits: the number of months that do not fit, and of those in which the
// difference changes. The months count first: a wrong assumption shifts every later month, a single wrong figure only
// its own. The sum of the differences leads the search to assumptions that only fit together.
type residual struct {
	months, jumps int
	sum           money.Milli
}

func (m residual) less(o residual) bool {
	return cmp.Or(cmp.Compare(m.months, o.months), cmp.Compare(m.jumps, o.jumps)) < 0
}

// closer reports whether m leaves fewer months different, or as many with a smaller sum.
func (m residual) closer(o residual) bool {
	return cmp.Or(cmp.Compare(m.months, o.months), cmp.Compare(m.sum, o.sum)) < 0
}

// maxSteps is the maximum number of months that one reading computes, in all its trials with one kind of amount.
const maxSteps = 500_000

// read finds the assumptions for which the rule fits the file in the most months. It searches from two starting
// points: the sums of the rows, and the file's own figures.
func (f *file) read(rule Future, left []money.Milli, later future, doubts [][]doubt) *reading {
	var best *reading
	gapIn := make([]int, len(left))
	for i := range gapIn {
		gapIn[i] = f.gapIn(i)
	}
	for _, own := range []bool{false, true} {
		r := &reading{
			file: f, rule: rule, left: left, later: later, doubts: doubts, believed: make([][]money.Milli, len(doubts)),
			sums: make([]believedSums, len(doubts)), gaps: make([]money.Milli, len(left)+1), gapIn: gapIn, ahead: make([]money.Milli, len(left)+1),
		}
		for i := range doubts {
			r.believed[i] = make([]money.Milli, len(doubts[i]))
			for k := range doubts[i] {
				if own {
					r.believed[i][k] = doubts[i][k].file
				}
			}
			r.sum(i)
		}
		if r.improve(); best == nil || r.misfit.less(best.misfit) {
			best = r
		}
		if best.misfit.jumps == 0 {
			break
		}
	}
	return best
}

// improve changes the assumptions of one month after another until no change helps: first only those with an amount
// that the figures determine, then also those with one that they bound, then also those that they leave open.
func (r *reading) improve() {
	r.compute()
	for _, with := range []amountKind{determined, bounded, open} {
		r.trials = 0
		for before := (residual{}); r.misfit.jumps > 0 && r.misfit != before; {
			before = r.misfit
			for i := range r.left {
				if r.misfit.jumps > 0 {
					r.believe(i, with)
				}
			}
			if with >= bounded {
				r.believeWithin()
			}
			if with == open {
				r.believeMonthsAfter()
			}
		}
	}
	r.withdraw()
}

// withdraw drops the assumptions without which the reading fits as well.
func (r *reading) withdraw() {
	r.trials = 0
	for i := range r.left {
		for k := range r.doubts[i] {
			if r.believed[i][k] != 0 {
				bound := r.misfit
				r.tryIf(func() bool { return !bound.less(r.misfit) }, func() { r.believed[i][k] = 0 }, i)
			}
		}
	}
}

// amountKind is how far the file's figures determine the amount of an assumption.
type amountKind uint8

const (
	determined amountKind = iota
	bounded
	open
)

// compute computes the reading from the current assumptions.
func (r *reading) compute() {
	n := len(r.left)
	r.trials++
	l := future{slices.Clone(r.later.income), slices.Clone(r.later.assigned), slices.Clone(r.later.spent), r.gaps[n], r.later.last}
	for i := range n {
		if in := r.gapIn[i]; in >= 0 {
			l.assigned[in] += r.gaps[i] + r.ahead[i]
		}
		l.income[i] -= r.sums[i].income
		l.assigned[i] += r.sums[i].assigned
		l.spent[i] += r.sums[i].spent
	}
	left := make([]money.Milli, n)
	for i, named := range r.named() {
		left[i] = r.left[i] - named
	}
	r.shown = l.shown(r.rule, left)
	r.rest = make([]money.Milli, n)
	r.misfit = residual{}
	var before money.Milli
	for i := range n {
		if m := r.file.months[i]; m.says() {
			r.rest[i] = r.shown[i] - m.doc.ToBeBudgeted
			if r.rest[i] != before {
				r.misfit.jumps++
			}
			if before = r.rest[i]; before != 0 {
				r.misfit.months++
			}
			r.misfit.sum = r.misfit.sum.Plus(before.Abs())
		}
	}
}

// sum adds up the assumptions of a month.
func (r *reading) sum(i int) {
	var s believedSums
	for k, amount := range r.believed[i] {
		switch s.all += amount; r.doubts[i][k].about {
		case incomeOf:
			s.income += amount
		case assignedIn:
			s.assigned += amount
		case overspentBefore:
			s.spent += amount
		}
	}
	r.sums[i] = s
}

// named returns the sum of the assumptions through each month.
func (r *reading) named() []money.Milli {
	amounts := make([]money.Milli, len(r.left))
	for i := range amounts {
		amounts[i] = r.gaps[i] + r.sums[i].all
	}
	return through(amounts)
}

// believe tries the possible assumptions of a month.
func (r *reading) believe(i int, with amountKind) {
	if list := r.doubts[i]; len(list) > 0 {
		for _, choice := range choices(list) {
			r.try(func() { copy(r.believed[i], choice) }, i)
		}
		r.believeInstead(i)
	}
	if with == open && r.file.lacks(i) {
		before := r.before(i)
		for k := i; k < min(i+maxAhead, len(r.left)) && r.misfit.jumps > 0; k++ {
			if off := r.rest[k] - before; off != 0 && r.file.months[k].says() {
				r.tryBelow(r.misfit, func() { r.gaps[i] += off }, i)
			}
		}
		for k := i - 1; k >= max(0, i-maxAhead) && r.rule != NotSubtracted && r.misfit.jumps > 0; k-- {
			if off := r.rest[k]; off != 0 && r.file.months[k].says() {
				r.tryBelow(residual{months: r.misfit.months - 1}, func() { r.ahead[i] += off }, i)
			}
		}
	}
}

// believeMonthsAfter tries amounts assigned in months after the last one of the file, if the plan has such months.
func (r *reading) believeMonthsAfter() {
	n := len(r.left)
	last := r.later.last
	certain := last+1 < n && r.file.after == 0 || r.file.month(last) < r.file.plan.LastMonth
	if !certain && last+1 == n && r.file.month(last) != r.file.plan.LastMonth { // a plan's last entry is the month after its last_month
		return
	}
	for k := last; k >= max(0, last-maxAhead) && r.misfit.jumps > 0; k-- {
		if off := r.rest[k]; off != 0 {
			bound := r.misfit
			if !certain { // one wrong month is not evidence of later ones
				bound = residual{months: r.misfit.months - 1}
			}
			r.tryBelow(bound, func() { r.gaps[n] += off }, n)
		}
	}
}

// maxAhead is the number of months that are examined to find the amount assigned in missing ones, because amounts
// assigned in later months can hide it at first.
const maxAhead = 12

// try applies a change of the assumptions of some months, and reverts it unless the reading then is closer to the file.
func (r *reading) try(change func(), months ...int) {
	bound := r.misfit
	r.tryIf(func() bool { return r.misfit.closer(bound) }, change, months...)
}

// tryBelow applies a change of the assumptions, and reverts it unless the reading fits better than the bound.
func (r *reading) tryBelow(bound residual, change func(), months ...int) {
	r.tryIf(func() bool { return r.misfit.less(bound) }, change, months...)
}

// tryIf applies a change of the assumptions of some months, and reverts it unless the reading then is better.
func (r *reading) tryIf(better func() bool, change func(), months ...int) {
	if r.trials*len(r.left) > maxSteps {
		return
	}
	type state struct {
		believed   []money.Milli
		gap, ahead money.Milli
	}
	before := make([]state, len(months))
	for k, i := range months {
		before[k] = state{slices.Clone(r.believed[i]), r.gaps[i], r.ahead[i]}
	}
	change()
	for _, i := range months {
		r.sum(i)
	}
	if r.compute(); better() {
		return
	}
	for k, i := range months {
		copy(r.believed[i], before[k].believed)
		r.gaps[i], r.ahead[i] = before[k].gap, before[k].ahead
		r.sum(i)
	}
	r.compute()
}

// believeInstead tries each doubt of a month in place of other doubts about the same balance: one wrong figure is
// counted once.
func (r *reading) believeInstead(i int) {
	for k, d := range r.doubts[i] {
		if d.balance == (cellAt{}) {
			continue
		}
		for j := max(0, i-2); j <= min(i+2, len(r.left)-1); j++ {
			for o, other := range r.doubts[j] {
				if j == i || other.balance != d.balance || r.believed[j][o] == 0 {
					continue
				}
				for _, amount := range d.amounts {
					r.tryBelow(r.misfit, func() { r.believed[i][k], r.believed[j][o] = amount, 0 }, i, j)
				}
			}
		}
	}
}

// before returns the rest of the last month before month i that has a Ready to Assign.
func (r *reading) before(i int) money.Milli {
	for k := i - 1; k >= 0; k-- {
		if r.file.months[k].says() {
			return r.rest[k]
		}
	}
	return 0
}

// believeFile assumes that Ready to Assign follows the file's own figures of a month.
func (r *reading) believeFile(i int) {
	for k, d := range r.doubts[i] {
		r.believed[i][k] = d.file
	}
}

// fewDoubts is the largest number of doubts of one month that are tried in every combination.
const fewDoubts = 4

// choices returns the combinations of assumptions for a month's doubts. If there are many doubts, it only returns
// each one alone and all of them together.
func choices(list []doubt) [][]money.Milli {
	if len(list) <= fewDoubts {
		all := [][]money.Milli{{}} // the first is none
		for _, d := range list {
			var longer [][]money.Milli
			for _, c := range all {
				longer = append(longer, append(slices.Clone(c), 0))
				for _, a := range d.amounts {
					longer = append(longer, append(slices.Clone(c), a))
				}
			}
			all = longer
		}
		return all
	}
	some := [][]money.Milli{make([]money.Milli, len(list))}
	every := make([]money.Milli, len(list))
	for k, d := range list {
		for _, a := range d.amounts {
			one := make([]money.Milli, len(list))
			if one[k] = a; !d.earlier {
				every[k] = a
			}
			some = append(some, one)
		}
	}
	return append(some, every)
}
