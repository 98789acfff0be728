package bankfile

import (
	"errors"
	"fmt"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// entry reads field 61: value date, optional day of booking, direction, amount, kind, and the references of the
// customer and the bank: "2601310201DR12,34NMSCNONREF//B4A31".
func (r *mtReader) entry(f mtField) {
	s := r.statement()
	row, err := mtEntry(f.text)
	if err != nil {
		r.broken = true
		r.file.bad(Problem{Line: f.line, Field: "field 61", What: err.Error()})
		return
	}
	row.Line = f.line
	r.rows++
	s.Rows = append(s.Rows, row)
	r.row = &s.Rows[len(s.Rows)-1]
}

func mtEntry(text string) (Row, error) {
	first, more, _ := strings.Cut(text, "\n")
	first = strings.TrimSpace(first)
	date, rest, err := mtDays(first)
	if err != nil {
		return Row{}, err
	}
	amount, rest, err := mtWayAndAmount(rest)
	if err != nil {
		return Row{}, fmt.Errorf("%q: %w", clip(first), err)
	}
	row := Row{Date: date, Amount: amount}
	if len(rest) > 4 && rest[0] == 'N' && strings.HasPrefix(rest[1:], "CHK") {
		row.CheckNumber = mtReference(rest[4:])
	}
	if row.Memo = tidy(more); strings.HasPrefix(row.Memo, "/TRCD/") { // a code for the kind
		row.Memo = ""
	}
	// Rabobank writes the name after the reference, which it pads with spaces.
	if reference, name, wide := cutAt(rest, 4+16); wide && strings.HasSuffix(reference, " ") && !strings.Contains(rest, "//") {
		row.Payee = tidy(name)
	}
	return row, nil
}

// mtDays returns the day of booking. Some banks write it as month and day after the value date, in the nearest year.
// Banks that count every month as 30 days write value dates such as 30 February. The day of booking is read all the
// same.
func mtDays(text string) (day civil.Date, rest string, err error) {
	if len(text) < 6 {
		return 0, "", notDate(text)
	}
	valued, err := mtDate(text[:6])
	rest = strings.TrimLeft(text[6:], " ")
	if len(rest) < 4 || !onlyDigits(rest[:4]) {
		return valued, rest, err
	}
	if err != nil {
		if number(text[4:6]) > 31 {
			return 0, "", err
		}
		last, lastErr := mtDate(text[:4] + "28")
		if lastErr != nil || civil.MakeDate(last.Year(), number(rest[:2]), number(rest[2:4])) == 0 {
			return 0, "", err
		}
		valued = last
	}
	booked := civil.Date(0)
	for _, year := range []int{valued.Year(), valued.Year() - 1, valued.Year() + 1} {
		d := civil.MakeDate(year, number(rest[:2]), number(rest[2:4]))
		if d != 0 && (booked == 0 || d.Apart(valued) < booked.Apart(valued)) {
			booked = d
		}
	}
	if booked == 0 { // some banks write zeros
		booked = valued
	}
	return booked, rest[4:], nil
}

// mtWayAndAmount parses C, D, RC or RD, an optional letter of the currency, and the amount. RC reverses a credit, so
// that its amount is negative.
func mtWayAndAmount(text string) (amount money.Milli, rest string, err error) {
	sign := money.Milli(1)
	if after, reversed := strings.CutPrefix(text, "R"); reversed || strings.HasPrefix(text, "E") {
		if sign, text = -1, after; !reversed { // EC and ED are expected entries of MT942
			sign, text = 1, text[1:]
		}
	}
	switch {
	case strings.HasPrefix(text, "C"):
	case strings.HasPrefix(text, "D"):
		sign = -sign
	default:
		return 0, "", errors.New("the direction of the money is missing")
	}
	text = text[1:]
	if text != "" && isLetter(text[0]) {
		text = text[1:]
	}
	text = strings.TrimLeft(text, " ")
	digits := leading(text, func(r rune) bool { return isDigit(r) || r == ',' || r == '.' })
	if digits == "" {
		return 0, "", errors.New("it has no amount")
	}
	amount, err = mtAmount(digits)
	return sign * amount, text[len(digits):], err
}

// endsInAmount reports whether the text ends with the amount.
func endsInAmount(text string) bool {
	_, rest, err := mtDays(strings.TrimSpace(text))
	if err != nil {
		return false
	}
	_, rest, err = mtWayAndAmount(rest)
	return err == nil && rest == ""
}

func cutAt(s string, n int) (before, after string, ok bool) {
	if len(s) <= n {
		return s, "", false
	}
	return s[:n], s[n:], true
}

func mtReference(text string) string {
	text, _, _ = strings.Cut(text, "//")
	if text = tidy(text); strings.EqualFold(text, "NONREF") {
		return ""
	}
	return text
}
