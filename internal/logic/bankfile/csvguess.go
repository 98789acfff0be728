package bankfile

import (
	"slices"
	"strings"
	"unicode"

	"holdover/internal/base/apperr"
)

// guessed is the number of records that a guess reads.
const guessed = 200

// GuessMapping finds the columns of a CSV file. The columns of a known bank are recognised by their header. Others
// are found by their headers in several languages, by the form of their cells, and by the arithmetic between amounts
// and balances. Choices that nothing proves become questions.
func GuessMapping(data []byte, o Options) (Mapping, error) {
	text := tableText(data, o.Encoding)
	g := guess{o: o, m: Mapping{Encoding: o.Encoding, Delimiter: o.Delimiter}}
	var err error
	if g.m.Delimiter == "" {
		g.m.Delimiter, g.records, err = guessDelimiter(text)
	} else {
		g.records, err = readRecords(text, o.Delimiter, guessed)
	}
	if err != nil || g.known() {
		return g.m, err
	}
	g.findTable()
	if g.m.Date == 0 && g.headAlone() {
		return g.m, apperr.New(apperr.Invalid, "the file names its columns and has no transactions").
			WithHint("choose a period with transactions at the bank")
	}
	if g.m.Date == 0 {
		return g.m, apperr.New(apperr.Invalid, "no column of the file has dates in it").
			WithCode(NoColumn).WithHint("choose the columns by hand, or download the file as OFX, QIF or CAMT.053")
	}
	g.findAmounts()
	if g.m.Amount == 0 && g.m.Debit == 0 && g.m.Credit == 0 {
		return g.m, apperr.New(apperr.Invalid, "no column of the file has amounts in it").
			WithCode(NoColumn).WithHint("choose the columns by hand, or download the file as OFX, QIF or CAMT.053")
	}
	g.findTexts()
	return g.m, nil
}

// guessDelimiter returns the separator that gives most records the same number of cells. A separator with which all
// quotation marks are valid has precedence.
func guessDelimiter(text string) (string, []record, error) {
	best, most, chosen := ",", -1, []record(nil)
	var tooLarge error
	for _, d := range strings.Split(delimiters, "") {
		records, strict, err := readAsWritten(text, d, guessed)
		if err != nil {
			tooLarge = err
			continue
		}
		widths := map[int]int{}
		score := 0
		for _, r := range records {
			widths[len(r.cells)]++
			if w := len(r.cells); w > 1 {
				score = max(score, widths[w]*100+min(w, 50))
			}
		}
		if strict { // a character inside quoted texts would split them at invalid places
			score *= 2
		}
		if score > most {
			best, most, chosen = d, score, records
		}
	}
	if tooLarge != nil && most <= 0 { // no other separator yields a table
		return best, nil, tooLarge
	}
	return best, chosen, nil
}

// guess is a mapping while it is being found.
type guess struct {
	m       Mapping
	o       Options
	records []record
	rows    []record // the records that are rows
	headers record
	used    []int
}

// findTable finds the first row and the date's column.
func (g *guess) findTable() {
	at, found := g.findHeader()
	if found {
		g.headers, g.m.HeaderRows = g.records[at], at+1
	}
	best, most := 0, 0
	for c := 1; c <= widest(g.records); c++ {
		if g.runningNumber(c) {
			continue
		}
		dates, filled := g.dates(c)
		// Of several columns of dates, the one with a matching header is chosen, else the first.
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
	if g.m.Order, sure = GuessOrder(g.samples(best), g.o.Hint.Order); !sure {
		g.m.asks = ask(g.m.asks, AskDates)
	}
	if !found && (g.otherDates() || g.sixDigits(best)) {
		g.m.asks = ask(g.m.asks, AskColumns)
	}
}

// sixDigits reports whether all cells of a column below its header are numbers of six digits: dates without
// separators, or consecutive numbers.
func (g *guess) sixDigits(column int) bool {
	some := false
	for i, r := range g.records[g.m.HeaderRows:] {
		text := r.cell(column)
		if some = some || len(text) == 6 && onlyDigits(text); text != "" && (len(text) != 6 || !onlyDigits(text)) && i > 0 {
			return false
		}
	}
	return some
}

// runningNumber reports whether a column contains numbers of six digits and its header does not name a date.
func (g *guess) runningNumber(column int) bool {
	name := g.headers.cell(column)
	if name == "" && len(g.records) > 0 {
		name = g.records[0].cell(column)
	}
	return strings.IndexFunc(name, unicode.IsLetter) >= 0 && wordScore(name, dateWords) == 0 && wordScore(name, valueWords) == 0 && g.sixDigits(column)
}

// otherDates reports whether another column has dates far from those of the chosen one. The date of booking is then
// uncertain. Value dates are close to it.
func (g *guess) otherDates() bool {
	const nearDays = 5
	for c := 1; c <= g.width(); c++ {
		differ := 0
		for _, r := range g.rows {
			if other, err := g.m.Order.ParseDate(r.cell(c)); c != g.m.Date && err == nil {
				if day, err := g.m.Order.ParseDate(r.cell(g.m.Date)); err == nil && day.Apart(other) > nearDays {
					differ++
				}
			}
		}
		if differ*2 > len(g.rows) {
			return true
		}
	}
	return false
}

// findHeader finds the line with the names of the columns: it names a date and an amount, and a date follows below.
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

// headAlone reports whether the last line that is not empty names a date and an amount, so that the table has no
// rows.
func (g *guess) headAlone() bool {
	for _, r := range slices.Backward(g.records) {
		if r.empty() {
			continue
		}
		date, amount := false, false
		for _, cell := range r.cells {
			date = date || wordScore(cell, dateWords) > inside
			amount = amount || wordScore(cell, amountWords)+wordScore(cell, debitWords)+wordScore(cell, creditWords) > 0
		}
		return date && amount
	}
	return false
}

// dateBelow reports whether one of the next lines has a date in the column.
func (g *guess) dateBelow(line, column int) bool {
	return slices.ContainsFunc(g.records[line+1:min(len(g.records), line+10)], func(r record) bool { return anyDate(r.cell(column)) })
}

// widest returns the number of columns of the longest record.
func widest(records []record) int {
	width := 0
	for _, r := range records {
		width = max(width, len(r.cells))
	}
	return min(width, mostColumns)
}

// dates counts the dates and the filled cells of a column below the header.
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

// gather collects the rows: the lines with a date. If there is no header line, the first of them is the first row,
// and the line above it may contain names.
func (g *guess) gather() {
	named := g.headers.cells != nil
	for i, r := range g.records {
		if i < g.m.HeaderRows || !anyDate(r.cell(g.m.Date)) || r.balanceLine() != "" {
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
	return slices.ContainsFunc([]DateOrder{YearFirst, DayFirst, MonthFirst}, func(o DateOrder) bool {
		d, err := o.ParseDate(text)
		return err == nil && d.Year() > 1900 && d.Year() < 2200
	})
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

// byHeader returns the unused column with the best matching header among the columns with cells that pass.
func (g *guess) byHeader(words []string, passes func(column int) bool) int {
	best, most := 0, 0
	for c := range min(len(g.headers.cells), mostColumns) {
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

func (g *guess) width() int { return widest(g.rows) }
