package matching

import (
	"fmt"
	"strings"

	"holdover/internal/cal"
	"holdover/internal/money"
)

// kind is how an import id was made.
type kind int

const (
	typed   kind = iota // none: the row was typed in
	bankOwn             // from the bank's own number of the row
	counted             // by counting
	foreign             // by somebody else's program
	kinds
)

const (
	bankIDMark    = "bank:"
	countedIDMark = "YNAB:"
)

// BankID is the import id of a row that the bank has a number for.
func BankID(number string) string { return bankIDMark + number }

// CountedID is the id of the nth row of an amount on a day, in the form that the
// source gives such rows itself: what was imported from a bank's file there is
// known again here.
func CountedID(d cal.Date, amount money.Milli, nth int) string {
	return fmt.Sprintf("%s%d:%s:%d", countedIDMark, int64(amount), d, nth)
}

func kindOf(importID string) kind {
	switch {
	case importID == "":
		return typed
	case strings.HasPrefix(importID, bankIDMark):
		return bankOwn
	case strings.HasPrefix(importID, countedIDMark):
		return counted
	}
	return foreign
}
