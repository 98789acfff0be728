package web

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
)

// TestWalkRowReconciled changes a reconciled row: what is the person's own
// without a question, what the bank confirmed only after one.
func TestWalkRowReconciled(t *testing.T) {
	w := newRowWalker(t, looks[0])
	w.toAccount("Checking")
	w.newest("locked")
	row := w.noted("locked")[0]
	lock := func() {
		t.Helper()
		entry := app.RowEntry{Account: row.AccountID, Date: row.Date, Amount: row.Amount, Payee: row.PayeeID, Memo: row.Memo, Cleared: "reconciled", FlagColour: "teal", FlagName: "Ours"}
		if _, err := w.world.app.EditRow(t.Context(), app.Machine(), w.id, row.ID, entry, true); err != nil {
			t.Fatal(err)
		}
		w.toAccount("Checking")
	}
	lock()
	w.edit("Live")
	w.see("This row is reconciled")
	w.look("reconciled")
	w.put("category", "books"+kb.Tab+kb.Enter)
	w.see("Changed the row")
	w.closed()
	if r := w.noted("locked")[0]; r.CategoryName != "Books" || r.Cleared != "reconciled" || r.FlagColour != "teal" || r.FlagName != "Ours" {
		t.Errorf("%+v", r)
	}
	w.edit("Live")
	w.put("amount", "6"+kb.Enter)
	w.see("is reconciled")
	w.look("reconciled-asks")
	if r := w.noted("locked")[0]; r.Amount != row.Amount {
		t.Errorf("%+v", r)
	}
	w.law()
	w.click("Change it all the same")
	w.see("Changed the row")
	w.closed()
	w.takenBack("Changed the row")
	if r := w.noted("locked")[0]; r.Amount != -6_000 || r.Cleared != "reconciled" {
		t.Errorf("%+v", r)
	}
}

// TestWalkRowAllAccounts adds rows where the account has to be chosen, moves one
// to another account, and off the budget.
func TestWalkRowAllAccounts(t *testing.T) {
	w := newRowWalker(t, looks[0])
	w.open("/budgets/" + w.id + "/accounts/all")
	w.click("Add transaction")
	w.until("the form", `!!document.querySelector('.row-fields-form')`)
	w.choose("Account", "Cash")
	w.put("payee", "Kiosk"+kb.Tab)
	w.put("amount", "2"+kb.Enter)
	w.see("Added the row")
	w.until("the next row in the same account", `(document.getElementById('row-payee') || {value: 1}).value === '' && document.getElementById('row-account').selectedOptions[0].text.startsWith('Cash')`)
	w.look("all-accounts")
	w.keys(kb.Escape)
	w.closed()
	w.takenBack("Added the row")
	w.edit("Kiosk")
	w.put("category", "books"+kb.Tab)
	w.eval(`(() => { const s = document.getElementById('row-account'); s.value = [...s.options].find(o => o.text === 'Brokerage').value; s.dispatchEvent(new Event('change', {bubbles: true})) })()`)
	w.until("the form of another account", `document.getElementById('row-account').selectedOptions[0].text === 'Brokerage'`)
	w.settle()
	w.click("Save")
	w.see("Brokerage is off budget, its rows have none")
	w.look("off-budget")
	w.put("category", kb.Backspace)
	w.click("Save")
	w.see("Changed the row")
	w.closed()
	w.takenBack("Changed the row")
	if r := w.only("Kiosk"); r.AccountName != "Brokerage" || r.CategoryID != "" || r.Amount != -2_000 {
		t.Errorf("%+v", r)
	}
}
