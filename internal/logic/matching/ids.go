package matching

import (
	"fmt"
	"strconv"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// kind is the origin of an import id.
type kind int

const (
	noImport  kind = iota // a user entered the transaction
	bankID                // contains the bank's number
	countedID             // counted within the day and amount
	foreignID             // assigned by another program
)

const (
	bankIDMark    = "bank:"
	countedIDMark = "YNAB:"
)

// BankID returns the import id of a transaction to which the bank has assigned a number.
func BankID(number string) string { return bankIDMark + number }

// CountedID returns the import id of the nth transaction of an amount on a day. The
// source writes such ids in the same form.
func CountedID(d civil.Date, amount money.Milli, nth int) string {
	return fmt.Sprintf("%s%d:%s:%d", countedIDMark, int64(amount), d, nth)
}

// counted is an import id that may have the form of CountedID.
type counted string

// parse returns the day and amount in a counted id.
func (id counted) parse() (day civil.Date, amount money.Milli, ok bool) {
	rest, is := strings.CutPrefix(string(id), countedIDMark)
	parts := strings.Split(rest, ":")
	if !is || len(parts) != 3 {
		return 0, 0, false
	}
	n, err := strconv.ParseInt(parts[0], 10, 64)
	if err != nil {
		return 0, 0, false
	}
	day, err = civil.ParseDate(parts[1])
	return day, money.Milli(n), err == nil
}

// FreeID returns the import id of a new transaction: its own if that is free, else the first free counted one. Banks
// reuse their numbers.
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
