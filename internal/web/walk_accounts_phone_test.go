package web

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/browsertest"
)

// TestWalkAccountsPhone adds, notes and reconciles an account on a phone.
func TestWalkAccountsPhone(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[3])
	w.id = world.importSample(t)
	world.giro(t, w.id)
	w.open("/budgets/" + w.id)
	w.click("Accounts")
	w.see("Giro")
	checkPage(t, w.tab, "the accounts on a phone")
	w.click("Menu of Giro")
	w.until("every item as high as the others", `[...document.querySelectorAll('#spot .items .item, #spot .items details')].every(e => e.offsetHeight === 44)`)
	browsertest.Shot(t, w.tab, "walk-account-menu-phone")
	checkPage(t, w.tab, "an account's menu on a phone")
	w.click("Note")
	w.keys("On the fridge")
	w.click("Save")
	w.see("On the fridge")
	w.click("Giro")
	w.click("Reconcile")
	w.fill("The bank's balance", "80-3,20")
	w.click("Compare")
	w.see("Missing −€3.20")
	w.until("room for fingers", `[...document.querySelectorAll('.reconcile button, .reconcile a.button, .account-tools button, .account-tools a')].every(e => e.offsetHeight >= 44)`)
	browsertest.Shot(t, w.tab, "walk-reconcile-phone")
	checkPage(t, w.tab, "a reconciliation on a phone")
	w.click("Mark it cleared")
	w.see("The cleared rows agree with the bank.")
	w.click("Reconcile")
	w.see("Reconciled Giro at €76.80")
	w.law()

	w.click("Accounts")
	w.click("Add account")
	w.click("Cash")
	w.keys("Purse")
	w.click("Add the account")
	w.see("Added the account Purse")
	w.law()
}

// TestWalkAccountsKeyboard uses an account's menu and reconciles with the
// keyboard alone.
func TestWalkAccountsKeyboard(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.id = world.importSample(t)
	account := world.giro(t, w.id)
	w.open("/budgets/" + w.id + "/accounts/" + account)
	w.tabToWords("Menu of Giro")
	w.keys(kb.Enter)
	w.until("the menu has the focus", `document.activeElement.closest('#spot') !== null`)
	w.keys(kb.ArrowDown + kb.ArrowDown + kb.Enter)
	w.until("the name to type", `document.activeElement?.name === 'name'`)
	w.keys("Purse" + kb.Enter)
	w.see("Renamed the account Giro to Purse")
	w.tabToWords("Reconcile")
	w.keys(kb.Enter)
	w.see("The bank's balance")
	w.keys("76,8" + kb.Enter)
	w.see("Missing −€3.20")
	w.tabToWords("Mark it cleared")
	w.keys(kb.Enter)
	w.see("The cleared rows agree with the bank.")
	w.tabToWords("Reconcile")
	w.keys(kb.Enter)
	w.see("Reconciled Purse at €76.80")
	w.law()
}

// tabToWords presses Tab until what says the words has the focus.
func (w *walker) tabToWords(words string) {
	w.Helper()
	w.tabTo(`(e.ariaLabel || e.innerText || '').trim() === ` + quoted(words))
}
