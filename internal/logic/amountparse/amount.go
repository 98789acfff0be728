// Package amountparse parses the amounts that users type: in a budget's own number format, with arithmetic, and exactly.
//
// Start with Amount.
package amountparse

import (
	"errors"
	"math/big"
	"regexp"
	"strings"
	"unicode"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
)

// Amount parses an amount typed in a budget's own format, with arithmetic: "1.234,50", "120/4", "(12+3)*2". Text that
// starts with +, * or / continues from now, the present amount; text that starts with = does not, as in a
// spreadsheet. Sums are exact; products and quotients are rounded to the currency's smallest amount, half away from
// zero. An empty text is zero.
func Amount(format money.Format, text string, now money.Milli) (money.Milli, error) {
	return readAmount(format, text, text, now)
}

// readAmount is Amount for a text that differs from the typed one; errors quote the typed text.
func readAmount(format money.Format, text, typed string, now money.Milli) (money.Milli, error) {
	if len(text) > longest {
		return 0, apperr.New(apperr.Invalid, "the amount is too long").WithHint("use at most %d characters", longest)
	}
	r := &amountReader{format: format, text: []rune(clean(format, text))}
	if len(r.text) == 0 {
		return 0, nil
	}
	value, err := r.whole(big.NewRat(int64(now), 1))
	var amount money.Milli
	if err == nil {
		amount, err = r.milli(value)
	}
	example := format.Text(format.Rounded(1234500))
	switch {
	case errors.Is(err, errTooLarge):
		return 0, aboveLimit()
	case errors.Is(err, errTooFine):
		return 0, tooFine(format, typed)
	case errors.Is(err, errMisplaced):
		return 0, apperr.New(apperr.Invalid, "%q has a misplaced thousands separator", strings.TrimSpace(typed)).
			WithHint("write it like %s, or without separators between thousands", example)
	case errors.Is(err, errAmbiguous):
		return 0, apperr.New(apperr.Invalid, "%q has a separator that could mean thousands or decimals", strings.TrimSpace(typed)).
			WithHint("write thousands without a separator, and decimals as in %s", example)
	case err != nil:
		return 0, apperr.New(apperr.Invalid, "%q is not an amount", strings.TrimSpace(typed)).
			WithHint("write it like %s, or as a calculation such as 120/4", example)
	}
	if amount.Abs() != now.Abs() { // an unchanged amount is allowed
		if err := CheckFine(format, amount, typed); err != nil {
			return 0, err
		}
	}
	return amount, nil
}

// CheckFine refuses an amount in text form that has more decimals than the currency.
func CheckFine(format money.Format, amount money.Milli, text string) error {
	if amount%format.Step() == 0 {
		return nil
	}
	return tooFine(format, text)
}

func tooFine(format money.Format, text string) error {
	return apperr.New(apperr.Invalid, "%q is too precise: the smallest amount is %s", strings.TrimSpace(text), format.Text(format.Step())).
		WithCode(TooFine).WithHint("remove the extra decimals")
}

// longest is the maximum length of a sum. Its numbers grow with each factor, and ten thousand factors take minutes.
const longest = 500

func aboveLimit() error {
	return apperr.New(apperr.Invalid, "the amount is too large").WithHint("the maximum is a thousand billion")
}

// TooFine is the code of an error for an amount with more decimals than the currency, such as a tenth of a cent.
const TooFine apperr.Code = "amount-too-fine"

// Over parses text typed over an existing figure: "+15" adds to it and "-15" subtracts from it. If the figure is
// negative, text that starts with a minus is a new figure, since it may be the old one corrected.
func Over(format money.Format, text string, there money.Milli) (money.Milli, error) {
	read := text
	if there > 0 && strings.HasPrefix(clean(format, text), "-") {
		read = "+0" + text
	}
	return readAmount(format, read, text, there)
}

var amountSigns = strings.NewReplacer("\u2212", "-", "\u2013", "-", "×", "*", "÷", "/")

// Marks that clean leaves between two digits.
const (
	groupMark  = '\'' // replaces a space or an apostrophe, which many users write between thousands
	symbolMark = '¤'  // replaces the currency's symbol or code, which cannot be inside a number: "1€50" is not 150
)

// clean replaces the signs that users write for minus, multiplication and division, and removes spaces, apostrophes
// and the currency's symbol and code. Those between two digits become a mark: "12 50" is not 1250.
func clean(format money.Format, text string) string {
	for _, symbol := range []string{format.CurrencySymbol, format.ISOCode} {
		if symbol != "" {
			text = strings.ReplaceAll(text, symbol, string(symbolMark))
		}
	}
	var b strings.Builder
	var last, mark rune
	for _, c := range amountSigns.Replace(text) {
		switch {
		case c == symbolMark:
			mark = symbolMark
			continue
		case unicode.IsSpace(c) || c == '\'' || c == '’':
			if mark == 0 {
				mark = groupMark
			}
			continue
		case mark != 0 && unicode.IsDigit(last) && unicode.IsDigit(c):
			b.WriteRune(mark)
		}
		b.WriteRune(c)
		last, mark = c, 0
	}
	return b.String()
}

// amountReader evaluates a sum from left to right, in milliunits.
type amountReader struct {
	format  money.Format
	text    []rune
	at      int
	depth   int
	divided bool // it was multiplied or divided: the result is rounded
	scales  bool // the number to read multiplies or divides, and is no amount
}

var (
	errNotAmount = errors.New("not an amount")
	errTooLarge  = errors.New("the amount is too large")
	errTooFine   = errors.New("the amount is finer than a milliunit")
	errMisplaced = errors.New("a group separator is misplaced")
	errAmbiguous = errors.New("one separator, before three digits")
)

// maxDepth bounds nested parentheses.
const maxDepth = 20

func (r *amountReader) whole(now *big.Rat) (*big.Rat, error) {
	var value *big.Rat
	var err error
	switch r.text[0] {
	case '*', '/':
		value, err = r.factors(now)
		if err == nil {
			value, err = r.terms(value)
		}
	case '+':
		value, err = r.terms(now)
	case '=':
		r.at++
		value, err = r.sum()
	default:
		value, err = r.sum()
	}
	if err == nil && r.at < len(r.text) {
		err = errNotAmount
	}
	return value, err
}

func (r *amountReader) peek() rune {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

func (r *amountReader) sum() (*big.Rat, error) {
	first, err := r.product()
	if err != nil {
		return nil, err
	}
	return r.terms(first)
}

func (r *amountReader) terms(value *big.Rat) (*big.Rat, error) {
	for {
		sign := r.peek()
		if sign != '+' && sign != '-' {
			return value, nil
		}
		r.at++
		next, err := r.product()
		if err != nil {
			return nil, err
		}
		if sign == '-' {
			next = new(big.Rat).Neg(next)
		}
		value = new(big.Rat).Add(value, next)
	}
}

func (r *amountReader) product() (*big.Rat, error) {
	first, err := r.factor()
	if err != nil {
		return nil, err
	}
	return r.factors(first)
}

// factors multiplies and divides an amount by the plain numbers that follow. A factor is parsed as an amount in
// milliunits, so its factor of 1000 is removed again. A factor such as 1.085, where 1.085 is 1085 as an amount, is
// refused: it is probably an exchange rate.
func (r *amountReader) factors(value *big.Rat) (*big.Rat, error) {
	thousand := big.NewRat(1000, 1)
	for {
		sign := r.peek()
		if sign != '*' && sign != '/' {
			return value, nil
		}
		r.at++
		from, within := r.at, r.scales
		r.scales = true
		by, err := r.factor()
		r.scales = within
		if err != nil {
			return nil, err
		}
		if r.isAmbiguous(string(r.text[from:r.at])) {
			return nil, errAmbiguous
		}
		by = new(big.Rat).Quo(by, thousand)
		r.divided = true
		switch {
		case sign == '*':
			value = new(big.Rat).Mul(value, by)
		case by.Sign() == 0:
			return nil, errNotAmount
		default:
			value = new(big.Rat).Quo(value, by)
		}
	}
}

// isAmbiguous reports whether a factor has one to three digits, then a point or a comma as the separator of thousands, then
// three digits.
func (r *amountReader) isAmbiguous(text string) bool {
	group := r.format.GroupSeparator
	whole, rest, found := strings.Cut(strings.TrimLeft(text, "+-"), group)
	return found && (group == "." || group == ",") && len(rest) == 3 && grouped.MatchString(whole+" "+rest)
}

func (r *amountReader) factor() (*big.Rat, error) {
	switch r.peek() {
	case '-', '+':
		sign := r.peek()
		r.at++
		if r.depth++; r.depth > maxDepth {
			return nil, errNotAmount
		}
		value, err := r.factor()
		if err == nil && sign == '-' {
			value = new(big.Rat).Neg(value)
		}
		return value, err
	case '(':
		r.at++
		if r.depth++; r.depth > maxDepth {
			return nil, errNotAmount
		}
		value, err := r.sum()
		if err != nil {
			return nil, err
		}
		if r.peek() != ')' {
			return nil, errNotAmount
		}
		r.at++
		return value, nil
	}
	return r.number()
}

func (r *amountReader) number() (*big.Rat, error) {
	from := r.at
	for r.at < len(r.text) && (unicode.IsDigit(r.text[r.at]) || r.isSeparator(r.text[r.at])) {
		r.at++
	}
	whole, decimals, err := r.digits(string(r.text[from:r.at]))
	if err != nil {
		return nil, err
	}
	if !r.scales && r.mayBeThousands(whole, decimals) {
		return nil, errAmbiguous
	}
	if whole = strings.TrimLeft(whole, "0"); len(whole) > 15 {
		return nil, errTooLarge
	}
	value, ok := new(big.Rat).SetString("0" + whole + "." + decimals + "0e3")
	if !ok {
		return nil, errNotAmount
	}
	return value, nil
}

// mayBeThousands reports whether the decimals of an amount may be meant as thousands: 325,000 in a budget that writes
// 1.234,50. Amounts of the budget are never written with such zeros, and other decimals would be too fine for it.
func (r *amountReader) mayBeThousands(whole, decimals string) bool {
	return r.format.DecimalDigits < 3 && len(decimals) == 3 && decimals[2] == '0' && grouped.MatchString(whole+" "+decimals)
}

func (r *amountReader) isSeparator(c rune) bool {
	return strings.ContainsRune(".,", c) || c == groupMark || c == symbolMark || strings.ContainsRune(r.format.DecimalSeparator+r.format.GroupSeparator, c)
}

// digits splits a number into its whole part and its decimals. A single group separator followed by one or two digits
// is read as a decimal separator: 12.5 in a budget that writes 12,50 means 12,50. So is one after leading zeros,
// since no group of thousands starts with 0.
func (r *amountReader) digits(text string) (whole, decimals string, err error) {
	point, group := r.format.DecimalSeparator, r.format.GroupSeparator
	if point == "" {
		point = "."
	}
	whole, decimals, found := strings.Cut(text, point)
	if other := strings.IndexAny(whole, ".,"); !found && other >= 0 && other == strings.LastIndexAny(whole, ".,") {
		if n := len(whole) - other - 1; n == 1 || n == 2 || group == "" || strings.Trim(whole[:other], "0") == "" {
			whole, decimals = whole[:other], whole[other+1:]
		}
	}
	if whole, err = joinGroups(whole, group); err != nil {
		return "", "", err
	}
	if whole+decimals == "" || strings.IndexFunc(whole+decimals, func(c rune) bool { return c < '0' || c > '9' }) >= 0 {
		return "", "", errNotAmount
	}
	return whole, decimals, nil
}

// grouped matches thousands, and lakhs and crores, with a space between the groups.
var grouped = regexp.MustCompile(`^[1-9]\d{0,2}(?: \d{3})+$|^[1-9]\d?(?: \d{2})+ \d{3}$`)

// joinGroups removes the separators between thousands. It refuses them elsewhere: "12,5,0" could mean 12.50 or 1250.
func joinGroups(whole, group string) (string, error) {
	for _, sign := range []string{group, string(groupMark)} {
		if sign == "" || !strings.Contains(whole, sign) {
			continue
		}
		if !grouped.MatchString(strings.ReplaceAll(whole, sign, " ")) {
			return "", errMisplaced
		}
		return strings.ReplaceAll(whole, sign, ""), nil
	}
	return whole, nil
}

// milli converts a result to milliunits, rounded if it was multiplied or divided.
func (r *amountReader) milli(value *big.Rat) (money.Milli, error) {
	if !r.divided && !value.IsInt() {
		return 0, errTooFine
	}
	step := int64(1)
	if r.divided {
		for range 3 - min(max(r.format.DecimalDigits, 0), 3) {
			step *= 10
		}
	}
	n := new(big.Int).Quo(halfAway(value, step), big.NewInt(2))
	n.Mul(n, big.NewInt(step))
	if !n.IsInt64() || money.Milli(n.Int64()).Abs() > money.Limit {
		return 0, errTooLarge
	}
	return money.Milli(n.Int64()), nil
}

// halfAway returns twice value/step plus one, away from zero: half of it, truncated, is value/step rounded.
func halfAway(value *big.Rat, step int64) *big.Int {
	twice := new(big.Rat).Quo(value, big.NewRat(step, 2))
	twice.Add(twice, big.NewRat(int64(value.Sign()), 1))
	return new(big.Int).Quo(twice.Num(), twice.Denom())
}
