package rowindex

import (
	"slices"

	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// remembered is the number of newest lines with a choice that predict the next.
const remembered = 12

// newest holds the codes chosen for lines, categories or payees, newest first.
type newest struct {
	chosen [remembered]code
	known  int // their number
}

func (n *newest) see(chosen code) {
	if chosen != 0 && n.known < remembered {
		n.chosen[n.known] = chosen
		n.known++
	}
}

func (n *newest) habit() (h budget.LastChoicePredictor[code]) {
	for i := n.known - 1; i >= 0; i-- {
		h.Add(n.chosen[i])
	}
	return h
}

func (n *newest) usual() code {
	h := n.habit()
	return h.Predict()
}

// Like describes a line of which some fields are known.
type Like struct {
	Payee   budget.PayeeNo
	Account budget.AccountNo // zero if unknown
	Amount  money.Milli      // 0 if unknown
}

// UsualCategory returns the category that similar lines usually have, or zero: lines of the same payee, account and
// amount if two of the last three agree (a contract has the same amount each month), otherwise those of the payee and
// account (cash is spent on other things), otherwise those of the payee. Parts without payee have that of their row.
func (x *Index) UsualCategory(of Like) budget.CategoryNo { return x.CategorySuggester().Category(of) }

// CategorySuggester is UsualCategory for many lines, such as those of a bank file: it scans the rows once for each payee and
// account instead of once for each line. It is not safe for concurrent use.
type CategorySuggester struct {
	index *Index
	known map[payeeIn]*usual
}

type payeeIn struct {
	payee   budget.PayeeNo
	account budget.AccountNo
}

// CategorySuggester returns an empty cache of usual categories.
func (x *Index) CategorySuggester() *CategorySuggester {
	return &CategorySuggester{x, map[payeeIn]*usual{}}
}

// Category is UsualCategory.
func (u *CategorySuggester) Category(of Like) budget.CategoryNo {
	key := payeeIn{of.Payee, of.Account}
	one, known := u.known[key]
	if !known {
		one = u.index.usualOf(of.Payee, of.Account)
		u.known[key] = one
	}
	if one == nil {
		return 0
	}
	return u.index.books.category.key(one.category(of.Amount))
}

// usualOf collects the lines of a payee, or returns nil if there are none.
func (x *Index) usualOf(of budget.PayeeNo, in budget.AccountNo) *usual {
	payee, known := x.books.payee.look(of)
	if !known || of == 0 {
		return nil
	}
	account, known := x.books.account.look(in)
	u := &usual{payee: payee, account: account, inAccount: known && in != 0, exact: map[money.Milli]*newest{}}
	for _, s := range slices.Backward(x.segments) {
		u.segment(s)
	}
	return u
}

// usual collects the lines that resemble one, the newest first.
type usual struct {
	payee, account code
	inAccount      bool
	exact          map[money.Milli]*newest // of the payee, the account and an amount
	here           newest                  // of the payee and the account
	all            newest                  // of the payee
}

func (u *usual) segment(s *segment) {
	for row := s.len() - 1; row >= 0; row-- {
		here := u.inAccount && s.account[row] == u.account
		if s.state[row]&split == 0 {
			if s.payee[row] == u.payee {
				u.see(s.category[row], s.amount[row], here)
			}
			continue
		}
		first, last := s.partsOf(row)
		for part := first; part < last; part++ {
			if named := s.parts.payee[part]; named == u.payee || named == 0 && s.payee[row] == u.payee {
				u.see(s.parts.category[part], s.parts.amount[part], here)
			}
		}
	}
}

func (u *usual) see(category code, amount money.Milli, here bool) {
	if u.all.see(category); !here {
		return
	}
	u.here.see(category)
	if u.exact[amount] == nil {
		u.exact[amount] = &newest{}
	}
	u.exact[amount].see(category)
}

func (u *usual) category(amount money.Milli) code {
	if exact := u.exact[amount]; amount != 0 && exact != nil && exact.known > 1 {
		if h := exact.habit(); h.IsCertain() {
			return h.Predict()
		}
	}
	if u.here.known > 0 {
		return u.here.usual()
	}
	return u.all.usual()
}
