package bankfile

import (
	"slices"
	"strings"
)

// amounts reports whether the cells of a column are mostly amounts. A column with a matching header may contain a few
// words.
func (g *guess) amounts(column int) bool { return g.amountShare(column, 50) }

// sides is amounts for a column of money out or money in, which may be empty.
func (g *guess) sides(column int) bool {
	return g.amounts(column) || len(g.samples(column)) == 0
}

// amountShare reports whether at least the given share of a column are amounts. Dates are not. Numbers that could be
// either count as dates if most of the column could be dates.
func (g *guess) amountShare(column, percent int) bool {
	samples := g.samples(column)
	good, dates := 0, 0
	for _, s := range samples {
		if amountLike(s) {
			good++
		}
		if anyDate(s) {
			dates++
		}
	}
	return good > 0 && good*100 >= len(samples)*percent && dates*2 <= len(samples)
}

// code reports whether a column of numbers contains codes: account numbers, cheque numbers or kinds. Its header names
// codes, or its cells have only digits and are too long, have a leading zero, or another column has decimals.
func (g *guess) code(column int) bool {
	header := g.headers.cell(column)
	if wordScore(header, codeWords) > 0 {
		return true
	}
	for _, s := range g.samples(column) {
		if !onlyDigits(s) {
			return false
		}
		if len(s) > 9 || len(s) > 1 && s[0] == '0' {
			return true
		}
	}
	return g.decimalsElsewhere(column)
}

func (g *guess) decimalsElsewhere(column int) bool {
	for c := 1; c <= g.width(); c++ {
		if c == column || !g.amountShare(c, 90) {
			continue
		}
		for _, s := range g.samples(c) {
			if strings.ContainsAny(s, ".,") {
				return true
			}
		}
	}
	return false
}

// moneyColumns returns all columns with cells that can be amounts.
func (g *guess) moneyColumns() []int {
	var all []int
	for c := 1; c <= g.width() && len(all) < mostMoneyColumns; c++ {
		if c != g.m.Date && g.amountShare(c, 90) && !g.code(c) {
			all = append(all, c)
		}
	}
	return all
}

// mostMoneyColumns limits the number of columns for which the arithmetic is tried.
const mostMoneyColumns = 8

func (g *guess) findAmounts() {
	money := g.moneyColumns()
	if balance := g.byHeader(balanceWords, g.amounts); balance != 0 {
		g.m.Balance = balance
	}
	g.findSides()
	if g.m.Debit == 0 && g.m.Credit == 0 {
		g.findAmount(money)
	}
	if wordScore(g.headers.cell(g.m.Amount), []string{"net", "netto"}) == 0 {
		g.m.Fee = g.byHeader(feeWords, func(c int) bool { return g.amounts(c) && wordScore(g.headers.cell(c), feeWords) > beginning })
	}
	g.m.Status = g.byHeader(statusWords, g.statesIn)
	g.findStyle(money)
	if g.m.proven = g.prove(money); g.m.proven {
		g.m.asks = slices.DeleteFunc(g.m.asks, func(q Question) bool { return q == AskColumns || q == AskNumbers })
	} else {
		g.askSigns()
	}
	if g.perhapsCents() {
		g.m.asks = ask(g.m.asks, AskNumbers)
	}
}

// perhapsCents reports whether amounts without decimals may be in hundredths of the currency: every one is an integer
// of at least three digits, and not all are round.
func (g *guess) perhapsCents() bool {
	if g.m.Decimal == Cents || g.o.step() != 10 {
		return false
	}
	samples := slices.Concat(g.samples(g.m.Amount), g.samples(g.m.Debit), g.samples(g.m.Credit))
	round := true
	for _, text := range samples {
		digits, _, err := bare(text)
		if err != nil || !onlyDigits(digits) || len(digits) < 3 {
			return false
		}
		round = round && strings.HasSuffix(digits, "00")
	}
	return len(samples) >= 3 && !round
}

// findSides finds the columns of money out and money in. A single one is used if no header names the other. Its
// amounts then have that direction.
func (g *guess) findSides() {
	debit, credit := g.byHeader(debitWords, g.sides), g.byHeader(creditWords, g.sides)
	filled := debit != 0 && len(g.samples(debit)) > 0 || credit != 0 && len(g.samples(credit)) > 0
	if debit != 0 && credit != 0 && filled {
		g.m.Debit, g.m.Credit = debit, credit
		return
	}
	g.used = slices.DeleteFunc(g.used, func(c int) bool { return c == debit || c == credit })
}

// findAmount finds the single column of amounts by its header, or else by its cells. Without a header it becomes a
// question if several columns are possible.
func (g *guess) findAmount(money []int) {
	if g.m.Amount = g.byHeader(amountWords, g.amounts); g.m.Amount == 0 {
		money = slices.DeleteFunc(slices.Clone(money), func(c int) bool { return slices.Contains(g.used, c) })
		if g.m.Amount = g.firstNegative(money); g.m.Amount == 0 && len(money) > 0 {
			g.m.Amount = money[0]
		}
		if g.m.Amount == 0 {
			return
		}
		g.used = append(g.used, g.m.Amount)
		// A single column of amounts with signs needs no question.
		if len(money) > 1 || !g.negative(g.m.Amount) || wordScore(g.headers.cell(g.m.Amount), balanceWords) > 0 {
			g.m.asks = ask(g.m.asks, AskColumns)
		}
	} else if g.rivals(money) {
		g.m.asks = ask(g.m.asks, AskColumns)
	}
	g.findDirection()
}

// rivals reports whether another column has an equally good header and other amounts.
func (g *guess) rivals(money []int) bool {
	own := wordScore(g.headers.cell(g.m.Amount), amountWords)
	for _, c := range money {
		if c == g.m.Amount || c == g.m.Balance || wordScore(g.headers.cell(c), amountWords) <= inside || own > beginning && wordScore(g.headers.cell(c), amountWords) < beginning {
			continue
		}
		for _, r := range g.rows {
			if text := r.cell(c); text != "" && text != r.cell(g.m.Amount) {
				return true
			}
		}
	}
	return false
}

// firstNegative returns the first column of amounts that contains a minus.
func (g *guess) firstNegative(money []int) int {
	for _, c := range money {
		if g.negative(c) {
			return c
		}
	}
	return 0
}

func (g *guess) negative(column int) bool {
	return slices.ContainsFunc(g.samples(column), func(s string) bool {
		_, negative, err := bare(s)
		return err == nil && negative
	})
}

// findStyle finds the notation of amounts from the amounts, or from the balances if the amounts leave it open.
func (g *guess) findStyle(money []int) {
	samples := slices.Concat(g.samples(g.m.Amount), g.samples(g.m.Debit), g.samples(g.m.Credit), g.samples(g.m.Fee))
	style, sure := guessDecimal(samples, g.o)
	if !sure {
		for _, c := range money {
			samples = append(samples, g.samples(c)...)
		}
		if wider, all := guessDecimal(samples, g.o); all {
			style, sure = wider, true
		}
	}
	g.m.Decimal, g.m.Group = style.Decimal, style.Group
	if !sure {
		g.m.asks = ask(g.m.asks, AskNumbers)
	}
}

// findDirection finds a column of two words for the direction of an amount. It is used if no amount has a sign, or if
// the balances prove it.
func (g *guess) findDirection() {
	signed := g.negative(g.m.Amount)
	for c := 1; c <= g.width(); c++ {
		samples := g.samples(c)
		if slices.Contains(g.used, c) || len(samples) < len(g.rows) {
			continue
		}
		word, all := "", true
		for _, s := range samples {
			lower := fold(s)
			switch {
			case slices.Contains(outWords, lower):
				word, all = s, all && (word == "" || strings.EqualFold(word, s))
			case !slices.Contains(inWords, lower):
				all = false
			}
		}
		// A single word can have another meaning, such as the kind of a card.
		if !all || len(samples) == 0 || len(g.values(c)) == 1 && wordScore(g.headers.cell(c), directionWords) == 0 {
			continue
		}
		if word == "" { // only money in: its word implies the word for money out
			word = opposite[fold(samples[0])]
		}
		if try := g.m; word != "" {
			try.Direction, try.DebitWord = c, word
			if signed && !(wordScore(g.headers.cell(c), directionWords) > beginning && g.agrees(try)) {
				continue
			}
			g.m, g.used = try, append(g.used, c)
			return
		}
	}
}

// agrees reports whether the balances agree with a mapping, in any notation of amounts.
func (g *guess) agrees(m Mapping) bool {
	style, _ := guessDecimal(slices.Concat(g.samples(m.Amount), g.samples(m.Balance)), g.o)
	m.Decimal, m.Group = style.Decimal, style.Group
	return m.Balance != 0 && g.balances(m)
}

// askSigns asks whether amounts without a minus are money out if nothing proves it: no second column, no direction,
// no arithmetic, and not the amounts themselves, most of which are money out in an account for everyday spending.
func (g *guess) askSigns() {
	if g.m.Amount == 0 || g.m.Direction != 0 {
		return
	}
	plus, minus, marked := 0, 0, 0
	for _, r := range g.rows {
		switch amount, _, err := g.m.amountOf(r); {
		case err != nil || amount == 0:
		case amount < 0:
			minus++
		case plusMarked(r.cell(g.m.Amount)):
			marked++
		default:
			plus++
		}
	}
	switch {
	case marked > 0 && plus == 0 && minus > 0: // both signs occur
	case marked > 0 && plus > 0 && minus == 0: // one sign occurs: unsigned amounts have the other
		g.m.Invert = true
	case plus+marked > 0 && plus+marked >= minus:
		g.m.Invert = marked == 0 && (minus == 0 || plus >= 5 && minus*4 <= plus)
		g.m.asks = ask(g.m.asks, AskSigns)
	}
}
