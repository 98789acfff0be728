package bankfile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"holdover/internal/base/money"
)

// Style is the notation of dates and amounts in a file. An empty field is unknown.
type Style struct {
	Order   DateOrder `json:"date_order"`
	Decimal string    `json:"decimal"` // "." or ",", or Cents
	Group   string    `json:"group"`   // ".", ",", "'", " " or ""
}

// Cents in place of a decimal sign means that amounts are integers in hundredths of the currency.
const Cents = "cents"

// Over returns s with the fields that are set in other replaced.
func (s Style) Over(other Style) Style {
	if other.Order != "" {
		s.Order = other.Order
	}
	if other.Decimal != "" {
		s.Decimal, s.Group = other.Decimal, other.Group
	}
	return s
}

// ParseAmount parses an amount exactly: a sign before or after it, brackets for minus, CR and DR, a currency symbol or
// code on either side. A text that does not fit the style is an error: "12.34" is not 1234 where the comma is the
// decimal sign.
func (s Style) ParseAmount(text string) (money.Milli, error) {
	digits, negative, err := bare(text)
	if err != nil {
		return 0, err
	}
	if s.Decimal == "" {
		return 0, notAmount(text)
	}
	if s.Decimal == Cents && len(digits) < 3 && onlyDigits(digits) {
		digits = "000"[len(digits):] + digits
	}
	whole, frac, _ := strings.Cut(digits, s.Decimal)
	if s.Decimal == Cents && onlyDigits(digits) {
		whole, frac = digits[:len(digits)-2], digits[len(digits)-2:]
	}
	if whole, err = ungroup(whole, s.Group); err != nil {
		return 0, notAmount(text)
	}
	frac = strings.TrimRight(frac, "0")
	if !onlyDigits(whole) || !onlyDigits(frac) || !strings.ContainsAny(digits, "0123456789") {
		return 0, notAmount(text)
	}
	if len(frac) > 3 {
		return 0, fmt.Errorf("%q has more than three decimals", clip(text))
	}
	whole = strings.TrimLeft(whole, "0")
	if len(whole) > 13 {
		return 0, fmt.Errorf("%q is too large", clip(text))
	}
	var m money.Milli
	for _, d := range whole + frac + "000"[len(frac):] {
		m = m*10 + money.Milli(d-'0')
	}
	if m > money.Limit {
		return 0, fmt.Errorf("%q is too large", clip(text))
	}
	if negative {
		m = -m
	}
	return m, nil
}

// longestAmount is in bytes, including a currency and spaces.
const longestAmount = 80

func notAmount(text string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("it is empty")
	}
	return fmt.Errorf("%q is not an amount", clip(text))
}

var plainSigns = strings.NewReplacer("\u2212", "-", "\u2013", "-", "\u2014", "-", "\u2011", "-", "\u00a0", " ", "\u202f", " ", "\u2009", " ", "\u2019", "'")

// bare returns the digits and separators of an amount without sign, currency and spaces.
func bare(text string) (digits string, negative bool, err error) {
	if len(text) > longestAmount && onlyDigits(text[:longestAmount]) {
		return "", false, fmt.Errorf("%q is too large", clip(text))
	}
	if len(text) > longestAmount {
		return "", false, notAmount(text)
	}
	t := strings.TrimSpace(plainSigns.Replace(text))
	signs := 0
	if inner, ok := strings.CutPrefix(t, "("); ok && strings.HasSuffix(inner, ")") {
		t, negative, signs = inner[:len(inner)-1], true, 1
	}
	start := strings.IndexFunc(t, isDigit)
	end := strings.LastIndexFunc(t, isDigit)
	if start < 0 {
		return "", false, notAmount(text)
	}
	if start > 0 && (t[start-1] == '.' || t[start-1] == ',') { // ".50"
		start--
	}
	around := []string{t[:start], strings.TrimLeft(noCents.Replace(t[end+1:]), ".,")}
	for i, a := range around {
		sign, known := mark(a, i == 1)
		if !known {
			return "", false, notAmount(text)
		}
		if sign != 0 {
			signs++
			negative = sign < 0
		}
	}
	if signs > 1 {
		return "", false, notAmount(text)
	}
	return t[start : end+1], negative, nil
}

// noCents removes dashes in place of cents, as in "12,-". They are not a minus sign.
var noCents = strings.NewReplacer(",--", "", ".--", "", ",-", "", ".-", "")

// wayMarks maps the marks after an amount to its sign: credit and debit, in German Haben and Soll.
var wayMarks = map[string]int{"CR": 1, "C": 1, "H": 1, "DR": -1, "D": -1, "DB": -1, "S": -1}

// plusMarked reports whether an amount is explicitly marked as positive.
func plusMarked(text string) bool {
	behind := text[strings.LastIndexFunc(text, isDigit)+1:]
	if words := strings.Fields(strings.ToUpper(behind)); len(words) > 0 && wayMarks[words[len(words)-1]] > 0 {
		return true
	}
	return strings.Contains(text, "+")
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// mark parses the text on one side of the digits: a sign, or one of wayMarks after them, and at most one currency.
func mark(s string, behind bool) (sign int, known bool) {
	for _, c := range []struct {
		text string
		sign int
	}{{"-", -1}, {"+", 1}} {
		if strings.Count(s, c.text) == 1 {
			sign, s = c.sign, strings.Replace(s, c.text, "", 1)
		}
	}
	s = strings.TrimSpace(s)
	if words := strings.Fields(s); len(words) > 0 { // "12.50 EUR CR"
		last := len(words) - 1
		if way := wayMarks[strings.ToUpper(words[last])]; way != 0 {
			if !behind || sign != 0 {
				return sign, false
			}
			sign, s = way, strings.Join(words[:last], " ")
		}
	}
	return sign, isCurrency(s)
}

// ungroup removes valid group separators: before three digits, or in Indian notation before two digits and the last
// three. A grouped number cannot begin with 0: "0.001" is a thousandth, not 1.
func ungroup(whole, group string) (string, error) {
	if group == "" {
		return whole, nil
	}
	parts := strings.Split(whole, group)
	if len(parts) > 1 && strings.HasPrefix(whole, "0") {
		return "", fmt.Errorf("a group that begins with 0")
	}
	for i, p := range parts {
		last := i == len(parts)-1
		if len(parts) > 1 && (len(p) == 0 || len(p) > 3 || i > 0 && len(p) < 2 || last && len(p) != 3) {
			return "", fmt.Errorf("groups of the wrong length")
		}
	}
	return strings.Join(parts, ""), nil
}

func onlyDigits(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !isDigit(r) }) < 0
}

// styles lists the notations of amounts that banks use.
var styles = []Style{
	{Decimal: ".", Group: ","},
	{Decimal: ",", Group: "."},
	{Decimal: ",", Group: " "},
	{Decimal: ".", Group: "'"},
	{Decimal: ".", Group: " "},
	{Decimal: ",", Group: "'"},
}

// amountLike reports whether a text is an amount in any style. A date is not, nor is a number with other separators.
func amountLike(text string) bool {
	if text != "" && isLetter(text[0]) && !strings.ContainsAny(text, "., ") {
		return false // a code, such as "NL22": a currency before an amount is followed by a space, or the amount has cents
	}
	return slices.ContainsFunc(styles, func(s Style) bool {
		_, err := s.ParseAmount(text)
		return err == nil
	})
}

// guessDecimal returns the style in which every sample is an amount in steps of the currency: "1.234" in euros is a
// thousand. If several styles fit, it returns that of the hint, and sure is false.
func guessDecimal(samples []string, o Options) (s Style, sure bool) {
	hint := o.Hint
	if s, sure, found := thousandths(samples, o.step()); found {
		return s, sure
	}
	var fitting []Style
	for _, step := range []money.Milli{o.step(), 1} {
		for _, c := range styles {
			if c.fits(samples, step) {
				fitting = append(fitting, c)
			}
		}
		if len(fitting) > 0 {
			break
		}
	}
	if len(fitting) == 0 {
		return mostFitting(samples), false
	}
	for _, c := range fitting {
		if !sameReading(c, fitting[0], samples) {
			return preferred(fitting, hint), false
		}
	}
	return preferred(fitting, hint), !thousandsOrDecimals(samples, o.step())
}

// thousandsOrDecimals reports whether three digits follow every separator, as in "1.234": this is a thousand, or a
// fraction with one digit more than the currency has. Round thousands, as in "29.000", are thousands.
func thousandsOrDecimals(samples []string, step money.Milli) bool {
	if step <= 1 || step >= 1000 {
		return false
	}
	some, full := false, true
	for _, text := range samples {
		digits, _, err := bare(text)
		at := strings.IndexAny(digits, ".,")
		switch {
		case err != nil || at < 0 && len(digits) <= 3:
			return false // "1.200" next to "5" is not 1.2
		case at < 0:
			continue
		}
		if len(digits)-at-1 != 3 || at > 3 || digits[0] == '0' || !onlyDigits(digits[at+1:]) {
			return false
		}
		some, full = true, full && digits[at+1:] == "000"
	}
	return some && !full
}

func (s Style) fits(samples []string, step money.Milli) bool {
	for _, text := range samples {
		if step > 1 && threeBehind(text, s.Decimal) {
			return false
		}
		if amount, err := s.ParseAmount(text); err != nil || amount%step != 0 {
			return false
		}
	}
	return true
}

// threeBehind reports whether three digits follow the last separator: a group of digits, in a currency without
// thousandths.
func threeBehind(text, sign string) bool {
	_, after, found := strings.Cut(text, sign)
	digits := leading(after, isDigit)
	return found && len(digits) == 3 && !strings.Contains(after, sign)
}

// thousandths finds amounts that are all written with one surplus digit: "12.900" and "111.550" are not thousands if
// the last digit is always 0, as the currency requires. If they end in 000 or are few, sure is false.
func thousandths(samples []string, step money.Milli) (s Style, sure, found bool) {
	if step <= 1 || step >= 1000 || len(samples) == 0 {
		return s, false, false
	}
	for _, s = range []Style{{Decimal: ".", Group: ","}, {Decimal: ",", Group: "."}} {
		parts, whole, fits := map[money.Milli]bool{}, true, true
		for _, text := range samples {
			amount, err := s.ParseAmount(text)
			fits = fits && err == nil && threeBehind(text, s.Decimal) && amount%step == 0
			parts[amount.Abs()%1000] = true
			whole = whole && amount%1000 == 0
		}
		if fits && !whole {
			return s, len(parts) >= 3, true
		}
	}
	return s, false, false
}

func sameReading(a, b Style, samples []string) bool {
	for _, text := range samples {
		x, _ := a.ParseAmount(text)
		y, _ := b.ParseAmount(text)
		if x != y {
			return false
		}
	}
	return true
}

func preferred(fitting []Style, hint Style) Style {
	for _, c := range fitting {
		if c.Decimal == hint.Decimal {
			return c
		}
	}
	return fitting[0]
}

// mostFitting returns the style that fits most samples. It is used if some samples are not amounts.
func mostFitting(samples []string) Style {
	best, most := Style{Decimal: ".", Group: ","}, -1
	for _, c := range []Style{best, {Decimal: ",", Group: "."}, {Decimal: ",", Group: " "}, {Decimal: ".", Group: "'"}} {
		n := 0
		for _, text := range samples {
			if _, err := c.ParseAmount(text); err == nil {
				n++
			}
		}
		if n > most {
			best, most = c, n
		}
	}
	return best
}
