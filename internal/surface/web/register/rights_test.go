package register_test

import (
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// A viewer gets no form of a row, and cannot submit one.
func TestViewersGetNoRowForm(t *testing.T) {
	t.Parallel()
	w, anna, ben, id := walk.Household(t, webtest.Pages)
	anna.Expect(200, "/settings/sharing?done=shared", "Sharing was changed")(anna.Post("/settings/sharing/"+id, "user", "Ben", "role", "viewer"))
	home := "/budgets/" + id
	for _, page := range []string{"/rows/new", "/rows/new?account=x"} {
		ben.Expect(403, home+page, "not change it")(ben.Get(home + page))
	}
	var row string
	if err := w.App.Transactions(t.Context(), app.Machine(), id, rows.Filter{Limit: 1}, func(r rows.Row) error { row = r.ID; return nil }); err != nil {
		t.Fatal(err)
	}
	ben.Expect(403, home+"/rows/"+row, "not change it")(ben.Get(home + "/rows/" + row))
	ben.Expect(403, home+"/rows/form", "not change it")(ben.Post(home+"/rows/form", "shape", "split"))
	for _, change := range []string{"/do/add-row", "/do/edit-row"} {
		ben.Expect(403, home+change, "not change it")(ben.Post(home+change, "menu", "row-form=1", "row", row, "date", "2026-11-21", "amount", "1"))
	}
	if _, _, register := ben.Get(home + "/accounts/all"); strings.Contains(register, "/rows/") || !strings.Contains(register, "Corner Store") {
		t.Error("the register links a viewer to forms")
	}
	anna.Expect(200, home+"/rows/"+row, "Save")(anna.Get(home + "/rows/" + row))
	anna.Expect(404, home+"/rows/none", "not found")(anna.Get(home + "/rows/none"))
}
