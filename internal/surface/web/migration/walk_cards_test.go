package migration_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkCardsAreAskedAfterTheImport imports a file and answers the question about cards with the keyboard only. The
// question comes after the import, not in its form, and opening the budget accepts YNAB's way. To Budget then equals YNAB's
// Ready to Assign in every month. The question is asked once, and a newer file does not change the answer.
func TestWalkCardsAreAskedAfterTheImport(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, look := range []walk.Look{walk.WideDark, walk.PhoneLight} {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			world := walk.NewEnv(t, webtest.Pages)
			w := walk.New(t, world, look)
			// With net, Ready to Assign is reduced by the money that later months assign.
			path := walk.Generated(t, "--seed", "3", "--years", "2", "--tx", "400", "--cards", "2", "--rta", "net", "--name", "Two cards")
			w.Open("/import")
			w.WaitGone("credit cards")
			w.TabTo(`e.id === 'file'`)
			w.Do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{path}))
			w.TabToWords("Import")
			w.Keys(kb.Enter)
			w.See("How should this budget handle its credit cards?")
			w.See("It matches YNAB in 26 of 26 months.")
			w.See("It matches YNAB in 0 of 26 months.")
			w.Shoot("import-cards-" + look.Name)
			walk.Check(t, w.Tab, "the question about cards")
			if n := w.Eval(`document.querySelectorAll('#main .button').length`); n != "1" {
				t.Errorf("got %s buttons in the report, want 1", n)
			}
			w.TabToWords("Open the budget")
			w.Keys(kb.Enter)
			w.See("Cards are handled as YNAB does")
			budgets, err := world.App.Budgets(t.Context(), app.Machine())
			if err != nil || len(budgets) != 1 {
				t.Fatalf("got budgets %v, want one (error %v)", budgets, err)
			}
			w.ID = budgets[0].ID
			w.CheckConserved()
			w.Open("/budgets/" + w.ID + "/verification")
			w.See("To Budget matches the file in every month.")
			w.Open("/budgets/" + w.ID + "/report")
			w.WaitGone("How should this budget handle its credit cards?")
			w.Shoot("verification-cards-" + look.Name)
			w.Open("/budgets/" + w.ID)
			w.See("Credit Card Payments")
			w.Shoot("budget-cards-" + look.Name)

			w.Open("/budgets/" + w.ID + "/newer-file")
			w.Do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{withRenamedCategory(t, path)}))
			w.Click("Compare")
			w.See("0 new, 1 changed and 0 deleted since.")
			w.Click("Apply changes")
			w.See("Updated from a newer file: 0 new, 1 changed, 0 deleted")
			w.CheckConserved()
			w.Open("/budgets/" + w.ID + "/cards")
			w.See("Cards are budgeted as envelopes")
		})
	}
}
