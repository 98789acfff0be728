package matching

import (
	"fmt"
	"strconv"
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

// countedOf is what all counted ids of an amount on a day begin with; empty for an id of another kind.
func countedOf(importID string) string {
	if kindOf(importID) != counted {
		return ""
	}
	return importID[:strings.LastIndexByte(importID, ':')+1]
}

// Recount is a counted id as it is, or the first of its amount and day that is free where it is taken. Others stay.
func Recount(importID string, taken func(importID string) bool) string {
	of := countedOf(importID)
	if of == "" || !taken(importID) {
		return importID
	}
	for nth := 1; ; nth++ {
		if id := of + strconv.Itoa(nth); !taken(id) {
			return id
		}
	}
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
