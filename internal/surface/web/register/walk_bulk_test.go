package register_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// runAction opens an action of the bar and submits its form.
func runAction(w *walk.Walker, action string, fill func()) {
	w.Helper()
	w.ClickAt(`(b => b && (r => [r.left + r.width / 2, r.top + r.height / 2])(b.getBoundingClientRect()))([...document.querySelectorAll('#chosen .bulk-does button')].find(b => b.innerText === `+walk.Quoted(action)+`))`, action)
	w.Settle()
	w.Until("the form of "+action, `!!document.querySelector('#spot:popover-open details[open]')`)
	if fill != nil {
		fill()
	}
	w.SubmitOpenForm()
}

// TestWalkBulk uses every action for many rows, undoes it and redoes it.
func TestWalkBulk(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportFile(t, walk.UglyPlan(t))
	plain := func(query string) {
		t.Helper()
		w.Open("/budgets/" + w.ID + "/accounts/all?" + query)
	}
	plain("state=uncleared")
	w.See("Remove all filters")
	w.Tick(0)
	w.See("1 selected")
	w.Tick(1)
	w.See("2 selected")
	w.ShootColours("bulk-two")

	runAction(w, "Category", func() { w.Choose("Category", "Pets") })
	w.See("Set the category of 2 transactions")
	w.See("2 selected")
	w.UndoRedo("Set the category of 2 transactions")
	runAction(w, "Payee", func() { w.Fill("Payee (empty: none)", "Vet of many"); w.ShootColours("bulk-payee") })
	w.See("Set the payee of 2 transactions")
	w.Until("two of the payee", `[...document.querySelectorAll('.tx .payee')].filter(e => e.innerText.includes('Vet of many')).length === 2`)
	w.UndoRedo("Set the payee of 2 transactions")
	runAction(w, "Notes", func() { w.Fill("Text", "for Rex"); w.ShootColours("bulk-notes") })
	w.See("Set the notes of 2 transactions")
	w.Until("two with the notes", `[...document.querySelectorAll('.tx .notes')].filter(e => e.innerText.trim().endsWith('for Rex')).length === 2`)
	w.UndoRedo("Set the notes of 2 transactions")
	runAction(w, "Account", func() { w.Choose("Account", "Savings") })
	w.See("Set the account of 2 transactions")
	w.UndoRedo("Set the account of 2 transactions")
	runAction(w, "Date", func() { w.Eval(`document.querySelector('#spot details[open] input[data-date]').value = '2026-01-05'`) })
	w.See("Set the date of 2 transactions")
	w.UndoRedo("Set the date of 2 transactions")
	runAction(w, "Flag", func() { w.Choose("Flag", "Purple") })
	w.See("Set the flag of 2 transactions")
	w.Until("two purple flags", `document.querySelectorAll('.tx .flag-purple').length === 2`)
	w.UndoRedo("Set the flag of 2 transactions")
	runAction(w, "Duplicate", nil)
	w.See("Duplicated 2 transactions")
	w.UndoRedo("Duplicated 2 transactions")
	runAction(w, "Delete", nil)
	w.See("Deleted 2 transactions")
	w.UndoRedo("Deleted 2 transactions")

	// Approving applies to unapproved rows; afterwards the filter is empty.
	plain("unapproved=1")
	w.See("To approve")
	w.ClickAt(`(b => (r => [r.left + r.width / 2, r.top + r.height / 2])(b.getBoundingClientRect()))(document.querySelector('input[data-pick=page]'))`, "the box of the page")
	w.Settle()
	runAction(w, "Approve", nil)
	w.See("Approved ")
	w.See("Nothing matches")
	w.Click("Undo")
	w.WaitGone("Nothing matches")
	w.Click("Redo")
	w.See("Nothing matches")

	// Reconciled rows are protected unless the user includes them.
	plain("state=cleared")
	w.Tick(0)
	runAction(w, "Cleared", func() { w.Choose("Cleared", "Reconciled") })
	w.See("Set the cleared state of")
	plain("state=reconciled")
	w.Tick(0)
	runAction(w, "Date", func() { w.Eval(`document.querySelector('#spot details[open] input[data-date]').value = '2026-02-02'`) })
	w.See("is reconciled")
	w.See("Change it anyway")
	browsertest.Shot(t, w.Tab, "bulk-reconciled")
	walk.Check(t, w.Tab, "a guarded row")
	w.CheckConserved()
	w.SubmitOpenForm()
	w.See("Set the date of the transaction of")
	w.CheckConserved()

	// All matching rows, not only those of the page.
	plain("")
	w.CheckTally("300 transactions")
	w.Keys("a", chromedp.ModifierCtrl)
	w.See("100 selected")
	w.Click("Select all 300")
	w.See("All 300 selected")
	w.Tick(0) // the other rows of the page stay selected
	w.See("99 selected")
	w.Tick(0)
	w.See("100 selected")
	w.Click("Select all 300")
	w.See("All 300 selected")
	runAction(w, "Flag", func() { w.Choose("Flag", "Green") })
	w.See("Set the flag of 300 transactions")
	w.Until("a page of green flags", `document.querySelectorAll('.tx .flag-green').length === 100`)
	w.UndoRedo("Set the flag of 300 transactions")
	plain("flag=green")
	w.CheckTally("300 transactions")
}
