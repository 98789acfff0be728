package bankfile

import (
	"slices"

	"holdover/internal/money"
)

// prove lets the arithmetic decide what headers leave open, and what they say
// wrongly: which columns are the amount and the balance, whether spending is
// written without a minus, whether fees come on top. It says whether it did.
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
	if len(g.rows) < 3 { // two rows follow from one another by chance
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
	// An amount of zero may stand in another column.
	return g.m.Balance != 0 && !slices.ContainsFunc(g.rows, empty) && g.provesOne(g.m)
}

// amountNamed reports whether a header names the columns of the amount.
func (g *guess) amountNamed() bool {
	return g.m.Debit != 0 || g.m.Credit != 0 || named(g.headers.cell(g.m.Amount), amountWords, debitWords, creditWords)
}

// provesSides tries two columns for money out and money in. It comes before one column
// for both: of a cash book one of the two agrees with the balances as well wherever
// the other is empty.
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

// provesAmount tries one column for money in both directions.
func (g *guess) provesAmount(m Mapping, columns []int) bool {
	for _, amount := range columns {
		m.Amount = amount
		if amount != m.Balance && !named(g.headers.cell(amount), balanceWords) && g.convincing(m) && g.provesOne(m) {
			return true
		}
	}
	return false
}

// moves reports whether a column has an amount other than zero.
func (g *guess) moves(column int) bool {
	return slices.ContainsFunc(g.samples(column), func(text string) bool {
		amount, err := g.m.amount(text)
		return err == nil && amount != 0
	})
}

// leastDigits is how many digits of amounts have to agree with balances before the
// arithmetic finds columns that no header names: two small round sums do so by chance.
const leastDigits = 6

// convincing reports whether the amounts between the balances have enough digits to
// agree with them by more than chance. Zeros at the end count for nothing.
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
	// The first or the last row stands before or behind all balances.
	return len(digits) > 2 && all-min(digits[0], digits[len(digits)-1]) >= leastDigits
}

// named reports whether a header begins with one of the words.
func named(header string, lists ...[]string) bool {
	return slices.ContainsFunc(lists, func(words []string) bool { return wordScore(header, words) > inside })
}

// bothWays says whether a row has money in both of two columns: no row of a file with one for money out and one for money in
// has, but what is paid and what comes of it after a fee stands in two.
func (g *guess) bothWays(out, in int) bool {
	some := func(text string) bool {
		amount, err := g.m.amount(text)
		return err == nil && amount != 0
	}
	return slices.ContainsFunc(g.rows, func(r record) bool { return some(r.cell(out)) && some(r.cell(in)) })
}

// provesOne tries a mapping with and without its fees, and with signs turned:
// not against columns that say which way money went, and not for two rows, which
// follow from one another by chance.
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
			return false // rows of one day and amount read both ways
		}
		g.m = m
		return true
	}
	return false
}

// balances says whether the rows lead from balance to balance, and most of them by
// money: of a fee that few rows have, nothing leads to nothing in all others.
func (g *guess) balances(m Mapping) bool {
	p := newParts(m)
	moved, first, still, all := false, "", 0, 0
	for _, r := range g.rows {
		row, problem := m.row(r)
		if problem != nil {
			if !g.leftOut(m, r) {
				return false // a row that has a balance and no amount is one that the columns do not explain
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

// leftOut reports whether a row may be missing among those that lead from balance to
// balance: it has no balance, is not booked, or went nowhere.
func (g *guess) leftOut(m Mapping, r record) bool {
	_, err := m.amount(r.cell(m.Balance))
	_, column, amountErr := m.amountOf(r)
	return err != nil || stateOf(r.cell(m.Status)) == waits || amountErr == nil || column == m.Direction
}

// proveByEnds compares the sum of all rows with the balances that stand above and
// below them. Only whole files can be told so.
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
			return false // a row without an amount is no balance beside the rows
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
			if to-from == sum { // the opening balance stands above the closing one
				return true
			}
		}
	}
	return false
}

// mostEnds is how many amounts beside the rows are compared: among many, two lie
// apart by the sum by chance.
const mostEnds = 8

// amountsIn are the amounts of a line that is no row, with decimals: other
// numbers there are dates and accounts.
func (g *guess) amountsIn(r record) []money.Milli {
	var all []money.Milli
	for c := 1; c <= min(len(r.cells), mostColumns); c++ {
		text := r.cell(c)
		if len(text) < 4 || anyDate(text) || onlyDigits(text) {
			continue
		}
		if amount, err := g.m.amount(text); err == nil {
			all = append(all, amount)
		}
	}
	return all
}
