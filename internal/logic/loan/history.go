package loan

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Line is a transaction of a loan's account, or a part of it.
type Line struct {
	Date   civil.Date
	Amount money.Milli // positive if it lowers the debt
	Payee  string
	Type   string // the source's debt_transaction_type; "" if unknown
	// Transfer reports whether the line is a transfer.
	Transfer bool
}

// History is what happened in a loan's account up to a day. The debt is Start - Principal() + Other.
type History struct {
	Start    money.Milli // the debt of the starting balance
	Paid     money.Milli // all payments
	Interest money.Milli
	Escrow   money.Milli
	Other    money.Milli // what else raised the debt: fees, more borrowing, corrections
	Last     civil.Date  // of the last payment; 0 if there was none
	// Ends are the debts at the ends of the months from First on; the last one is that of the present month.
	First civil.Month
	Ends  []money.Milli
}

// Principal returns the part of the payments that lowered the debt.
func (h *History) Principal() money.Milli { return h.Paid - h.Interest - h.Escrow }

// Owed returns the debt after the last line.
func (h *History) Owed() money.Milli { return h.Start - h.Principal() + h.Other }

// add counts a line by its type: the source's, or that of its payee. What lowers the debt otherwise is a payment, unless it
// is a balance adjustment.
func (h *History) add(l *Line) {
	key := budget.NameKey(l.Payee)
	is := func(payee string) bool { return !l.Transfer && key == budget.NameKey(payee) }
	switch {
	case is(budget.StartingBalance):
		h.Start -= l.Amount
	case l.Type == budget.DebtInterest || is(budget.InterestPayee):
		h.Interest -= l.Amount
	case l.Type == budget.DebtEscrow || is(budget.EscrowPayee):
		h.Escrow -= l.Amount
	case l.Amount > 0 && !is(budget.ManualAdjustment) && !is(budget.ReconciliationAdjustment):
		h.Paid += l.Amount
		h.Last = max(h.Last, l.Date)
	default:
		h.Other -= l.Amount
	}
}

// HistoryOf returns the history of a loan up to today from the lines of its account, in the order of their dates.
// Months before 1900 are left out of Ends.
func HistoryOf(lines []Line, today civil.Date) *History {
	h := &History{}
	for i := range lines {
		l := &lines[i]
		if l.Date > today {
			break
		}
		if m := l.Date.Month(); h.First == 0 && !m.FarOff() {
			h.First = m
		}
		h.endBefore(l.Date.Month())
		h.add(l)
	}
	if h.First != 0 {
		h.endBefore(today.Month() + 1)
	}
	return h
}

// endBefore adds the ends of the months before a month.
func (h *History) endBefore(m civil.Month) {
	for h.First != 0 && h.First.Add(len(h.Ends)) < m {
		h.Ends = append(h.Ends, h.Owed())
	}
}
