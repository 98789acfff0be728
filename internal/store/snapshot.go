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
// knowledge, which was read in this transaction. Another one there is what the new
// one is made after. What a Writer sees once it has written is never cached: it may
// never come to be.
func (v *View) figureSheet() (*envelope.Snapshot, *envelope.Sheet, error) {
	pure := len(v.written) == 0
	at := v.committed()
	last, of, _ := v.store.sheets.upTo(v.no, at)
	if pure && last.sheet != nil && of == at {
		return last.snapshot, last.sheet, nil
	}
	next, err := v.computed(last)
	if err != nil {
		return nil, nil, err
	}
	if pure {
		v.store.sheets.put(v.no, at, next, next.values())
	}
	return next.snapshot, next.sheet, nil
}

// computed are the figures of a budget, and what they were computed from.
type computed struct {
	lists    lists
	snapshot *envelope.Snapshot
	sheet    *envelope.Sheet // nil where nothing is
}

// values is how many there are: a figure a month in the lists; five in a cell, some
// fifteen in a month and three in a card's; and what the names of lists take.
func (c *computed) values() int {
	return len(c.lists.zeros)*(len(c.lists.made)+5*len(c.sheet.Rows)+3*len(c.sheet.Cards)+15) + 8*len(c.lists.made)
}

// computed is the sheet made after another one of the budget, whichever it is.
func (v *View) computed(last computed) (next computed, err error) {
	all, err := v.Categories()
	if err != nil {
		return next, err
	}
	switches, err := v.Rollovers()
	if err != nil {
		return next, err
	}
	records, err := v.Months()
	if err != nil {
		return next, err
	}
	f, err := v.figures()
	if err != nil {
		return next, err
	}
	span := spanOf(f, records, switches)
	next = computed{lists: last.lists.next(span.First, span.Months())}
	next.snapshot = fill(&next.lists, all, switches, records, f)
	if v.header.Info.CardEnvelopes {
		if err := v.fillCards(&next, last.sheet, all, f); err != nil {
			return next, err
		}
	}
	next.lists.before = nil
	next.sheet = last.sheet.Next(next.snapshot)
	return next, nil
}

func fill(l *lists, all []budget.Category, switches []budget.Rollover, records []budget.Month, f figures) *envelope.Snapshot {
	s := &envelope.Snapshot{
		First: l.first, Held: make([]money.Milli, len(l.zeros)), Uncategorised: l.of(f, seriesKey{activity, 0}), Categories: make([]envelope.Series, len(all)),
	}
	for _, m := range records {
		s.Held[m.Month.Near()-l.first] += m.Held
	}
	for i := range all {
		no := all[i].No
		from, n := stretch(switches, no)
		s.Categories[i] = envelope.Series{
			No: no, Income: all[i].Income, Budgeted: l.of(f, seriesKey{budgeted, int64(no)}), Activity: l.of(f, seriesKey{activity, int64(no)}),
			Rollovers: switches[from : from+n : from+n],
		}
	}
	return s
}

// lists are the figures of a snapshot, month by month. One that is the same as
// before keeps its list: by that the next sheet knows what it need not work out.
type lists struct {
	first  cal.Month
	zeros  []money.Milli // of a figure that is not there
	made   map[seriesKey]list
	before map[seriesKey]list // of the earlier lists, while these are made
}

type list struct {
	of      *series
	amounts []money.Milli
}

// next are lists to be made after these.
func (l *lists) next(first cal.Month, months int) lists {
	fresh := lists{first: first, made: make(map[seriesKey]list, len(l.made))}
	if first == l.first && months == len(l.zeros) {
		fresh.zeros, fresh.before = l.zeros, l.made
	} else {
		fresh.zeros = make([]money.Milli, months)
	}
	return fresh
}

// of is the list of a figure; it must not be changed.
func (l *lists) of(f figures, k seriesKey) []money.Milli {
	s := f[k]
	if s == nil {
		return l.zeros
	}
	made, found := l.before[k]
	if !found || made.of != s {
		made = list{s, make([]money.Milli, len(l.zeros))}
		for i, v := range s.values {
			made.amounts[s.first.Add(i).Near()-l.first] += milli(v)
		}
	}
	l.made[k] = made
	return made.amounts
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

// spanOf is the months with figures, switches of rollover or a record of their own. One that is too far off counts as the
// nearest that is not: months up to it would have a figure in every category.
func spanOf(f figures, records []budget.Month, switches []budget.Rollover) (s cal.Span) {
	for _, one := range f {
		if len(one.values) > 0 {
			s.Cover(one.first.Near())
			s.Cover(one.last().Near())
		}
	}
	for _, m := range records {
		s.Cover(m.Month.Near())
	}
	for _, r := range switches {
		s.Cover(r.From.Near())
	}
	return s
}
