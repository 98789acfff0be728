package reports_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkSpendingByTag follows a tag from the page Tags to its spending over time, groups by tag with the keyboard,
// and filters by any condition, after a malformed regular expression: wide and on a phone, light and dark.
func TestWalkSpendingByTag(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	for _, l := range walk.Sizes {
		t.Run(l.Name, func(t *testing.T) {
			w := walk.New(t, world, l)
			w.ID = world.ImportSample(t)
			w.Open("/budgets/" + w.ID + "/reports/spending")
			if w.Eval(`String([...document.querySelectorAll('nav[aria-label="Grouped by"] a')].some(a => a.innerText === 'Tag' || a.innerText === 'Account group'))`) != "false" {
				t.Error("a budget without tags and account groups offers them")
			}
			for i, notes := range []string{"to Calais #holiday with #family", "#Holiday lunch", "zoo #family", "#donaudampfschifffahrtselektrizitaetenhauptbetriebswerk"} {
				e := rows.Entry{Account: w.FirstAccount(), Date: civil.MakeDate(2026, 10-i, 20), Amount: money.Milli(-120_000 / (i + 1)), PayeeName: "Ferry", Memo: notes}
				if _, _, err := world.App.AddRow(t.Context(), app.Machine(), w.ID, e); err != nil {
					t.Fatal(err)
				}
			}
			w.Open("/budgets/" + w.ID + "/tags")
			walk.Check(t, w.Tab, "tags with links to reports")
			w.Shoot("tags-reports-" + l.Name)
			w.Eval(`document.querySelector('[aria-label="Spending over time with #holiday"]').focus()`)
			w.Keys(kb.Enter)
			w.See("by category and month")
			w.See("180.00")
			w.Until("the filter", `!!document.querySelector('.chips [aria-label="Remove filter #holiday"]')`)
			w.Shoot("tag-over-time-" + l.Name)
			w.Eval(`document.querySelector('.chips a').click()`)
			w.Until("no filter", `!document.querySelector('.chips') && !!document.querySelector('.report-table .sum td:last-child')`)
			total := w.Eval(`document.querySelector('.report-table .sum td:last-child').innerText`)
			w.Eval(`[...document.querySelectorAll('nav[aria-label="Grouped by"] a')].find(a => a.innerText === 'Tag').focus()`)
			w.Keys(kb.Enter)
			w.See("by tag and month")
			w.See("An expense with several tags counts in the row of each, and once in the total.")
			w.Until("the same total", `document.querySelector('.report-table .sum td:last-child').innerText === `+walk.Quoted(total))
			walk.Check(t, w.Tab, "spending by tag")
			w.Shoot("by-tag-" + l.Name)
			w.Eval(`[...document.querySelectorAll('nav[aria-label="Columns"] a')].find(a => a.innerText === 'Totals').click()`)
			w.Until("one dimension", `!new URL(location).searchParams.has('across') && !!document.querySelector('.report-table .totals-3, .report-table.totals-3, .report-table.totals-5')`)
			w.See("An expense with several tags counts in the row of each, and once in the total.")
			w.Shoot("by-tag-alone-" + l.Name)
			w.Eval(`[...document.querySelectorAll('.report-table th.name a')].find(a => a.innerText.includes('#family')).click()`)
			w.Until("the report of a tag", `new URL(location).searchParams.get('tag') === '#family'`)
			w.Click("Filter")
			w.Until("the tags of the filter", `!!document.querySelector('.report-filter [name=tag][value="#family"]:checked')`)
			w.Click("More conditions")
			w.Choose("Transactions that meet", "Any of these conditions")
			w.Fill("Notes match the regular expression", "(lunch")
			w.Shoot("tag-filter-" + l.Name)
			w.Eval(`document.querySelector('.report-filter .button.primary').click()`)
			w.See("Each ( needs its )")
			walk.Check(t, w.Tab, "a malformed expression in a report's filter")
			w.Shoot("report-malformed-" + l.Name)
			w.Fill("Notes match the regular expression", "^#HOLIDAY LUNCH$")
			w.Eval(`document.querySelector('.report-filter .button.primary').click()`)
			w.See("Notes match ^#HOLIDAY LUNCH$")
			w.See("You spent €220.00")
			w.Shoot("report-any-" + l.Name)
			w.Click("Remove filter Any of these")
			w.See("Nothing was spent in these months.")
		})
	}
}
