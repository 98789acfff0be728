package bankfile

import (
	"slices"
	"strings"

	"holdover/internal/fault"
)

// guessed is how many records a guess looks at.
const guessed = 200

// GuessMapping finds the columns of a CSV file by its headers, in the languages
// banks write them in, and by what the cells look like. The hint decides what
// the file leaves open.
func GuessMapping(data []byte, hint Style) (Mapping, error) {
	return GuessTable(data, "", "", hint)
}

// GuessTable is GuessMapping for a file whose delimiter or encoding is known.
func GuessTable(data []byte, delimiter, encoding string, hint Style) (Mapping, error) {
	text := decode(data, encoding)
	g := guess{hint: hint, m: Mapping{Encoding: encoding, Delimiter: delimiter}}
	if g.m.Delimiter == "" {
		g.m.Delimiter, g.records = guessDelimiter(text)
	} else {
		g.records = readRecords(text, delimiter, guessed)
	}
	g.findTable()
	if g.m.Date == 0 {
		return g.m, fault.New(fault.Invalid, "no column of the file has dates in it").
			WithHint("choose the columns by hand, or download the file as OFX, QIF or CAMT.053")
	}
	g.findAmounts()
	if g.m.Amount == 0 && g.m.Debit == 0 && g.m.Credit == 0 {
		return g.m, fault.New(fault.Invalid, "no column of the file has amounts in it").
			WithHint("choose the columns by hand, or download the file as OFX, QIF or CAMT.053")
	}
	g.findTexts()
	return g.m, nil
}

// guessDelimiter takes the separator that parts most records alike.
func guessDelimiter(text string) (string, []record) {
	best, most, chosen := ",", -1, []record(nil)
	for _, d := range strings.Split(delimiters, "") {
		records := readRecords(text, d, guessed)
		widths := map[int]int{}
		score := 0
		for _, r := range records {
			widths[len(r.cells)]++
			if w := len(r.cells); w > 1 {
				score = max(score, widths[w]*100+min(w, 50))
			}
		}
		if score > most {
			best, most, chosen = d, score, records
		}
	}
	return best, chosen
}

// guess is a mapping in the making.
type guess struct {
	m       Mapping
	hint    Style
	records []record
	rows    []record // those that are rows
	headers record
	used    []int
}

// findTable finds the date's column and with it where the rows begin.
func (g *guess) findTable() {
	width := 0
	for _, r := range g.records {
		width = max(width, len(r.cells))
	}
	best, most := 0, 0
	for c := 1; c <= min(width, mostColumns); c++ {
		dates := 0
		for _, r := range g.records {
			if anyDate(r.cell(c)) {
				dates++
			}
		}
		// Of two columns of dates the one whose header says so, else the first.
		score := dates * 10
		if dates > 0 {
			score += g.headerScore(c, dateWords)
		}
		if score > most {
			best, most = c, score
		}
	}
	g.m.Date = best
	for i, r := range g.records {
		if best > 0 && anyDate(r.cell(best)) {
			if len(g.rows) == 0 {
				g.m.HeaderRows = i
			}
			g.rows = append(g.rows, r)
		}
	}
	for i := g.m.HeaderRows - 1; i >= 0 && g.headers.cells == nil; i-- {
		if !g.records[i].empty() {
			g.headers = g.records[i]
		}
	}
	g.used = append(g.used, best)
	g.m.Order, _ = guessOrder(g.samples(best), g.hint.Order)
}

// headerScore looks above the column's first date for one of the words.
func (g *guess) headerScore(column int, words []string) int {
	for i, r := range g.records {
		if anyDate(r.cell(column)) {
			if i > 0 {
				return wordScore(g.records[i-1].cell(column), words)
			}
			return 0
		}
	}
	return 0
}

func anyDate(text string) bool {
	if len(text) < 6 || len(text) > 40 {
		return false
	}
	for _, o := range []DateOrder{YearFirst, DayFirst, MonthFirst} {
		if d, err := o.date(text); err == nil && d.Year() > 1900 && d.Year() < 2200 {
			return true
		}
	}
	return false
}

func (g *guess) samples(column int) []string {
	var texts []string
	for _, r := range g.rows {
		if t := r.cell(column); t != "" {
			texts = append(texts, t)
		}
	}
	return texts
}

// byHeader is the unused column whose header fits the words best and whose
// cells pass.
func (g *guess) byHeader(words []string, passes func(column int) bool) int {
	best, most := 0, 0
	for c := range g.headers.cells {
		score := wordScore(g.headers.cell(c+1), words)
		if score > most && !slices.Contains(g.used, c+1) && passes(c+1) {
			best, most = c+1, score
		}
	}
	if best > 0 {
		g.used = append(g.used, best)
	}
	return best
}

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
	g.m.Fee = g.byHeader(feeWords, g.amounts)
	samples := slices.Concat(g.samples(g.m.Amount), g.samples(g.m.Debit), g.samples(g.m.Credit), g.samples(g.m.Fee), g.samples(g.m.Balance))
	style, _ := guessDecimal(samples, g.hint)
	g.m.Decimal, g.m.Group = style.Decimal, style.Group
	g.m.Status = g.byHeader(statusWords, func(c int) bool { return !g.amounts(c) })
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

func (g *guess) width() int {
	width := 0
	for _, r := range g.rows {
		width = max(width, len(r.cells))
	}
	return min(width, mostColumns)
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

func (g *guess) findTexts() {
	present := func(column int) bool { return len(g.samples(column)) > 0 }
	g.m.BankID = g.byHeader(idWords, func(c int) bool { return g.distinct(c) })
	g.m.Check = g.byHeader(checkWords, func(int) bool { return true })
	g.m.Payee = g.byHeader(payeeWords, present)
	if memo := g.byHeader(memoWords, present); memo != 0 {
		g.m.Memo = []int{memo}
	}
	if g.m.Payee == 0 {
		g.m.Payee = g.longestText()
	}
	if g.m.Memo == nil && len(g.headers.cells) == 0 {
		if memo := g.longestText(); memo != 0 {
			g.m.Memo = []int{memo}
		}
	}
}

// distinct says whether no value of the column comes twice.
func (g *guess) distinct(column int) bool {
	samples := g.samples(column)
	sorted := slices.Sorted(slices.Values(samples))
	return len(samples) == len(g.rows) && len(slices.Compact(sorted)) == len(samples)
}

func (g *guess) longestText() int {
	best, most := 0, 0
	for c := 1; c <= g.width(); c++ {
		if slices.Contains(g.used, c) || g.amounts(c) {
			continue
		}
		length := 0
		for _, s := range g.samples(c) {
			if !anyDate(s) {
				length += len(s)
			}
		}
		if length > most {
			best, most = c, length
		}
	}
	if best > 0 {
		g.used = append(g.used, best)
	}
	return best
}
