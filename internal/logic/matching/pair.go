package matching

import (
	"cmp"
	"slices"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

// Join merges an incoming row into an existing one. The user's entries are unchanged, and the bank's data is stored
// with them. The incoming row is stored too, with its id, so that Apart can restore it. It has to be a complete
// transaction.
func Join(here *budget.Transaction, came budget.Transaction) {
	match := &budget.Match{Came: came, Cleared: here.Cleared, Bank: here.Bank, Approved: here.Approved}
	bank := budget.Bank{}
	if came.Bank != nil {
		bank = *came.Bank
	}
	if own := here.Bank; own != nil && own.ImportID != "" { // its own import id identifies it; the match contains the other's
		bank.ImportID, bank.PayeeName, bank.PayeeNameOriginal = own.ImportID, own.PayeeName, own.PayeeNameOriginal
	}
	bank.MatchedID, bank.Match = came.ID, match
	here.Bank = &bank
	if here.Cleared == budget.Uncleared {
		here.Cleared = came.Cleared
	}
}

// SideDates returns the dates of both sides of a transfer when the bank of one side lists it on a day. If the bank of the
// other side has listed it on another day, each side gets the day of its bank. Sides that are reconciled or have a category
// keep their dates.
func SideDates(t, other *budget.Transaction, listed civil.Date) (own, others civil.Date) {
	own, others = t.Date, other.Date
	if other.Bank == nil || other.Bank.ImportID == "" {
		return own, others
	}
	otherListed := other.Date
	if m := other.Bank.Match; m != nil {
		otherListed = m.Came.Date
	}
	if listed == otherListed {
		return own, others
	}
	moves := func(t *budget.Transaction) bool { return t.Cleared != budget.Reconciled && t.Category == 0 }
	if moves(t) {
		own = listed
	}
	if moves(other) {
		others = otherListed
	}
	return own, others
}

// Mergeable returns an error unless two rows can be merged. gone is the one that is removed.
func Mergeable(stays, gone *budget.Transaction) error {
	switch {
	case stays.No == gone.No:
		return apperr.New(apperr.Invalid, "a transaction cannot be merged with itself").WithHint("choose two")
	case stays.Account != gone.Account:
		return apperr.New(apperr.Invalid, "the transactions are in different accounts").WithHint("move one of them first").AtField("account")
	case stays.Amount != gone.Amount:
		return apperr.New(apperr.Invalid, "the transactions have different amounts").WithHint("make them equal first").AtField("amount")
	case len(gone.Parts) > 0 || gone.Transfer.Account != 0:
		return apperr.New(apperr.Invalid, "a split or a transfer cannot be merged into another").WithHint("keep that one")
	case gone.Bank != nil && gone.Bank.Match != nil:
		return apperr.New(apperr.Invalid, "the transaction to be deleted is already matched").WithHint("keep that one, or unmatch it first")
	case stays.Bank != nil && stays.Bank.Match != nil:
		return apperr.New(apperr.Invalid, "the transaction is already matched").WithHint("unmatch it first")
	}
	return nil
}

// Apart undoes Join. It restores the existing row and returns the incoming one. It returns an Invalid error if the
// row is not the result of Join.
func Apart(here *budget.Transaction) (came budget.Transaction, err error) {
	if here.Bank == nil || here.Bank.Match == nil {
		return came, apperr.New(apperr.Invalid, "the transaction was not matched in Holdover").WithHint("its original transactions are not known")
	}
	match := here.Bank.Match
	here.Bank, here.Approved, here.Date = match.Bank, match.Approved, cmp.Or(match.Date, here.Date)
	if here.Cleared != budget.Reconciled { // a reconciled row stays reconciled
		here.Cleared = match.Cleared
	}
	return match.Came, nil
}

// mostListings limits the listings stored with a transaction, for banks that write another id in each file.
const mostListings = 16

// AddListing stores a form in which the bank lists a transaction, so that the next file with that form is recognised.
func AddListing(t *budget.Transaction, l budget.Listing) {
	bank := budget.Bank{}
	if t.Bank != nil {
		bank = *t.Bank
	}
	bank.Listed = append(slices.Clone(bank.Listed), l)
	bank.Listed = bank.Listed[max(0, len(bank.Listed)-mostListings):]
	t.Bank = &bank
}
