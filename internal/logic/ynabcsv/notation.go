package ynabcsv

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/bankfile"
)

// notation is the format of dates and amounts in the tables.
type notation struct {
	order      bankfile.DateOrder
	dateFormat string // such as DD/MM/YYYY
	style      bankfile.Style
	currency   money.Format
	dates      map[string]civil.Date // all dates of the register
}

// date returns the date of a record.
func (n *notation) date(r *record) (civil.Date, error) {
	d, known := n.dates[r.cell(dateColumn)]
	if !known {
		return 0, r.fail("the date %q changed while the file was read", excerpt(r.cell(dateColumn)))
	}
	return d, nil
}

// amount returns the amount in a cell; an empty cell is 0.
func (n *notation) amount(r *record, c column) (money.Milli, error) {
	text := r.cell(c)
	if text == "" {
		return 0, nil
	}
	w := parseWritten(text)
	m, err := n.style.ParseAmount(w.digits)
	if err != nil {
		return 0, r.fail("%s", err).WithHint(unchangedHint)
	}
	if w.negative {
		m = -m
	}
	return m, nil
}

// written contains the parts of a written amount.
type written struct {
	digits      string // with separators; spaces are plain
	symbol      string
	symbolFirst bool
	negative    bool
}

var plain = strings.NewReplacer("\u2212", "-", "\u2013", "-", "\u00a0", " ", "\u202f", " ", "\u2009", " ", "\u2019", "'")

// parseWritten divides an amount into sign, currency symbol and digits. It returns the zero value for a text without
// digits.
func parseWritten(text string) (w written) {
	text = plain.Replace(text)
	isDigit := func(r rune) bool { return r >= '0' && r <= '9' }
	start, end := strings.IndexFunc(text, isDigit), strings.LastIndexFunc(text, isDigit)
	if start < 0 {
		return w
	}
	if before := strings.TrimRight(text[:start], ".,"); len(before) == start-1 {
		if last, _ := utf8.DecodeLastRuneInString(before); !unicode.IsLetter(last) && last != '/' {
			start-- // ".50", but not the full stop of "Rs.50" and "S/.50"
		}
	}
	w.digits = text[start : end+1]
	before, after := strip(text[:start]), strip(text[end+1:])
	w.negative = strings.ContainsAny(text[:start], "-(") || strings.Contains(text[end+1:], "-")
	w.symbol, w.symbolFirst = after, false
	if before != "" {
		w.symbol, w.symbolFirst = before, true
	}
	return w
}

// strip removes the sign, spaces and invisible characters around a currency symbol.
func strip(text string) string {
	return strings.TrimFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune("-+()", r)
	})
}

// example is a text of the file with its position.
type example struct {
	text string
	line int
	of   *table
}

func (e example) String() string { return e.text }

func (e example) fail(format string, args ...any) *apperr.Error {
	return e.of.fail(e.line, format, args...)
}

// amountEvidence collects the separators, decimals and currency symbols of the amounts of both tables. YNAB writes all
// amounts with the same number of decimals.
type amountEvidence struct {
	decimal   map[rune]example // separators that are certainly the decimal sign
	group     map[rune]example // separators that are certainly between groups of digits
	ambiguous map[rune]example // separators before three digits: either of the two
	plain     bool             // an amount has no separator
	digits    int              // the smallest number of digits after a certain decimal sign
	symbols   map[symbol]example
}

// symbol is a currency symbol and its position.
type symbol struct {
	text  string
	first bool
}

func newAmountEvidence() *amountEvidence {
	return &amountEvidence{map[rune]example{}, map[rune]example{}, map[rune]example{}, false, 0, map[symbol]example{}}
}

// longestSymbol is the largest length of a currency symbol in bytes.
const longestSymbol = 24

// mostSymbols is the number of different symbols that are collected. Two are already an error.
const mostSymbols = 8

// add adds an amount to the evidence.
func (p *amountEvidence) add(r *record, c column) error {
	text := r.cell(c)
	if text == "" {
		return nil
	}
	at := example{text, r.line, r.table}
	w := parseWritten(text)
	if w.digits == "" || len(w.symbol) > longestSymbol || !utf8.ValidString(w.symbol) {
		return at.fail("%q is not an amount", excerpt(text)).WithHint(unchangedHint)
	}
	if s := (symbol{w.symbol, w.symbolFirst}); len(p.symbols) < mostSymbols {
		keepFirst(p.symbols, s, at)
	}
	separators := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, w.digits)
	if separators == "" {
		p.plain = true
		return nil
	}
	if strings.Trim(separators, "., '") != "" {
		return at.fail("%q is not an amount", excerpt(text)).WithHint(unchangedHint)
	}
	all := []rune(separators)
	last := all[len(all)-1]
	decimals := len(w.digits) - strings.LastIndexFunc(w.digits, func(r rune) bool { return r == last }) - len(string(last))
	others := slices.DeleteFunc(slices.Clone(all), func(r rune) bool { return r == last })
	for _, r := range others {
		keepFirst(p.group, r, at)
	}
	switch {
	case len(all)-len(others) > 1 || last == ' ' || last == '\'':
		keepFirst(p.group, last, at)
	case len(others) > 0 || decimals != 3 || strings.HasPrefix(w.digits, "0"):
		keepFirst(p.decimal, last, at)
		if p.digits == 0 || decimals < p.digits {
			p.digits = decimals
		}
	default:
		keepFirst(p.ambiguous, last, at)
	}
	return nil
}

func keepFirst[K comparable](m map[K]example, key K, at example) {
	if _, known := m[key]; !known {
		m[key] = at
	}
}
