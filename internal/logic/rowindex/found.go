package rowindex

import (
	"iter"

	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Found contains the rows that match a filter.
type Found struct {
	Rows int
	Sum  money.Milli // of their amounts

	index *Index
	marks []*marks // by segment; nil if it has none
}

// Find finds the rows that match a filter. It ignores the filter's order and page.
func (x *Index) Find(f Filter) *Found {
	found := &Found{index: x, marks: make([]*marks, len(x.segments))}
	search := x.search(f)
	for i, s := range x.segments {
		m := search.rows(s)
		if m == nil {
			continue
		}
		found.marks[i] = m
		found.Rows += m.count()
		found.Sum += m.sum(s.amount)
	}
	return found
}

// Of returns the index in which the rows were found.
func (f *Found) Of() *Index { return f.index }

// Page returns the numbers of a page of rows, with order, start and length from the filter.
func (f *Found) Page(order Filter) []budget.TxNo {
	if order.Sort == ByDate {
		return f.byDate(order)
	}
	first := min(max(0, order.Offset), f.Rows)
	last := f.Rows
	if order.Limit > 0 {
		last = min(last, first+order.Limit)
	}
	return f.sorted(order, first, last)
}

// Pages yields the numbers of all rows of [Found.Page] in slices of a number of rows, so that a long list is not
// sorted at once.
func (f *Found) Pages(order Filter, rows int) iter.Seq[[]budget.TxNo] {
	return func(yield func([]budget.TxNo) bool) {
		for left := pageSize(order.Limit, f.Rows); left > 0; {
			order.Limit = min(left, rows)
			page := f.Page(order)
			if len(page) == 0 || !yield(page) {
				return
			}
			order.Offset, left = max(0, order.Offset)+len(page), left-len(page)
		}
	}
}

// byDate scans the segments forwards or backwards until the page is full.
func (f *Found) byDate(order Filter) []budget.TxNo {
	page := make([]budget.TxNo, 0, pageSize(order.Limit, f.Rows))
	skip := max(0, order.Offset)
	for n := range f.marks {
		i := n
		if order.Descending {
			i = len(f.marks) - 1 - n
		}
		m, s := f.marks[i], f.index.segments[i]
		if m == nil || beyond(order, s) {
			continue
		}
		if order.After == (Position{}) {
			if here := m.count(); skip >= here {
				skip -= here
				continue
			}
		}
		walk(m, order.Descending, func(row int) bool {
			if !follows(order, s.at(row)) {
				return true
			}
			if skip > 0 {
				skip--
				return true
			}
			page = append(page, s.no[row])
			return len(page) != order.Limit
		})
		if len(page) == order.Limit && order.Limit > 0 {
			break
		}
	}
	return page
}

func pageSize(limit, rows int) int {
	if limit > 0 {
		return min(limit, rows)
	}
	return rows
}

// beyond reports whether a whole segment precedes the row after which the page starts.
func beyond(order Filter, s *segment) bool {
	far := s.at(s.len() - 1)
	if order.Descending {
		far = s.at(0)
	}
	return !follows(order, far)
}

// follows reports whether a position is after the row after which the page starts.
func follows(order Filter, at Position) bool {
	switch {
	case order.After == Position{}:
		return true
	case order.Descending:
		return at.less(order.After)
	}
	return order.After.less(at)
}

// walk calls do for marked rows until it returns false.
func walk(m *marks, backwards bool, do func(row int) bool) {
	var rows [maxRows]int16
	n := 0
	m.each(func(row int) { rows[n] = int16(row); n++ })
	for k := range n {
		row := rows[k]
		if backwards {
			row = rows[n-1-k]
		}
		if !do(int(row)) {
			return
		}
	}
}
