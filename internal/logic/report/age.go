package report

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// enough is the number of payments over which the age of money is averaged, and the minimum: the source's number.
const enough = 10

// AgeOfMoney is the number of days between receiving and spending money: the mean of the last ten payments up to a
// day, where the oldest money is spent first (rule R65). A payment without any money left has no age and does not
// count.
type AgeOfMoney struct {
	Span
	Months []*int   `json:"months"`         // at the end of each month, in days rounded half up; none before the tenth payment
	Days   []DayAge `json:"days,omitempty"` // at the end of each day, of a few months alone
}

// DayAge is the age of money at the end of a day.
type DayAge struct {
	Date civil.Date `json:"date"`
	Days *int       `json:"days"`
}

// Ages is the age of money through the months of a budget. It never changes.
type Ages struct {
	first civil.Month            // of the first flow
	came  []lot                  // all money in the order of its receipt
	ends  []queue                // the state at the end of each month, up to that of the last flow
	day   func(civil.Date, *int) // called with the age after each day that has flows; nil unless days are followed
}

// From returns the ages after flows changed from a month on: those from that month on, by day, are processed again,
// or all if there were none. Money received on a day is available on that day, and smaller payments come first, so
// that the result does not depend on the order of entry.
func (a *Ages) From(m civil.Month, flows iter.Seq[budget.Flow]) *Ages {
	return a.before(m).follow(flows)
}

// before returns a copy of the ages at the end of the month before m, to be continued.
func (a *Ages) before(m civil.Month) *Ages {
	kept := 0
	if a.first != 0 {
		kept = min(max(0, int(m-a.first)), len(a.ends))
	}
	if kept == 0 {
		return new(Ages)
	}
	ends := slices.Clone(a.ends[:kept])
	return &Ages{first: a.first, came: slices.Clone(a.came[:ends[kept-1].came]), ends: ends}
}

// ByDay returns the age at the end of each day of a span, from the flows since its first day.
func (a *Ages) ByDay(s Span, flows iter.Seq[budget.Flow]) []DayAge {
	changes := map[civil.Date]*int{}
	before := a.before(s.From)
	before.day = func(d civil.Date, age *int) { changes[d] = age }
	before.follow(func(yield func(budget.Flow) bool) {
		for f := range flows {
			if f.Date.Month() > s.Until || !yield(f) {
				return
			}
		}
	})
	age := a.At(s.From.Add(-1))
	var all []DayAge
	for _, m := range s.All() {
		for day := range m.Last().Day() {
			d := m.DayAt(day + 1)
			if now, changed := changes[d]; changed {
				age = now
			}
			all = append(all, DayAge{d, age})
		}
	}
	return all
}

// Size returns the approximate number of stored numbers.
func (a *Ages) Size() int { return 2*len(a.came) + (enough+5)*len(a.ends) }

// At returns the age at the end of a month, in days rounded half up, or nil before the tenth payment.
func (a *Ages) At(m civil.Month) *int {
	if len(a.ends) == 0 || m < a.first {
		return nil
	}
	return a.ends[min(int(m-a.first), len(a.ends)-1)].mean()
}

// Over returns the age in each month of a span.
func (a *Ages) Over(s Span) AgeOfMoney {
	r := AgeOfMoney{Span: s, Months: make([]*int, s.Months())}
	for i := range r.Months {
		r.Months[i] = a.At(s.From.Add(i))
	}
	return r
}

// follow continues from the last month's end.
func (a *Ages) follow(flows iter.Seq[budget.Flow]) *Ages {
	var q queue
	if len(a.ends) > 0 {
		q = a.ends[len(a.ends)-1]
	}
	var days days
	var day []budget.Flow
	end := func(m civil.Month) {
		if len(day) == 0 {
			return
		}
		if a.first == 0 {
			a.first = day[0].Date.Month()
		}
		for last := a.first.Add(len(a.ends)); last < day[0].Date.Month(); last = last.Add(1) {
			a.ends = append(a.ends, q) // in which nothing moved
		}
		slices.SortFunc(day, func(a, b budget.Flow) int { return cmp.Compare(b.Amount, a.Amount) })
		for _, f := range day {
			a.flow(&q, days.of(f.Date), f.Amount)
		}
		if a.day != nil {
			a.day(day[0].Date, q.mean())
		}
		if day[0].Date.Month() != m {
			a.ends = append(a.ends, q)
		}
		day = day[:0]
	}
	for f := range flows {
		if len(day) > 0 && f.Date != day[0].Date {
			end(f.Date.Month())
		}
		day = append(day, f)
	}
	end(0)
	return a
}

// queue contains received money in the order in which it is spent, and the ages of the last payments.
type queue struct {
	came  int    // how much had come
	next  int    // the first lot that is not spent
	spent uint64 // of it
	ages  [enough]uint64
	paid  int
}

// lot is money received on a day.
type lot struct {
	day    uint64 // since the year 0
	amount uint64
}

func (a *Ages) flow(q *queue, day uint64, amount money.Milli) {
	if amount > 0 {
		a.came = append(a.came, lot{day, uint64(amount)})
		q.came++
		return
	}
	var funded, high, low uint64 // each milliunit times the thousandths of a day that it stayed, in 128 bits
	for need := uint64(-amount); need > 0 && q.next < len(a.came); {
		l := a.came[q.next]
		used := min(need, l.amount-q.spent)
		more, product := bits.Mul64(used, (day-l.day)*1000)
		sum, carry := bits.Add64(low, product, 0)
		low, high = sum, high+more+carry
		funded, need = funded+used, need-used
		if q.spent += used; q.spent == l.amount {
			q.next, q.spent = q.next+1, 0
		}
	}
	if funded > 0 {
		q.ages[q.paid%enough], _ = bits.Div64(high, low, funded)
		q.paid++
	}
}

func (q *queue) mean() *int {
	if q.paid < enough {
		return nil
	}
	var total uint64
	for _, age := range q.ages {
		total += age
	}
	days := int((total + enough*500) / (enough * 1000))
	return &days
}

// days converts dates to day numbers. Consecutive flows often share a date, so it caches the last one.
type days struct {
	date civil.Date // the last requested one
	day  uint64
}

func (d *days) of(date civil.Date) uint64 {
	if date != d.date {
		d.date, d.day = date, uint64(date.Time().Unix()/(24*60*60)+365*2000)
	}
	return d.day
}
