package finder

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdover/internal/money"
)

// amountRange is what a typed number stands for: 12 is 12.00 to 12.999, 12.5 is 12.50 to 12.599, of either sign unless it has one. Where a
// point may be a decimal one or stand between thousands, both are meant.
type amountRange struct {
	spans []span
	sign  int // of the amounts meant; 0 is either
}

type span struct{ min, max money.Milli }

// signs are those that a number begins with, one of them at most.
var signs = map[rune]int{'-': -1, '−': -1, '+': 1}

// parseAmount reads an amount as people type them: 1234.5, 1.234,50, 1'234.50, −12, 12,50 €.
func parseAmount(text string) (r amountRange) {
	text = strings.TrimFunc(strings.TrimSpace(text), func(c rune) bool { return unicode.Is(unicode.Sc, c) || unicode.IsSpace(c) })
	if len(text) > 40 {
		return r
	}
	if first, size := utf8.DecodeRuneInString(text); signs[first] != 0 {
		text, r.sign = strings.TrimSpace(text[size:]), signs[first]
	}
	text, grouped := withoutGroups(text)
	last := strings.LastIndexAny(text, ".,")
	switch {
	case last < 0:
		r.add(text, "")
	case strings.Count(text, text[last:last+1]) > 1: // one sign again and again stands between thousands
		r.add(joinGroups(text, text[last:last+1]), "")
	default:
		mark := text[last : last+1]
		r.add(joinGroups(text[:last], map[string]string{".": ",", ",": "."}[mark]), text[last+1:])
		if whole, end := text[:last], text[last+1:]; !grouped && len(end) == 3 && whole != "" && len(whole) <= 3 {
			r.add(whole+end, "")
		}
	}
	return r
}

// withoutGroups takes the spaces and apostrophes out that stand between thousands.
func withoutGroups(text string) (joined string, grouped bool) {
	pieces := strings.FieldsFunc(text, func(c rune) bool { return unicode.IsSpace(c) || c == '\'' || c == '’' })
	if len(pieces) < 2 {
		return text, false
	}
	for _, p := range pieces[1:] {
		if digits, _, _ := strings.Cut(strings.Replace(p, ",", ".", 1), "."); len(digits) != 3 {
			return text, false
		}
	}
	return strings.Join(pieces, ""), true
}

// joinGroups joins thousands that a sign stands between, and is no number where groups are not of three digits.
func joinGroups(text, sign string) string {
	groups := strings.Split(text, sign)
	for _, g := range groups[1:] {
		if len(g) != 3 {
			return "no number"
		}
	}
	return strings.Join(groups, "")
}

// add adds what a number of some decimals stands for, if it is one.
func (r *amountRange) add(whole, decimals string) {
	if len(decimals) > 3 || len(whole) > 12 || whole+decimals == "" {
		return
	}
	n, err := strconv.ParseUint(whole+decimals, 10, 63)
	if err != nil {
		return
	}
	step := money.Milli(1)
	for range 3 - len(decimals) {
		step *= 10
	}
	r.spans = append(r.spans, span{money.Milli(n) * step, money.Milli(n)*step + step - 1})
}

// given says that the text was an amount.
func (r amountRange) given() bool { return len(r.spans) > 0 }

func (r amountRange) has(m money.Milli) bool {
	if r.sign != 0 && (m < 0) != (r.sign < 0) {
		return false
	}
	for _, s := range r.spans {
		if m.Abs() >= s.min && m.Abs() <= s.max {
			return true
		}
	}
	return false
}
