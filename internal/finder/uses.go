package finder

import "holdover/internal/budget"

// PayeeRows is how many rows name each payee, themselves or in a part: as many
// as a filter for that payee chooses.
func (x *Index) PayeeRows() map[budget.PayeeNo]int {
	counts := make([]int, x.books.payee.size())
	for _, s := range x.segments {
		for _, payee := range s.payee {
			counts[payee]++
		}
		for part, payee := range s.parts.payee {
			if first, _ := s.partsOf(int(s.partOwner[part])); !s.named(first, part, payee) {
				counts[payee]++
			}
		}
	}
	rows := make(map[budget.PayeeNo]int, len(counts))
	for c, payee := range x.books.payee.keys {
		if c > 0 && counts[c] > 0 {
			rows[payee] = counts[c]
		}
	}
	return rows
}

// named says whether the row of a part names a payee, or one of its parts from
// first to before this one does.
func (s *segment) named(first, part int, payee code) bool {
	if s.payee[s.partOwner[part]] == payee {
		return true
	}
	for p := first; p < part; p++ {
		if s.parts.payee[p] == payee {
			return true
		}
	}
	return false
}

// LastCategory is the category of the newest line with a payee that has one,
// none where there is no such line. The parts of a split that name no payee are
// its row's.
func (x *Index) LastCategory(payee budget.PayeeNo) budget.CategoryNo {
	of, known := x.books.payee.look(payee)
	if !known {
		return 0
	}
	for i := len(x.segments) - 1; i >= 0; i-- {
		s := x.segments[i]
		for row := s.len() - 1; row >= 0; row-- {
			if category := s.categoryFor(row, of); category != 0 {
				return x.books.category.keys[category]
			}
		}
	}
	return 0
}

// categoryFor is the category of a row's first line that is a payee's.
func (s *segment) categoryFor(row int, payee code) code {
	if s.state[row]&split == 0 {
		if s.payee[row] == payee {
			return s.category[row]
		}
		return 0
	}
	first, last := s.partsOf(row)
	for part := first; part < last; part++ {
		named := s.parts.payee[part]
		if category := s.parts.category[part]; category != 0 && (named == payee || named == 0 && s.payee[row] == payee) {
			return category
		}
	}
	return 0
}
