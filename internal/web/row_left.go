package web

import (
	"strings"

	"holdover/internal/money"
)

// leftText says what of a split is left to assign, and what sums come to.
func (rd *rowReading) leftText() RowLeft {
	out := RowLeft{Split: len(rd.fields.Parts) > 0}
	rd.results(&out)
	if !out.Split {
		return out
	}
	fig := figures{rd.form.Budget.CurrencyFormat}
	left, ok := rd.left()
	switch {
	case !ok:
		out.State, out.Text = LeftUnknown, "What is left to assign shows when all amounts can be read"
	case left == 0:
		out.State, out.Text = LeftNothing, "Nothing left to assign"
	default:
		out.State, out.Text = LeftSome, fig.symbol(left).Text+" left to assign"
	}
	return out
}

// results are the amounts that do not stand as they will be read: sums, and
// those with a sign in front.
func (rd *rowReading) results(out *RowLeft) {
	format := rd.form.Budget.CurrencyFormat
	show := func(field string, l *lineFields, was money.Milli) {
		amount, err := rd.amount(l, was)
		if err != nil || strings.TrimSpace(l.Amount) == format.Text(amount.Abs()) && (amount == 0 || (amount < 0) == (l.Direction == goesOut)) {
			return
		}
		out.Results = append(out.Results, RowResult{field, "= " + signed(figures{format}, amount)})
	}
	show("amount", &rd.fields.lineFields, rd.was().amount)
	for i := range rd.fields.Parts {
		p := &rd.fields.Parts[i]
		show(partField(i+1, "amount"), p, rd.partWas(p.PartID).amount)
	}
}

// signed writes an amount with its sign, also where that is a plus.
func signed(f figures, m money.Milli) string {
	if m > 0 {
		return "+" + f.plain(m).Text
	}
	return f.plain(m).Text
}
