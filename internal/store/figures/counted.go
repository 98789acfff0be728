package figures

import "holdover/internal/budget"

// Counted says how rows count: which accounts there are, true for those on budget,
// and which of them are cards that are kept as envelopes.
type Counted struct {
	Accounts map[budget.AccountNo]bool
	Cards    map[budget.AccountNo]int // by how many payment categories
}

// OnBudget says whether an account is on budget.
func (c Counted) OnBudget(no budget.AccountNo) bool { return c.Accounts[no] }

// IsCard says whether an account is a card that is kept as an envelope.
func (c Counted) IsCard(no budget.AccountNo) bool { return c.Cards[no] > 0 }

// IsPayment says whether a line on a card only moves money within the budget.
func (c Counted) IsPayment(line budget.Line) bool {
	return line.Category == 0 && c.OnBudget(line.Transfer.Account)
}

// CountedIn is how rows count in a budget. A card is an envelope by having a
// payment category: there are none where cards are accounts like any other.
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
