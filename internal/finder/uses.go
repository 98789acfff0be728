package finder

import (
	"holdover/internal/budget"
	"holdover/internal/cal"
)

// PayeeUse is what a payee is used for.
type PayeeUse struct {
	Lines    int               // rows and parts that name it
	Last     cal.Date          // of the newest of them
	Category budget.CategoryNo // that its lines usually have; the parts of a split that name no payee are its row's
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
			all[x.books.payee.key(code(c))] = PayeeUse{u.lines, u.last, x.books.category.key(u.usual())}
		}
	}
	return all
}

// remembered is how many of a payee's categorised lines, the newest, say what is
// usual.
const remembered = 12

// use is a PayeeUse in codes.
type use struct {
	lines      int
	last       cal.Date
	categories [remembered]code // the newest first
	known      int              // of them
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
	if category != 0 && u.known < remembered {
		u.categories[u.known] = category
		u.known++
	}
}

// usual is the category that the lines usually have.
func (u *use) usual() code {
	var habit budget.Habit[code]
	for i := u.known - 1; i >= 0; i-- {
		habit.See(u.categories[i])
	}
	return habit.Usual()
}

// UsualCategory is the category that a payee's lines usually have, none where they
// have none: see [PayeeUse].
func (x *Index) UsualCategory(payee budget.PayeeNo) budget.CategoryNo {
	of, known := x.books.payee.look(payee)
	if !known {
		return 0
	}
	uses := make([]use, x.books.payee.size())
	for i := len(x.segments) - 1; i >= 0 && uses[of].known < remembered; i-- {
		s := x.segments[i]
		for row := s.len() - 1; row >= 0; row-- {
			if s.payee[row] == of || s.state[row]&split != 0 {
				s.use(row, uses)
			}
		}
	}
	return x.books.category.key(uses[of].usual())
}
