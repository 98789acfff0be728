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
	noImport  kind = iota // the transaction was typed in
	bankID                // from the bank's own number
	countedID             // by counting
	foreignID             // by another program
)

const (
	bankIDMark    = "bank:"
	countedIDMark = "YNAB:"
)

// BankID returns the import id of a transaction that the bank has a number for.
func BankID(number string) string { return bankIDMark + number }

// CountedID returns the import id of the nth transaction of an amount on a day. The
// source writes such ids in the same form.
func CountedID(d cal.Date, amount money.Milli, nth int) string {
	return fmt.Sprintf("%s%d:%s:%d", countedIDMark, int64(amount), d, nth)
}

// counted is an import id that may be a counted one.
type counted string

// parse returns the day and amount that a counted id was made of.
func (id counted) parse() (day cal.Date, amount money.Milli, ok bool) {
	rest, is := strings.CutPrefix(string(id), countedIDMark)
	parts := strings.Split(rest, ":")
	if !is || len(parts) != 3 {
		return 0, 0, false
	}
	n, err := strconv.ParseInt(parts[0], 10, 64)
	if err != nil {
		return 0, 0, false
	}
	day, err = cal.ParseDate(parts[1])
	return day, money.Milli(n), err == nil
}

// FreeID returns the import id of a new transaction: its own where that is free,
// otherwise the first free counted one. Banks use their numbers again.
func FreeID(r *Row, isTaken func(importID string) bool) string {
	if !isTaken(r.ImportID) {
		return r.ImportID
	}
	for nth := 1; ; nth++ {
		if id := CountedID(r.Date, r.Amount, nth); !isTaken(id) {
			return id
		}
	}
}

func kindOf(importID string) kind {
	switch {
	case importID == "":
		return noImport
	case strings.HasPrefix(importID, bankIDMark):
		return bankID
	case strings.HasPrefix(importID, countedIDMark):
		return countedID
	}
	return foreignID
}
