package reports_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkSpendingByTwoDimensions divides spending into columns by the keyboard, follows an amount to its
// transactions, and saves the report: wide and on a phone, light and dark.
func TestWalkSpendingByTwoDimensions(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	for _, l := range walk.Sizes {
		t.Run(l.Name, func(t *testing.T) {
			w := walk.New(t, world, l)
			w.ID = world.ImportSample(t)
			w.Open("/budgets/" + w.ID + "/reports/spending" + months)
			spent := w.Eval(`document.querySelector('.report-table .sum td').innerText`)
			w.Eval(`[...document.querySelectorAll('nav[aria-label=Columns] a')].find(a => a.innerText === 'Account').focus()`)
			w.Keys(kb.Enter)
			w.See("by group and account")
			w.Until("the same total", `document.querySelector('.report-table .sum td:last-child').innerText === `+walk.Quoted(spent))
			w.Eval(`[...document.querySelectorAll('nav[aria-label="Grouped by"] a')].find(a => a.innerText === 'Quarter').click()`)
			w.See("by quarter and account")
			w.Until("the same total by quarters", `document.querySelector('.report-table .sum td:last-child').innerText === `+walk.Quoted(spent))
			walk.Check(t, w.Tab, "spending by two dimensions")
			w.Shoot("cross-" + l.Name)
			w.Click("Save report")
			w.Fill("Name", "Quarters")
			w.ClickPrimary()
			w.Until("its page", `document.querySelector('h1').innerText.includes('Quarters')`)
			w.See("by quarter and account")
			cell := w.Eval(`document.querySelector('.report-table tbody td a').innerText`)
			w.Eval(`document.querySelector('.report-table tbody td a').click()`)
			w.Until("the register with their sum", `location.pathname.includes('/accounts/') && document.body.innerText.includes(`+walk.Quoted(cell)+`)`)
			w.Open("/budgets/" + w.ID + "/reports/spending" + months + "&by=quarter&across=account")
			w.Eval(`[...document.querySelectorAll('nav[aria-label=Columns] a')].find(a => a.innerText === 'Totals').click()`)
			w.Until("one dimension", `!new URL(location).searchParams.has('across') && !new URL(location).searchParams.has('by')`)
		})
	}
}
