package rowindex

import (
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

// Plain is a row with its texts as written, without its parts.
type Plain struct {
	No      budget.TxNo
	Account budget.AccountNo
	Date    civil.Date
	Flag    string
	Bank    string
	Split   bool
	Line
}

// Newest yields all rows, the newest first. The yielded row is reused for the next one.
func (x *Index) Newest(yield func(*Plain) bool) {
	var r Plain
	for i := len(x.segments) - 1; i >= 0; i-- {
		s := x.segments[i]
		for row := s.len() - 1; row >= 0; row-- {
			s.plain(&x.books, row, &r)
			if !yield(&r) {
				return
			}
		}
	}
}

func (s *segment) plain(b *interners, row int, r *Plain) {
	*r = Plain{
		No: s.no[row], Account: b.account.key(s.account[row]), Date: s.date[row], Flag: b.flag.key(s.flag[row]),
		Bank: string(s.bank.at(row)), Split: s.state[row]&split != 0,
		Line: Line{
			Amount: s.amount[row], Payee: b.payee.key(s.payee[row]), Category: b.category.key(s.category[row]),
			Other: b.account.key(s.other[row]), Memo: string(s.written.at(row)),
		},
	}
	if r.Memo == "" {
		r.Memo = string(s.memo.at(row))
	}
}
