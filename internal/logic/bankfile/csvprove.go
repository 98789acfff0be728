package bankfile

import (
	"slices"

	"holdover/internal/base/money"
)

// prove uses arithmetic to decide points that headers leave open or name wrongly: the columns of amount and balance,
// whether spending has no minus, and whether fees are added. It reports whether it decided them.
func (g *guess) prove(columns []int) bool {
	if g.proveByBalances(columns) {
		g.used = append(g.used, g.m.Amount, g.m.Debit, g.m.Credit)
		return true
	}
	return g.proveByEnds()
}

func (g *guess) proveByBalances(columns []int) bool {
	if g.m.Balance != 0 && g.amountNamed() && g.provesOne(g.m) {
		return true
	}
	if len(g.rows) < 3 { // two rows can agree by chance
		return false
	}
	for _, balance := range columns {
		if named(g.headers.cell(balance), amountWords, debitWords, creditWords) || g.m.Balance != 0 && balance != g.m.Balance {
			continue
		}
		m := g.m
		m.Balance, m.Fee = balance, 0
		m.Amount, m.Debit, m.Credit, m.Direction, m.DebitWord = 0, 0, 0, 0, ""
		if g.provesSides(m, columns) || g.provesAmount(m, columns) {
			return true
		}
	}
	empty := func(r record) bool {
		amount, _, err := g.m.amountOf(r)
		return err == nil && amount == 0
	}
	// An amount of zero may be in another column.
	return g.m.Balance != 0 && !slices.ContainsFunc(g.rows, empty) && g.provesOne(g.m)
}

// amountNamed reports whether a header names the columns of the amount.
func (g *guess) amountNamed() bool {
	return g.m.Debit != 0 || g.m.Credit != 0 || named(g.headers.cell(g.m.Amount), amountWords, debitWords, creditWords)
}

// provesSides tries two columns for money out and money in. It is called before provesAmount: in a cash book, one of
// the two columns alone agrees with the balances if the other is empty.
func (g *guess) provesSides(m Mapping, columns []int) bool {
	for _, out := range columns {
		for _, in := range columns {
			if in == out || in == m.Balance || out == m.Balance || named(g.headers.cell(out), balanceWords) || named(g.headers.cell(in), balanceWords) || g.bothWays(out, in) {
				continue
			}
			m.Debit, m.Credit = out, in
			if g.moves(out) && g.moves(in) && g.balances(m) && g.convincing(m) {
				g.m = m
				return true
			}
		}
	}
	return false
}

// provesAmount tries one column for both directions.
func (g *guess) provesAmount(m Mapping, columns []int) bool {
	for _, amount := range columns {
		m.Amount = amount
		if amount != m.Balance && !named(g.headers.cell(amount), balanceWords) && g.convincing(m) && g.provesOne(m) {
			return true
		}
	}
	return false
}

// moves reports whether a column contains an amount other than zero.
func (g *guess) moves(column int) bool {
	return slices.ContainsFunc(g.samples(column), func(text string) bool {
		amount, err := g.m.ParseAmount(text)
		return err == nil && amount != 0
	})
}

// leastDigits is the number of digits of amounts that have to agree with balances before the arithmetic may choose
// columns without a matching header. Two small round sums agree by chance.
const leastDigits = 6

// convincing reports whether the amounts between the balances have enough digits to agree by more than chance.
// Trailing zeros do not count.
func (g *guess) convincing(m Mapping) bool {
	var digits []int
	all := 0
	for _, r := range g.rows {
		amount, _, err := m.amountOf(r)
		if err != nil {
			continue
		}
		n := 0
		for amount = amount.Abs(); amount > 0; amount /= 10 {
			if n > 0 || amount%10 != 0 {
				n++
			}
		}
		digits = append(digits, n)
		all += n
	}
	// The first or the last row is not between two balances.
	return len(digits) > 2 && all-min(digits[0], digits[len(digits)-1]) >= leastDigits
}

// named reports whether a header begins with one of the words.
func named(header string, lists ...[]string) bool {
	return slices.ContainsFunc(lists, func(words []string) bool { return wordScore(header, words) > inside })
}

// bothWays reports whether a row has money in both columns. This does not occur in columns of money out and money in.
// It does in columns of an amount before and after a fee.
func (g *guess) bothWays(out, in int) bool {
	some := func(text string) bool {
		amount, err := g.m.ParseAmount(text)
		return err == nil && amount != 0
	}
	return slices.ContainsFunc(g.rows, func(r record) bool { return some(r.cell(out)) && some(r.cell(in)) })
}

// provesOne tries a mapping with and without fees, and with inverted signs. It does not invert signs if columns give
// the direction, or if there are fewer than three rows, which can agree by chance.
func (g *guess) provesOne(m Mapping) bool {
	for _, try := range []Mapping{{Fee: m.Fee}, {}, {Fee: m.Fee, Invert: true}, {Invert: true}} {
		if try.Invert != m.Invert && (m.Amount == 0 || m.Direction != 0 || len(g.rows) < 3) {
			continue
		}
		m.Fee, m.Invert = try.Fee, try.Invert
		if !g.balances(m) {
			continue
		}
		turned := m
		turned.Invert = !m.Invert
		if m.Amount != 0 && g.balances(turned) {
			return false // rows of one day and equal amount agree with either sign
		}
		g.m = m
		return true
	}
	return false
}

// balances reports whether each balance follows from the one before it, and at least half of the rows have an amount
// other than zero. In a column of fees most rows have none, which proves nothing.
func (g *guess) balances(m Mapping) bool {
	p := newParts(m)
	moved, first, still, all := false, "", 0, 0
	for _, r := range g.rows {
		row, problem := m.row(r)
		if problem != nil {
			if !g.leftOut(m, r) {
				return false // the columns do not explain a row with a balance but without an amount
			}
			continue
		}
		p.add(r, row)
		if all++; row.Amount == 0 {
			still++
		}
		if at := r.cell(m.Balance); first == "" {
			first = at
		} else {
			moved = moved || at != first
		}
	}
	for _, s := range p.statements() {
		if s.Closing == nil && len(s.Rows) > 1 || len(s.Rows) < 2 && len(p.whole) == 1 {
			return false
		}
	}
	return moved && still*2 <= all && len(p.whole) > 0
}

// leftOut reports whether a row may be missing between two balances: it has no balance, is not booked, or has no
// direction.
func (g *guess) leftOut(m Mapping, r record) bool {
	_, err := m.ParseAmount(r.cell(m.Balance))
	_, column, amountErr := m.amountOf(r)
	return err != nil || stateOf(r.cell(m.Status)) == isNotBooked || amountErr == nil || column == m.Direction
}

// proveByEnds compares the sum of all rows with the balances above and below them. It works only for files that were
// read completely.
func (g *guess) proveByEnds() bool {
	if len(g.records) >= guessed || len(g.rows) < 2 || g.m.Amount == 0 && g.m.Debit == 0 {
		return false
	}
	var sum money.Milli
	var ends []money.Milli
	row := map[int]bool{}
	for _, r := range g.rows {
		got, problem := g.m.row(r)
		if problem == nil {
			sum += got.Amount
		} else if _, column, err := g.m.amountOf(r); err != nil && column != g.m.Direction {
			return false // the sum is unknown without the amount of a row
		}
		row[r.line] = true
	}
	for _, r := range g.records {
		if !row[r.line] {
			ends = append(ends, g.amountsIn(r)...)
		}
	}
	if sum == 0 || len(ends) > mostEnds {
		return false
	}
	for i, from := range ends {
		for _, to := range ends[i+1:] {
			if to-from == sum { // the opening balance is above the closing one
				return true
			}
		}
	}
	return false
}

// mostEnds is the number of amounts outside the rows that are compared. With many of them, two differ by the sum by
// chance.
const mostEnds = 8

// amountsIn returns the amounts with decimals of a line that is not a row. Numbers without decimals are dates and
// accounts there.
func (g *guess) amountsIn(r record) []money.Milli {
	var all []money.Milli
	for c := 1; c <= min(len(r.cells), mostColumns); c++ {
		text := r.cell(c)
		if len(text) < 4 || anyDate(text) || onlyDigits(text) {
			continue
		}
		if amount, err := g.m.ParseAmount(text); err == nil {
			all = append(all, amount)
		}
	}
	return all
}
