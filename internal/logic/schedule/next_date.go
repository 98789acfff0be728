// Package schedule computes the days of a scheduled transaction.
//
// Each day is computed from the first one and the frequency alone, never from the previous day: a schedule that
// starts on the 31st falls on the 28th in February and on the 31st again in March.
//
// Start with Rule.
package schedule

import (
	"slices"
	"time"

	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

// Frequency is the source's word for a frequency.
type Frequency string

// The source's frequencies.
const (
	Never           Frequency = "never"
	Daily           Frequency = "daily"
	Weekly          Frequency = "weekly"
	EveryOtherWeek  Frequency = "everyOtherWeek"
	TwiceAMonth     Frequency = "twiceAMonth"
	Every4Weeks     Frequency = "every4Weeks"
	Monthly         Frequency = "monthly"
	EveryOtherMonth Frequency = "everyOtherMonth"
	Every3Months    Frequency = "every3Months"
	Every4Months    Frequency = "every4Months"
	TwiceAYear      Frequency = "twiceAYear"
	Yearly          Frequency = "yearly"
	EveryOtherYear  Frequency = "everyOtherYear"
)

// Frequencies returns all of the source's frequencies, from the shortest step to the longest.
func Frequencies() []Frequency {
	return []Frequency{
		Never, Daily, Weekly, EveryOtherWeek, TwiceAMonth, Every4Weeks, Monthly, EveryOtherMonth,
		Every3Months, Every4Months, TwiceAYear, Yearly, EveryOtherYear,
	}
}

// step is a frequency's step in days or in months; twice a month has none.
type step struct{ days, months int }

var steps = map[Frequency]step{
	Never: {}, Daily: {days: 1}, Weekly: {days: 7}, EveryOtherWeek: {days: 14}, TwiceAMonth: {}, Every4Weeks: {days: 28},
	Monthly: {months: 1}, EveryOtherMonth: {months: 2}, Every3Months: {months: 3}, Every4Months: {months: 4},
	TwiceAYear: {months: 6}, Yearly: {months: 12}, EveryOtherYear: {months: 24},
}

// Weekend is the treatment of a day that falls on a Saturday or Sunday.
type Weekend string

// The ways.
const (
	StaysThere Weekend = ""
	Before     Weekend = "before"  // the Friday before
	After      Weekend = "after"   // the Monday after
	Nearest    Weekend = "nearest" // of a Saturday the Friday before, of a Sunday the Monday after
)

// Weekends returns all treatments of weekends.
func Weekends() []Weekend { return []Weekend{StaysThere, Before, After, Nearest} }

// Rule is a first day, a frequency, an optional pattern and last day, and the treatment of weekends.
type Rule struct {
	first   civil.Date
	every   Frequency
	step    step
	pattern Pattern    // the first day is a day of it
	until   civil.Date // the last possible day, before it is moved off a weekend; zero if there is no end
	weekend Weekend
}

// New returns a rule. It returns false if there is no first day, or if the frequency is neither one of the source's
// nor one made by Every. Such a schedule is stored and displayed but has no days.
func New(first civil.Date, frequency string) (Rule, bool) {
	s, known := stepOf(Frequency(frequency))
	if !known || first == 0 {
		return Rule{}, false
	}
	return Rule{first: first, every: Frequency(frequency), step: s}, true
}

// Of returns the rule of a scheduled transaction. It returns false as New does, and for an unknown treatment of
// weekends or pattern.
func Of(s *budget.Scheduled) (Rule, bool) {
	r, ok := New(s.DateFirst, s.Frequency)
	pattern, isPattern := ParsePattern(s.Pattern)
	if !ok || !isPattern {
		return r, false
	}
	r = r.Ending(s.Until)
	r.weekend = Weekend(s.Weekend)
	r, ok = r.on(pattern)
	return r, ok && slices.Contains(Weekends(), r.weekend)
}

// on returns the rule with a pattern. Its first day becomes the first one of the pattern that is not before the first
// day, or that is moved off a weekend to it. It returns false for a frequency in days or weeks.
func (r Rule) on(p Pattern) (Rule, bool) {
	if p == (Pattern{}) {
		return r, true
	}
	if r.step.months == 0 {
		return r, false
	}
	r.pattern = p
	from := r.first.AddDays(-weekendDays)
	if from == 0 { // before the calendar
		from = r.first
	}
	for m := from.Month(); ; m = m.Add(1) {
		day := p.in(m)
		if day == 0 {
			return r, false // the calendar ends
		}
		if day >= r.first || r.moved(day) >= r.first {
			r.first = day
			return r, true
		}
	}
}

// PatternFirst returns the first day of the rule before it is moved off a weekend. A schedule with a pattern has it as
// its first date.
func (r Rule) PatternFirst() civil.Date { return r.first }

// Ending returns the rule with a last day.
func (r Rule) Ending(until civil.Date) Rule {
	r.until = until
	return r
}

// First returns the first day of the rule.
func (r Rule) First() civil.Date { return r.moved(r.first) }

// Nth returns the n-th day of the rule, from 1, counted from one of its days, before it is moved off a weekend. A
// schedule that ends after n times has it as its last day. Days that are moved to the same day count once.
func (r Rule) Nth(from civil.Date, n int) civil.Date {
	d := r.next(from.AddDays(-weekendDays - 1))
	counted := civil.Date(0)
	for later := d; later != 0 && n > 0; later = r.next(later) {
		if is := r.moved(later); is >= from && is != counted {
			d, n, counted = later, n-1, is
		}
	}
	return d
}

// IsRare reports whether the days of the rule are more than a month apart, or the rule has only one.
func (r Rule) IsRare() bool {
	return r.step.months > 1 || r.step.days > 31 || r.every == Never
}

// Near returns the day of the rule that corresponds to a day of a rule with another treatment of weekends.
func (r Rule) Near(d civil.Date) civil.Date {
	if r.step.days == 1 {
		return r.After(d.AddDays(-1))
	}
	return r.After(d.AddDays(-weekendDays - 1))
}

// After returns the rule's first day later than d, or zero if no such day exists. When a schedule is entered or
// skipped, After(next) becomes its next day.
func (r Rule) After(d civil.Date) civil.Date {
	if r.weekend == StaysThere {
		return r.ended(r.next(d))
	}
	for day := r.next(d.AddDays(-weekendDays)); ; day = r.next(day) {
		if moved := r.moved(r.ended(day)); moved == 0 || moved > d {
			return moved
		}
	}
}

// weekendDays is the maximum number of days by which a weekend moves a day.
const weekendDays = 2

// ended returns d, or zero if d is after the rule's last day.
func (r Rule) ended(d civil.Date) civil.Date {
	if r.until != 0 && d > r.until {
		return 0
	}
	return d
}

// moved returns a day moved off a weekend. A day that would leave the calendar's range stays.
func (r Rule) moved(d civil.Date) civil.Date {
	if d == 0 || r.weekend == StaysThere {
		return d
	}
	by := map[time.Weekday]map[Weekend]int{
		time.Saturday: {Before: -1, After: 2, Nearest: -1}, time.Sunday: {Before: -2, After: 1, Nearest: 1},
	}[d.Time().Weekday()][r.weekend]
	if moved := d.AddDays(by); moved != 0 {
		return moved
	}
	return d
}

// next is After without the rule's end and the treatment of weekends.
func (r Rule) next(d civil.Date) civil.Date {
	if d < r.first {
		return r.first
	}
	s := r.step
	switch {
	case r.every == TwiceAMonth:
		return r.afterTwiceAMonth(d)
	case s.days > 0:
		return r.first.AddDays((d.Since(r.first)/s.days + 1) * s.days)
	case s.months > 0:
		passed := int(d.Month()-r.first.Month()) / s.months * s.months
		if day := r.monthsLater(passed); day > d {
			return day
		}
		return r.monthsLater(passed + s.months)
	}
	return 0
}

// monthsLater returns the day of the rule in the month that is n months after the first.
func (r Rule) monthsLater(n int) civil.Date {
	if r.pattern == (Pattern{}) {
		return r.first.AddMonths(n)
	}
	return r.pattern.in(r.first.Month().Add(n))
}

// twoDays returns the days of the month of a rule that occurs twice a month: the first day's, and the one fifteen
// days apart.
func (r Rule) twoDays() (early, late int) {
	if day := r.first.Day(); day > 15 {
		return day - 15, day
	}
	return r.first.Day(), r.first.Day() + 15
}

func (r Rule) afterTwiceAMonth(d civil.Date) civil.Date {
	early, late := r.twoDays()
	m := d.Month()
	for _, day := range []civil.Date{m.DayAt(early), m.DayAt(late)} {
		if day > d {
			return day
		}
	}
	return m.Add(1).DayAt(early)
}

// Due returns the days from next up to and including today, in order and without duplicates, and the day after them
// (zero if no such day exists). It returns at most limit days: if then is not after today, there are more.
func (r Rule) Due(next, today civil.Date, limit int) (due []civil.Date, then civil.Date) {
	for next != 0 && next <= today && len(due) < limit {
		due = append(due, next)
		next = r.After(next)
	}
	return due, next
}

// Nearness returns, for each of some consecutive dates, the maximum distance in days of a transaction that belongs to it:
// nearer than to the next date, and at most the given number of days.
func (r Rule) Nearness(dates []civil.Date, most int) []int {
	near := make([]int, len(dates))
	next := r.After(dates[len(dates)-1])
	for i := len(dates) - 1; i >= 0; i-- {
		near[i] = most
		if next != 0 {
			near[i] = min(most, (next.Since(dates[i])-1)/2)
		}
		next = dates[i]
	}
	return near
}
