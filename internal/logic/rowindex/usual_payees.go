package rowindex

import "holdover/internal/model/budget"

// UsualPayees returns, by the bank's text, the payees that rows with these texts usually have, in any account. It omits
// texts that no row has and those without one usual payee. Transfers do not count, because the user must choose the
// account of a transfer.
func (x *Index) UsualPayees(texts []string) map[string]budget.PayeeNo {
	wanted := make(map[string]*newest, len(texts))
	for _, text := range texts {
		if text != "" {
			wanted[text] = new(newest)
		}
	}
	for i := len(x.segments) - 1; i >= 0 && !haveEnoughRows(wanted); i-- {
		x.segments[i].recordPayees(wanted)
	}
	usual := map[string]budget.PayeeNo{}
	for text, payees := range wanted {
		if predictor := payees.habit(); predictor.IsCertain() {
			usual[text] = x.books.payee.key(predictor.Predict())
		}
	}
	return usual
}

// recordPayees records the payees of the rows with a wanted text, the newest first.
func (s *segment) recordPayees(wanted map[string]*newest) {
	for row := s.len() - 1; row >= 0; row-- {
		text := s.bank.at(row)
		if len(text) == 0 || s.other[row] != 0 {
			continue
		}
		if payees := wanted[string(text)]; payees != nil {
			payees.see(s.payee[row])
		}
	}
}

// haveEnoughRows reports whether enough rows were recorded for every text.
func haveEnoughRows(wanted map[string]*newest) bool {
	for _, payees := range wanted {
		if payees.known < remembered {
			return false
		}
	}
	return true
}
