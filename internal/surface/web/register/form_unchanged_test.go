package register

import (
	"log/slog"
	"net/http"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/testing/browsertest/walk"
)

// Fields that a form does not show keep their value when it is saved unchanged.
func TestSavingAnUnchangedFormKeepsHiddenFields(t *testing.T) {
	t.Parallel()
	w := walk.NewEnv(t, noPages)
	id := w.ImportFile(t, walk.Generated(t, "--seed", "8", "--tx", "300", "--years", "1"))
	var before []rows.Row
	read := func() (list []rows.Row) {
		t.Helper()
		if err := w.App.Transactions(t.Context(), app.Machine(), id, rows.Filter{}, func(r rows.Row) error { list = append(list, r); return nil }); err != nil {
			t.Fatal(err)
		}
		return list
	}
	before = read()
	for _, r := range before {
		form, err := w.App.RowForm(t.Context(), app.Machine(), id, r.ID)
		if err != nil {
			t.Fatal(err)
		}
		rd := NewRowReading(&form, FieldsOf(&form), civil.MakeDate(2026, 1, 1))
		entry := rd.Entry()
		if len(rd.Faults) != 0 {
			t.Fatalf("the unchanged form of %+v is refused: %v", r, rd.Faults)
		}
		if _, err := w.App.EditRow(t.Context(), app.Machine(), id, r.ID, entry, "", false); err != nil {
			t.Fatalf("save %+v unchanged: %v", r, err)
		}
	}
	for i, after := range read() {
		if rows.FingerprintOf(&after) != rows.FingerprintOf(&before[i]) {
			t.Errorf("%+v\nwas saved as %+v", before[i], after)
		}
	}
}

// noPages replaces webtest.Pages, which import this package.
func noPages(*app.App, *slog.Logger, app.Actor) http.Handler { return http.NotFoundHandler() }
