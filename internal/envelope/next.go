package envelope

import (
	"slices"

	"holdover/internal/budget"
	"holdover/internal/money"
)

// Next is Compute, after an earlier sheet of the budget or none: a category whose
// figures are made of the very same lists keeps its row, and is not worked out again.
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
			continue // what moves to it is known last
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
	overspent := make([]money.Milli, s.Months()+1) // [i] is what month i-1 was overspent
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

// Assigned is the sheet with other budgeted amounts in its months. No order of lines on cards is asked for: where more is
// budgeted, no more of them go without.
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

// resembles says whether rows of an earlier sheet can be those of the next: it begins in
// the same month, and the same categories pay its cards. Lists of other months are no
// longer the same.
func (sheet *Sheet) resembles(s *Snapshot) bool {
	return sheet != nil && sheet.First == s.First && sheet.cards == (s.Cards != nil) &&
		(s.Cards == nil || slices.EqualFunc(sheet.of.Cards.All, s.Cards.All, func(a, b Card) bool { return a.Account == b.Account && a.Category == b.Category }))
}

// row is the earlier row of a category, and whether it is made of the very same lists,
// but for the order of lines on cards. Nil has none.
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

// sameOrder says whether the order of a row's lines on cards is the very same, where it matters.
func (sheet *Sheet) sameOrder(s *Snapshot, row *Row) bool {
	return !slices.ContainsFunc(row.contested, func(m int) bool { return !same(sheet.of.order(row.No, m), s.order(row.No, m)) })
}

// same says that two lists are one and the same: not that they have the same in them,
// which would have to be looked for.
func same[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// Contested are the cells in which the order of lines decides which card gets what
// the category has: those that were not enough for the charges of several cards.
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
