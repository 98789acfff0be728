package rowindex

import "holdover/internal/base/money"

// addColumns adds the conditions on the fields of a row itself.
func (a *amongIn) addColumns(s *search) {
	if a.accounts != nil {
		s.require(func(m *marks, in *segment) { keepCodes(m, in.account, a.accounts, a.Accounts.Not) })
	}
	if a.flags != nil {
		s.choose(func(m *marks, in *segment) { keepCodes(m, in.flag, a.flags, a.Flags.Not) })
	}
	if a.Cleared.Of != nil {
		s.choose(func(m *marks, in *segment) {
			keep(m, in.state, func(is state) bool { return a.cleared[is&clearedBits] != a.Cleared.Not })
		})
	}
	if a.Least != nil || a.Most != nil {
		s.choose(func(m *marks, in *segment) {
			keep(m, in.amount, func(is money.Milli) bool {
				return (a.Least == nil || is.Abs() >= *a.Least) && (a.Most == nil || is.Abs() <= *a.Most)
			})
		})
	}
	if a.Split != Either {
		s.choose(func(m *marks, in *segment) {
			keep(m, in.state, func(is state) bool { return is&split != 0 == (a.Split == Yes) })
		})
	}
	if a.Receipt != Either {
		s.choose(a.keepReceipt)
	}
	if a.Scheduled != Either {
		s.choose(func(m *marks, in *segment) {
			m.each(func(row int) {
				if a.isAlike(in, row) != (a.Scheduled == Yes) {
					m.clear(row)
				}
			})
		})
	}
	switch a.Unapproved {
	case Either:
	case Yes:
		s.choose(func(m *marks, in *segment) { m.and(&in.unapproved) })
	case No:
		s.choose(func(m *marks, in *segment) { m.without(&in.unapproved) })
	}
}

// keepReceipt keeps rows with a receipt, or those without.
func (a *amongIn) keepReceipt(m *marks, in *segment) {
	var have marks
	for _, row := range in.having(a.WithReceipts) {
		have.set(row)
	}
	if a.Receipt == Yes {
		m.and(&have)
	} else {
		m.without(&have)
	}
}

// keepCodes keeps rows with a marked code, or, if not is true, with an unmarked code.
func keepCodes(m *marks, column []code, marked []bool, not bool) {
	keep(m, column, func(is code) bool { return marked[is] != not })
}

// addLines adds the conditions that a row meets itself or by a part.
func (a *amongIn) addLines(s *search) {
	byLine := s.Counts == "" || s.Any // otherwise the counting lines are tested one by one
	if a.categories != nil && byLine {
		s.choose(func(m *marks, in *segment) {
			lineBy(m, in, a.Categories.Not, func(l *lines, hit func(int)) { eachMarked(l.category, a.categories, hit) })
		})
	}
	if a.payees != nil && byLine {
		s.choose(a.keepPayees)
	}
	if a.Transfer != Either {
		s.choose(func(m *marks, in *segment) {
			lineBy(m, in, a.Transfer == No, func(l *lines, hit func(int)) {
				for i, other := range l.other {
					if other != 0 {
						hit(i)
					}
				}
			})
		})
	}
	if a.Uncategorised != Either {
		s.choose(func(m *marks, in *segment) { s.books.keepUncategorised(m, in, a.Uncategorised) })
	}
}

// keepPayees keeps rows with a marked payee, or those without. A part without payee has its row's.
func (a *amongIn) keepPayees(m *marks, in *segment) {
	none := len(a.payees) > 0 && a.payees[0]
	lineBy(m, in, a.Payees.Not, func(l *lines, hit func(int)) {
		eachMarked(l.payee, a.payees, func(i int) {
			if l.payee[i] != 0 || none && l == &in.lines {
				hit(i)
			}
		})
	})
}

// eachMarked calls hit for each line with a marked code.
func eachMarked(column []code, marked []bool, hit func(int)) {
	for i, is := range column {
		if marked[is] {
			hit(i)
		}
	}
}

// addTexts adds the conditions on payees' names and on notes. They take the most time, so they are last.
func (a *amongIn) addTexts(s *search) {
	byRow := s.Counts == "" || s.Any // otherwise the counting lines are tested one by one
	if a.Tags.Of != nil && byRow {
		s.choose(a.keepTagged)
	}
	for _, words := range [][]wanted{a.payeeWords, a.noteWords} {
		if len(words) > 0 {
			s.choose(func(m *marks, in *segment) { keepWords(m, in, words) })
		}
	}
	if a.PayeeRegexp != nil && byRow {
		s.choose(func(m *marks, in *segment) {
			lineBy(m, in, a.PayeeRegexp.Not, func(l *lines, hit func(int)) { eachMarked(l.payee, a.matchingPayees, hit) })
		})
	}
	if a.NotesRegexp != nil && byRow {
		s.choose(a.NotesRegexp.keepNotes)
	}
}
