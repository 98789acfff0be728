package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
)

// TestWalkRowLive types into a form while somebody else changes the budget:
// nothing typed is lost, and nobody's change is overwritten unseen.
func TestWalkRowLive(t *testing.T) {
	w := newRowWalker(t, looks[0])
	w.toAccount("Checking")
	w.click("Add transaction")
	w.put("payee", "Half typ")
	other := func(memo string) {
		t.Helper()
		row := w.noted(memo)[0]
		done, err := w.world.app.EditRow(t.Context(), app.Machine(), w.id, row.ID, app.RowEntry{
			Account: row.AccountID, Date: row.Date, Amount: row.Amount - 1000, Payee: row.PayeeID, Category: row.CategoryID,
			TransferTo: row.TransferAccountID, Memo: memo + "!", Cleared: row.Cleared,
		}, true)
		if err != nil {
			t.Fatal(err)
		}
		w.until("the other's change", fmt.Sprintf(`Number(document.body.dataset.knowledge) >= %d`, done.Change))
	}
	w.newest("one")
	other("one")
	w.keys("ed" + kb.Tab)
	if got := w.value("payee"); got != "Half typed" {
		t.Errorf("what was typed became %q", got)
	}
	if at := w.eval(`document.activeElement.id`); at != "row-category" {
		t.Errorf("the focus went to %q", at)
	}
	w.keys(kb.Escape)
	w.see("What you typed is not saved")
	w.keys(kb.Escape)
	w.closed()

	w.edit("Live")
	w.put("notes", "mine")
	other("one!")
	if got := w.value("notes"); got != "mine" {
		t.Errorf("what was typed became %q", got)
	}
	w.keys(kb.Enter)
	w.see("This row was changed since you opened it")
	w.look("changed-meanwhile")
	if got := w.noted("one!!"); len(got) != 1 {
		t.Errorf("the other's change is lost: %+v", got)
	}
	w.keys(kb.Enter)
	w.see("Changed the row")
	w.closed()
	w.law()
}

// newest adds a row on the last day of the sample, so that it stands on the page.
func (w rowWalker) newest(memo string) {
	w.Helper()
	var last app.Row
	var rows []app.Row
	w.world.command(w, &rows, "transactions", w.id)
	for _, r := range rows {
		if r.AccountName == "Checking" && r.Date > last.Date {
			last = r
		}
	}
	if _, _, err := w.world.app.AddRow(w.Context(), app.Machine(), w.id, app.RowEntry{
		Account: last.AccountID, Date: last.Date, Amount: -5000, PayeeName: "Live", Memo: memo,
	}); err != nil {
		w.Fatal(err)
	}
}
