package schedule

import (
	"cmp"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// Once is one transaction of the past.
type Once struct {
	Date   civil.Date
	Amount money.Milli
	Which  int // the caller's number of the transaction
}

// Recurrence is a recurring transaction found in past ones.
type Recurrence struct {
	Every Frequency
	Next  civil.Date // the next expected day
	Last  Once       // the last occurrence
	Times int        // the number of occurrences without a gap, at least least
}

// Is reports whether the habit equals one that was found before: it has the same frequency and a similar amount.
func (h Recurrence) Is(every Frequency, amount money.Milli) bool {
	return h.Every == every && alike(h.Last.Amount, amount)
}

// least is the minimum number of occurrences of a habit.
const least = 3

// distance is a frequency with the allowed deviation between two days.
type distance struct {
	every   Frequency
	leeway  int // days
	patient int // days after an expected day when the habit counts as ended
}

var monthly = distance{Monthly, 5, 16}

// distances are the distances that Habits looks for, the shortest first. The leeway allows for weekends, when banks
// are closed, and for payments some days early or late.
var distances = []distance{
	{Weekly, 1, 4},
	{EveryOtherWeek, 2, 7},
	{Every4Weeks, 1, 10},
	monthly,
	{EveryOtherMonth, 5, 30},
	{Every3Months, 6, 45},
	{TwiceAYear, 8, 60},
	{Yearly, 10, 90},
}

// Habits returns the recurring transactions among those of one payee in one account, as of today. They have similar
// amounts and regular distances, occur at least three times, and the last one is recent. Two habits of one payee are
// distinguished by their amounts.
func Habits(all []Once, today civil.Date) (found []Recurrence) {
	for _, alike := range byAmount(all) {
		slices.SortStableFunc(alike, func(a, b Once) int { return cmp.Compare(a.Date, b.Date) })
		if h, is := habit(alike, today); is {
			found = append(found, h)
		}
	}
	return found
}

// byAmount splits transactions, sorted by amount, into groups. A group ends where the next larger amount differs by a
// quarter or more, or has the other sign.
func byAmount(all []Once) (groups [][]Once) {
	sorted := slices.SortedStableFunc(slices.Values(all), func(a, b Once) int { return cmp.Compare(a.Amount, b.Amount) })
	for i, o := range sorted {
		if i == 0 || !alike(sorted[i-1].Amount, o.Amount) {
			groups = append(groups, nil)
		}
		last := &groups[len(groups)-1]
		*last = append(*last, o)
	}
	return groups
}

func alike(a, b money.Milli) bool {
	small, large := min(a.Abs(), b.Abs()), max(a.Abs(), b.Abs())
	return a < 0 == (b < 0) && small != 0 && large-small <= small/4
}

// Like returns the range of the amounts that are similar to an amount.
func Like(amount money.Milli) (least, most money.Milli) {
	near, far := amount.Abs()*4/5, amount.Abs()+amount.Abs()/4
	for near+near/4 < amount.Abs() {
		near++
	}
	if amount < 0 {
		return -far, -near
	}
	return near, far
}

// habit returns the habit of the newest of transactions that are sorted by date, if there is one.
func habit(all []Once, today civil.Date) (Recurrence, bool) {
	if len(all) < least {
		return Recurrence{}, false
	}
	last := all[len(all)-1]
	for _, d := range distances {
		times := timesOf(all, d)
		if times < least || !alike(all[len(all)-least].Amount, last.Amount) || d.every == Every4Weeks && ratherMonthly(all, times) {
			continue
		}
		r, _ := New(anchor(all[len(all)-least:], d.every), string(d.every))
		next := r.After(last.Date.AddDays(d.leeway))
		if next == 0 || next.AddDays(d.patient) < today {
			return Recurrence{}, false // it is over
		}
		return Recurrence{Every: d.every, Next: next, Last: last, Times: times}, true
	}
	return Recurrence{}, false
}

// timesOf returns the number of occurrences without a gap, up to the last one.
func timesOf(all []Once, d distance) int {
	times := 1
	for i := len(all) - 1; i > 0 && off(all[i-1].Date, all[i].Date, d.every) <= d.leeway; i-- {
		times++
	}
	return times
}

// ratherMonthly reports whether transactions that fit a step of four weeks are monthly instead. Monthly payments are
// more common, and February has four weeks. They are monthly if more of them fit a month, or if the total deviation
// from four weeks is not less than a third of that from a month.
func ratherMonthly(all []Once, times int) bool {
	if timesOf(all, monthly) > times {
		return true
	}
	weeks, month := 0, 0
	some := all[len(all)-times:]
	for i := range some[1:] {
		weeks += off(some[i].Date, some[i+1].Date, Every4Weeks)
		month += off(some[i].Date, some[i+1].Date, Monthly)
	}
	return 3*weeks >= month
}

// off returns the number of days by which the distance between two days differs from a frequency.
func off(before, after civil.Date, every Frequency) int {
	r, _ := New(before, string(every))
	should := r.next(before)
	return should.Apart(after)
}

// anchor returns the first day of a habit's rule: the median day of the month of the last transactions, or the last
// transaction's day if the step is in weeks.
func anchor(some []Once, every Frequency) civil.Date {
	last := some[len(some)-1].Date
	if steps[every].months == 0 {
		return last
	}
	days := make([]int, len(some))
	for i, o := range some {
		if days[i] = o.Date.Day(); days[i] == o.Date.Month().Last().Day() {
			days[i] = 31
		}
	}
	slices.Sort(days)
	day, first := days[len(days)/2], last.Month().Add(-steps[every].months)
	switch {
	case day-last.Day() > 15: // it slipped into the month after
		first = first.Add(-1)
	case last.Day()-day > 15:
		first = first.Add(1)
	}
	if first.DayAt(day).Day() < day { // a short month would make its own last day of it
		first = first.Add(-steps[every].months)
	}
	return first.DayAt(day)
}
