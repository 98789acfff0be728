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
	whole, _ := rd.amount(&rd.fields.lineFields, rd.was().amount)
	switch {
	case !ok:
		out.State, out.Text = LeftUnknown, "What is left to assign shows when all amounts can be read"
	case left == 0:
		out.State, out.Text = LeftNothing, "Nothing left to assign"
	case (left < 0) == (whole < 0):
		out.State, out.Text = LeftSome, fig.symbol(left.Abs()).Text+" left to assign"
	default:
		out.State, out.Text = LeftSome, fig.symbol(left.Abs()).Text+" too much in the parts"
	}
	return out
}

// results are the amounts that do not stand as they will be read: sums, and
// those with a sign in front.
func (rd *rowReading) results(out *RowLeft) {
	format := rd.form.Budget.CurrencyFormat
	show := func(field string, l *lineFields, was money.Milli) {
		amount, err := rd.amount(l, was)
		asRead := bare(format, l.Amount) == bare(format, format.Text(amount.Abs())) && (amount == 0 || (amount < 0) == (l.Direction == goesOut))
		if err != nil || asRead {
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

// bare is an amount as it was typed without what makes it easier to read: 12.50
// and 12.5 are the same.
func bare(format money.Format, text string) string {
	if format.GroupSeparator != "" {
		text = strings.ReplaceAll(text, format.GroupSeparator, "")
	}
	if text = strings.TrimSpace(text); format.DecimalSeparator != "" && strings.Contains(text, format.DecimalSeparator) {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), format.DecimalSeparator)
	}
	return text
}

// signed writes an amount with its sign, also where that is a plus.
func signed(f figures, m money.Milli) string {
	if m > 0 {
		return "+" + f.plain(m).Text
	}
	return f.plain(m).Text
}
