package register

import (
	"strconv"
	"strings"

	"holdover/internal/base/money"
	"holdover/internal/surface/ui"
)

// formChange changes the form of a row without saving it, such as splitting it or adding and removing parts. It returns
// the field to focus.
type formChange func(rd *RowReading, argument string) (focus string)

// formChanges contains the functions by the value of their button, without its argument after a colon.
var formChanges = map[string]formChange{
	"split":         splitRow,
	"plain":         plainRow,
	"add-part":      addPart,
	"remove-part":   removePart,
	"rest":          restToLast,
	"rest-evenly":   restEvenly,
	"rest-by-share": restByShare,
}

// ChangeForm applies the button with a value to the form, and returns the field to focus. An unknown button has no
// effect.
func (rd *RowReading) ChangeForm(button string) (focus string) {
	name, argument, _ := strings.Cut(button, ":")
	if change, known := formChanges[name]; known {
		return change(rd, argument)
	}
	return ""
}

func partField(n int, field string) string { return "part-" + strconv.Itoa(n) + "-" + field }

// splitRow turns a row into a split. The first part gets the row's category.
func splitRow(rd *RowReading, _ string) string {
	f := rd.Fields
	if len(f.Parts) > 0 {
		return ""
	}
	first := lineFields{Category: f.Category, Direction: f.Direction}
	if strings.HasPrefix(f.Payee.id(), toAccount) {
		first.Payee, f.Payee = f.Payee, named{}
	}
	f.Category = named{}
	f.Parts = []lineFields{first, {Direction: f.Direction}}
	if first.Category.Text != "" || first.Payee.Text != "" {
		return partField(1, "amount")
	}
	return partField(1, "category")
}

// plainRow removes the parts; the row gets the category of the first one.
func plainRow(rd *RowReading, _ string) string {
	f := rd.Fields
	if len(f.Parts) == 0 {
		return ""
	}
	f.Category = f.Parts[0].Category
	if f.Payee.Text == "" {
		f.Payee = f.Parts[0].Payee
	}
	f.Parts = nil
	return "category"
}

func addPart(rd *RowReading, _ string) string {
	f := rd.Fields
	f.Parts = append(f.Parts, lineFields{Direction: f.Direction})
	return partField(len(f.Parts), "category")
}

func removePart(rd *RowReading, argument string) string {
	f := rd.Fields
	n, err := strconv.Atoi(argument)
	if err != nil || n < 1 || n > len(f.Parts) {
		return ""
	}
	f.Parts = append(f.Parts[:n-1:n-1], f.Parts[n:]...)
	if len(f.Parts) == 0 {
		return "category"
	}
	return partField(min(n, len(f.Parts)), "amount")
}

// restToLast adds the remaining amount to the last part.
func restToLast(rd *RowReading, _ string) string {
	f := rd.Fields
	left, ok := rd.left()
	if !ok || len(f.Parts) == 0 {
		return ""
	}
	last := &f.Parts[len(f.Parts)-1]
	var now money.Milli
	if amount, err := rd.amount(last, rd.partWas(last.PartID).amount); err == nil {
		now = amount
	}
	last.setAmount(rd.form.Budget.CurrencyFormat, now+left)
	return partField(len(f.Parts), "amount")
}

// restEvenly distributes the remaining amount evenly among the parts without an amount, or among all if each has one.
func restEvenly(rd *RowReading, _ string) string {
	return rd.distribute(func(amounts []money.Milli, empty []bool) []money.Milli {
		weights := make([]money.Milli, len(amounts))
		for i := range weights {
			if empty[i] {
				weights[i] = 1
			}
		}
		return weights
	})
}

// restByShare distributes the remaining amount in proportion to the amounts of the parts. A part without an amount gets
// nothing. If no part has an amount, each gets the same.
func restByShare(rd *RowReading, _ string) string {
	return rd.distribute(func(amounts []money.Milli, _ []bool) []money.Milli {
		weights := make([]money.Milli, len(amounts))
		for i, amount := range amounts {
			weights[i] = amount.Abs()
		}
		return weights
	})
}

// distribute adds shares of the remaining amount to the parts, by weights that follow from their amounts and from
// whether they have one. It changes nothing if an amount is invalid.
func (rd *RowReading) distribute(weigh func(amounts []money.Milli, empty []bool) []money.Milli) (focus string) {
	f, format := rd.Fields, rd.form.Budget.CurrencyFormat
	left, ok := rd.left()
	if !ok || left == 0 || len(f.Parts) == 0 {
		return ""
	}
	amounts, empty := make([]money.Milli, len(f.Parts)), make([]bool, len(f.Parts))
	for i := range f.Parts {
		p := &f.Parts[i]
		if empty[i] = unsymboled(format, p.Amount) == ""; !empty[i] {
			amounts[i], _ = rd.amount(p, rd.partWas(p.PartID).amount)
		}
	}
	for i, share := range money.Distribute(left, format.Step(), weigh(amounts, empty)) {
		if share != 0 {
			f.Parts[i].setAmount(format, amounts[i]+share)
		}
	}
	return partField(1, "amount")
}

// LeftText returns the remaining amount of a split and the results of calculations.
func (rd *RowReading) LeftText() RowLeft {
	out := RowLeft{Split: len(rd.Fields.Parts) > 0}
	rd.results(&out)
	if !out.Split {
		return out
	}
	fig := ui.Figures{Format: rd.form.Budget.CurrencyFormat}
	left, ok := rd.left()
	whole, _ := rd.amount(&rd.Fields.lineFields, rd.was().amount)
	switch {
	case !ok:
		out.State, out.Text = LeftUnknown, "The rest to assign is shown once all amounts are valid"
	case left == 0:
		out.State, out.Text = LeftNothing, "Nothing left to assign"
	case (left < 0) == (whole < 0):
		out.State, out.Text = LeftSome, fig.Symbol(left.Abs()).Text+" left to assign"
	default:
		out.State, out.Text = LeftSome, fig.Symbol(left.Abs()).Text+" too much in the parts"
	}
	return out
}

// results adds the amounts with a text that differs from their value: calculations, and amounts with a sign.
func (rd *RowReading) results(out *RowLeft) {
	format := rd.form.Budget.CurrencyFormat
	show := func(field string, l *lineFields, was money.Milli) {
		amount, err := rd.amount(l, was)
		asRead := bare(format, l.Amount) == bare(format, format.Text(amount.Abs())) && (amount == 0 || (amount < 0) == (l.Direction == goesOut))
		if err != nil || asRead {
			return
		}
		out.Results = append(out.Results, RowResult{field, "= " + signed(ui.Figures{Format: format}, amount)})
	}
	show("amount", &rd.Fields.lineFields, rd.was().amount)
	for i := range rd.Fields.Parts {
		p := &rd.Fields.Parts[i]
		show(partField(i+1, "amount"), p, rd.partWas(p.PartID).amount)
	}
}

// bare removes formatting from a typed amount, so that 12.50 equals 12.5.
func bare(format money.Format, text string) string {
	if format.GroupSeparator != "" {
		text = strings.ReplaceAll(text, format.GroupSeparator, "")
	}
	if text = strings.TrimSpace(text); format.DecimalSeparator != "" && strings.Contains(text, format.DecimalSeparator) {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), format.DecimalSeparator)
	}
	return text
}

// signed formats an amount with its sign, including a plus sign.
func signed(f ui.Figures, m money.Milli) string {
	if m > 0 {
		return "+" + f.Plain(m).Text
	}
	return f.Plain(m).Text
}
