package register_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

const (
	october30 civil.Date = 20261030
	november2 civil.Date = 20261102
)

// otherDateShown reports whether the form shows the field for the date of the other side.
const otherDateShown = `(e => !!e && e.getClientRects().length > 0)(document.getElementById('row-other-date'))`

// TestWalkTransferWithTwoDates enters a transfer that arrives later by keyboard, with undo and redo, and changes it on its
// other side.
func TestWalkTransferWithTwoDates(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalker(t, webtest.Pages, walk.WideLight)
	w.OpenAccount("Checking")
	w.Click("Add transaction")
	w.Type("date", "2026-10-30")
	w.Until("no field for another side", `!(`+otherDateShown+`)`)
	w.Type("payee", "savings")
	w.See("Transfer : Savings")
	w.Keys(kb.Tab)
	w.Until("the field for the date of the other side", otherDateShown)
	w.Type("notes", "slow")
	w.Type("amount", "500")
	w.Type("other-date", "2026-02-31"+kb.Enter)
	w.See("is not a date")
	w.Shoot("two-dates-refused")
	w.Type("other-date", "2026-11-02"+kb.Enter)
	w.See("Added the transaction")
	w.Keys(kb.Escape)
	w.UndoRedoByKeyboard("Added the transaction")
	for _, r := range w.RowsWithNotes("slow") {
		if own, other := october30, november2; r.AccountName == "Checking" && (r.Date != own || r.OtherDate != other) || r.AccountName == "Savings" && (r.Date != other || r.OtherDate != own) {
			t.Errorf("the side in %s is of %s and %s", r.AccountName, r.Date, r.OtherDate)
		}
	}
	w.OpenAccount("Savings")
	w.See("Left 2026-10-30")
	w.Edit("Transfer")
	w.Type("other-date", "2026-10-31"+kb.Enter)
	w.See("Changed the transaction")
	w.WaitClosed()
	w.See("Left 2026-10-31")
	w.Edit("Transfer")
	w.Type("other-date", kb.Backspace+kb.Enter)
	w.See("Changed the transaction")
	w.WaitClosed()
	w.WaitGone("Left 2026-10-31")
	w.CheckConserved()
}

// TestWalkPagesWithMoneyOnItsWay looks at the pages that show a transfer with two dates.
func TestWalkPagesWithMoneyOnItsWay(t *testing.T) {
	t.Parallel()
	for _, look := range walk.Sizes {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			w := walk.NewRowWalker(t, webtest.Pages, look)
			entry := rows.Entry{Account: w.Account("Checking"), Date: october30, Amount: -500_000, TransferTo: w.Account("Savings"), OtherDate: november2, Memo: "slow"}
			if _, _, err := w.Env.App.AddRow(t.Context(), app.Machine(), w.ID, entry); err != nil {
				t.Fatal(err)
			}
			w.CheckConserved()
			w.Open("/budgets/" + w.ID + "/accounts/" + entry.Account + "?search=slow")
			w.See("Arrives 2026-11-02")
			w.ShootColours("two-dates-register")
			for _, r := range w.RowsWithNotes("slow") {
				if r.AccountName == "Checking" {
					w.Open("/budgets/" + w.ID + "/rows/" + r.ID)
				}
			}
			w.Until("the date of the other side", otherDateShown)
			w.ShootColours("two-dates-form")
			w.Open("/budgets/" + w.ID + "?month=2026-10")
			w.See("On the way")
			w.ShootColours("two-dates-budget")
		})
	}
}
