package cleanup

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

const (
	reasonHold    = "YNAB showed less: it reserved this money for later months"
	reasonHeld    = "a hold exists already and was entered by hand"
	reasonNoMoney = "nothing is left to budget in this month"
	reasonLess    = "YNAB showed more: a hold can only reduce"
	reasonBelow   = "YNAB was below zero: a hold stops at zero"
)

// HoldBack proposes to hold, in every month of the document, the part of To Budget beyond YNAB's figure. A hold only
// moves money between months of the display: no later month changes. Months with a hold do not change, so card debt,
// which changes To Budget, is proposed first.
func HoldBack(in *Input, choices Choices) *Proposal {
	w := begin(Holds, in, &choices)
	w.proposeHolds()
	if debt := Debt(in, choices); !debt.Empty() {
		w.proposal.First = CardDebt
	}
	return w.done()
}

func (w *work) proposeHolds() {
	months := iterutil.ByKey(w.in.Budget.Months, func(m budget.Month) civil.Month { return m.Month })
	for _, s := range w.in.Source {
		i, ok := w.index(s.Month)
		if !ok || s.ReadyToAssign == nil || w.toBudget[i] == *s.ReadyToAssign {
			continue
		}
		shown := *s.ReadyToAssign
		item := Item{ID: "hold:" + s.Month.String(), Action: Nothing, Month: s.Month}
		switch {
		case months[s.Month].Held != 0:
			item.Reason = reasonHeld
		case w.toBudget[i] < shown:
			item.Reason = reasonLess
		case w.toBudget[i] <= 0:
			item.Reason = reasonNoMoney
		default:
			item.Action, item.Reason = Hold, reasonHold
			item.Amount = w.toBudget[i] - max(0, shown)
			if shown < 0 {
				item.Reason = reasonBelow
			}
		}
		if !w.propose(item) {
			continue
		}
		w.toBudget[i] -= item.Amount // the next month's funds stay the same
		w.proposal.Changes.Holds = append(w.proposal.Changes.Holds, MonthHold{Month: s.Month, Held: item.Amount})
	}
}
