package bankfile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"holdover/internal/money"
)

// Style is how a file writes dates and amounts. An empty field is not known.
type Style struct {
	Order   DateOrder `json:"date_order"`
	Decimal string    `json:"decimal"` // "." or ",", or Cents
	Group   string    `json:"group"`   // ".", ",", "'", " " or nothing
}

// Cents in place of a decimal sign says that amounts are whole numbers of the
// hundredth part of the currency.
const Cents = "cents"

// Over is the style with what other knows in place of its own.
func (s Style) Over(other Style) Style {
	if other.Order != "" {
		s.Order = other.Order
	}
	if other.Decimal != "" {
		s.Decimal, s.Group = other.Decimal, other.Group
	}
	return s
}

// amount reads an amount exactly: sign before or after, brackets for minus,
// CR and DR, a currency's sign or code on either side. What does not fit the
// style is an error, never a guess: "12.34" is not 1234 where commas are decimal.
func (s Style) amount(text string) (money.Milli, error) {
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

// longestAmount is in bytes, with a currency and spaces around.
const longestAmount = 80

func notAmount(text string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("it is empty")
	}
	return fmt.Errorf("%q is not an amount", clip(text))
}

var plainSigns = strings.NewReplacer("\u2212", "-", "\u2013", "-", "\u2014", "-", "\u2011", "-", "\u00a0", " ", "\u202f", " ", "\u2009", " ", "\u2019", "'")

// bare is the digits and separators of an amount, without what is around them.
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

// noCents are strokes in place of cents, as in "12,-": they are no minus.
var noCents = strings.NewReplacer(",--", "", ".--", "", ",-", "", ".-", "")

// wayMarks stand behind an amount and say which way it went: credit and debit, in
// German Haben and Soll.
var wayMarks = map[string]int{"CR": 1, "C": 1, "H": 1, "DR": -1, "D": -1, "DB": -1, "S": -1}

// plusMarked says whether an amount says of itself that it came in.
func plusMarked(text string) bool {
	behind := text[strings.LastIndexFunc(text, isDigit)+1:]
	if words := strings.Fields(strings.ToUpper(behind)); len(words) > 0 && wayMarks[words[len(words)-1]] > 0 {
		return true
	}
	return strings.Contains(text, "+")
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// mark reads what stands on one side of the digits: a sign, or one of wayMarks
// behind them, and at most one currency.
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

// ungroup takes group separators out where they stand as they should: in front
// of three digits, or in India of two and at last three. No thousand begins with 0:
// "0.001" is a thousandth, and was read as 1.
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

// styles are the ways in which banks write amounts.
var styles = []Style{
	{Decimal: ".", Group: ","},
	{Decimal: ",", Group: "."},
	{Decimal: ",", Group: " "},
	{Decimal: ".", Group: "'"},
	{Decimal: ".", Group: " "},
	{Decimal: ",", Group: "'"},
}

// amountLike says whether a text is an amount in one style or another. A date is
// none, nor is a number whose digits are parted otherwise.
func amountLike(text string) bool {
	if text != "" && isLetter(text[0]) && !strings.ContainsAny(text, "., ") {
		return false // a code, such as "NL22": before an amount a currency has a space, or cents behind it
	}
	return slices.ContainsFunc(styles, func(s Style) bool {
		_, err := s.amount(text)
		return err == nil
	})
}

// guessDecimal finds the style of amounts in which every sample can be read, in
// steps of the currency: "1.234" in euros is a thousand. Where several can, it
// takes the hint's, and is not sure.
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

// thousandsOrDecimals reports whether every separator has three digits behind it, as
// in "1.234": that is a thousand or a fraction with a digit more than the currency
// has. Full thousands, as in "29.000", are thousands.
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
			return false // next to "5" nobody writes "1.200" for 1.2
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
		if amount, err := s.amount(text); err != nil || amount%step != 0 {
			return false
		}
	}
	return true
}

// threeBehind says whether three digits stand behind the last of a sign: a group
// of digits, in a currency that has no thousandths.
func threeBehind(text, sign string) bool {
	_, after, found := strings.Cut(text, sign)
	digits := leading(after, isDigit)
	return found && len(digits) == 3 && !strings.Contains(after, sign)
}

// thousandths finds amounts written with one digit too many, all of them: "12.900"
// and "111.550" are no thousands where the last digit is always the 0 that the
// currency's steps ask for. Where they end in 000 or are few it is not sure.
func thousandths(samples []string, step money.Milli) (s Style, sure, found bool) {
	if step <= 1 || step >= 1000 || len(samples) == 0 {
		return s, false, false
	}
	for _, s = range []Style{{Decimal: ".", Group: ","}, {Decimal: ",", Group: "."}} {
		parts, whole, fits := map[money.Milli]bool{}, true, true
		for _, text := range samples {
			amount, err := s.amount(text)
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
		x, _ := a.amount(text)
		y, _ := b.amount(text)
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

// mostFitting is for samples with something unreadable among them.
func mostFitting(samples []string) Style {
	best, most := Style{Decimal: ".", Group: ","}, -1
	for _, c := range []Style{best, {Decimal: ",", Group: "."}, {Decimal: ",", Group: " "}, {Decimal: ".", Group: "'"}} {
		n := 0
		for _, text := range samples {
			if _, err := c.amount(text); err == nil {
				n++
			}
		}
		if n > most {
			best, most = c, n
		}
	}
	return best
}
