package figures

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// Lists contains the figures of a snapshot as lists by month. An unchanged figure has the same slice as before, by
// which the next sheet recognises it.
type Lists struct {
	first  civil.Month
	zeros  []money.Milli // the list of a missing figure
	made   map[Key]list
	before map[Key]list // the previous lists, until Done
}

type list struct {
	of      *Series
	amounts []money.Milli
}

// Next returns empty lists that reuse the slices of these. Call Done after the last list is made.
func (l *Lists) Next(first civil.Month, months int) Lists {
	fresh := Lists{first: first, made: make(map[Key]list, len(l.made))}
	if first == l.first && months == len(l.zeros) {
		fresh.zeros, fresh.before = l.zeros, l.made
	} else {
		fresh.zeros = make([]money.Milli, months)
	}
	return fresh
}

// Done releases the previous slices.
func (l *Lists) Done() { l.before = nil }

// Months returns the number of months in each list.
func (l *Lists) Months() int { return len(l.zeros) }

// Made returns the number of lists.
func (l *Lists) Made() int { return len(l.made) }

// of returns the list of a figure, which must not be changed.
func (l *Lists) of(f Set, k Key) []money.Milli {
	s := f[k]
	if s == nil {
		return l.zeros
	}
	made, found := l.before[k]
	if !found || made.of != s {
		made = list{s, make([]money.Milli, len(l.zeros))}
		for i, v := range s.values {
			made.amounts[s.first.Add(i).Near()-l.first] += money.Milli(v)
		}
	}
	l.made[k] = made
	return made.amounts
}

// Snapshot returns the input of a sheet, without card envelopes.
func (l *Lists) Snapshot(f Set, all []budget.Category, switches []budget.Rollover, records []budget.Month) *envelope.Snapshot {
	s := &envelope.Snapshot{
		First: l.first, Held: make([]money.Milli, len(l.zeros)), Uncategorised: l.of(f, Activity.Of(0)), Moved: l.of(f, OnTheWay.Of(0)),
		Categories: make([]envelope.Series, len(all)),
	}
	for _, m := range records {
		s.Held[m.Month.Near()-l.first] += m.Held
	}
	for i := range all {
		no := all[i].No
		from, n := stretch(switches, no)
		s.Categories[i] = envelope.Series{
			No: no, Income: all[i].Income, Budgeted: l.of(f, Budgeted.Of(int64(no))), Activity: l.of(f, Activity.Of(int64(no))),
			Rollovers: switches[from : from+n : from+n],
		}
	}
	return s
}

// stretch returns the position of a category's first switch and the number of its switches.
func stretch(switches []budget.Rollover, c budget.CategoryNo) (from, n int) {
	for from < len(switches) && switches[from].Category != c {
		from++
	}
	for from+n < len(switches) && switches[from+n].Category == c {
		n++
	}
	return from, n
}

// Cards returns the input for the figures of card envelopes, except the order of lines.
func (l *Lists) Cards(f Set, all []budget.Category, in Counted) *envelope.Cards {
	cards := &envelope.Cards{On: make(map[budget.CategoryNo][]envelope.OnCard, len(all)+1)}
	// The cards are ordered by account, so that a cached order stays valid when categories move.
	cards.All = envelope.CardsOf(all, in.OnBudget, 0)
	for i := range cards.All {
		cards.All[i].Paid = l.of(f, Paid.Of(int64(cards.All[i].Account)))
	}
	l.onCards(cards, 0, f)
	for i := range all {
		l.onCards(cards, all[i].No, f)
	}
	return cards
}

// onCards adds the lines of a category, or of none, on each card.
func (l *Lists) onCards(cards *envelope.Cards, category budget.CategoryNo, f Set) {
	var lines []envelope.OnCard
	for i := range cards.All {
		net, refunds := Charged.OfPair(cards.All[i].Account, category), Refunded.OfPair(cards.All[i].Account, category)
		on := envelope.OnCard{Card: i, Net: l.of(f, net)}
		if f[refunds] != nil {
			on.Refunds = l.of(f, refunds)
		}
		if f[net] != nil || on.Refunds != nil {
			lines = append(lines, on)
		}
	}
	if lines != nil {
		cards.On[category] = lines
	}
}
