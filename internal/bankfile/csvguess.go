package bankfile

import (
	"slices"
	"strings"
	"unicode"

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

// findTable finds where the rows begin, and the date's column.
func (g *guess) findTable() {
	at, found := g.findHeader()
	if found {
		g.headers, g.m.HeaderRows = g.records[at], at+1
	}
	best, most := 0, 0
	for c := 1; c <= g.widest(); c++ {
		dates, filled := g.dates(c)
		// Of two columns of dates the one whose header says so, else the first.
		score := dates * 10
		if found && dates*2 >= filled && dates > 0 {
			score += 2000 * wordScore(g.headers.cell(c), dateWords)
			if wordScore(g.headers.cell(c), valueWords) > 0 {
				score = dates
			}
		}
		if score > most {
			best, most = c, score
		}
	}
	g.m.Date = best
	if best == 0 {
		return
	}
	g.gather()
	g.used = append(g.used, best)
	var sure bool
	g.m.Order, sure = guessOrder(g.samples(best), g.hint.Order)
	g.m.open = !sure
}

// findHeader finds the line with the names of the columns: it names a date and
// an amount, and a date stands below.
func (g *guess) findHeader() (at int, found bool) {
	for i, r := range g.records {
		date, amount := 0, false
		for c := 1; c <= min(len(r.cells), mostColumns); c++ {
			cell := r.cell(c)
			if len(cell) > 60 || anyDate(cell) {
				continue
			}
			if date == 0 && wordScore(cell, dateWords) > inside && g.dateBelow(i, c) {
				date = c
			} else if wordScore(cell, amountWords)+wordScore(cell, debitWords)+wordScore(cell, creditWords) > 0 {
				amount = true
			}
		}
		if date > 0 && amount {
			return i, true
		}
	}
	return 0, false
}

// dateBelow says whether one of the next lines has a date in a column.
func (g *guess) dateBelow(line, column int) bool {
	for _, r := range g.records[line+1 : min(len(g.records), line+10)] {
		if anyDate(r.cell(column)) {
			return true
		}
	}
	return false
}

func (g *guess) widest() int {
	width := 0
	for _, r := range g.records {
		width = max(width, len(r.cells))
	}
	return min(width, mostColumns)
}

// dates counts the dates in a column below the header, and the cells that have
// something in them.
func (g *guess) dates(column int) (dates, filled int) {
	for _, r := range g.records[g.m.HeaderRows:] {
		if r.cell(column) != "" {
			filled++
		}
		if anyDate(r.cell(column)) {
			dates++
		}
	}
	return dates, filled
}

// gather takes the rows: the lines with a date. Without a line of names the
// first of them is the first row, and what stands above it may be names.
func (g *guess) gather() {
	named := g.headers.cells != nil
	for i, r := range g.records {
		if i < g.m.HeaderRows || !anyDate(r.cell(g.m.Date)) {
			continue
		}
		if len(g.rows) == 0 && !named {
			g.m.HeaderRows = i
		}
		g.rows = append(g.rows, r)
	}
	for i := g.m.HeaderRows - 1; i >= 0 && g.headers.cells == nil; i-- {
		if !g.records[i].empty() {
			g.headers = g.records[i]
		}
	}
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

// statuses says whether a column says of every row that it is booked or not.
func (g *guess) statuses(column int) bool {
	samples := g.samples(column)
	for _, text := range samples {
		if lower := strings.ToLower(text); !slices.Contains(booked, lower) && !slices.Contains(notBooked, lower) {
			return false
		}
	}
	return len(samples) > 0
}

func (g *guess) findTexts() {
	g.m.BankID = g.byHeader(idWords, func(c int) bool { return g.distinct(c) })
	g.m.Check = g.byHeader(checkWords, func(int) bool { return true })
	if g.m.Payee = g.byHeader(payeeWords, g.names); g.m.Payee != 0 {
		g.m.Payer = g.byHeader(payerWords, g.names)
	} else {
		g.m.Payee = g.byHeader(textWords, g.texts)
	}
	for _, words := range [][]string{memoWords, moreWords} {
		if memo := g.byHeader(words, g.texts); memo != 0 {
			g.m.Memo = []int{memo}
			break
		}
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

// texts says whether a column has words in it.
func (g *guess) texts(column int) bool {
	for _, s := range g.samples(column) {
		if strings.IndexFunc(s, unicode.IsLetter) >= 0 {
			return true
		}
	}
	return false
}

// names says whether a column may have the other party's name.
func (g *guess) names(column int) bool {
	header := strings.ToLower(g.headers.cell(column))
	return g.texts(column) && !slices.ContainsFunc(ownWords, func(w string) bool { return strings.Contains(header, w) })
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
		if slices.Contains(g.used, c) || g.amounts(c) || !g.texts(c) {
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
