package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/browsertest"
	"holdover/internal/cal"
)

// uglyPayees are names that lists have to bear.
var uglyPayees = []string{
	"LIDL 1234", "Lidl", "lídl", strings.Repeat("Very long name of a shop ", 12) + "end", "חנות הספרים של רחוב אלנבי", "🍕 Pizza & Söhne 🍕", "<b>Bold</b> & \"quoted\"",
}

// addPayees gives a budget a row of each of the ugly payees, and two of Lidl.
func (w *world) addPayees(t testing.TB, id string) {
	t.Helper()
	accounts, err := w.app.Accounts(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range append(uglyPayees, "Lidl") {
		entry := app.RowEntry{Account: accounts[0].ID, Date: cal.MakeDate(2026, 11, 1+i), Amount: -1000, PayeeName: name}
		if _, _, err := w.app.AddRow(t.Context(), app.Machine(), id, entry); err != nil {
			t.Fatal(err)
		}
	}
}

// TestWalkPayees renames, merges and deletes payees, with undo and redo of each.
func TestWalkPayees(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.id = world.importSample(t)
	world.addPayees(t, w.id)
	w.law() // builds the program, which takes longer than a toast stays
	w.open("/budgets/" + w.id)
	w.click("Payees")
	w.see("Payees that stand for accounts")
	browsertest.Shot(t, w.tab, "walk-payees")
	checkPage(t, w.tab, "payees")

	// Names that look alike can be merged at once.
	w.click("3 names look alike")
	w.click("Merge into Lidl")
	w.see("The one that stays")
	browsertest.Shot(t, w.tab, "walk-payees-alike")
	w.clickPrimary()
	w.see("Merged 2 payees into Lidl")
	w.uses("Lidl", "4")
	w.undone("Merged 2 payees into Lidl")
	w.keys("z", chromedp.ModifierCtrl)
	w.uses("Lidl", "2")

	w.rename("Lidl", "Lidl Berlin")
	w.see("Renamed the payee Lidl to Lidl Berlin")
	w.undone("Renamed the payee Lidl")

	// A name that another payee has: merging is offered.
	w.rename("LIDL 1234", "lidl berlin")
	w.see("There is already a payee \"Lidl Berlin\"")
	browsertest.Shot(t, w.tab, "walk-payee-taken")
	checkPage(t, w.tab, "a payee's name that is taken")
	w.click("Merge it into Lidl Berlin")
	w.see("Merged 1 payee into Lidl Berlin")
	w.uses("Lidl Berlin", "3")
	w.undone("Merged 1 payee into Lidl Berlin")

	w.clickIn("", "Choose 🍕")
	w.clickIn("", "Choose <b>")
	w.see("2 chosen")
	browsertest.Shot(t, w.tab, "walk-payees-chosen")
	w.click("Merge chosen")
	w.choose("The one that stays", "🍕")
	browsertest.Shot(t, w.tab, "walk-payees-merge")
	w.clickPrimary()
	w.see("Merged 1 payee into 🍕")
	w.uses("🍕 Pizza & Söhne 🍕", "2")
	w.undone("Merged 1 payee into 🍕")

	w.click("Menu of 🍕")
	w.click("Delete")
	w.see("2 rows and parts stay, without payee")
	browsertest.Shot(t, w.tab, "walk-payee-delete")
	w.clickDelete()
	w.see("Deleted the payee 🍕 Pizza & Söhne 🍕 of 2 rows")
	w.undone("Deleted the payee 🍕")
	w.keys("z", chromedp.ModifierCtrl)
	w.see("Undone: Deleted the payee 🍕")

	w.deleteUnused()
	w.findPayee()
	w.law()
}

// deleteUnused makes a payee that nothing names and deletes all of those.
func (w *walker) deleteUnused() {
	w.Helper()
	entry := app.RowEntry{Account: w.firstAccount(), Date: cal.MakeDate(2026, 11, 20), Amount: -1, PayeeName: "Nobody"}
	_, row, err := w.world.app.AddRow(w.Context(), app.Machine(), w.id, entry)
	if err == nil {
		_, err = w.world.app.DeleteRows(w.Context(), app.Machine(), w.id, app.TheRows(row), false)
	}
	if err != nil {
		w.Fatal(err)
	}
	w.click("Unused")
	w.see("Nobody")
	w.click("Delete all unused")
	w.see("One Undo brings all of them back")
	w.clickDelete()
	w.see("unused payee")
	w.see("Every payee is used")
	w.undone("Deleted ")
	w.see("Every payee is used")
	checkPage(w.T, w.tab, "no unused payees")
	w.open("/budgets/" + w.id + "/payees")
}

func (w *walker) firstAccount() string {
	accounts, err := w.world.app.Accounts(w.Context(), app.Machine(), w.id)
	if err != nil {
		w.Fatal(err)
	}
	return accounts[0].ID
}

// findPayee searches for one and goes to its rows.
func (w *walker) findPayee() {
	w.Helper()
	w.fill("Search payees", "HANDY"+kb.Enter)
	w.see("No payee is called so")
	w.fill("Search payees", "ספרים"+kb.Enter)
	w.gone("Lidl Berlin")
	w.clickIn("חנות הספרים של רחוב אלנבי", "1 rows of")
	w.see("All accounts")
	w.see("חנות הספרים של רחוב אלנבי")
}

// rename changes a payee's name where it stands.
func (w *walker) rename(from, to string) {
	w.Helper()
	w.clickIn(from, from)
	w.keys(to + kb.Enter)
}

// undone takes the last change back, sees that it says so, and makes it again.
func (w *walker) undone(label string) {
	w.Helper()
	w.law()
	w.click("Undo")
	w.see("Undone: " + label)
	w.law()
	w.click("Redo")
	w.see("Made again: " + label)
	w.law()
}

func (w *walker) uses(payee, want string) {
	w.Helper()
	w.until(payee+" used "+want, `[...document.querySelectorAll('.payee-list tr')].some(r => r.querySelector('th bdi')?.innerText === `+quoted(payee)+` && r.querySelector('.uses').innerText.startsWith(`+quoted(want)+`))`)
}

// clickPrimary presses the button of the form that has been opened.
func (w *walker) clickPrimary() {
	w.Helper()
	w.clickAt(`(b => b && (r => [r.left + r.width / 2, r.top + r.height / 2])(b.getBoundingClientRect()))(document.querySelector('#spot:popover-open details[open] button.primary'))`, "the button")
	w.settle()
}
