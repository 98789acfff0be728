package rowindex

import (
	"slices"

	"holdover/internal/base/money"
)

// condition is one test of a filter: it clears the marks of the rows of a segment that do not meet it.
type condition func(m *marks, in *segment)

// addConditions translates the filter's fields into conditions, those on columns first and those on texts last: each
// tests only the rows that the previous ones left.
func (s *search) addConditions(words []wanted) {
	if s.account != 0 {
		s.require(func(m *marks, in *segment) { keepEqual(m, in.account, s.account) })
	}
	if s.OffCards {
		s.require(func(m *marks, in *segment) {
			keep(m, in.account, func(is code) bool { return !s.books.isCardEnvelope(is) })
		})
	}
	if s.OnBudget {
		s.require(func(m *marks, in *segment) { keep(m, in.account, s.books.isOnBudget) })
	}
	s.addColumns()
	if s.among != nil {
		s.among.addColumns(s)
	}
	s.addLines()
	if s.among != nil {
		s.among.addLines(s)
		s.among.addTexts(s)
	}
	if len(words) > 0 {
		s.require(func(m *marks, in *segment) { keepWords(m, in, words) })
	}
}

// require adds a condition that must hold.
func (s *search) require(c condition) { s.required = append(s.required, c) }

// choose adds a condition that must hold, or, if the filter asks for any of its conditions, is one of the alternatives.
func (s *search) choose(c condition) {
	if s.Any {
		s.alternatives = append(s.alternatives, c)
		return
	}
	s.require(c)
}

// keepAny keeps rows that meet at least one condition.
func keepAny(m *marks, in *segment, conditions []condition) {
	var hits marks
	for _, c := range conditions {
		untested := *m
		untested.without(&hits)
		c(&untested, in)
		hits.or(&untested)
	}
	*m = hits
}

// addColumns adds the conditions on the fields of a row itself.
func (s *search) addColumns() {
	if s.Flag != "" {
		s.choose(known(s.flag, func(m *marks, in *segment) { keepEqual(m, in.flag, s.flag) }))
	}
	if s.Unapproved {
		s.choose(func(m *marks, in *segment) { m.and(&in.unapproved) })
	}
	if s.Uncategorised {
		s.choose(func(m *marks, in *segment) { s.books.keepUncategorised(m, in, Yes) })
	}
	if s.Cleared != "" {
		s.choose(func(m *marks, in *segment) {
			wanted := slices.Index(clearedStates, s.Cleared) // no row has an unknown state
			keep(m, in.state, func(is state) bool { return int(is&clearedBits) == wanted })
		})
	}
	if s.Min != nil || s.Max != nil {
		s.choose(func(m *marks, in *segment) {
			keep(m, in.amount, func(is money.Milli) bool { return (s.Min == nil || is >= *s.Min) && (s.Max == nil || is <= *s.Max) })
		})
	}
}

// known returns a condition on a record with a code, or one that no row meets if the record has none.
func known(c code, meets condition) condition {
	if c == 0 {
		return func(m *marks, _ *segment) { *m = marks{} }
	}
	return meets
}

// addLines adds the conditions that a row meets itself or by a part.
func (s *search) addLines() {
	if s.Category != 0 {
		s.choose(known(s.category, func(m *marks, in *segment) {
			either(m, in, func(l *lines, hit func(int)) { equal(l.category, s.category, hit) })
		}))
	}
	if s.Payee != 0 {
		s.choose(known(s.payee, func(m *marks, in *segment) {
			either(m, in, func(l *lines, hit func(int)) { equal(l.payee, s.payee, hit) })
		}))
	}
	if s.Counts != "" {
		s.require(func(m *marks, in *segment) {
			m.each(func(row int) {
				if counts, _ := s.counted(in, row); !counts {
					m.clear(row)
				}
			})
		})
	}
	if s.Spent {
		s.require(func(m *marks, in *segment) {
			m.each(func(row int) {
				if !s.isSpent(in, row) {
					m.clear(row)
				}
			})
		})
	}
}

// keepUncategorised keeps rows on budget accounts with a line that lacks a category, or the other rows.
func (b *interners) keepUncategorised(m *marks, in *segment, only Only) {
	if only == Yes {
		m.and(&in.bare)
	}
	m.each(func(row int) {
		lacks := in.bare.has(row) && b.isOnBudget(in.account[row]) && b.lacksCategory(in, row)
		if lacks != (only == Yes) {
			m.clear(row)
		}
	})
}
