package finder

import "holdover/internal/budget"

// UsualPayees are the payees that rows with texts of a bank's usually have, in
// whatever account, by the text. Left out are texts that no row has, or that stand
// for many payees, and what is a transfer: to which account is for a person to say.
func (x *Index) UsualPayees(texts []string) map[string]budget.PayeeNo {
	wanted := make(map[string]*newest, len(texts))
	for _, text := range texts {
		if text != "" {
			wanted[text] = new(newest)
		}
	}
	open := len(wanted) // texts of which more rows are to be seen
	for i := len(x.segments) - 1; i >= 0 && open > 0; i-- {
		open -= x.segments[i].banked(wanted)
	}
	usual := map[string]budget.PayeeNo{}
	for text, n := range wanted {
		if h := n.habit(); h.Sure() {
			usual[text] = x.books.payee.key(h.Usual())
		}
	}
	return usual
}

// banked sees the rows that have a text which is wanted, the newest first, and says
// of how many texts it has seen enough.
func (s *segment) banked(wanted map[string]*newest) (enough int) {
	for row := s.len() - 1; row >= 0; row-- {
		text := s.bank.at(row)
		if len(text) == 0 || s.other[row] != 0 {
			continue
		}
		n := wanted[string(text)]
		if n == nil || n.known == remembered {
			continue
		}
		if n.see(s.payee[row]); n.known == remembered {
			enough++
		}
	}
	return enough
}
