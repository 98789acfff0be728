package finder

import (
	"holdover/internal/budget"
	"holdover/internal/money"
)

// remembered is how many lines for which something was chosen, the newest, say what is usual.
const remembered = 12

// newest is what was chosen for lines, the newest first: categories or payees, in codes.
type newest struct {
	chosen [remembered]code
	known  int // of them
}

func (n *newest) see(chosen code) {
	if chosen != 0 && n.known < remembered {
		n.chosen[n.known] = chosen
		n.known++
	}
}

func (n *newest) habit() (h budget.Habit[code]) {
	for i := n.known - 1; i >= 0; i-- {
		h.See(n.chosen[i])
	}
	return h
}

func (n *newest) usual() code {
	h := n.habit()
	return h.Usual()
}

// Like is a line as far as it is known.
type Like struct {
	Payee   budget.PayeeNo
	Account budget.AccountNo // none where it is not known
	Amount  money.Milli      // 0 where it is not known
}

// UsualCategory is the category that lines like one usually have, none where there
// are none: lines of its payee, account and amount where two of the last three of
// them agree (a contract has the same amount each month), else those of its payee
// and account (what is paid in cash is for something else), else those of its payee.
// The parts of a split that name no payee are its row's.
func (x *Index) UsualCategory(of Like) budget.CategoryNo {
	payee, known := x.books.payee.look(of.Payee)
	if !known || of.Payee == 0 {
		return 0
	}
	account, known := x.books.account.look(of.Account)
	u := usual{payee: payee, account: account, inAccount: known && of.Account != 0, amount: of.Amount}
	for i := len(x.segments) - 1; i >= 0 && u.exact.known < remembered; i-- {
		u.segment(x.segments[i])
	}
	return x.books.category.key(u.category())
}

// usual gathers lines like one, the newest first.
type usual struct {
	payee, account code
	inAccount      bool
	amount         money.Milli
	exact          newest // of the payee, the account and the amount
	here           newest // of the payee and the account
	all            newest // of the payee
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
	if u.here.see(category); u.amount != 0 && amount == u.amount {
		u.exact.see(category)
	}
}

func (u *usual) category() code {
	if h := u.exact.habit(); u.exact.known > 1 && h.Sure() {
		return h.Usual()
	}
	if u.here.known > 0 {
		return u.here.usual()
	}
	return u.all.usual()
}
