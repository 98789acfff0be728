package web

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/browsertest"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// giro is an account with cleared rows of 80.00 and three that are not cleared.
func (w *world) giro(t *testing.T, id string) string {
	t.Helper()
	ctx, me := t.Context(), app.Machine()
	_, account, err := w.app.AddAccount(ctx, me, id, app.AccountEntry{Name: "Giro", Type: "checking", OnBudget: true, Balance: 100_000, Date: 20261101})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		day     cal.Date
		amount  money.Milli
		cleared string
		memo    string
	}{
		{20261102, -20_000, "cleared", "Landlord"}, {20261112, -3_200, "uncleared", "Baker"}, {20261113, -5_500, "uncleared", "Café <b>Noir</b>"}, {20261114, -7_000, "uncleared", "חנות"},
	} {
		entry := app.RowEntry{Account: account, Date: row.day, Amount: row.amount, Cleared: row.cleared, Memo: row.memo}
		if _, _, err := w.app.AddRow(ctx, me, id, entry); err != nil {
			t.Fatal(err)
		}
	}
	return account
}

// TestWalkReconcile compares an account with its bank: exactly, and with an
// adjustment; with undo and redo.
func TestWalkReconcile(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.id = world.importSample(t)
	account := world.giro(t, w.id)
	w.open("/budgets/" + w.id + "/accounts/" + account)
	w.law() // which builds the program, before there is a toast to wait for

	w.click("Reconcile")
	w.until("the cleared balance to begin with", `document.activeElement?.name === 'bank' && document.activeElement.value === '80.00'`)
	w.fill("The bank's balance", "a lot")
	w.keys(kb.Enter)
	w.see(`"a lot" is not an amount`)
	checkPage(t, w.tab, "a bank's balance that is none")
	w.fill("The bank's balance", "80-3,20")
	w.keys(kb.Enter)
	w.see("Missing −€3.20")
	w.see("A row of −€3.20 of 2026-11-12 is not cleared.")
	w.until("the search is right below", `document.querySelector('#search')?.getBoundingClientRect().top - document.querySelector('#reconcile')?.getBoundingClientRect().bottom < 40`)
	browsertest.Shot(t, w.tab, "walk-reconcile")
	checkPage(t, w.tab, "a reconciliation")

	// It goes on whatever is filtered and sorted.
	w.click("3 rows are not cleared")
	w.gone("Landlord")
	w.see("Missing −€3.20")
	w.click("Amount")
	w.see("Missing −€3.20")
	w.click("Clear all")
	w.see("Landlord")
	w.see("Missing −€3.20")

	// A mark, its undo, and what somebody else does meanwhile show at once.
	w.markIn("Baker")
	w.see("The cleared rows agree with the bank.")
	w.click("Undo")
	w.see("Missing −€3.20")
	w.click("Mark it cleared")
	w.see("The cleared rows agree with the bank.")
	entry := app.RowEntry{Account: account, Date: 20261115, Amount: -1000, Cleared: "cleared", Memo: "Somebody else's"}
	done, _, err := world.app.AddRow(t.Context(), app.Machine(), w.id, entry)
	if err != nil {
		t.Fatal(err)
	}
	w.see("A row of −€1.00 of 2026-11-15 is marked cleared. Is it on the statement?")
	if _, err := world.app.Undo(t.Context(), app.Machine(), w.id, done.Change); err != nil {
		t.Fatal(err)
	}
	w.see("The cleared rows agree with the bank.")
	browsertest.Shot(t, w.tab, "walk-reconcile-agrees")
	w.click("Reconcile")
	w.see("Reconciled Giro at €76.80: 3 rows")
	w.gone("The bank's balance")
	w.see("Reconciled on ")
	w.undoRedo("Reconciled Giro at €76.80: 3 rows")
	w.markIn("Baker")
	w.see("This row agrees with the bank.")
	browsertest.Shot(t, w.tab, "walk-reconciled-row")
	w.keys(kb.Escape)

	w.click("Reconcile")
	w.fill("The bank's balance", "70")
	w.click("Compare")
	w.see("Missing −€6.80")
	w.choose("Category of an adjustment", "Groceries")
	w.click("Add adjustment of −€6.80")
	w.see("Reconciled Giro at €70.00: 1 row, with an adjustment of −€6.80")
	w.see("Reconciliation Balance Adjustment")
	w.undoRedo("Reconciled Giro at €70.00: 1 row, with an adjustment of −€6.80")

	w.click("Reconcile")
	w.click("Leave")
	w.gone("The bank's balance")
}

// markIn clicks the cleared mark of the row with a note.
func (w *walker) markIn(note string) {
	w.Helper()
	w.clickAt(`(r => r && (b => [b.left + b.width / 2, b.top + b.height / 2])(r.querySelector('.mark-it').getBoundingClientRect()))([...document.querySelectorAll('tbody.tx')].find(e => e.querySelector('.notes').innerText === `+quoted(note)+`))`, note)
	w.settle()
}
