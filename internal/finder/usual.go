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
	amounts := map[money.Milli]*newest{}
	if of.Amount != 0 {
		amounts[of.Amount] = &newest{}
	}
	u := x.usualOf(of.Payee, of.Account, amounts)
	if u == nil {
		return 0
	}
	for i := len(x.segments) - 1; i >= 0 && (of.Amount == 0 || amounts[of.Amount].known < remembered); i-- {
		u.segment(x.segments[i])
	}
	return x.books.category.key(u.category(of.Amount))
}

// Usuals is UsualCategory of many lines, as of a bank's file: the rows are looked through
// once for each payee and account, and not for each line. It is for one goroutine.
type Usuals struct {
	index *Index
	known map[payeeIn]*usual
}

type payeeIn struct {
	payee   budget.PayeeNo
	account budget.AccountNo
}

// Usuals begins to say what is usual.
func (x *Index) Usuals() *Usuals { return &Usuals{x, map[payeeIn]*usual{}} }

// Category is UsualCategory.
func (u *Usuals) Category(of Like) budget.CategoryNo {
	key := payeeIn{of.Payee, of.Account}
	one, known := u.known[key]
	if !known {
		if one = u.index.usualOf(of.Payee, of.Account, map[money.Milli]*newest{}); one != nil {
			one.everyAmount = true
			for i := len(u.index.segments) - 1; i >= 0; i-- {
				one.segment(u.index.segments[i])
			}
		}
		u.known[key] = one
	}
	if one == nil {
		return 0
	}
	return u.index.books.category.key(one.category(of.Amount))
}

// usualOf begins to gather the lines of a payee, nil where there are none.
func (x *Index) usualOf(of budget.PayeeNo, in budget.AccountNo, amounts map[money.Milli]*newest) *usual {
	payee, known := x.books.payee.look(of)
	if !known || of == 0 {
		return nil
	}
	account, known := x.books.account.look(in)
	return &usual{payee: payee, account: account, inAccount: known && in != 0, exact: amounts}
}

// usual gathers lines like one, the newest first.
type usual struct {
	payee, account code
	inAccount      bool
	exact          map[money.Milli]*newest // of the payee, the account and an amount that is wanted
	everyAmount    bool                    // all of them are
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
	exact := u.exact[amount]
	if exact == nil && u.everyAmount && amount != 0 {
		exact = &newest{}
		u.exact[amount] = exact
	}
	if exact != nil {
		exact.see(category)
	}
}

func (u *usual) category(amount money.Milli) code {
	if exact := u.exact[amount]; exact != nil && exact.known > 1 {
		if h := exact.habit(); h.Sure() {
			return h.Usual()
		}
	}
	if u.here.known > 0 {
		return u.here.usual()
	}
	return u.all.usual()
}
