package verification

import (
	"slices"

	"holdover/internal/base/money"
)

// believeWithin assumes overspending, within the bounds of what may have been spent on cards, in the month and of the
// amount with which the reading fits best.
func (r *reading) believeWithin() {
	best := r.misfit
	var change func()
	var months []int
	consider := func(c func(), at ...int) {
		r.tryIf(func() bool {
			if r.misfit.less(best) {
				best, change, months = r.misfit, c, at
			}
			return false
		}, c, at...)
	}
	for i, list := range r.doubts[:len(r.left)] {
		if !slices.ContainsFunc(list, func(d doubt) bool { return d.lo < d.hi }) || !r.file.months[i].says() {
			continue
		}
		r.eachWithin(consider, func() {}, i)
		r.eachWithin(consider, func() { clear(r.believed[i]) }, i)
		if i > 0 {
			r.eachWithin(consider, func() { r.believeFile(i - 1); clear(r.believed[i]) }, i, i-1)
		}
	}
	if change != nil {
		r.tryIf(func() bool { return true }, change, months...)
	}
}

// eachWithin yields a change of the assumptions of some months together with each amount of overspending, counted from
// the first of them on, that makes a month fit.
func (r *reading) eachWithin(yield func(change func(), months ...int), change func(), months ...int) {
	i := months[0]
	var needed []money.Milli
	r.tryIf(func() bool { needed = r.needed(i); return false }, change, months...)
	for _, amount := range needed {
		yield(func() { change(); r.within(i, amount) }, months...)
	}
}

// needed returns the changes of Ready to Assign from month i on with which a month fits. If amounts of later months are
// subtracted, other months than i can show the change.
func (r *reading) needed(i int) []money.Milli {
	before := r.before(i)
	amounts := []money.Milli{r.rest[i] - before}
	if r.rule == NotSubtracted {
		return amounts
	}
	for k := i; k < len(r.rest); k++ {
		for _, amount := range []money.Milli{r.rest[k] - before, r.rest[k]} {
			if len(amounts) <= maxAhead && !slices.Contains(amounts, amount) {
				amounts = append(amounts, amount)
			}
		}
	}
	return amounts
}

// within assumes that overspending in the month before changes Ready to Assign by an amount, if what may have been
// spent on cards allows it.
func (r *reading) within(i int, needed money.Milli) {
	if needed == 0 {
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
