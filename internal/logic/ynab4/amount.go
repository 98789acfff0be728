package ynab4

import (
	"bytes"
	"errors"
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"holdover/internal/base/money"
)

// amount is an amount of the file, in millionths of the currency unit. YNAB 4 computes with floating-point numbers and
// writes their rounding errors, such as 12.339999; round removes them.
type amount int64

const (
	micro   = 1_000_000
	noise   = 5 // the largest rounding error of YNAB 4, in millionths
	perUnit = micro / 1000
)

var errNoAmount = errors.New("it is not an amount")

// UnmarshalJSONFrom reads an amount. Mobile versions write amounts as texts.
func (a *amount) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	token, err := dec.ReadToken()
	if err != nil {
		return err
	}
	switch token.Kind() {
	case 'n':
		return nil
	case '0', '"':
		var ok bool
		if *a, ok = parseAmount([]byte(token.String())); ok {
			return nil
		}
	}
	return errNoAmount
}

// parseAmount reads a decimal number and truncates it to millionths. ok is false for any other text, and for amounts
// beyond money.Limit.
func parseAmount(number []byte) (a amount, ok bool) {
	if bytes.ContainsAny(number, "eE") {
		f, err := strconv.ParseFloat(string(number), 64)
		if err != nil || math.Abs(f) > 1e15 {
			return 0, false
		}
		number = strconv.AppendFloat(nil, f, 'f', 6, 64)
	}
	digits, negative := bytes.CutPrefix(number, []byte("-"))
	whole, fraction, _ := bytes.Cut(digits, []byte("."))
	if len(whole) == 0 && len(fraction) == 0 || len(whole) > 12 {
		return 0, false
	}
	for i := range len(whole) + 6 {
		d := byte('0')
		switch at := i - len(whole); {
		case at < 0:
			d = whole[i]
		case at < len(fraction):
			d = fraction[at]
		}
		if d < '0' || d > '9' {
			return 0, false
		}
		a = a*10 + amount(d-'0')
	}
	for _, d := range fraction {
		if d < '0' || d > '9' {
			return 0, false
		}
	}
	if negative {
		a = -a
	}
	return a, true
}

// round returns the amount rounded to steps of the currency, half away from zero. rounded reports whether the result
// differs from the amount by more than noise.
func (a amount) round(step money.Milli) (m money.Milli, rounded bool) {
	unit := amount(step) * perUnit
	half := unit / 2
	if a < 0 {
		half = -half
	}
	steps := (a + half) / unit
	off := a - steps*unit
	return money.Milli(steps) * step, off > noise || off < -noise
}
