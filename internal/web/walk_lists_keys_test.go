package web

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/browsertest"
	"holdover/internal/cal"
)

// TestWalkListsByKeyboard renames, chooses and merges payees, and switches and
// skips what is scheduled, without a mouse.
func TestWalkListsByKeyboard(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.id = world.importSample(t)
	world.addPayees(t, w.id)
	w.law()
	w.open("/budgets/" + w.id + "/payees?q=l")

	w.tabTo(`e.matches('.rename') && e.innerText.startsWith('Lidl')`)
	w.keys(kb.Enter)
	w.keys("Lidl Nord")
	w.keys(kb.Escape)
	w.gone("Lidl Nord")
	w.until("the focus back", `document.activeElement.matches('.rename') && document.activeElement.innerText.startsWith('Lidl')`)
	w.keys(kb.Enter)
	w.keys("Lidl No")
	w.newPayee("Lidl Yankee")
	w.until("what was typed", `document.activeElement.value === 'Lidl No'`)
	w.keys(kb.Escape)
	w.keys(kb.Enter)
	w.renamed("Lidl", "Lidl Ost") // by somebody else, while nothing is typed yet
	w.until("the new name", `document.activeElement.value === 'Lidl Ost'`)
	w.keys(kb.Escape)
	w.keys("z", chromedp.ModifierCtrl)
	w.see("Undone: Renamed the payee Lidl to Lidl Ost")
	w.keys(kb.Enter)
	w.keys("Lidl No")
	w.keys("rd" + kb.Enter)
	w.see("Renamed the payee Lidl to Lidl Nord")
	w.keys("z", chromedp.ModifierCtrl)
	w.see("Undone: Renamed the payee Lidl")
	w.keys("z", chromedp.ModifierCtrl, chromedp.ModifierShift)
	w.see("Made again: Renamed the payee Lidl")

	w.open("/budgets/" + w.id + "/payees?q=l")
	for _, name := range []string{"Lidl Nord", "lídl"} {
		w.tabTo(`e.getAttribute('aria-label') === 'Choose ` + name + `'`)
		w.keys(" ")
	}
	w.see("2 chosen")
	w.newPayee("Lidl Zulu") // what others do meanwhile changes nothing of it
	w.see("2 chosen")
	w.until("both still chosen", `document.querySelectorAll('[name=payee]:checked').length === 2`)
	w.tabTo(`e.value === 'merge'`, chromedp.ModifierShift)
	w.keys(kb.Enter)
	w.see("The one that stays")
	w.tabTo(`e.matches('#spot button.primary')`)
	w.keys(kb.Enter)
	w.see("Merged 1 payee into")
	w.law()

	w.open("/budgets/" + w.id + "/scheduled")
	w.tabTo(`e.getAttribute('aria-label') === 'StreamFlix enters by itself'`)
	w.keys(" ")
	w.see("1 scheduled transaction enters by itself from now on")
	w.until("the focus on the switch", `document.activeElement.getAttribute('aria-checked') === 'true'`)
	w.tabTo(`e.getAttribute('aria-label') === 'Menu of StreamFlix'`)
	w.keys(kb.Enter)
	w.see("Enter now, dated today")
	for range 4 {
		if w.eval(`document.activeElement.innerText.startsWith('Skip')`) == "true" {
			break
		}
		w.keys(kb.ArrowDown)
	}
	w.keys(kb.Enter)
	w.see("Skipped the scheduled StreamFlix")
	w.law()
}

// newPayee is what somebody else does while a page is open; it is waited until
// the page shows it.
func (w *walker) newPayee(name string) {
	w.Helper()
	entry := app.RowEntry{Account: w.firstAccount(), Date: cal.MakeDate(2026, 11, 20), Amount: -1000, PayeeName: name}
	if _, _, err := w.world.app.AddRow(w.Context(), app.Machine(), w.id, entry); err != nil {
		w.Fatal(err)
	}
	w.see(name)
}

// renamed is a name that somebody else changes.
func (w *walker) renamed(from, to string) {
	w.Helper()
	if _, err := w.world.app.RenamePayee(w.Context(), app.Machine(), w.id, w.world.payeeIDs(w, w.id)[from], to); err != nil {
		w.Fatal(err)
	}
	w.see(to)
}

// tabTo presses Tab until what has the focus is e.
func (w *walker) tabTo(e string, modifiers ...chromedp.Modifier) {
	w.Helper()
	for range 120 {
		w.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(modifiers...)))
		if w.eval(`(e => !!e && !!(`+e+`))(document.activeElement)`) == "true" {
			return
		}
	}
	w.Fatalf("Tab does not come to what is %s", e)
}

// TestWalkListsOnPhone finds both lists from the bar at the bottom and changes
// something on each.
func TestWalkListsOnPhone(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[3])
	w.id = world.importSample(t)
	world.addPayees(t, w.id)
	w.law()
	w.open("/budgets/" + w.id)
	w.click("File")
	w.click("Payees")
	w.see("3 names look alike")
	w.click("Menu of Lidl")
	w.click("Delete")
	w.see("2 rows and parts stay, without payee")
	browsertest.Shot(t, w.tab, "walk-phone-payee-delete")
	checkPage(t, w.tab, "a payee's menu on a phone")
	w.clickDelete()
	w.see("Deleted the payee Lidl of 2 rows")
	w.undone("Deleted the payee Lidl")

	w.click("File")
	w.click("Scheduled")
	w.see("Nothing here enters by itself")
	w.click("Let all enter by themselves")
	w.see("they bring the rows")
	browsertest.Shot(t, w.tab, "walk-phone-all-by-themselves")
	w.clickPrimary()
	w.see("3 scheduled transactions enter by themselves from now on")
	w.undone("3 scheduled transactions enter by themselves")
	w.click("StreamFlix enters by itself")
	w.see("1 scheduled transaction waits to be entered from now on")
	checkPage(t, w.tab, "what is scheduled on a phone")
}
