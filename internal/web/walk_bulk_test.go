package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/browsertest"
)

// tick selects the row of the page that is in a place among those that are
// neither split nor a transfer.
func (w *walker) tick(row int) {
	w.Helper()
	w.clickAt(fmt.Sprintf(`(b => { if (!b) return null; b.scrollIntoView({block: 'center'}); const r = b.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2] })(
		[...document.querySelectorAll('#rows > .tx:not(:has(.split, .cat-none))')][%d]?.querySelector('.pick input'))`, row), "a box")
	w.settle()
}

// does opens an action of the bar and sends its form.
func (w *walker) does(action string, fill func()) {
	w.Helper()
	w.clickAt(`(b => b && (r => [r.left + r.width / 2, r.top + r.height / 2])(b.getBoundingClientRect()))([...document.querySelectorAll('#chosen .bulk-does button')].find(b => b.innerText === `+quoted(action)+`))`, action)
	w.settle()
	w.until("the form of "+action, `!!document.querySelector('#spot:popover-open details[open]')`)
	if fill != nil {
		fill()
	}
	w.sendOpen()
}

// sendOpen presses the button of the form that is open.
func (w *walker) sendOpen() {
	w.Helper()
	w.clickAt(`(b => b && (r => [r.left + r.width / 2, r.top + r.height / 2])(b.getBoundingClientRect()))(document.querySelector('#spot:popover-open details[open] .menu-form .button'))`, "the button")
	w.settle()
}

// TestWalkBulk does everything that can be done with many rows, takes it back
// and makes it again.
func TestWalkBulk(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.id = world.importFile(t, uglyPlan(t))
	plain := func(query string) {
		t.Helper()
		w.open("/budgets/" + w.id + "/accounts/all?" + query)
	}
	plain("state=uncleared")
	w.see("Clear all")
	w.tick(0)
	w.see("1 selected")
	w.tick(1)
	w.see("2 selected")
	browsertest.Shot(t, w.tab, "bulk-two")
	checkPage(t, w.tab, "the bar of selected rows")

	w.does("Category", func() { w.choose("Category", "Pets") })
	w.see("Set the category of 2 rows")
	w.see("2 selected")
	w.undoRedo("Set the category of 2 rows")
	w.does("Account", func() { w.choose("Account", "Savings") })
	w.see("Set the account of 2 rows")
	w.undoRedo("Set the account of 2 rows")
	w.does("Date", func() { w.eval(`document.querySelector('#spot details[open] input[type=date]').value = '2026-01-05'`) })
	w.see("Set the date of 2 rows")
	w.undoRedo("Set the date of 2 rows")
	w.does("Flag", func() { w.choose("Flag", "Purple") })
	w.see("Set the flag of 2 rows")
	w.until("two purple flags", `document.querySelectorAll('.tx .flag-purple').length === 2`)
	w.undoRedo("Set the flag of 2 rows")
	w.does("Duplicate", nil)
	w.see("Duplicated 2 rows")
	w.undoRedo("Duplicated 2 rows")
	w.does("Delete", nil)
	w.see("Deleted 2 rows")
	w.undoRedo("Deleted 2 rows")

	// Approving is for those that wait for it; the filter empties.
	plain("unapproved=1")
	w.see("To approve")
	w.clickAt(`(b => (r => [r.left + r.width / 2, r.top + r.height / 2])(b.getBoundingClientRect()))(document.querySelector('[data-pick=page]'))`, "the box of the page")
	w.settle()
	w.does("Approve", nil)
	w.see("Approved ")
	w.see("Nothing matches")
	w.click("Undo")
	w.gone("Nothing matches")
	w.click("Redo")
	w.see("Nothing matches")

	// Reconciled rows are guarded, until one says that they are meant too.
	plain("state=cleared")
	w.tick(0)
	w.does("Cleared", func() { w.choose("Cleared", "Reconciled") })
	w.see("Set the cleared state of")
	plain("state=reconciled")
	w.tick(0)
	w.does("Date", func() { w.eval(`document.querySelector('#spot details[open] input[type=date]').value = '2026-02-02'`) })
	w.see("is reconciled")
	w.see("Change it all the same")
	browsertest.Shot(t, w.tab, "bulk-reconciled")
	checkPage(t, w.tab, "a guarded row")
	w.law()
	w.sendOpen()
	w.see("Set the date of the row of")
	w.law()

	// All that match, not only the page.
	plain("")
	w.shows("300 transactions")
	w.keys("a", chromedp.ModifierCtrl)
	w.see("100 selected")
	w.click("Select all 300")
	w.see("All 300 selected")
	w.does("Flag", func() { w.choose("Flag", "Green") })
	w.see("Set the flag of 300 rows")
	w.until("a page of green flags", `document.querySelectorAll('.tx .flag-green').length === 100`)
	w.undoRedo("Set the flag of 300 rows")
	plain("flag=green")
	w.shows("300 transactions")
}
