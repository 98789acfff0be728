package envelope

import (
	"slices"

	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Next computes a sheet from a snapshot and reuses an earlier sheet, which may be nil: a category keeps its row if
// its figures are in the identical slices.
func (sheet *Sheet) Next(s *Snapshot) *Sheet {
	next := &Sheet{
		First:  s.First,
		Months: make([]MonthFigures, s.Months()),
		Rows:   make([]Row, len(s.Categories)),
		at:     make(map[budget.CategoryNo]int, len(s.Categories)),
		cards:  s.Cards != nil,
		of:     s,
	}
	if !sheet.resembles(s) {
		sheet = nil
	}
	var pays map[budget.CategoryNo]int
	next.Cards, pays = cardsOf(s)
	for i := range s.Categories {
		c := &s.Categories[i]
		next.at[c.No] = i
		if _, payment := pays[c.No]; payment {
			continue // the amounts moved to it are computed last
		}
		row := &next.Rows[i]
		if was, same := sheet.row(s, c); same && sheet.sameOrder(s, was) {
			*row = *was
		} else {
			*row = s.row(c)
		}
		if !c.Income {
			next.move(s, row)
		}
	}
	overspent := make([]money.Milli, s.Months()+1) // [i] is the overspending of month i-1
	next.addUncategorised(s, overspent)
	for no, card := range pays {
		next.Rows[next.at[no]] = s.payment(&s.Categories[next.at[no]], &next.Cards[card])
	}
	for i := range next.Rows {
		next.add(&next.Rows[i], overspent)
	}
	next.sumUp(s, overspent)
	return next
}

// Assigned returns the sheet with other budgeted amounts. It needs no order of lines on cards: more budgeted money
// never leaves more charges uncovered.
func (sheet *Sheet) Assigned(list []Assignment) *Sheet {
	if len(list) == 0 {
		return sheet
	}
	s := *sheet.of
	s.Categories = slices.Clone(s.Categories)
	for _, a := range list {
		c := &s.Categories[sheet.at[a.Category]]
		c.Budgeted = slices.Clone(c.Budgeted)
		c.Budgeted[a.Month-s.First] = a.Budgeted
	}
	return sheet.Next(&s)
}

// resembles reports whether rows of the earlier sheet can be reused: it begins in the same month, and the same
// categories pay its cards. Slices of other months are never identical.
func (sheet *Sheet) resembles(s *Snapshot) bool {
	return sheet != nil && sheet.First == s.First && sheet.cards == (s.Cards != nil) &&
		(s.Cards == nil || slices.EqualFunc(sheet.of.Cards.All, s.Cards.All, func(a, b Card) bool { return a.Account == b.Account && a.Category == b.Category }))
}

// row returns the earlier row of a category, and reports whether it was computed from the identical slices, apart
// from the order of lines on cards. A nil sheet has none.
func (sheet *Sheet) row(s *Snapshot, c *Series) (*Row, bool) {
	if sheet == nil {
		return nil, false
	}
	i, known := sheet.at[c.No]
	if !known {
		return nil, false
	}
	was := &sheet.of.Categories[i]
	return &sheet.Rows[i], was.Income == c.Income && same(was.Budgeted, c.Budgeted) && same(was.Activity, c.Activity) && slices.Equal(was.Rollovers, c.Rollovers) &&
		slices.EqualFunc(sheet.of.on(c.No), s.on(c.No), func(a, b OnCard) bool {
			return a.Card == b.Card && same(a.Net, b.Net) && same(a.Refunds, b.Refunds)
		})
}

// sameOrder reports whether the order of a row's lines on cards is the identical slice, if it matters.
func (sheet *Sheet) sameOrder(s *Snapshot, row *Row) bool {
	return !slices.ContainsFunc(row.contested, func(m int) bool { return !same(sheet.of.order(row.No, m), s.order(row.No, m)) })
}

// same reports whether two slices share their memory. It does not compare elements.
func same[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// Contested returns the cells in which the order of lines decides which card gets the category's money: those that
// could not cover the charges of several cards.
func Contested(s *Snapshot) []budget.CellKey { return (*Sheet)(nil).NextContested(s) }

// NextContested is Contested, after an earlier sheet of the budget or none.
func (sheet *Sheet) NextContested(s *Snapshot) []budget.CellKey {
	if s.Cards == nil {
		return nil
	}
	if !sheet.resembles(s) {
		sheet = nil
	}
	var cells []budget.CellKey
	look := func(c *Series) {
		if len(s.on(c.No)) < 2 || c.Income || s.pays(c.No) {
			return
		}
		var months []int
		if row, same := sheet.row(s, c); same {
			months = row.contested
		} else {
			months = s.contested(c)
		}
		for _, m := range months {
			cells = append(cells, budget.CellKey{Category: c.No, Month: s.First.Add(m)})
		}
	}
	for i := range s.Categories {
		look(&s.Categories[i])
	}
	look(s.uncategorised())
	return cells
}
