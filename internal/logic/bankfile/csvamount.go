package bankfile

import (
	"fmt"
	"slices"
	"strings"

	"holdover/internal/base/money"
)

// bothSides reports whether every row has money out and money in.
func (m Mapping) bothSides(records []record) bool {
	rows := 0
	for _, rec := range records[:min(len(records), guessed)] {
		if _, err := m.Order.ParseDate(rec.cell(m.Date)); err != nil {
			continue
		}
		out, outErr := m.ParseAmount(rec.cell(m.Debit))
		in, inErr := m.ParseAmount(rec.cell(m.Credit))
		if rows++; outErr != nil || inErr != nil || out == 0 || in == 0 {
			return false
		}
	}
	return rows > 1
}

// amountOf returns the amount, and the column of an error.
func (m Mapping) amountOf(rec record) (money.Milli, int, error) {
	if m.Amount != 0 {
		amount, err := m.ParseAmount(rec.cell(m.Amount))
		if m.Direction == 0 || err != nil {
			return amount, m.Amount, err
		}
		way := rec.cell(m.Direction)
		if slices.Contains(neitherWords, fold(way)) {
			return 0, m.Direction, fmt.Errorf("%q is neither the word for money in nor for money out", clip(way))
		}
		if amount = amount.Abs(); strings.EqualFold(way, m.DebitWord) {
			amount = -amount
		}
		return amount, m.Amount, nil
	}
	var total, other money.Milli
	given := false
	for _, side := range []struct {
		column int
		sign   money.Milli
	}{{m.Debit, -1}, {m.Credit, 1}} {
		text := rec.cell(side.column)
		if strings.Trim(text, "-–—") == "" {
			continue
		}
		amount, err := m.ParseAmount(text)
		if err != nil {
			return 0, side.column, err
		}
		if amount != 0 && other != 0 && !m.nets {
			return 0, side.column, fmt.Errorf("one row has both money out and money in; enter it by hand")
		}
		given, other = true, amount
		total += side.sign * amount.Abs()
	}
	if !given {
		return 0, max(m.Debit, m.Credit), fmt.Errorf("the amount is missing")
	}
	return total, 0, nil
}

// leaveTotals omits rows that are named as a total and equal the sum of all others.
func (f *File) leaveTotals(s *Statement) {
	var sum money.Milli
	for i := range s.Rows {
		sum += s.Rows[i].Amount
	}
	s.Rows = slices.DeleteFunc(s.Rows, func(r Row) bool {
		if !totals[strings.Trim(strings.ToLower(r.Payee), ":.|* ")] || r.Amount*2 != sum {
			return false
		}
		f.bad(Problem{Line: r.Line, What: fmt.Sprintf("%q is the sum of the others and not a transaction", clip(r.Payee))})
		return true
	})
}
