package register

import (
	"errors"
	"net/http"
	"strconv"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/fault"
	"holdover/internal/httpx"
	"holdover/internal/ui"
)

// menuOfRow is what the form of a row says in the field "menu", by which
// what was wrong with it finds back to it.
const menuOfRow = "row-form"

// Error makes what is wrong with a form an error, which goes the way of others.
func (rowFaults) Error() string { return "the form of a transaction cannot be read" }

// Refused is what is wrong with what was typed, nil for nothing.
func (f rowFaults) Refused() error {
	if len(f) == 0 {
		return nil
	}
	return fault.New(fault.Invalid, "the transaction cannot be saved as it was typed").WithHint("go back and look at its fields").WithCause(f)
}

// FaultsOf sorts what was wrong with a transaction to the fields that caused it.
func FaultsOf(err error) rowFaults {
	if typed, ok := errors.AsType[rowFaults](err); ok {
		return typed
	}
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || !formFields[f.Field] {
		return rowFaults{"": ui.FaultOf(err)}
	}
	field := f.Field
	if field == "transfer" {
		field = "payee"
	}
	if f.Part > 0 {
		field = "part-" + strconv.Itoa(f.Part) + "-" + field
	}
	return rowFaults{field: ui.BesideField(f)}
}

// formFields are those of the domain that the form has a place for.
var formFields = map[string]bool{"account": true, "date": true, "payee": true, "transfer": true, "category": true, "amount": true, "cleared": true, "frequency": true, "until": true, "times": true, "weekend": true, "file": true}

// refuseRow shows the form of a row again, as it was typed, with what was wrong.
func refuseRow(w http.ResponseWriter, r *ui.Request, failed error) error {
	rd, err := typedRow(r)
	if err != nil {
		return failed // the row is gone
	}
	rd.Faults = FaultsOf(failed)
	if rd.form.Row != nil && fault.CodeOf(failed) == app.ChangedMeanwhile { // the person is told of it now, so the next save replaces it
		rd.Fields.Seen, rd.Fields.Opened = rows.VersionOf(&rd.form.Row.Row), app.Opened{Change: rd.form.Budget.Knowledge, Told: true}
	}
	p := NewRowPage(rd, rowBack(r.PostForm, rd))
	_, p.Ask = rows.Guarded(failed)
	return showRow(w, r, httpx.StatusOf(r.Logged(failed)), rd, p)
}
