package accounts_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkAccountsPhone adds, notes and reconciles an account on a phone.
func TestWalkAccountsPhone(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.PhoneDark)
	w.ID = world.ImportSample(t)
	world.AddGiro(t, w.ID)
	w.Open("/budgets/" + w.ID)
	w.Click("Accounts")
	w.See("Giro")
	walk.Check(t, w.Tab, "the accounts on a phone")
	w.Click("Menu of Giro")
	w.Until("every item as high as the others", `[...document.querySelectorAll('#spot .items .item, #spot .items details')].every(e => e.offsetHeight === 44)`)
	browsertest.Shot(t, w.Tab, "walk-account-menu-phone")
	walk.Check(t, w.Tab, "an account's menu on a phone")
	w.Click("Note")
	w.Keys("On the fridge")
	w.Click("Save")
	w.See("On the fridge")
	w.Click("Giro")
	w.Click("Reconcile")
	w.Fill("Bank balance", "80-3,20")
	w.Click("Compare")
	w.See("Missing −€3.20")
	w.Until("controls large enough for fingers", `[...document.querySelectorAll('.reconcile button, .reconcile a.button, .account-tools button, .account-tools a')].every(e => e.offsetHeight >= 44)`)
	browsertest.Shot(t, w.Tab, "walk-reconcile-phone")
	walk.Check(t, w.Tab, "a reconciliation on a phone")
	w.Click("Mark it cleared")
	w.See("The cleared transactions agree with the bank.")
	w.Click("Reconcile")
	w.See("Reconciled Giro at €76.80")
	w.CheckConserved()

	w.Click("Accounts")
	w.Click("Add account")
	w.Click("Cash")
	w.Keys("Purse")
	w.Click("Add the account")
	w.See("Added the account Purse")
	w.CheckConserved()
}

// TestWalkAccountsKeyboard uses an account's menu and reconciles with the keyboard only.
func TestWalkAccountsKeyboard(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportSample(t)
	account := world.AddGiro(t, w.ID)
	w.Open("/budgets/" + w.ID + "/accounts/" + account)
	w.TabToWords("Menu of Giro")
	w.Keys(kb.Enter)
	w.Until("the menu has the focus", `document.activeElement.closest('#spot') !== null`)
	w.Keys(kb.ArrowDown + kb.ArrowDown + kb.ArrowDown + kb.Enter) // Rename
	w.Until("the name to type", `document.activeElement?.name === 'name'`)
	w.Keys("Purse" + kb.Enter)
	w.See("Renamed the account Giro to Purse")
	w.TabToWords("Reconcile")
	w.Keys(kb.Enter)
	w.See("Bank balance")
	w.Keys("76,8" + kb.Enter)
	w.See("Missing −€3.20")
	w.TabToWords("Mark it cleared")
	w.Keys(kb.Enter)
	w.See("The cleared transactions agree with the bank.")
	w.TabToWords("Reconcile")
	w.Keys(kb.Enter)
	w.See("Reconciled Purse at €76.80")
	w.CheckConserved()
}
