package budget_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestWalkFirstSteps does the first steps in a new budget and takes the tour, by keyboard.
func TestWalkFirstSteps(t *testing.T) {
	t.Parallel()
	for _, look := range []walk.Look{walk.WideLight, walk.PhoneDark} {
		t.Run(look.Name, func(t *testing.T) {
			world := walk.NewEnv(t, webtest.Pages)
			ctx, me := t.Context(), app.Machine()
			b := testkit.Must(world.App.NewBudget(ctx, me, app.BudgetEntry{Name: "New", Currency: "EUR", Starter: true}))(t)
			w := walk.New(t, world, look)
			w.ID = b.ID
			w.Open("/budgets/" + b.ID)
			w.See("1 of 4 done")
			w.ShootColours("first steps " + look.Name)
			walk.Check(t, w.Tab, "the first steps")
			w.CheckNarrowWidths("the first steps")

			w.TabToWords("Take the tour")
			w.Keys(kb.Enter)
			for step, title := range []string{"To Budget", "Budgeted", "Activity", "Balance", "Accounts"} {
				w.Until("the step "+title, `document.querySelector('#tour h2')?.innerText === `+walk.Quoted(title))
				if step == 0 {
					w.Shoot("tour " + look.Name)
					walk.Check(t, w.Tab, "the tour")
				}
				w.Until("the focus on Next", `document.activeElement.innerText === 'Next'`)
				w.Keys(kb.Enter)
			}
			w.See("Find and undo")
			w.Until("the focus on Done", `document.activeElement.innerText === 'Done'`)
			w.Keys(kb.Enter)
			w.Until("the tour is over", `!document.querySelector('#tour')`)

			_, account, err := world.App.AddAccount(ctx, me, b.ID, app.AccountEntry{Name: "Bank", Type: "checking", OnBudget: true, Balance: 100_000, Date: world.App.Today(ctx)})
			testkit.NoError(t, err)
			w.See("2 of 4 done")
			screen := testkit.Must(world.App.Screen(ctx, me, b.ID))(t)
			_, err = world.App.SetBudgeted(ctx, me, b.ID, screen.Categories[0].ID, world.App.Today(ctx).Month(), 100_000)
			testkit.NoError(t, err)
			w.See("3 of 4 done")
			_, _, err = world.App.AddRow(ctx, me, b.ID, rows.Entry{Account: account, Date: world.App.Today(ctx), Amount: -5_000})
			testkit.NoError(t, err)
			w.Until("the first steps are done", `!document.querySelector('#start')`)
		})
	}
}
