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
	gaps     []money.Milli   // by month, the amount assigned in missing months before it; the last is for months after the file's
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
// its own.
type residual struct{ months, jumps int }

func (m residual) less(o residual) bool {
	return cmp.Or(cmp.Compare(m.months, o.months), cmp.Compare(m.jumps, o.jumps)) < 0
}

// maxSteps is the maximum number of months that one reading computes, in all its trials.
const maxSteps = 20_000_000

// read finds the assumptions for which the rule fits the file in the most months. It searches from two starting
// points: the sums of the rows, and the file's own figures.
func (f *file) read(rule Future, left []money.Milli, later future, doubts [][]doubt) *reading {
	var best *reading
	for _, own := range []bool{false, true} {
		r := &reading{
			file: f, rule: rule, left: left, later: later, doubts: doubts, believed: make([][]money.Milli, len(doubts)),
			sums: make([]believedSums, len(doubts)), gaps: make([]money.Milli, len(left)+1), ahead: make([]money.Milli, len(left)+1),
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
	}
	return best
}

// improve changes the assumptions of one month after another until no change helps.
func (r *reading) improve() {
	r.compute()
	for before := (residual{}); r.misfit.jumps > 0 && r.misfit != before; {
		before = r.misfit
		for i := range r.left {
			if r.misfit.jumps > 0 {
				r.believe(i)
			}
		}
		r.believeMonthsAfter()
	}
}

// compute computes the reading from the current assumptions.
func (r *reading) compute() {
	n := len(r.left)
	r.trials++
	l := future{slices.Clone(r.later.income), slices.Clone(r.later.assigned), slices.Clone(r.later.spent), r.gaps[n], r.later.last}
	for i := range n {
		if i > 0 { // assigned in the missing months
			l.assigned[i-1] += r.gaps[i] + r.ahead[i]
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
func (r *reading) believe(i int) {
	if list := r.doubts[i]; len(list) > 0 {
		r.try(func() { r.within(i) }, i)
		for _, choice := range choices(list) {
			r.try(func() { copy(r.believed[i], choice) }, i)
			r.try(func() {
				copy(r.believed[i], choice)
				r.sum(i)
				r.compute()
				r.within(i)
			}, i)
		}
	}
	if r.file.lacks(i) {
		before := r.before(i)
		for k := i; k < min(i+maxAhead, len(r.left)) && r.misfit.jumps > 0; k++ {
			if off := r.rest[k] - before; off != 0 && r.file.months[k].says() {
				r.try(func() { r.gaps[i] += off }, i)
			}
		}
		for k := i - 1; k >= max(0, i-maxAhead) && r.rule != NotSubtracted && r.misfit.jumps > 0; k-- {
			if off := r.rest[k]; off != 0 && r.file.months[k].says() {
				r.tryBelow(residual{r.misfit.months - 1, 0}, func() { r.ahead[i] += off }, i)
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
				bound = residual{r.misfit.months - 1, 0}
			}
			r.tryBelow(bound, func() { r.gaps[n] += off }, n)
		}
	}
}

// maxAhead is the number of months that are examined to find the amount assigned in missing ones, because amounts
// assigned in later months can hide it at first.
const maxAhead = 12

// try applies a change of the assumptions, and reverts it unless the reading fits better.
func (r *reading) try(change func(), i int) { r.tryBelow(r.misfit, change, i) }

// tryBelow applies a change of the assumptions, and reverts it unless the reading fits better than the bound.
func (r *reading) tryBelow(bound residual, change func(), i int) {
	if r.trials*len(r.left) > maxSteps {
		return
	}
	before, gap, ahead := slices.Clone(r.believed[i]), r.gaps[i], r.ahead[i]
	change()
	r.sum(i)
	if r.compute(); !r.misfit.less(bound) {
		copy(r.believed[i], before)
		r.gaps[i], r.ahead[i] = gap, ahead
		r.sum(i)
		r.compute()
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

// within assumes overspending that makes the month fit, within the bounds of what may have been spent on cards.
func (r *reading) within(i int) {
	needed := r.rest[i] - r.before(i)
	if needed == 0 || !r.file.months[i].says() {
		return
	}
	var lo, hi money.Milli
	for k, d := range r.doubts[i] {
		if d.about == overspentBefore {
			needed += r.believed[i][k]
			lo, hi = lo+d.lo, hi+d.hi
		}
	}
	if needed < lo || needed > hi {
		return
	}
	for k, d := range r.doubts[i] {
		if d.about == overspentBefore {
			r.believed[i][k] = min(max(needed, d.lo), d.hi)
			needed -= r.believed[i][k]
		}
	}
}

// fewDoubts is the largest number of doubts of one month that are tried in every combination.
const fewDoubts = 4

// choices returns the combinations of assumptions for a month's doubts. If there are many doubts, it only returns
// each one alone and all of them together.
func choices(list []doubt) [][]money.Milli {
	if len(list) <= fewDoubts {
		all := [][]money.Milli{{}}
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
		return all[1:]
	}
	var some [][]money.Milli
	every := make([]money.Milli, len(list))
	for k, d := range list {
		for _, a := range d.amounts {
			one := make([]money.Milli, len(list))
			one[k], every[k] = a, a
			some = append(some, one)
		}
	}
	return append(some, every)
}
