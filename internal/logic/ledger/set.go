package ledger

import (
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

// Setting is a change of many rows at once; nil fields stay unchanged.
type Setting struct {
	Account    *budget.AccountNo
	Date       *civil.Date
	Category   *budget.CategoryNo
	Cleared    *budget.Cleared
	FlagColour *string
	Approved   *bool
	Payee      *budget.PayeeNo
	Notes      func(before string) (after string, can bool)
}

// Set changes a row's fields. It returns false if the row cannot have the value and stays unchanged: a category on a
// split, on a transfer between two accounts on budget or on a row of a tracking account; a payee on a transfer. The
// parts of a split keep their payees and notes. A row that moves to a tracking account loses its category.
func (b *EditSet) Set(no budget.TxNo, s Setting) (bool, error) {
	t, err := b.row(no)
	if err != nil {
		return false, err
	}
	e := EntryOf(t)
	if s.Account != nil {
		e.Account = *s.Account
	}
	if s.Category != nil {
		if len(e.Parts) > 0 || (*s.Category != 0 && !b.categorised(e.Account, e.Other)) {
			return false, nil
		}
		e.Category = *s.Category
	}
	if s.Payee != nil {
		if e.Other != 0 || t.Transfer.Account != 0 {
			return false, nil
		}
		e.Payee = *s.Payee
	}
	if s.Notes != nil {
		after, can := s.Notes(e.Memo)
		if !can {
			return false, nil
		}
		e.Memo = after
	}
	if s.Date != nil {
		e.Date = *s.Date
	}
	if s.Cleared != nil {
		e.Cleared = *s.Cleared
	}
	if s.FlagColour != nil && *s.FlagColour != e.FlagColour {
		e.FlagColour, e.FlagName = *s.FlagColour, ""
	}
	if e.Account != t.Account {
		b.DropCategories(&e)
	}
	if err := b.Edit(no, e); err != nil {
		return false, err
	}
	if s.Approved != nil {
		t.Approved = *s.Approved
	}
	return true, nil
}

// Mark changes the data of a row that no rule checks: its id, whether it is approved or cleared, and the bank's data.
// The previous bank data is replaced, never modified in place.
func (b *EditSet) Mark(no budget.TxNo, mark func(*budget.Transaction)) error {
	t, err := b.row(no)
	if err == nil {
		mark(t)
	}
	return err
}
