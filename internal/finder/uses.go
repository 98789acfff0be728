package finder

import (
	"holdover/internal/budget"
	"holdover/internal/cal"
)

// PayeeUse is what a payee is used for.
type PayeeUse struct {
	Lines    int               // rows and parts that name it
	Last     cal.Date          // of the newest of them
	Category budget.CategoryNo // that its newest categorised line has; the parts of a split that name no payee are its row's
}

// PayeeUses are the payees that rows or parts name.
func (x *Index) PayeeUses() map[budget.PayeeNo]PayeeUse {
	uses := make([]use, x.books.payee.size())
	for i := len(x.segments) - 1; i >= 0; i-- {
		s := x.segments[i]
		for row := s.len() - 1; row >= 0; row-- {
			s.use(row, uses)
		}
	}
	all := make(map[budget.PayeeNo]PayeeUse, len(uses))
	for c, u := range uses {
		if c > 0 && u.lines > 0 {
			all[x.books.payee.key(code(c))] = PayeeUse{u.lines, u.last, x.books.category.key(u.category)}
		}
	}
	return all
}

// use is a PayeeUse in codes.
type use struct {
	lines    int
	last     cal.Date
	category code
}

// use counts a row, the newest first.
func (s *segment) use(row int, uses []use) {
	payee := s.payee[row]
	uses[payee].add(s.date[row])
	if s.state[row]&split == 0 {
		uses[payee].categorise(s.category[row])
		return
	}
	first, last := s.partsOf(row)
	for part := first; part < last; part++ {
		named := s.parts.payee[part]
		uses[named].add(s.date[row])
		if named == 0 {
			named = payee
		}
		uses[named].categorise(s.parts.category[part])
	}
}

func (u *use) add(date cal.Date) {
	u.lines++
	u.last = max(u.last, date)
}

func (u *use) categorise(category code) {
	if u.category == 0 {
		u.category = category
	}
}

// LastCategory is the category of a payee's newest categorised line, none where
// it has none: see [PayeeUse].
func (x *Index) LastCategory(payee budget.PayeeNo) budget.CategoryNo {
	of, known := x.books.payee.look(payee)
	if !known {
		return 0
	}
	uses := make([]use, x.books.payee.size())
	for i := len(x.segments) - 1; i >= 0; i-- {
		s := x.segments[i]
		for row := s.len() - 1; row >= 0; row-- {
			if s.payee[row] != of && s.state[row]&split == 0 {
				continue
			}
			if s.use(row, uses); uses[of].category != 0 {
				return x.books.category.key(uses[of].category)
			}
		}
	}
	return 0
}
