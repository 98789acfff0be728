package rowindex

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdover/internal/base/money"
)

// amountRange is the set of amounts that a typed number means: 12 means 12.00 to 12.999, 12.5 means 12.50 to 12.599,
// of either sign unless it has one. If a point may be a decimal point or a group separator, both count.
type amountRange struct {
	spans []span
	sign  int // of the amounts meant; 0 is either
}

type span struct{ min, max money.Milli }

// signs lists the signs that may precede a number.
var signs = map[rune]int{'-': -1, '−': -1, '+': 1}

// parseAmount parses an amount as users type it: 1234.5, 1.234,50, 1'234.50, −12, 12,50 €.
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
	case strings.Count(text, text[last:last+1]) > 1: // a repeated separator groups thousands
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

// withoutGroups removes spaces and apostrophes between thousands.
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

// joinGroups removes a group separator, or returns "" if the groups do not have three digits.
func joinGroups(text, sign string) string {
	groups := strings.Split(text, sign)
	for _, g := range groups[1:] {
		if len(g) != 3 {
			return "no number"
		}
	}
	return strings.Join(groups, "")
}

// add adds the amounts that a number with these decimals means, if it is one.
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

// given reports whether the text was an amount.
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
