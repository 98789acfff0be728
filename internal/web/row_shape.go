package web

import (
	"strconv"
	"strings"

	"holdover/internal/money"
)

// shaping changes the form of a row without saving anything: it is split, parts
// come and go. at is the field to go on with.
type shaping func(rd *rowReading, about string) (at string)

// shapings are the buttons that do so, by value; what follows a colon is about
// what.
var shapings = map[string]shaping{
	"split":       splitRow,
	"plain":       plainRow,
	"add-part":    addPart,
	"remove-part": removePart,
	"rest":        restToLast,
}

// shape does what a button says; an unknown one does nothing.
func (rd *rowReading) shape(button string) (at string) {
	what, about, _ := strings.Cut(button, ":")
	if do, known := shapings[what]; known {
		return do(rd, about)
	}
	return ""
}

func partField(n int, field string) string { return "part-" + strconv.Itoa(n) + "-" + field }

// splitRow gives a row parts: what it is for goes into the first one.
func splitRow(rd *rowReading, _ string) string {
	f := rd.fields
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

// plainRow takes the parts away; the row is for what the first part was for.
func plainRow(rd *rowReading, _ string) string {
	f := rd.fields
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

func addPart(rd *rowReading, _ string) string {
	f := rd.fields
	f.Parts = append(f.Parts, lineFields{Direction: f.Direction})
	return partField(len(f.Parts), "category")
}

func removePart(rd *rowReading, about string) string {
	f := rd.fields
	n, err := strconv.Atoi(about)
	if err != nil || n < 1 || n > len(f.Parts) {
		return ""
	}
	f.Parts = append(f.Parts[:n-1:n-1], f.Parts[n:]...)
	if len(f.Parts) == 0 {
		return "category"
	}
	return partField(min(n, len(f.Parts)), "amount")
}

// restToLast gives what is left to the last part.
func restToLast(rd *rowReading, _ string) string {
	f := rd.fields
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
