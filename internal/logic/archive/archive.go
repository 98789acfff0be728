// Package archive decides which transactions of a budget can be folded into starting balances, and defines the file that
// contains them.
//
// A transaction is folded if it needs no more work and nothing outside the archive is linked with it. The others stay, so
// that the figures of later months do not depend on what the archive removes; see [Selection].
//
// Start with Selection, then file.go.
package archive

import (
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Reason is why a transaction before the border stays.
type Reason string

// The reasons.
const (
	Unapproved    Reason = "unapproved"
	Uncategorised Reason = "uncategorised" // it should have a category and has none
	Linked        Reason = "linked"        // the other side of its transfer stays, or is in another month
)

// Selection decides which transactions are folded. Add is called with each transaction before the border, then Decide.
//
// These stay: unapproved ones; those on budget accounts with a line that should have a category and has none; and one side
// of a transfer whose other side stays. A line of a transfer between two budget accounts has no category either. It is folded
// only with the opposite amount in the same month: then both sides together change no figure of any month.
type Selection struct {
	OnBudget   map[budget.AccountNo]bool
	Categories map[budget.CategoryNo]bool // all that exist

	stays map[budget.TxNo]Reason
	sides map[budget.Side]side
	links map[budget.TxNo][]budget.TxNo
	rows  int
}

// side is one side of a linked transfer.
type side struct {
	other       budget.Side
	amount      money.Milli
	month       civil.Month
	categorised bool
	needsTwin   bool // it is between budget accounts
}

// NewSelection returns an empty selection for a budget with these accounts and categories.
func NewSelection(accounts []budget.Account, categories []budget.Category) *Selection {
	s := &Selection{
		OnBudget: map[budget.AccountNo]bool{}, Categories: map[budget.CategoryNo]bool{},
		stays: map[budget.TxNo]Reason{}, sides: map[budget.Side]side{}, links: map[budget.TxNo][]budget.TxNo{},
	}
	for i := range accounts {
		s.OnBudget[accounts[i].No] = accounts[i].OnBudget
	}
	for i := range categories {
		s.Categories[categories[i].No] = true
	}
	return s
}

// Add considers a transaction before the border.
func (s *Selection) Add(t *budget.Transaction) {
	s.rows++
	if !t.Approved {
		s.stays[t.No] = Unapproved
	}
	for line := range t.Lines {
		categorised := s.Categories[line.Category]
		between := s.OnBudget[t.Account] && s.OnBudget[line.Transfer.Account]
		if s.OnBudget[t.Account] && !categorised && !between {
			s.stay(t.No, Uncategorised)
		}
		switch {
		case line.Transfer.Tx != 0:
			other := budget.Side{Tx: line.Transfer.Tx, Part: line.Transfer.Part}
			s.sides[budget.Side{Tx: t.No, Part: line.Part}] = side{other, line.Amount, t.Date.Month(), categorised, between && !categorised}
			s.links[t.No] = append(s.links[t.No], other.Tx)
		case between && !categorised:
			s.stay(t.No, Linked)
		}
	}
	if len(t.Parts) > 0 && t.Transfer.Tx != 0 { // a split as the other side of a transfer
		s.links[t.No] = append(s.links[t.No], t.Transfer.Tx)
	}
}

func (s *Selection) stay(no budget.TxNo, why Reason) {
	if s.stays[no] == "" {
		s.stays[no] = why
	}
}

// Decide finds the transactions that stay because of their links.
func (s *Selection) Decide() {
	back := map[budget.TxNo][]budget.TxNo{}
	for at, one := range s.sides {
		other, found := s.sides[one.other]
		if !found || one.needsTwin && (other.categorised || other.amount != -one.amount || other.month != one.month) {
			s.stay(at.Tx, Linked)
		}
	}
	for no, others := range s.links {
		for _, other := range others {
			back[other] = append(back[other], no)
		}
	}
	queue := make([]budget.TxNo, 0, len(s.stays))
	for no := range s.stays {
		queue = append(queue, no)
	}
	for len(queue) > 0 {
		no := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, linked := range slices.Concat(back[no], s.links[no]) {
			if s.stays[linked] == "" {
				s.stays[linked] = Linked
				queue = append(queue, linked)
			}
		}
	}
}

// Folds reports whether a transaction before the border is folded.
func (s *Selection) Folds(no budget.TxNo) bool { return s.stays[no] == "" }

// Stays returns the number of transactions before the border that stay, by reason.
func (s *Selection) Stays(t *budget.Transaction) Reason { return s.stays[t.No] }
