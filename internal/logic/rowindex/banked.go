package rowindex

import "holdover/internal/model/budget"

// UsualPayees returns, by the bank's text, the payees that rows with these texts usually have, in any account. It
// omits texts of no row, texts of many payees, and transfers, because the user must choose the account of a transfer.
func (x *Index) UsualPayees(texts []string) map[string]budget.PayeeNo {
	wanted := make(map[string]*newest, len(texts))
	for _, text := range texts {
		if text != "" {
			wanted[text] = new(newest)
		}
	}
	for i := len(x.segments) - 1; i >= 0 && !allKnown(wanted); i-- {
		x.segments[i].banked(wanted)
	}
	usual := map[string]budget.PayeeNo{}
	for text, n := range wanted {
		if h := n.habit(); h.IsCertain() {
			usual[text] = x.books.payee.key(h.Predict())
		}
	}
	return usual
}

// banked records the rows with a wanted text, the newest first.
func (s *segment) banked(wanted map[string]*newest) {
	for row := s.len() - 1; row >= 0; row-- {
		text := s.bank.at(row)
		if len(text) == 0 || s.other[row] != 0 {
			continue
		}
		if n := wanted[string(text)]; n != nil {
			n.see(s.payee[row])
		}
	}
}

// allKnown reports whether enough rows were seen for every text.
func allKnown(wanted map[string]*newest) bool {
	for _, n := range wanted {
		if n.known < remembered {
			return false
		}
	}
	return true
}
