package migration_test

import (
	"bytes"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/base/apperr"
	"holdover/internal/testing/testkit"
)

// TestDeltaOfAPlanIsNotImported: the response to /plans/ID?last_knowledge_of_server=1 was imported as a budget, and
// an update from it would have deleted all unchanged records.
func TestDeltaOfAPlanIsNotImported(t *testing.T) {
	text := planOfAYear(t)
	a := newHome(t)
	ctx, who := t.Context(), app.Machine()
	id := importText(t, a, text)
	for name, delta := range map[string][]byte{
		"one record of each array": testkit.EditPlan(t, text, func(plan map[string]any) { keepRecords(plan, 1) }),
		"no records":               testkit.EditPlan(t, text, func(plan map[string]any) { keepRecords(plan, 0) }),
	} {
		_, err := a.PreviewReimport(ctx, who, id, "", bytes.NewReader(delta))
		if apperr.KindOf(err) != apperr.NotAPlan {
			t.Errorf("%s: update from a delta: error %v, want it not a plan", name, err)
		}
		_, err = a.Import(ctx, who, bytes.NewReader(delta), migration.ImportOptions{})
		if apperr.KindOf(err) != apperr.NotAPlan {
			t.Errorf("%s: import of a delta: error %v, want it not a plan", name, err)
		}
	}
}

// keepRecords keeps the first n records of each array of a plan, as in a delta.
func keepRecords(plan map[string]any, n int) {
	for name, value := range plan {
		if list, ok := value.([]any); ok {
			plan[name] = list[:min(n, len(list))]
		}
	}
}
