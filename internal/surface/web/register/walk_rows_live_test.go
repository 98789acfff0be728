package register_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkAFormKeepsItsTextDuringOthersChanges types into a form while another user changes the budget: no text is
// lost, and no change is overwritten unnoticed.
func TestWalkAFormKeepsItsTextDuringOthersChanges(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalker(t, webtest.Pages, walk.WideLight)
	w.OpenAccount("Checking")
	w.Click("Add transaction")
	w.Type("payee", "Half typ")
	other := func(memo string) {
		t.Helper()
		row := w.RowsWithNotes(memo)[0]
		done, err := w.Env.App.EditRow(t.Context(), app.Machine(), w.ID, row.ID, rows.Entry{
			Account: row.AccountID, Date: row.Date, Amount: row.Amount - 1000, Payee: row.PayeeID, Category: row.CategoryID,
			TransferTo: row.TransferAccountID, Memo: memo + "!", Cleared: row.Cleared,
		}, "", true)
		if err != nil {
			t.Fatal(err)
		}
		w.Until("the other's change", fmt.Sprintf(`Number(document.body.dataset.knowledge) >= %d`, done.Change))
	}
	w.AddNewest("one")
	other("one")
	w.Keys("ed" + kb.Tab)
	if got := w.Value("payee"); got != "Half typed" {
		t.Errorf("the typed text became %q", got)
	}
	if at := w.Eval(`document.activeElement.id`); at != "row-category" {
		t.Errorf("the focus moved to %q", at)
	}
	w.Keys(kb.Escape)
	w.See("Your changes are not saved")
	w.Keys(kb.Escape)
	w.WaitClosed()

	w.Edit("Live")
	w.Type("notes", "mine")
	other("one!")
	if got := w.Value("notes"); got != "mine" {
		t.Errorf("the typed text became %q", got)
	}
	w.Keys(kb.Enter)
	w.See("Another window changed this transaction at ")
	w.See("the notes \"one!!\"")
	w.ShootRows("changed-meanwhile")
	if got := w.RowsWithNotes("one!!"); len(got) != 1 {
		t.Errorf("the other user's change is lost: %+v", got)
	}
	w.Keys(kb.Enter)
	w.See("Changed the transaction")
	w.WaitClosed()
	w.CheckConserved()
}
