package migration_test

import (
	"bytes"
	"errors"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/base/apperr"
	"holdover/internal/testing/testkit"
)

// TestOlderFileIsNotTakenOver: an older file was accepted as a newer one; records created since were reported as deleted
// in YNAB and would have been deleted here.
func TestOlderFileIsNotTakenOver(t *testing.T) {
	text := planOfAYear(t)
	a := newHome(t)
	ctx, who := t.Context(), app.Machine()
	id := importText(t, a, text)
	of := func(modified any) []byte {
		return testkit.EditPlan(t, text, func(plan map[string]any) {
			editPlan(plan)
			plan["last_modified_on"] = modified
		})
	}
	older := of("2001-02-03T04:05:06+00:00")
	view, err := a.PreviewReimport(ctx, who, id, "", bytes.NewReader(older))
	if err != nil || view.Older == nil || view.Older.Of != "2001-02-03 04:05:06 UTC" {
		t.Fatalf("preview of an older file: older than %+v (error %v)", view.Older, err)
	}
	if _, _, err = a.ApplyReimport(ctx, who, id, migration.NewerFile{}, bytes.NewReader(older)); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("older file without confirmation: error %v, want a conflict", err)
	}
	for name, newer := range map[string][]byte{"newer": of("2101-02-03T04:05:06.789Z"), "no date": of(nil), "invalid date": of("yesterday")} {
		if view, err := a.PreviewReimport(ctx, who, id, "", bytes.NewReader(newer)); err != nil || view.Older != nil {
			t.Errorf("%s: preview says older %+v, want nil (error %v)", name, view.Older, err)
		}
	}
	done, _, err := a.ApplyReimport(ctx, who, id, migration.NewerFile{Older: true}, bytes.NewReader(older))
	if err != nil || done.Change == 0 {
		t.Errorf("older file with confirmation: %+v, want a change (error %v)", done, err)
	}
}

// TestOlderFileIsRecognisedByItsChangeNumber compares the numbers of the last changes if a file does not contain the time of its
// last change.
func TestOlderFileIsRecognisedByItsChangeNumber(t *testing.T) {
	file := func(knowledge string) []byte {
		return []byte(`{"data":{"plan":{"id":"p","name":"P","accounts":[],"months":[]},"server_knowledge":` + knowledge + `}}`)
	}
	a := newHome(t)
	id := importText(t, a, file("7"))
	for knowledge, older := range map[string]bool{"6": true, "8": false} {
		view, err := a.PreviewReimport(t.Context(), app.Machine(), id, "", bytes.NewReader(file(knowledge)))
		if err != nil || (view.Older != nil) != older {
			t.Errorf("change number %s after 7: older %+v, want %t (error %v)", knowledge, view.Older, older, err)
		}
	}
}

// TestUpdateOfABudgetCreatedHereIsRefused: updating a budget that was created here returned a disk error.
func TestUpdateOfABudgetCreatedHereIsRefused(t *testing.T) {
	a := newHome(t)
	b, err := a.NewBudget(t.Context(), app.Machine(), app.BudgetEntry{Name: "Begun here", Currency: "EUR"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = a.PreviewReimport(t.Context(), app.Machine(), b.ID, "", bytes.NewReader([]byte(`{"plan":{"id":"p","accounts":[]}}`)))
	if f, ok := errors.AsType[*apperr.Error](err); !ok || f.Kind != apperr.NotFound || f.Message != "Begun here was not imported: there is no file to compare it with" {
		t.Errorf("update of a budget created here: error %v, want not found", err)
	}
}
