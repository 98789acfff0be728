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
	id := bringBytes(t, a, text)
	of := func(modified any) []byte {
		return testkit.EditPlan(t, text, func(plan map[string]any) {
			changedAtTheSource(plan)
			plan["last_modified_on"] = modified
		})
	}
	older := of("2001-02-03T04:05:06+00:00")
	view, err := a.PreviewReimport(ctx, who, id, bytes.NewReader(older))
	if err != nil || view.Older == nil || view.Older.Of != "2001-02-03 04:05:06 UTC" {
		t.Fatalf("of an older file: %+v, %v", view.Older, err)
	}
	if _, _, err = a.ApplyReimport(ctx, who, id, migration.NewerFile{}, bytes.NewReader(older)); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("an older file was taken over unasked: %v", err)
	}
	for name, newer := range map[string][]byte{"newer": of("2101-02-03T04:05:06.789Z"), "no date": of(nil), "odd date": of("yesterday")} {
		if view, err := a.PreviewReimport(ctx, who, id, bytes.NewReader(newer)); err != nil || view.Older != nil {
			t.Errorf("%s: %+v, %v", name, view.Older, err)
		}
	}
	done, _, err := a.ApplyReimport(ctx, who, id, migration.NewerFile{Older: true}, bytes.NewReader(older))
	if err != nil || done.Change == 0 {
		t.Errorf("meant, it is taken over as %+v, %v", done, err)
	}
}

// TestOlderFileIsRecognisedByItsChangeNumber compares the numbers of the last changes if a file does not contain the time of its
// last change.
func TestOlderFileIsRecognisedByItsChangeNumber(t *testing.T) {
	file := func(knowledge string) []byte {
		return []byte(`{"data":{"plan":{"id":"p","name":"P","accounts":[],"months":[]},"server_knowledge":` + knowledge + `}}`)
	}
	a := newHome(t)
	id := bringBytes(t, a, file("7"))
	for knowledge, older := range map[string]bool{"6": true, "8": false} {
		view, err := a.PreviewReimport(t.Context(), app.Machine(), id, bytes.NewReader(file(knowledge)))
		if err != nil || (view.Older != nil) != older {
			t.Errorf("%s after 7: %+v, %v", knowledge, view.Older, err)
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
	_, err = a.PreviewReimport(t.Context(), app.Machine(), b.ID, bytes.NewReader([]byte(`{"plan":{"id":"p","accounts":[]}}`)))
	if f, ok := errors.AsType[*apperr.Error](err); !ok || f.Kind != apperr.NotFound || f.Message != "Begun here was not imported: there is no file to compare it with" {
		t.Errorf("got %v", err)
	}
}
