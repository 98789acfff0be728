package register_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/base/money"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkRows adds, edits and splits rows, and transfers money, with undo and
// redo of each.
func TestWalkRows(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalker(t, webtest.Pages, walk.WideLight)
	w.OpenAccount("Checking")
	w.Click("Add transaction")
	w.ShootRows("new")
	w.Type("payee", "Corner")
	w.See("New payee Corner")
	w.ShootRows("payee")
	w.Type("payee", "Corner Shop & Söhne"+kb.Tab)
	w.Type("category", "groc")
	w.ShootRows("category")
	w.Keys(kb.Tab + "first" + kb.Tab + kb.Tab + "12.50" + kb.Enter)
	w.See("Added the transaction")
	w.Keys(kb.Escape)
	w.WaitClosed()
	w.UndoRedoByKeyboard("Added the transaction")
	if r := w.OnlyRow("Corner Shop & Söhne"); r.Amount != -12_500 || r.CategoryName != "Groceries" || r.Memo != "first" || r.Cleared != "uncleared" {
		t.Errorf("the added transaction is %+v", r)
	}

	w.Edit("Corner Shop")
	w.Type("amount", "120/4")
	w.See("= −30.00")
	w.Type("notes", "second")
	w.Choose("Flag", "Green")
	w.Choose("Cleared", "Cleared")
	w.ShootRows("edit")
	w.Click("Save")
	w.See("Changed the transaction")
	w.WaitClosed()
	w.UndoRedoByKeyboard("Changed the transaction")
	if r := w.OnlyRow("Corner Shop & Söhne"); r.Amount != -30_000 || r.Memo != "second" || r.FlagColour != "green" || r.Cleared != "cleared" {
		t.Errorf("the changed transaction is %+v", r)
	}

	split(w)
	transferMoney(w)
}

// split turns the row of 30.00 into a split with a transfer, and back.
func split(w walk.RowWalker) {
	w.Helper()
	w.Edit("Corner Shop")
	w.Click("Split")
	w.See("€30.00 left to assign")
	w.Type("part-1-amount", "10")
	w.See("€20.00 left to assign")
	w.ShootRows("split")
	w.Keys(kb.Enter)
	w.See("The parts add up to −€10.00, but the transaction is −€30.00. €20.00 is left to assign")
	w.ShootRows("split-left")
	w.Type("part-2-payee", "sav")
	w.See("Transfer : Savings")
	w.ShootRows("split-transfer")
	w.Keys(kb.Tab)
	w.Click("Rest to the last part")
	w.See("Nothing left to assign")
	w.Click("Add part")
	w.Type("part-3-category", "rent"+kb.Tab)
	w.Type("part-3-amount", "-5")
	w.See("€5.00 too much in the parts")
	w.Type("part-1-amount", "5"+kb.Tab)
	w.See("Nothing left to assign")
	w.Keys(kb.Enter, chromedp.ModifierCtrl)
	w.See("Changed the transaction")
	w.WaitClosed()
	w.UndoRedoByKeyboard("Changed the transaction")
	r := w.OnlyRow("Corner Shop & Söhne")
	if len(r.Parts) != 3 || r.Parts[0].Amount != -5_000 || r.Parts[1].Amount != -20_000 || r.Parts[1].TransferAccountID == "" || r.Parts[2].CategoryName != "Rent" {
		w.Errorf("%+v", r)
	}

	w.OpenAccount("Savings")
	w.Edit("Transfer")
	w.ShootRows("other-side")
	w.Type("amount", "22"+kb.Enter)
	w.See("Changed the transaction")
	w.WaitClosed()
	w.UndoRedoByKeyboard("Changed the transaction")
	after := w.OnlyRow("Corner Shop & Söhne")
	if after.Amount != -32_000 || after.Parts[1].Amount != -22_000 || after.Parts[1].ID != r.Parts[1].ID {
		w.Errorf("the split did not follow: %+v", after)
	}
	w.Edit("Transfer")
	w.Click("Its other side in Checking")
	w.See("Id")
	w.ShootRows("own-page")
	w.Click("No split")
	w.Until("plain", `!document.querySelector('.row-parts')`)
	w.Click("Save")
	w.See("Changed the transaction")
	w.CheckConserved()
	if r := w.OnlyRow("Corner Shop & Söhne"); len(r.Parts) != 0 || r.Amount != -32_000 || r.CategoryName != "Groceries" {
		w.Errorf("%+v", r)
	}
}

// transferMoney transfers money to savings, changes the transfer on the other side, and turns it into an ordinary row
// again.
func transferMoney(w walk.RowWalker) {
	w.Helper()
	w.OpenAccount("Checking")
	w.Click("Add transaction")
	w.Type("payee", "savings")
	w.See("Transfer : Savings")
	w.Keys(kb.Tab)
	w.Until("no category", `document.getElementById('row-category').placeholder === 'None needed'`)
	w.Type("notes", "to savings")
	w.Type("amount", "77.70"+kb.Enter)
	w.See("Added the transaction")
	w.Keys(kb.Escape)
	w.UndoRedoByKeyboard("Added the transaction")
	sides := w.RowsWithNotes("to savings")
	if len(sides) != 2 || sides[0].Amount != -sides[1].Amount || sides[0].TransferTransactionID != sides[1].ID {
		w.Fatalf("%+v", sides)
	}
	w.OpenAccount("Savings")
	w.Edit("Transfer")
	w.Type("amount", "80"+kb.Enter)
	w.See("Changed the transaction")
	w.WaitClosed()
	w.UndoRedoByKeyboard("Changed the transaction")
	for _, r := range w.RowsWithNotes("to savings") {
		if r.Amount.Abs() != 80_000 || (r.AccountName == "Savings") != (r.Amount > 0) {
			w.Errorf("%+v", r)
		}
	}
	w.Edit("Transfer")
	w.Type("payee", "Grandmother"+kb.Tab)
	w.Type("category", "inflow"+kb.Tab+kb.Enter)
	w.See("Changed the transaction")
	w.CheckConserved()
	if left := w.RowsWithNotes("to savings"); len(left) != 1 || left[0].PayeeName != "Grandmother" || left[0].Amount != money.Milli(80_000) || !strings.HasPrefix(left[0].CategoryName, "Inflow") {
		w.Errorf("%+v", left)
	}
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone")
	w.CheckConserved()
}
