package migration_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkImportWithCardsAsEnvelopes chooses YNAB's way to treat cards during the import, with the keyboard only.
// Without any clean-up, every category, every card payment and To Budget equal the file's. A newer file does not
// change the setting.
func TestWalkImportWithCardsAsEnvelopes(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, look := range []walk.Look{walk.Looks[1], walk.Looks[2]} {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			world := walk.NewEnv(t, webtest.Pages)
			w := walk.New(t, world, look)
			path := walk.Generated(t, "--seed", "3", "--years", "2", "--tx", "400", "--cards", "2", "--name", "Two cards")
			w.Open("/import")
			w.TabTo(`e.name === 'cards'`)
			w.Keys(" ")
			w.TabTo(`e.id === 'file'`)
			w.Do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{path}))
			w.Shoot("import-cards-" + look.Name)
			w.TabToWords("Import")
			w.Keys(kb.Enter)
			w.See("To Budget is YNAB's Ready to Assign in every month.")
			budgets, err := world.App.Budgets(t.Context(), app.Machine())
			if err != nil || len(budgets) != 1 {
				t.Fatal(budgets, err)
			}
			w.ID = budgets[0].ID
			w.Law()
			w.Open("/budgets/" + w.ID + "/verification")
			w.See("To Budget is")
			w.Shoot("verification-cards-" + look.Name)
			w.Open("/budgets/" + w.ID)
			w.See("Credit Card Payments")
			w.Shoot("budget-cards-" + look.Name)

			w.Open("/budgets/" + w.ID + "/newer-file")
			w.Do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{withRestaurants(t, path)}))
			w.Click("Compare")
			w.See("0 new, 1 changed and 0 deleted in YNAB.")
			w.Click("Apply changes")
			w.See("Updated from YNAB: 0 new, 1 changed, 0 deleted")
			w.Law()
			w.Open("/budgets/" + w.ID + "/cards")
			w.See("Cards are kept as envelopes")
		})
	}
}
