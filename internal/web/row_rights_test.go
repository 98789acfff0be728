package web

import (
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/cal"
)

// Who may only look gets no form of a row, and cannot send one.
func TestViewersGetNoRowForm(t *testing.T) {
	w, anna, ben, id := people(t)
	anna.wants(200, "/settings/sharing?done=shared", "Sharing was changed")(anna.post("/settings/sharing/"+id, "user", "Ben", "role", "viewer"))
	home := "/budgets/" + id
	for _, page := range []string{"/rows/new", "/rows/new?account=x"} {
		ben.wants(403, home+page, "not change it")(ben.get(home + page))
	}
	var row string
	if err := w.app.Transactions(t.Context(), app.Machine(), id, app.RowFilter{Limit: 1}, func(r app.Row) error { row = r.ID; return nil }); err != nil {
		t.Fatal(err)
	}
	ben.wants(403, home+"/rows/"+row, "not change it")(ben.get(home + "/rows/" + row))
	ben.wants(403, home+"/rows/form", "not change it")(ben.post(home+"/rows/form", "shape", "split"))
	for _, change := range []string{"/do/add-row", "/do/edit-row"} {
		ben.wants(403, home+change, "not change it")(ben.post(home+change, "menu", "row-form=1", "row", row, "date", "2026-11-21", "amount", "1"))
	}
	if _, _, register := ben.get(home + "/accounts/all"); strings.Contains(register, "/rows/") || !strings.Contains(register, "Corner Store") {
		t.Error("the register of a viewer leads to forms")
	}
	anna.wants(200, home+"/rows/"+row, "Save")(anna.get(home + "/rows/" + row))
	anna.wants(404, home+"/rows/none", "no such")(anna.get(home + "/rows/none"))
}

// What a form does not show of a row stays as it was when it is saved unchanged.
func TestSavedUnchanged(t *testing.T) {
	w := newWorld(t)
	id := w.importFile(t, generated(t, "--seed", "8", "--tx", "300", "--years", "1"))
	var before []app.Row
	read := func() (rows []app.Row) {
		t.Helper()
		if err := w.app.Transactions(t.Context(), app.Machine(), id, app.RowFilter{}, func(r app.Row) error { rows = append(rows, r); return nil }); err != nil {
			t.Fatal(err)
		}
		return rows
	}
	before = read()
	for _, r := range before {
		form, err := w.app.RowForm(t.Context(), app.Machine(), id, r.ID)
		if err != nil {
			t.Fatal(err)
		}
		rd := newRowReading(&form, fieldsOf(&form), cal.MakeDate(2026, 1, 1))
		entry := rd.entry()
		if len(rd.faults) != 0 {
			t.Fatalf("%+v: %v", r, rd.faults)
		}
		if _, err := w.app.EditRow(t.Context(), app.Machine(), id, r.ID, entry, false); err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
	}
	for i, after := range read() {
		if seenRow(&after) != seenRow(&before[i]) {
			t.Errorf("%+v\nbecame %+v", before[i], after)
		}
	}
}
