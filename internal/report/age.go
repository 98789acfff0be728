package report

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"

	"holdover/internal/cal"
	"holdover/internal/money"
)

// Flow is money that came into or left a household's cash on a day. What moves between two of its cash accounts is none.
type Flow struct {
	Date   cal.Date
	Amount money.Milli
}

// enough is how many payments the age of money is the mean of, and needs at least: the source's number.
const enough = 10

// AgeOfMoney is how many days money stayed before it was spent: the mean of the last ten payments up to a day, where the
// oldest money is spent first (rule R65). A payment that no money is left for has no age and does not count.
type AgeOfMoney struct {
	Span
	Months []*int `json:"months"` // at the end of each month, in days rounded half up; none before the tenth payment
}

// AgeOfMoneyOf follows flows in the order of their days. What came on a day is there for what was spent on it, and smaller
// payments go first: the age does not hang on the order in which somebody wrote them down.
func AgeOfMoneyOf(s Span, flows iter.Seq[Flow]) AgeOfMoney {
	r := AgeOfMoney{Span: s, Months: make([]*int, s.Months())}
	var q queue
	var day []Flow
	at := 0 // the first month whose end has not been reached
	end := func() {
		slices.SortFunc(day, func(a, b Flow) int { return cmp.Compare(b.Amount, a.Amount) })
		for _, f := range day {
			q.flow(f)
		}
		day = day[:0]
	}
	for f := range flows {
		if len(day) > 0 && f.Date != day[0].Date {
			end()
		}
		for ; at < len(r.Months) && f.Date > s.From.Add(at).Last(); at++ {
			r.Months[at] = q.mean()
		}
		if at == len(r.Months) {
			return r
		}
		day = append(day, f)
	}
	end()
	for ; at < len(r.Months); at++ {
		r.Months[at] = q.mean()
	}
	return r
}

// queue is money in the order in which it came, and the ages of the last payments.
type queue struct {
	came []lot
	next int // the first of came that is not spent
	ages [enough]uint64
	paid int

	date cal.Date // the last one that was asked for, with its day
	day  uint64
}

// lot is money that came on a day.
type lot struct {
	day  uint64 // since the year 0
	left uint64 // milliunits that are not spent
}

func (q *queue) flow(f Flow) {
	day := q.dayOf(f.Date)
	if f.Amount > 0 {
		q.came = append(q.came, lot{day, uint64(f.Amount)})
		return
	}
	var funded, high, low uint64 // each milliunit times the thousandths of a day that it stayed, in 128 bits
	for need := uint64(-f.Amount); need > 0 && q.next < len(q.came); {
		l := &q.came[q.next]
		used := min(need, l.left)
		more, product := bits.Mul64(used, (day-l.day)*1000)
		sum, carry := bits.Add64(low, product, 0)
		low, high = sum, high+more+carry
		funded, need = funded+used, need-used
		if l.left -= used; l.left == 0 {
			q.next++
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

// dayOf counts days. Flows of one day follow each other, so that it seldom has to look at the calendar.
func (q *queue) dayOf(d cal.Date) uint64 {
	if d != q.date {
		q.date, q.day = d, uint64(d.Time().Unix()/(24*60*60)+365*2000)
	}
	return q.day
}
