package register

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// menuOfRow is the value of the field "menu" in the form of a row. Errors with this value are shown in that form.
const menuOfRow = "row-form"

// Error implements error, so that the errors of a form can be returned as one.
func (rowFaults) Error() string { return "the form of a transaction cannot be read" }

// Refused returns the errors of the form as one error at the first wrong field, or nil if there are none.
func (f rowFaults) Refused() error {
	if len(f) == 0 {
		return nil
	}
	fields := slices.Sorted(maps.Keys(f))
	texts := iterutil.Map(fields, func(field string) string { return f[field].Message })
	return apperr.New(apperr.Invalid, "%s", strings.Join(texts, ". ")).WithHint("%s", f[fields[0]].Hint).AtField(fields[0]).WithCause(f)
}

// FaultsOf assigns the error of a transaction to the field that caused it.
func FaultsOf(err error) rowFaults {
	if typed, ok := errors.AsType[rowFaults](err); ok {
		return typed
	}
	f, ok := errors.AsType[*apperr.Error](err)
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

// formFields are the fields of domain errors that the form contains.
var formFields = map[string]bool{"account": true, "date": true, "payee": true, "transfer": true, "category": true, "amount": true, "cleared": true, "frequency": true, "until": true, "times": true, "weekend": true, "pattern": true, "spread": true, "file": true}

// refuseRow renders the form of a row again as typed, with the error.
func refuseRow(w http.ResponseWriter, r *ui.Request, failed error) error {
	rd, err := typedRow(r)
	if err != nil {
		return failed // the row was deleted
	}
	rd.Faults, rd.Fields.Request = FaultsOf(failed), r.RequestKey(failed)
	if rd.form.Row != nil && apperr.CodeOf(failed) == app.ChangedMeanwhile { // the page now shows the conflict, so the next save overwrites
		rd.Fields.Seen, rd.Fields.Opened = rows.FingerprintOf(&rd.form.Row.Row), app.Opened{Change: rd.form.Budget.Knowledge, Told: true}
	}
	p := NewRowPage(rd, rowBack(r.PostForm, rd))
	_, p.Ask = rows.Guarded(failed)
	return showRow(w, r, httpx.StatusOf(r.Logged(failed)), rd, p)
}
