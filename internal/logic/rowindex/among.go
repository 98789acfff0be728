package rowindex

import (
	"slices"

	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// MultiFilter holds the conditions of a filter beyond one value of each field: several values or their exclusion, words in
// one field, kinds of rows. All must hold.
type MultiFilter struct {
	Accounts   Values[budget.AccountNo]
	Categories Values[budget.CategoryNo]
	Payees     Values[budget.PayeeNo]
	Flags      Values[string]
	Cleared    Values[budget.Cleared]
	Tags       Values[string] // by their keys

	PayeeWords, Notes string       // words as in Filter.Text, in the payee or in the notes
	Least, Most       *money.Milli // both included, of the whole row, whichever its sign

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
	words                               []wanted
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
	in.words = append(x.wanted(a.PayeeWords, inPayee), x.wanted(a.Notes, inNotes)...)
	return in
}

// byRow keeps rows if their own fields meet the conditions.
func (a *amongIn) byRow(m *marks, in *segment) {
	if a.accounts != nil {
		keepCodes(m, in.account, a.accounts, a.Accounts.Not)
	}
	if a.flags != nil {
		keepCodes(m, in.flag, a.flags, a.Flags.Not)
	}
	if a.Cleared.Of != nil {
		keep(m, in.state, func(is state) bool { return a.cleared[is&clearedBits] != a.Cleared.Not })
	}
	if a.Least != nil || a.Most != nil {
		keep(m, in.amount, func(is money.Milli) bool {
			return (a.Least == nil || is.Abs() >= *a.Least) && (a.Most == nil || is.Abs() <= *a.Most)
		})
	}
	if a.Split != Either {
		keep(m, in.state, func(is state) bool { return is&split != 0 == (a.Split == Yes) })
	}
	if a.Receipt != Either {
		var have marks
		for _, row := range in.having(a.WithReceipts) {
			have.set(row)
		}
		if a.Receipt == Yes {
			m.and(&have)
		} else {
			m.without(&have)
		}
	}
	if a.Scheduled != Either {
		m.each(func(row int) {
			if a.isAlike(in, row) != (a.Scheduled == Yes) {
				m.clear(row)
			}
		})
	}
	switch a.Unapproved {
	case Either:
	case Yes:
		m.and(&in.unapproved)
	case No:
		m.without(&in.unapproved)
	}
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

// keepCodes keeps rows with a marked code, or, if not is true, with an unmarked code.
func keepCodes(m *marks, column []code, marked []bool, not bool) {
	keep(m, column, func(is code) bool { return marked[is] != not })
}

// byLine keeps rows that meet the conditions themselves or by a part.
func (a *amongIn) byLine(books *interners, m *marks, in *segment, counts Side) {
	if a.categories != nil && counts == "" { // otherwise the counting lines were tested one by one
		lineBy(m, in, a.Categories.Not, func(l *lines, hit func(int)) { eachMarked(l.category, a.categories, hit) })
	}
	if a.payees != nil && counts == "" { // a part without payee has its row's
		none := len(a.payees) > 0 && a.payees[0]
		lineBy(m, in, a.Payees.Not, func(l *lines, hit func(int)) {
			eachMarked(l.payee, a.payees, func(i int) {
				if l.payee[i] != 0 || none && l == &in.lines {
					hit(i)
				}
			})
		})
	}
	if a.Transfer != Either {
		lineBy(m, in, a.Transfer == No, func(l *lines, hit func(int)) {
			for i, other := range l.other {
				if other != 0 {
					hit(i)
				}
			}
		})
	}
	if a.Uncategorised != Either {
		m.each(func(row int) {
			lacks := in.bare.has(row) && books.isOnBudget(in.account[row]) && books.lacksCategory(in, row)
			if lacks != (a.Uncategorised == Yes) {
				m.clear(row)
			}
		})
	}
	if a.Tags.Of != nil && counts == "" {
		a.keepTagged(m, in)
	}
	keepWords(m, in, a.words)
}

// eachMarked calls hit for each line with a marked code.
func eachMarked(column []code, marked []bool, hit func(int)) {
	for i, is := range column {
		if marked[is] {
			hit(i)
		}
	}
}
