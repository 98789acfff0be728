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

// notation is how the tables write dates and amounts.
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
		return 0, r.fail("the date %q changed while the file was read", shown(r.cell(dateColumn)))
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
		return 0, r.fail("%s", err).WithHint(unchanged)
	}
	if w.negative {
		m = -m
	}
	return m, nil
}

// written is an amount in its parts.
type written struct {
	digits      string // with separators; spaces are plain
	symbol      string
	symbolFirst bool
	negative    bool
}

var plain = strings.NewReplacer("\u2212", "-", "\u2013", "-", "\u00a0", " ", "\u202f", " ", "\u2009", " ", "\u2019", "'")

// parseWritten divides an amount into sign, currency symbol and digits. A text without digits has none in the result.
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

// example is a text with its place.
type example struct {
	text string
	line int
	of   *table
}

func (e example) String() string { return e.text }

func (e example) fail(format string, args ...any) *apperr.Error {
	return e.of.fail(e.line, format, args...)
}

// amountProof collects what the amounts of both tables show about their notation. YNAB writes all amounts with the same
// number of decimals.
type amountProof struct {
	decimal map[rune]example // separators that are certainly the decimal sign
	group   map[rune]example // separators that are certainly between groups of digits
	unsure  map[rune]example // separators before exactly three digits
	plain   bool             // an amount has no separator
	digits  int              // the smallest number of digits after a certain decimal sign
	symbols map[symbol]example
}

// symbol is a currency symbol and its place.
type symbol struct {
	text  string
	first bool
}

func newAmountProof() *amountProof {
	return &amountProof{map[rune]example{}, map[rune]example{}, map[rune]example{}, false, 0, map[symbol]example{}}
}

// longestSymbol is the largest length of a currency symbol in bytes.
const longestSymbol = 24

// mostSymbols is the number of different symbols after which a file is refused.
const mostSymbols = 8

// see adds an amount to the proof.
func (p *amountProof) see(r *record, c column) error {
	text := r.cell(c)
	if text == "" {
		return nil
	}
	at := example{text, r.line, r.table}
	w := parseWritten(text)
	if w.digits == "" || len(w.symbol) > longestSymbol || !utf8.ValidString(w.symbol) {
		return at.fail("%q is not an amount", shown(text)).WithHint(unchanged)
	}
	if s := (symbol{w.symbol, w.symbolFirst}); len(p.symbols) < mostSymbols {
		note(p.symbols, s, at)
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
		return at.fail("%q is not an amount", shown(text)).WithHint(unchanged)
	}
	all := []rune(separators)
	last := all[len(all)-1]
	decimals := len(w.digits) - strings.LastIndexFunc(w.digits, func(r rune) bool { return r == last }) - len(string(last))
	others := slices.DeleteFunc(slices.Clone(all), func(r rune) bool { return r == last })
	for _, r := range others {
		note(p.group, r, at)
	}
	switch {
	case len(all)-len(others) > 1 || last == ' ' || last == '\'':
		note(p.group, last, at)
	case len(others) > 0 || decimals != 3 || strings.HasPrefix(w.digits, "0"):
		note(p.decimal, last, at)
		if p.digits == 0 || decimals < p.digits {
			p.digits = decimals
		}
	default:
		note(p.unsure, last, at)
	}
	return nil
}

func note[K comparable](m map[K]example, key K, at example) {
	if _, known := m[key]; !known {
		m[key] = at
	}
}
