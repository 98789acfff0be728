package web

import (
	"errors"
	"net/http"
	"regexp"

	"holdover/internal/app"
	"holdover/internal/fault"
	"holdover/internal/httpx"
)

// menuOfRow is what the form of a row says in the field "menu", by which
// what was wrong with it finds back to it.
const menuOfRow = "row-form"

// Error makes what is wrong with a form an error, which goes the way of others.
func (rowFaults) Error() string { return "the form of a row cannot be read" }

// refused is what is wrong with what was typed, nil for nothing.
func (f rowFaults) refused() error {
	if len(f) == 0 {
		return nil
	}
	return fault.New(fault.Invalid, "the row cannot be saved as it was typed").WithHint("go back and look at its fields").WithCause(f)
}

// faultField tells the field in front of a fault of package register.
var faultField = regexp.MustCompile(`^(?:part (\d+), )?(account|date|payee|transfer|category|amount|cleared|frequency): (.*)$`)

// faultsOf sorts what was wrong with a row to the fields that caused it.
func faultsOf(err error) rowFaults {
	if typed, ok := errors.AsType[rowFaults](err); ok {
		return typed
	}
	text := faultText(err)
	f, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return rowFaults{"": text}
	}
	found := faultField.FindStringSubmatch(f.Message)
	if found == nil {
		return rowFaults{"": text}
	}
	part, field := found[1], found[2]
	text.Message = sentence(found[3])
	if field == "transfer" {
		field = "payee"
	}
	if part != "" {
		field = "part-" + part + "-" + field
	}
	return rowFaults{field: text}
}

// refuseRow shows the form of a row again, as it was typed, with what was wrong.
func (s *site) refuseRow(w http.ResponseWriter, r *http.Request, who app.Actor, failed error) error {
	rd, err := s.typedRow(r, who)
	if err != nil {
		return failed // the row is gone
	}
	rd.faults = faultsOf(failed)
	if rd.form.Row != nil {
		rd.fields.Seen = seenRow(&rd.form.Row.Row)
	}
	p := rowPage(rd, s.rowBack(r.PostForm, rd))
	_, p.Ask = app.GuardedRows(failed)
	return s.showRow(w, r, who, httpx.StatusOf(s.logged(r, failed)), rd, p)
}
