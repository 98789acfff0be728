package bankfile

import (
	"slices"
	"strings"
)

// amounts says whether what a column holds is mostly amounts: a column whose
// header says so may have a word in it now and then.
func (g *guess) amounts(column int) bool { return g.amountShare(column, 50) }

func (g *guess) amountShare(column, percent int) bool {
	samples := g.samples(column)
	good := 0
	for _, s := range samples {
		if _, _, err := bare(s); err == nil {
			good++
		}
	}
	return good > 0 && good*100 >= len(samples)*percent
}

func (g *guess) findAmounts() {
	if balance := g.byHeader(balanceWords, g.amounts); balance != 0 {
		g.m.Balance = balance
		defer func() { g.used = slices.DeleteFunc(g.used, func(c int) bool { return c == balance }) }()
	}
	g.m.Debit, g.m.Credit = g.byHeader(debitWords, g.amounts), g.byHeader(creditWords, g.amounts)
	if g.m.Debit == 0 || g.m.Credit == 0 {
		g.used = slices.DeleteFunc(g.used, func(c int) bool { return c == g.m.Debit || c == g.m.Credit })
		g.m.Debit, g.m.Credit = 0, 0
		if g.m.Amount = g.byHeader(amountWords, g.amounts); g.m.Amount == 0 {
			g.m.Amount = g.firstAmount()
		}
		g.findDirection()
	}
	if wordScore(g.headers.cell(g.m.Amount), []string{"net", "netto"}) == 0 {
		g.m.Fee = g.byHeader(feeWords, func(c int) bool { return g.amounts(c) && wordScore(g.headers.cell(c), feeWords) > beginning })
	}
	samples := slices.Concat(g.samples(g.m.Amount), g.samples(g.m.Debit), g.samples(g.m.Credit), g.samples(g.m.Fee))
	style, sure := guessDecimal(samples, g.hint)
	g.m.Decimal, g.m.Group = style.Decimal, style.Group
	g.m.open = g.m.open || !sure
	g.m.Status = g.byHeader(statusWords, g.statuses)
	g.proveAmounts()
}

// proveAmounts lets the column of balances decide what headers leave open:
// whether fees come on top of amounts, and whether spending is written without a
// minus.
func (g *guess) proveAmounts() {
	if g.m.Balance == 0 {
		return
	}
	for _, try := range []Mapping{{Fee: g.m.Fee}, {}, {Fee: g.m.Fee, Invert: true}, {Invert: true}} {
		m := g.m
		m.Fee, m.Invert = try.Fee, try.Invert
		if g.balances(m) {
			g.m = m
			return
		}
	}
}

// balances says whether the rows lead from balance to balance.
func (g *guess) balances(m Mapping) bool {
	var rows []Row
	var texts []string
	for _, r := range g.rows {
		if row, problem := m.row(r); problem == nil {
			rows, texts = append(rows, row), append(texts, r.cell(m.Balance))
		}
	}
	return m.closing(rows, texts) != nil
}

// firstAmount is the first column of amounts that has a minus, else the first.
func (g *guess) firstAmount() int {
	first := 0
	for c := 1; c <= g.width(); c++ {
		if slices.Contains(g.used, c) || !g.amountShare(c, 90) {
			continue
		}
		for _, s := range g.samples(c) {
			if _, negative, err := bare(s); err == nil && negative {
				g.used = append(g.used, c)
				return c
			}
		}
		if first == 0 {
			first = c
		}
	}
	if first != 0 {
		g.used = append(g.used, first)
	}
	return first
}

// findDirection looks for a column of two words that say which way an amount
// went, where no amount carries a sign itself.
func (g *guess) findDirection() {
	for _, s := range g.samples(g.m.Amount) {
		if _, negative, err := bare(s); err == nil && negative {
			return
		}
	}
	for c := 1; c <= g.width(); c++ {
		samples := g.samples(c)
		if slices.Contains(g.used, c) || len(samples) < len(g.rows) {
			continue
		}
		word, all := "", true
		for _, s := range samples {
			lower := strings.ToLower(s)
			switch {
			case slices.Contains(outWords, lower):
				word = s
			case !slices.Contains(inWords, lower):
				all = false
			}
		}
		if all && word != "" {
			g.m.Direction, g.m.DebitWord = c, word
			g.used = append(g.used, c)
			return
		}
	}
}
