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

// TestWalkListsByKeyboard renames, selects and merges payees, and switches and skips schedules, without a mouse.
func TestWalkListsByKeyboard(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportSample(t)
	world.AddPayees(t, w.ID)
	w.CheckConserved()
	w.Open("/budgets/" + w.ID + "/payees?q=l")

	w.TabTo(`e.matches('.rename') && e.innerText.startsWith('Lidl')`)
	w.Keys(kb.Enter)
	w.Keys("Lidl Nord")
	w.Keys(kb.Escape)
	w.WaitGone("Lidl Nord")
	w.Until("the focus back", `document.activeElement.matches('.rename') && document.activeElement.innerText.startsWith('Lidl')`)
	w.Keys(kb.Enter)
	w.Keys("Lidl No")
	newPayee(w, "Lidl Yankee")
	w.Until("what was typed", `document.activeElement.value === 'Lidl No'`)
	w.Keys(kb.Escape)
	w.Keys(kb.Enter)
	renamePayee(w, "Lidl", "Lidl Ost") // by another user, before anything is typed
	w.Until("the new name", `document.activeElement.value === 'Lidl Ost'`)
	w.Keys(kb.Escape)
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone: Renamed the payee Lidl to Lidl Ost")
	w.Keys(kb.Enter)
	w.Keys("Lidl No")
	w.Keys("rd" + kb.Enter)
	w.See("Renamed the payee Lidl to Lidl Nord")
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone: Renamed the payee Lidl")
	w.Keys("z", chromedp.ModifierCtrl, chromedp.ModifierShift)
	w.See("Redone: Renamed the payee Lidl")

	w.Open("/budgets/" + w.ID + "/payees?q=l")
	for _, name := range []string{"lídl", "Lidl Nord"} {
		w.TabTo(`e.getAttribute('aria-label') === 'Choose ` + name + `'`)
		w.Keys(" ")
	}
	w.See("2 chosen")
	newPayee(w, "Lidl Zulu") // other users' changes do not affect it
	w.See("2 chosen")
	w.Until("both still chosen", `document.querySelectorAll('[name=payee]:checked').length === 2`)
	w.TabTo(`e.value === 'merge'`, chromedp.ModifierShift)
	w.Keys(kb.Enter)
	w.See("Payee to keep")
	w.TabTo(`e.matches('#spot button.primary')`)
	w.Keys(kb.Enter)
	w.See("Merged 1 payee into")
	w.CheckConserved()

	w.Open("/budgets/" + w.ID + "/scheduled")
	w.TabTo(`e.getAttribute('aria-label') === 'StreamFlix is automatic'`)
	w.Keys(" ")
	w.See("1 scheduled transaction is automatic from now on")
	w.Until("the focus on the switch", `document.activeElement.getAttribute('aria-checked') === 'true'`)
	w.TabTo(`e.getAttribute('aria-label') === 'Menu of StreamFlix'`)
	w.Keys(kb.Enter)
	w.See("Enter now, dated today")
	for range 4 {
		if w.Eval(`document.activeElement.innerText.startsWith('Skip')`) == "true" {
			break
		}
		w.Keys(kb.ArrowDown)
	}
	w.Keys(kb.Enter)
	w.See("Skipped the scheduled StreamFlix")
	w.CheckConserved()
}

// newPayee adds a payee as another user while a page is open, and waits until the page shows it.
func newPayee(w *walk.Walker, name string) {
	w.Helper()
	entry := rows.Entry{Account: w.FirstAccount(), Date: civil.MakeDate(2026, 11, 20), Amount: -1000, PayeeName: name}
	if _, _, err := w.Env.App.AddRow(w.Context(), app.Machine(), w.ID, entry); err != nil {
		w.Fatal(err)
	}
	w.See(name)
}

// renamePayee renames a payee as another user.
func renamePayee(w *walk.Walker, from, to string) {
	w.Helper()
	if _, err := w.Env.App.RenamePayee(w.Context(), app.Machine(), w.ID, w.Env.PayeeIDs(w, w.ID)[from], to); err != nil {
		w.Fatal(err)
	}
	w.See(to)
}

// TestWalkListsOnPhone opens both lists from the bar at the bottom and makes a change on each.
func TestWalkListsOnPhone(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.PhoneDark)
	w.ID = world.ImportSample(t)
	world.AddPayees(t, w.ID)
	w.CheckConserved()
	w.Open("/budgets/" + w.ID)
	w.Click("File")
	w.Click("Payees")
	w.See("3 names are similar")
	if height := w.Eval(`document.querySelector('.for-accounts caption').offsetHeight`); len(height) > 2 || height > "60" {
		t.Errorf("the heading of payees of accounts is narrow and %s pixels high", height)
	}
	w.Click("Menu of Lidl")
	w.Click("Delete")
	w.See("2 transactions and parts stay, without payee")
	browsertest.Shot(t, w.Tab, "walk-phone-payee-delete")
	walk.Check(t, w.Tab, "a payee's menu on a phone")
	w.ClickDelete()
	w.See("Deleted the payee Lidl of 2 transactions")
	w.CheckUndo("Deleted the payee Lidl")

	w.Click("File")
	w.Click("Scheduled")
	w.See("None are automatic")
	w.Click("Make all automatic")
	w.See("they contain the transactions")
	browsertest.Shot(t, w.Tab, "walk-phone-all-by-themselves")
	w.ClickPrimary()
	w.See("3 scheduled transactions are automatic from now on")
	w.CheckUndo("3 scheduled transactions are automatic")
	w.Click("StreamFlix is automatic")
	w.See("1 scheduled transaction waits to be entered from now on")
	walk.Check(t, w.Tab, "what is scheduled on a phone")
}
