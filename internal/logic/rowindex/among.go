package rowindex

import (
	"slices"

	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// MultiFilter holds the conditions of a filter beyond one value of each field: several values or their exclusion, words in
// one field, kinds of rows. All must hold, unless [Filter.Any] is set.
type MultiFilter struct {
	Accounts   Values[budget.AccountNo]
	Categories Values[budget.CategoryNo]
	Payees     Values[budget.PayeeNo]
	Flags      Values[string]
	Cleared    Values[budget.Cleared]
	Tags       Values[string] // by their keys

	PayeeWords, Notes        string       // words as in Filter.Text, in the payee or in the notes
	PayeeRegexp, NotesRegexp *Regexp      // of the payee's name, which a row without payee does not have, or of the notes
	Least, Most              *money.Milli // both included, of the whole row, whichever its sign

	Split, Transfer, Uncategorised, Unapproved Only

	Receipt      Only
	WithReceipts []budget.TxNo // rows with a receipt, in order
	Scheduled    Only
	Schedules    []Pattern // rows that resemble one of these
}

// Pattern describes recurring rows: their account, their transfer account or else their payee, and a range of amounts.
type Pattern struct {
	Account     budget.AccountNo
	Payee       budget.PayeeNo
	Other       budget.AccountNo
	Least, Most money.Milli // both included
}

// Values is a list of values to include or exclude; a nil list includes all. A row has a value if it, or one of its
// parts, has it; the zero value stands for rows without any.
type Values[K comparable] struct {
	Of  []K
	Not bool
}

// Has reports whether a value is included.
func (v Values[K]) Has(k K) bool { return v.Of == nil || slices.Contains(v.Of, k) != v.Not }

// Only is a condition that rows must meet or must not meet.
type Only int8

// The values of Only.
const (
	Either Only = iota
	Yes
	No
)

// wantedCodes reports, by code, which values are included; nil includes all.
func wantedCodes[K comparable](b *interner[K], v Values[K]) []bool {
	if v.Of == nil {
		return nil
	}
	marked := make([]bool, b.size())
	for _, k := range v.Of {
		var none K
		if c, known := b.look(k); known || k == none {
			marked[c] = true
		}
	}
	return marked
}

// amongIn is an Among translated into the codes of the columns.
type amongIn struct {
	*MultiFilter
	accounts, categories, payees, flags []bool
	cleared                             [clearedBits + 1]bool
	payeeWords, noteWords               []wanted
	matchingPayees                      []bool             // by PayeeRegexp
	alike                               map[code][]alikeIn // by account
}

// alikeIn is an Alike translated into codes.
type alikeIn struct {
	payee, other code
	least, most  money.Milli
}

func (x *Index) among(a *MultiFilter) *amongIn {
	if a == nil {
		return nil
	}
	b := &x.books
	in := &amongIn{
		MultiFilter: a, accounts: wantedCodes(&b.account, a.Accounts), categories: wantedCodes(&b.category, a.Categories),
		payees: wantedCodes(&b.payee, a.Payees), flags: wantedCodes(&b.flag, a.Flags),
	}
	for state, cleared := range clearedStates {
		in.cleared[state] = slices.Contains(a.Cleared.Of, cleared)
	}
	for _, like := range a.Schedules {
		if account, known := b.account.look(like.Account); known {
			if in.alike == nil {
				in.alike = map[code][]alikeIn{}
			}
			payee, _ := b.payee.look(like.Payee)
			other, hasOther := b.account.look(like.Other)
			if hasOther == (like.Other != 0) && (hasOther || payee != 0 || like.Payee == 0) { // otherwise no row matches; the payee of a transfer does not count
				in.alike[account] = append(in.alike[account], alikeIn{payee, other, like.Least, like.Most})
			}
		}
	}
	in.payeeWords, in.noteWords = x.wanted(a.PayeeWords, inPayee), x.wanted(a.Notes, inNotes)
	if a.PayeeRegexp != nil {
		in.matchingPayees = a.PayeeRegexp.namesMatching(b.payeeNames, b.payee.size())
	}
	return in
}

// isAlike reports whether a row resembles a scheduled one.
func (a *amongIn) isAlike(in *segment, row int) bool {
	for _, like := range a.alike[in.account[row]] {
		amount, payee, other := in.amount[row], in.lines.payee[row], in.lines.other[row]
		if amount >= like.least && amount <= like.most && other == like.other && (other != 0 || payee == like.payee) {
			return true
		}
	}
	return false
}
