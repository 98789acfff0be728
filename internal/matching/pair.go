package matching

import (
	"slices"

	"holdover/internal/budget"
	"holdover/internal/fault"
)

// Join makes a row that was there and one from outside a single row: what a
// person entered stays, and what the bank says is kept with it. The row from
// outside is to be one that could stand by itself; its id is kept.
func Join(here *budget.Transaction, came budget.Transaction) {
	match := &budget.Match{Came: came, Cleared: here.Cleared, Bank: here.Bank, Approved: here.Approved}
	bank := budget.Bank{}
	if came.Bank != nil {
		bank = *came.Bank
	}
	if own := here.Bank; own != nil && own.ImportID != "" { // it is known by its own; the other's is known by the match
		bank.ImportID, bank.PayeeName, bank.PayeeNameOriginal = own.ImportID, own.PayeeName, own.PayeeNameOriginal
	}
	bank.MatchedID, bank.Match = came.ID, match
	here.Bank = &bank
	if here.Cleared == budget.Uncleared {
		here.Cleared = came.Cleared
	}
}

// Mergeable refuses two rows that cannot be one: gone is the one that would go.
func Mergeable(stays, gone *budget.Transaction) error {
	switch {
	case stays.No == gone.No:
		return fault.New(fault.Invalid, "a transaction cannot be merged with itself").WithHint("choose two")
	case stays.Account != gone.Account:
		return fault.New(fault.Invalid, "the two are in different accounts").WithHint("move one of them first").AtField("account")
	case stays.Amount != gone.Amount:
		return fault.New(fault.Invalid, "the two have different amounts").WithHint("make them equal first").AtField("amount")
	case len(gone.Parts) > 0 || gone.Transfer.Account != 0:
		return fault.New(fault.Invalid, "a split or a transfer cannot go").WithHint("let it be the one that stays")
	case gone.Bank != nil && gone.Bank.Match != nil:
		return fault.New(fault.Invalid, "the transaction that would go is a match itself").WithHint("let it be the one that stays, or unmatch it first")
	case stays.Bank != nil && stays.Bank.Match != nil:
		return fault.New(fault.Invalid, "the transaction is a match already").WithHint("unmatch it first")
	}
	return nil
}

// Apart takes a match apart: here is the row without it, and the row from
// outside stands by itself again. Fault: Invalid where there is no match, or one
// that was not made here.
func Apart(here *budget.Transaction) (came budget.Transaction, err error) {
	if here.Bank == nil || here.Bank.Match == nil {
		return came, fault.New(fault.Invalid, "the transaction was not matched here").WithHint("nothing is known of what it was put together from")
	}
	match := here.Bank.Match
	here.Bank, here.Approved = match.Bank, match.Approved
	if here.Cleared != budget.Reconciled { // what agrees with the bank goes on doing so
		here.Cleared = match.Cleared
	}
	return match.Came, nil
}

// mostListings bounds what is stored of one transaction, for banks that write another id in each file.
const mostListings = 16

// AddListing stores with a transaction a form in which the bank lists it, so that the next file with that form is recognised.
func AddListing(t *budget.Transaction, l budget.Listing) {
	bank := budget.Bank{}
	if t.Bank != nil {
		bank = *t.Bank
	}
	bank.Listed = append(slices.Clone(bank.Listed), l)
	bank.Listed = bank.Listed[max(0, len(bank.Listed)-mostListings):]
	t.Bank = &bank
}
