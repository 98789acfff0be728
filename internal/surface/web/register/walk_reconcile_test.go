package register_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkReconcile reconciles an account with its bank, exactly and with an adjustment, with undo and redo.
func TestWalkReconcile(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportSample(t)
	account := world.AddGiro(t, w.ID)
	w.Open("/budgets/" + w.ID + "/accounts/" + account)
	w.CheckConserved() // this builds the program, which takes longer than a toast is shown

	w.Click("Reconcile")
	w.Until("the cleared balance to begin with", `document.activeElement?.name === 'bank' && document.activeElement.value === '80.00'`)
	w.Fill("Bank balance", "a lot")
	w.Keys(kb.Enter)
	w.See(`"a lot" is not an amount`)
	walk.Check(t, w.Tab, "a bank's balance that is none")
	w.Until("the focus is where it is to be mended", `document.activeElement?.name === 'bank'`)
	w.Fill("Bank balance", "80-3,20")
	w.Keys(kb.Enter)
	w.See("Missing −€3.20")
	w.Until("the focus is at what was found", `document.activeElement?.id === 'reconcile-result'`)
	w.See("A transaction of −€3.20 of 2026-11-12 is uncleared.")
	w.Until("the search is right below", `document.querySelector('#search')?.getBoundingClientRect().top - document.querySelector('#reconcile')?.getBoundingClientRect().bottom < 40`)
	browsertest.Shot(t, w.Tab, "walk-reconcile")
	walk.Check(t, w.Tab, "a reconciliation")

	// The reconciliation continues with any filter and order.
	w.Click("3 transactions are uncleared")
	w.WaitGone("Landlord")
	w.See("Missing −€3.20")
	w.Click("Amount")
	w.See("Missing −€3.20")
	w.Click("Remove all filters")
	w.See("Landlord")
	w.See("Missing −€3.20")

	// A mark, its undo, and another user's change are shown at once.
	clickMark(w, "Baker")
	w.See("The cleared transactions agree with the bank.")
	w.Click("Undo")
	w.See("Missing −€3.20")
	w.Click("Mark it cleared")
	w.See("The cleared transactions agree with the bank.")
	entry := rows.Entry{Account: account, Date: 20261115, Amount: -1000, Cleared: "cleared", Memo: "Somebody else's"}
	done, _, err := world.App.AddRow(t.Context(), app.Machine(), w.ID, entry)
	if err != nil {
		t.Fatal(err)
	}
	w.See("A transaction of −€1.00 of 2026-11-15 is marked cleared. Is it on the statement?")
	if _, err := world.App.Undo(t.Context(), app.Machine(), w.ID, done.Change); err != nil {
		t.Fatal(err)
	}
	w.See("The cleared transactions agree with the bank.")
	browsertest.Shot(t, w.Tab, "walk-reconcile-agrees")

	// Afterwards the filter of uncleared transactions is gone.
	w.Click("2 transactions are uncleared")
	w.WaitGone("Landlord")
	w.Click("Reconcile")
	w.See("Reconciled Giro at €76.80: 3 transactions")
	w.WaitGone("Bank balance")
	w.See("Landlord")
	w.See("Reconciled on ")
	w.UndoRedo("Reconciled Giro at €76.80: 3 transactions")
	clickMark(w, "Baker")
	w.See("This transaction agrees with the bank.")
	browsertest.Shot(t, w.Tab, "walk-reconciled-row")
	w.Keys(kb.Escape)

	w.Click("Reconcile")
	w.Fill("Bank balance", "70")
	w.Click("Compare")
	w.See("Missing −€6.80")
	w.Choose("Category of an adjustment", "Groceries")
	w.Click("Add adjustment of −€6.80")
	w.See("Reconciled Giro at €70.00: 1 transaction, with an adjustment of −€6.80")
	w.See("Reconciliation Balance Adjustment")
	w.UndoRedo("Reconciled Giro at €70.00: 1 transaction, with an adjustment of −€6.80")

	// The bank's balance is that of the end of a day, so later transactions are not part of the statement.
	entry = rows.Entry{Account: account, Date: 20270101, Amount: 5000, Cleared: "cleared", Memo: "Later"}
	if _, _, err := world.App.AddRow(t.Context(), app.Machine(), w.ID, entry); err != nil {
		t.Fatal(err)
	}
	w.See("Later")
	w.Click("Reconcile")
	w.Until("the cleared balance of today", `document.activeElement?.name === 'bank' && document.activeElement.value === '70.00'`)
	w.Fill("Bank balance", "100")
	w.Fill("Statement of", "2026-11-01")
	w.Click("Compare")
	w.See("The cleared transactions agree with the bank.")
	w.See("4 cleared transactions after that day stay as they are.")
	walk.Check(t, w.Tab, "a reconciliation of an earlier day")
	w.Click("Reconcile")
	w.See("Reconciled Giro at €100.00: 0 transactions")

	// Text typed into the search stays there. When the results arrived, the field of the bank's balance got the focus
	// and the next letters.
	w.Click("Reconcile")
	w.Until("the cleared balance to begin with", `document.activeElement?.name === 'bank'`)
	w.Eval(`document.querySelector('#search').focus()`)
	w.Keys("Land")
	w.Until("what is found", `location.search.includes('search=Land') && document.querySelectorAll('#rows > .tx').length === 1`)
	w.Keys("lord")
	w.Until("the search has it", `document.activeElement.id === 'search' && document.activeElement.value === 'Landlord'`)
	w.Click("Cancel")
	w.WaitGone("Bank balance")
}

// clickMark clicks the cleared mark of the row with a note.
func clickMark(w *walk.Walker, note string) {
	w.Helper()
	w.ClickAt(`(r => r && (b => [b.left + b.width / 2, b.top + b.height / 2])(r.querySelector('.mark-it').getBoundingClientRect()))([...document.querySelectorAll('tbody.tx')].find(e => e.querySelector('.notes').innerText === `+walk.Quoted(note)+`))`, note)
	w.Settle()
}
