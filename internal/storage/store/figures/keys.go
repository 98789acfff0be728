package figures

import (
	"fmt"

	"holdover/internal/model/budget"
)

// Kind is the kind of a figure. Derived figures are in table series: one row per category or account, with all its
// months packed. A household of twenty years has some 300 such rows; one row for each figure and month would be
// 60,000. Therefore a budget with a million transactions opens as fast as one with a thousand.
type Kind int64

// The kinds of figures.
const (
	Budgeted  Kind = 1 // by category: the cells' budgeted amounts
	Activity  Kind = 2 // by category, 0 for none: lines on budget accounts
	Cleared   Kind = 3 // by account: rows cleared or reconciled
	Uncleared Kind = 4 // by account: rows not cleared
	RowCount  Kind = 5 // by account: number of rows

	// Charged, Refunded and Paid exist for card envelopes only.
	Charged  Kind = 6 // by card and category: lines on the card except transfers within the budget
	Refunded Kind = 7 // the positive lines of Charged
	Paid     Kind = 8 // by card: transfers within the budget

	// OnTheWay sums the lines of transfers with two dates within the budget, which Activity leaves out. Its number is 0.
	OnTheWay Kind = 9
)

// Key identifies a figure of an account or category.
type Key struct {
	Kind Kind
	No   int64
}

// Of returns the key of the figure for an account or category number.
func (k Kind) Of(no int64) Key { return Key{k, no} }

// categoryBits masks the category in the number of a figure of a card and a category.
const categoryBits = 1<<32 - 1

// OfPair returns the key of a figure of a card and a category. Both numbers must be below 2^31.
func (k Kind) OfPair(card budget.AccountNo, category budget.CategoryNo) Key {
	return Key{k, int64(card)<<32 | int64(category)}
}

// Pair returns the card and the category of such a key.
func (k Key) Pair() (budget.AccountNo, budget.CategoryNo) {
	return budget.AccountNo(k.No >> 32), budget.CategoryNo(k.No & categoryBits)
}

// String returns a description of the figure with its category or account.
func (k Key) String() string {
	names := map[Kind]string{
		Budgeted: "budgeted of category", Activity: "activity of category", Cleared: "cleared balance of account",
		Uncleared: "uncleared balance of account", RowCount: "number of rows of account", Paid: "payments of card", OnTheWay: "money on its way",
	}
	if k.Kind == Charged || k.Kind == Refunded {
		account, category := k.Pair()
		return fmt.Sprintf("sum on card %d of category %d", account, category)
	}
	return fmt.Sprintf("%s %d", names[k.Kind], k.No)
}
