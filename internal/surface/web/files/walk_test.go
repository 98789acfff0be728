package files_test

import (
	"testing"

	"holdover/internal/app"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestARefusedUndoIsExplainedInHistory: the error names the obstacle where it is visible, and the list keeps its width.
func TestARefusedUndoIsExplainedInHistory(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, l := range []walk.Look{walk.WideLight, walk.PhoneLight} {
		t.Run(l.Name, func(t *testing.T) {
			world := walk.NewEnv(t, webtest.Pages)
			w := walk.New(t, world, l)
			w.ID = world.ImportSample(t)
			november := civil.MakeMonth(2026, 11)
			groceries := idOf(t, world, w.ID, "Groceries")
			for _, amount := range []money.Milli{11_000, 12_000} {
				if _, err := world.App.SetBudgeted(t.Context(), app.Machine(), w.ID, groceries, november, amount); err != nil {
					t.Fatal(err)
				}
			}
			w.Open("/budgets/" + w.ID + "/history")
			const widths = `[...document.querySelectorAll('.history td')].map(c => c.offsetWidth).join()`
			was := w.Eval(widths)
			w.Click("Undo Budgeted €11.00 for Groceries")
			w.See("The budgeted amount of Groceries in November 2026 was changed later. Undo the later change first")
			if is := w.Eval(widths); is != was {
				t.Errorf("the widths of the columns changed from %s to %s", was, is)
			}
			if w.Eval(`(b => b.top >= 0 && b.bottom <= innerHeight)(document.querySelector('#toast .toast').getBoundingClientRect())`) != "true" {
				t.Error("the error is outside the screen")
			}
			browsertest.Shot(t, w.Tab, "history-refused-"+l.Name)
			walk.Check(t, w.Tab, "a refused undo")
		})
	}
}

func idOf(t *testing.T, world *walk.Env, budget, category string) string {
	t.Helper()
	got, err := world.App.Screen(t.Context(), app.Machine(), budget)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got.Categories {
		if got.Categories[i].Name == category {
			return got.Categories[i].ID
		}
	}
	t.Fatalf("category %s does not exist", category)
	return ""
}
