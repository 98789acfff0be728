package rowindex

import (
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

// PayeeUse describes how a payee is used.
type PayeeUse struct {
	Lines    int               // rows and parts with the payee
	Last     civil.Date        // date of the newest line
	Category budget.CategoryNo // the usual category; a part without payee counts for its row's payee
}

// PayeeUses returns the use of each payee that rows or parts have.
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
			all[x.books.payee.key(code(c))] = PayeeUse{u.lines, u.last, x.books.category.key(u.usual())}
		}
	}
	return all
}

// use is a PayeeUse with codes instead of numbers.
type use struct {
	lines int
	last  civil.Date
	newest
}

// use counts a row, the newest first.
func (s *segment) use(row int, uses []use) {
	payee := s.payee[row]
	uses[payee].add(s.date[row])
	if s.state[row]&split == 0 {
		uses[payee].see(s.category[row])
		return
	}
	first, last := s.partsOf(row)
	for part := first; part < last; part++ {
		named := s.parts.payee[part]
		uses[named].add(s.date[row])
		if named == 0 {
			named = payee
		}
		uses[named].see(s.parts.category[part])
	}
}

func (u *use) add(date civil.Date) {
	u.lines++
	u.last = max(u.last, date)
}
