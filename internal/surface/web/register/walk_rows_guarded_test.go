package register_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkRowReconciled changes a reconciled row: the user's own fields without a question, fields confirmed by the
// bank only after one.
func TestWalkRowReconciled(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalker(t, webtest.Pages, walk.WideLight)
	w.OpenAccount("Checking")
	w.AddNewest("locked")
	row := w.RowsWithNotes("locked")[0]
	lock := func() {
		t.Helper()
		entry := rows.Entry{Account: row.AccountID, Date: row.Date, Amount: row.Amount, Payee: row.PayeeID, Memo: row.Memo, Cleared: "reconciled", FlagColour: "blue", FlagName: "Ours"}
		if _, err := w.Env.App.EditRow(t.Context(), app.Machine(), w.ID, row.ID, entry, "", true); err != nil {
			t.Fatal(err)
		}
		w.OpenAccount("Checking")
	}
	lock()
	w.Edit("Live")
	w.See("This transaction is reconciled")
	w.ShootRows("reconciled")
	w.Type("category", "books"+kb.Tab+kb.Enter)
	w.See("Changed the transaction")
	w.WaitClosed()
	if r := w.RowsWithNotes("locked")[0]; r.CategoryName != "Books" || r.Cleared != "reconciled" || r.FlagColour != "blue" || r.FlagName != "Ours" {
		t.Errorf("the user's own fields are %+v", r)
	}
	w.Edit("Live")
	w.Type("amount", "6"+kb.Enter)
	w.See("is reconciled")
	w.ShootRows("reconciled-asks")
	if r := w.RowsWithNotes("locked")[0]; r.Amount != row.Amount {
		t.Errorf("the amount was changed without a confirmation: %+v", r)
	}
	w.CheckConserved()
	w.Click("Change it anyway")
	w.See("Changed the transaction")
	w.WaitClosed()
	w.UndoRedoByKeyboard("Changed the transaction")
	if r := w.RowsWithNotes("locked")[0]; r.Amount != -6_000 || r.Cleared != "reconciled" {
		t.Errorf("after the confirmation the transaction is %+v", r)
	}
}

// TestWalkEnterThatOpensAFormDoesNotSubmitIt holds Enter on a link until the form that it opens has the focus, and only
// then sends the character.
func TestWalkEnterThatOpensAFormDoesNotSubmitIt(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalker(t, webtest.Pages, walk.WideLight)
	w.OpenAccount("Checking")
	w.TabTo(`e.matches('.add-row')`)
	enter := kb.Encode('\r') // key down, character, key up
	w.Key(*enter[0])
	w.Until("the focus at the date", `document.activeElement.id === 'row-date'`)
	w.Key(*enter[1])
	w.Key(*enter[2])
	if sent := w.Eval(`!!document.querySelector('.row-form [aria-invalid]')`); sent != "false" {
		t.Error("the form was submitted when it opened")
	}
}

// TestWalkHeldEnterConfirmsNoQuestion holds Enter on the amount of a reconciled row until the question has the focus:
// the key press that requested the change must not confirm it.
func TestWalkHeldEnterConfirmsNoQuestion(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalker(t, webtest.Pages, walk.WideLight)
	w.AddNewest("held")
	row := w.RowsWithNotes("held")[0]
	entry := rows.Entry{Account: row.AccountID, Date: row.Date, Amount: row.Amount, Payee: row.PayeeID, Memo: row.Memo, Cleared: "reconciled"}
	if _, err := w.Env.App.EditRow(t.Context(), app.Machine(), w.ID, row.ID, entry, "", true); err != nil {
		t.Fatal(err)
	}
	w.OpenAccount("Checking")
	w.Edit("Live")
	w.Type("amount", "6")
	enter := kb.Encode('\r') // key down, character, key up
	w.Key(*enter[0])
	w.Until("the question", `document.activeElement.name === 'even'`)
	w.Key(*enter[1])
	again := *enter[0]
	again.AutoRepeat = new(true)
	w.Key(again)
	w.Key(*enter[1])
	w.Key(*enter[2])
	if focus := w.Eval(`document.activeElement.name`); focus != "even" {
		t.Errorf("the focus is on %q", focus)
	}
	if r := w.RowsWithNotes("held")[0]; r.Amount != row.Amount {
		t.Fatalf("the held key has confirmed the change: %+v", r)
	}
	w.Keys(kb.Enter)
	w.See("Changed the transaction")
	w.UndoRedoByKeyboard("Changed the transaction")
	if r := w.RowsWithNotes("held")[0]; r.Amount != -6_000 {
		t.Errorf("after the confirmation the transaction is %+v", r)
	}
}

// TestWalkRowAllAccounts adds rows in the register of all accounts, moves one to another account, and to one off
// budget.
func TestWalkRowAllAccounts(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalker(t, webtest.Pages, walk.WideLight)
	w.Open("/budgets/" + w.ID + "/accounts/all")
	w.Click("Add transaction")
	w.Until("the form", `!!document.querySelector('.row-fields-form')`)
	w.Choose("Account", "Cash")
	w.Type("payee", "Kiosk"+kb.Tab)
	w.Type("amount", "2"+kb.Enter)
	w.See("Added the transaction")
	w.Until("the next row in the same account", `(document.getElementById('row-payee') || {value: 1}).value === '' && document.getElementById('row-account').selectedOptions[0].text.startsWith('Cash')`)
	w.ShootRows("all-accounts")
	w.Keys(kb.Escape)
	w.WaitClosed()
	w.UndoRedoByKeyboard("Added the transaction")
	w.Edit("Kiosk")
	w.Type("category", "books"+kb.Tab)
	w.Eval(`(() => { const s = document.getElementById('row-account'); s.value = [...s.options].find(o => o.text === 'Brokerage').value; s.dispatchEvent(new Event('change', {bubbles: true})) })()`)
	w.Until("the form of another account", `document.getElementById('row-account').selectedOptions[0].text === 'Brokerage'`)
	w.Settle()
	w.Click("Save")
	w.See("Brokerage is off budget: its transactions have no category")
	w.ShootRows("off-budget")
	w.Type("category", kb.Backspace)
	w.Click("Save")
	w.See("Changed the transaction")
	w.WaitClosed()
	w.UndoRedoByKeyboard("Changed the transaction")
	if r := w.OnlyRow("Kiosk"); r.AccountName != "Brokerage" || r.CategoryID != "" || r.Amount != -2_000 {
		t.Errorf("the moved transaction is %+v", r)
	}
}
