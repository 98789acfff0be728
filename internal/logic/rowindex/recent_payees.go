package rowindex

import (
	"slices"

	"holdover/internal/model/budget"
)

// RecentPayee is a payee with the category that UsualCategory returns for it in any account; zero for none.
type RecentPayee struct {
	Payee    budget.PayeeNo
	Category budget.CategoryNo
}

// RecentPayees returns the most recently used of the payees that counts accepts, at most limit. It scans the rows once.
func (x *Index) RecentPayees(limit int, counts func(budget.PayeeNo) bool) []RecentPayee {
	var used []RecentPayee
	var lines []newest
	const unseen, ignored = 0, -1
	at := make([]int, x.books.payee.size()) // by code: the position in used plus one
	see := func(payee, category code) {
		if at[payee] == unseen {
			no := x.books.payee.key(payee)
			if at[payee] = ignored; no != 0 && len(used) < limit && counts(no) {
				used, lines = append(used, RecentPayee{Payee: no}), append(lines, newest{})
				at[payee] = len(used)
			}
		}
		if at[payee] > 0 {
			lines[at[payee]-1].see(category)
		}
	}
	for _, s := range slices.Backward(x.segments) {
		s.eachLineBackward(see)
	}
	for i := range used {
		used[i].Category = x.books.category.key(lines[i].usual())
	}
	return used
}

// eachLineBackward passes the payee and the category of each line to see, newest row first. Parts without payee have that
// of their row.
func (s *segment) eachLineBackward(see func(payee, category code)) {
	for row := s.len() - 1; row >= 0; row-- {
		if s.state[row]&split == 0 {
			see(s.payee[row], s.category[row])
			continue
		}
		first, last := s.partsOf(row)
		for part := first; part < last; part++ {
			payee := s.parts.payee[part]
			if payee == 0 {
				payee = s.payee[row]
			}
			see(payee, s.parts.category[part])
		}
	}
}
