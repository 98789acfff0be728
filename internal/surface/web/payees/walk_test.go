package payees_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkPayees renames, merges and deletes payees, with undo and redo of each.
func TestWalkPayees(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportSample(t)
	world.AddPayees(t, w.ID)
	w.CheckConserved() // this builds the program, which takes longer than a toast is shown
	w.Open("/budgets/" + w.ID)
	w.Click("Payees")
	w.See("Payees of accounts")
	browsertest.Shot(t, w.Tab, "walk-payees")
	walk.Check(t, w.Tab, "payees")

	// Similar names can be merged at once.
	w.Click("3 names are similar")
	w.Click("Merge into Lidl")
	w.See("Payee to keep")
	browsertest.Shot(t, w.Tab, "walk-payees-alike")
	w.ClickPrimary()
	w.See("Merged 2 payees into Lidl")
	checkUse(w, "Lidl", "4")
	w.CheckUndo("Merged 2 payees into Lidl")
	w.Keys("z", chromedp.ModifierCtrl)
	checkUse(w, "Lidl", "2")

	rename(w, "Lidl", "Lidl Berlin")
	w.See("Renamed the payee Lidl to Lidl Berlin")
	w.CheckUndo("Renamed the payee Lidl")

	// If another payee has the name, merging is offered.
	rename(w, "LIDL 1234", "lidl berlin")
	w.See("There is already a payee \"Lidl Berlin\"")
	browsertest.Shot(t, w.Tab, "walk-payee-taken")
	walk.Check(t, w.Tab, "a payee's name that is taken")
	w.Click("Merge it into Lidl Berlin")
	w.See("Merged 1 payee into Lidl Berlin")
	checkUse(w, "Lidl Berlin", "3")
	w.CheckUndo("Merged 1 payee into Lidl Berlin")

	w.ClickIn("", "Choose 🍕")
	w.ClickIn("", "Choose <b>")
	w.See("2 chosen")
	browsertest.Shot(t, w.Tab, "walk-payees-chosen")
	w.Click("Merge chosen")
	w.Choose("Payee to keep", "🍕")
	browsertest.Shot(t, w.Tab, "walk-payees-merge")
	w.ClickPrimary()
	w.See("Merged 1 payee into 🍕")
	checkUse(w, "🍕 Pizza & Söhne 🍕", "2")
	w.CheckUndo("Merged 1 payee into 🍕")

	w.Click("Menu of 🍕")
	w.Click("Delete")
	w.See("2 transactions and parts stay, without payee")
	browsertest.Shot(t, w.Tab, "walk-payee-delete")
	w.ClickDelete()
	w.See("Deleted the payee 🍕 Pizza & Söhne 🍕 of 2 transactions")
	w.CheckUndo("Deleted the payee 🍕")
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone: Deleted the payee 🍕")

	deleteUnused(w)
	findPayee(w)
	w.CheckConserved()
}

// deleteUnused adds an unused payee and deletes all unused ones.
func deleteUnused(w *walk.Walker) {
	w.Helper()
	entry := rows.Entry{Account: w.FirstAccount(), Date: civil.MakeDate(2026, 11, 20), Amount: -1, PayeeName: "Nobody"}
	_, row, err := w.Env.App.AddRow(w.Context(), app.Machine(), w.ID, entry)
	if err == nil {
		_, err = w.Env.App.DeleteRows(w.Context(), app.Machine(), w.ID, rows.These(row), false)
	}
	if err != nil {
		w.Fatal(err)
	}
	w.Click("Unused")
	w.See("Nobody")
	w.Click("Delete all unused")
	w.See("Undo restores all of them")
	w.ClickDelete()
	w.See("unused payee")
	w.See("Every payee is in use")
	w.CheckUndo("Deleted ")
	w.See("Every payee is in use")
	walk.Check(w.T, w.Tab, "no unused payees")
	w.Open("/budgets/" + w.ID + "/payees")
}

// findPayee searches for a payee and opens its rows.
func findPayee(w *walk.Walker) {
	w.Helper()
	w.Fill("Search payees", "HANDY"+kb.Enter)
	w.See("No payees found")
	w.Fill("Search payees", "ספרים"+kb.Enter)
	w.WaitGone("Lidl Berlin")
	w.ClickIn("חנות הספרים של רחוב אלנבי", "1 transaction of")
	w.See("All accounts")
	w.See("חנות הספרים של רחוב אלנבי")
}

// rename renames a payee in place.
func rename(w *walk.Walker, from, to string) {
	w.Helper()
	w.ClickIn(from, from)
	w.Keys(to + kb.Enter)
}

func checkUse(w *walk.Walker, payee, want string) {
	w.Helper()
	w.Until(payee+" used "+want, `[...document.querySelectorAll('.payee-list tr')].some(r => r.querySelector('th bdi')?.innerText === `+walk.Quoted(payee)+` && r.querySelector('.uses').innerText.startsWith(`+walk.Quoted(want)+`))`)
}
