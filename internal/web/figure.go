package web

import (
	"strings"

	"holdover/internal/money"
)

// Figure is an amount as a page shows it.
type Figure struct {
	Text string
	Sign Sign
}

// Sign tells a style sheet how an amount reads; it is also the class name.
type Sign string

// The signs. A plain positive amount needs no class.
const (
	Plus  Sign = "plus"
	Zero  Sign = "zero"
	Minus Sign = "minus"
)

// figures writes the amounts of one budget.
type figures struct{ format money.Format }

// plain writes an amount without the currency's symbol, for tables.
func (f figures) plain(m money.Milli) Figure { return figure(f.format.Text(m), m) }

// symbol writes an amount with the currency's symbol where the budget shows it.
func (f figures) symbol(m money.Milli) Figure { return figure(f.format.WithSymbol(m), m) }

// figure takes the true minus sign, which is as wide as a digit.
func figure(text string, m money.Milli) Figure {
	sign := Plus
	switch {
	case m == 0:
		sign = Zero
	case m < 0:
		sign = Minus
	}
	if rest, negative := strings.CutPrefix(text, "-"); negative {
		text = "\u2212" + rest
	}
	return Figure{Text: text, Sign: sign}
}
