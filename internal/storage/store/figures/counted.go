package figures

import "holdover/internal/model/budget"

// Counted determines how rows count: the accounts, with true for those on budget, and the cards that are envelopes.
type Counted struct {
	Accounts map[budget.AccountNo]bool
	Cards    map[budget.AccountNo]int // number of payment categories
}

// OnBudget reports whether an account is on budget.
func (c Counted) OnBudget(no budget.AccountNo) bool { return c.Accounts[no] }

// IsCard reports whether an account is a card with an envelope.
func (c Counted) IsCard(no budget.AccountNo) bool { return c.Cards[no] > 0 }

// IsPayment reports whether a line on a card only moves money within the budget.
func (c Counted) IsPayment(line budget.Line) bool {
	return line.Category == 0 && c.OnBudget(line.Transfer.Account)
}

// CountedIn returns how rows count in a budget. A card is an envelope if it has a payment category; there are none if
// cards are ordinary accounts.
func CountedIn(accounts []budget.Account, categories []budget.Category) Counted {
	in := Counted{make(map[budget.AccountNo]bool, len(accounts)), map[budget.AccountNo]int{}}
	for i := range accounts {
		in.Accounts[accounts[i].No] = accounts[i].OnBudget
	}
	for i := range categories {
		if card := categories[i].Card; card != 0 {
			in.Cards[card]++
		}
	}
	return in
}
