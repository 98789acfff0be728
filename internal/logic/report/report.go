// Package report computes the figures of the pages Reports and of the command report for any range of months: income,
// expenses, balances.
//
// A report is plain data with amounts in milliunits. Its input are sums by month; it adds, compares and sorts them.
// Nothing is estimated or rounded unless a field says so.
//
// Start with Span and Spending.
package report

import (
	"cmp"
	"math/bits"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Span is the range of months of a report, both included.
type Span struct {
	From  civil.Month `json:"from"`
	Until civil.Month `json:"until"`
}

// Months returns the number of months of the span.
func (s Span) Months() int { return max(0, int(s.Until-s.From)+1) }

// forwards returns the span from the earlier to the later of its two months.
func (s Span) forwards() Span { return Span{min(s.From, s.Until), max(s.From, s.Until)} }

// All returns the span's months, oldest first.
func (s Span) All() []civil.Month {
	all := make([]civil.Month, s.Months())
	for i := range all {
		all[i] = s.From.Add(i)
	}
	return all
}

// Line is the figures of one thing in the months of a report: a category, a group of them, a payee, an account, a
// flag.
type Line struct {
	ID      string        `json:"id"` // empty for a line without record, such as no category
	Name    string        `json:"name"`
	Months  []money.Milli `json:"months"`
	Total   money.Milli   `json:"total"`
	Average money.Milli   `json:"average"`         // per month, rounded to the nearest milliunit
	Share   int           `json:"share"`           // of the positive lines, in hundredths of a percent; 0 if the total is negative
	Before  money.Milli   `json:"before"`          // in the same number of months before; 0 if they are not known
	Lines   []Line        `json:"lines,omitempty"` // its components
}

// Change returns the difference between the total and that of the previous period.
func (l *Line) Change() money.Milli { return l.Total - l.Before }

// line sums the amounts of a span.
func line(id, name string, months []money.Milli, before money.Milli) Line {
	l := Line{ID: id, Name: name, Months: months, Total: sum(months), Before: before}
	l.averageOver(len(months))
	return l
}

func (l *Line) averageOver(months int) { l.Average = perMonth(l.Total, months) }

// averageLines sets the averages of lines and of their components.
func averageLines(lines []Line, months int) {
	for i := range lines {
		lines[i].averageOver(months)
		averageLines(lines[i].Lines, months)
	}
}

// perMonth divides by a number of months, rounding halves away from zero.
func perMonth(total money.Milli, months int) money.Milli {
	if months == 0 {
		return 0
	}
	n, half := money.Milli(months), money.Milli(months)/2
	if total < 0 {
		return (total - half) / n
	}
	return (total + half) / n
}

// gather returns a line with the sums of lines, which it sorts by their totals.
func gather(id, name string, months int, lines []Line) Line {
	whole := Line{ID: id, Name: name, Months: make([]money.Milli, months), Lines: lines}
	for i := range lines {
		for m, amount := range lines[i].Months {
			whole.Months[m] += amount
		}
		whole.Total += lines[i].Total
		whole.Before += lines[i].Before
	}
	whole.averageOver(months)
	order(lines)
	return whole
}

// order sorts by amount, largest first, then by name.
func order(lines []Line) {
	slices.SortFunc(lines, func(a, b Line) int {
		if larger := cmp.Compare(b.Total, a.Total); larger != 0 {
			return larger
		}
		return byName(a.Name, a.ID, b.Name, b.ID)
	})
}

// byName compares things by their names, and those called alike by their ids.
func byName(a, aID, b, bID string) int {
	return cmp.Or(cmp.Compare(budget.Fold(a), budget.Fold(b)), cmp.Compare(aID, bID))
}

// share distributes a share, in hundredths of a percent, among the positive lines and their parts. Each part is
// rounded down, and the rest is given to the parts with the largest remainders, so that the shares add up to the
// whole. A negative line has no share and does not affect those of other lines.
func share(lines []Line, whole int) {
	for i, part := range money.Divide(money.Milli(whole), iterutil.Map(lines, func(l Line) money.Milli { return max(0, l.Total) })) {
		lines[i].Share = int(part)
		share(lines[i].Lines, lines[i].Share)
	}
}

// shareOverlapping sets the shares of lines that overlap: of the positive ones among the parts that they consist of,
// rounded to the nearest hundredth of a percent. They may add up to more than the whole.
func shareOverlapping(lines, parts []Line) {
	var total money.Milli
	for i := range parts {
		total = total.Plus(max(0, parts[i].Total))
	}
	for i := range lines {
		lines[i].Share = 0
		if lines[i].Total > 0 {
			hi, lo := bits.Mul64(uint64(lines[i].Total), allShares)
			part, rest := bits.Div64(hi, lo, uint64(total))
			if rest >= uint64(total)-rest {
				part++
			}
			lines[i].Share = int(part)
		}
	}
}

// allShares is the whole in hundredths of a percent.
const allShares = 10_000

func sum(amounts []money.Milli) (total money.Milli) {
	for _, a := range amounts {
		total += a
	}
	return total
}

// negated turns activity, where spending is negative, into spending.
func negated(amounts []money.Milli) []money.Milli {
	return iterutil.Map(amounts, func(a money.Milli) money.Milli { return -a })
}

// nothing reports whether all amounts are zero.
func nothing(amounts []money.Milli) bool {
	return !slices.ContainsFunc(amounts, func(a money.Milli) bool { return a != 0 })
}
