package store

import (
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/envelope"
	"holdover/internal/money"
)

// Sheet is every figure of the budget. It may be shared with other looks: it
// must not be changed.
func (v *View) Sheet() (*envelope.Sheet, error) {
	_, sheet, err := v.figureSheet()
	return sheet, err
}

// figureSheet takes the sheet from the cache where it is that of this very
// knowledge, which was read in this transaction. What a Writer sees once it has
// written is never cached: it may never come to be.
func (v *View) figureSheet() (*envelope.Snapshot, *envelope.Sheet, error) {
	pure := len(v.written) == 0
	if pure {
		if s, sheet, ok := v.store.sheets.get(v.no, v.committed()); ok {
			return s, sheet, nil
		}
	}
	snapshot, err := v.loadSnapshot()
	if err != nil {
		return nil, nil, err
	}
	sheet := envelope.Compute(snapshot)
	if pure {
		v.store.sheets.put(v.no, v.committed(), snapshot, sheet)
	}
	return snapshot, sheet, nil
}

func (v *View) loadSnapshot() (*envelope.Snapshot, error) {
	all, err := v.Categories()
	if err != nil {
		return nil, err
	}
	switches, err := v.Rollovers()
	if err != nil {
		return nil, err
	}
	records, err := v.Months()
	if err != nil {
		return nil, err
	}
	wanted := []figure{budgeted, activity, rowCount}
	if v.header.Info.CardEnvelopes {
		wanted = append(wanted, charged, refunded, paid)
	}
	f, err := v.figures(wanted...)
	if err != nil {
		return nil, err
	}
	s := fill(spanOf(f, records, switches), all, switches, records, f)
	if v.header.Info.CardEnvelopes {
		return s, v.fillCards(s, all, f)
	}
	return s, nil
}

func fill(span span, all []budget.Category, switches []budget.Rollover, records []budget.Month, f figures) *envelope.Snapshot {
	s := envelope.NewSnapshot(span.first, span.months(), all)
	for _, m := range records {
		s.Held[m.Month.Near()-span.first] += m.Held
	}
	f.copyTo(s.Uncategorised, span.first, seriesKey{activity, 0})
	for i := range s.Categories {
		c := &s.Categories[i]
		f.copyTo(c.Budgeted, span.first, seriesKey{budgeted, int64(c.No)})
		f.copyTo(c.Activity, span.first, seriesKey{activity, int64(c.No)})
		from, n := stretch(switches, c.No)
		c.Rollovers = switches[from : from+n : from+n]
	}
	return s
}

// stretch is where the switches of a category begin, and how many there are.
func stretch(switches []budget.Rollover, c budget.CategoryNo) (from, n int) {
	for from < len(switches) && switches[from].Category != c {
		from++
	}
	for from+n < len(switches) && switches[from+n].Category == c {
		n++
	}
	return from, n
}

func (f figures) copyTo(dest []money.Milli, first cal.Month, k seriesKey) {
	s := f[k]
	if s == nil {
		return
	}
	for i, v := range s.values {
		dest[s.first.Add(i).Near()-first] += money.Milli(v)
	}
}

// span is the months from the first to the last with data.
type span struct{ first, last cal.Month }

// cover takes a month in. One that is too far off counts as the nearest that is not:
// months up to it would have a figure in every category.
func (s *span) cover(m cal.Month) {
	m = m.Near()
	if s.first == 0 || m < s.first {
		s.first = m
	}
	s.last = max(s.last, m)
}

func (s *span) months() int {
	if s.first == 0 {
		return 0
	}
	return int(s.last-s.first) + 1
}

// spanOf is the months with figures, switches of rollover or a record of their own.
func spanOf(f figures, records []budget.Month, switches []budget.Rollover) (s span) {
	for _, one := range f {
		if len(one.values) > 0 {
			s.cover(one.first)
			s.cover(one.last())
		}
	}
	for _, m := range records {
		s.cover(m.Month)
	}
	for _, r := range switches {
		s.cover(r.From)
	}
	return s
}
