package register_test

import (
	"testing"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestAPhoneSelectsAllAndUndoes selects all transactions of a page on a phone, changes them, and undoes that from the menu at
// the bottom after the message is gone. A device without keyboard shows no keys.
func TestAPhoneSelectsAllAndUndoes(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewEnv(t, webtest.Pages), walk.PhoneLight)
	w.ID = w.Env.ImportSample(t)
	account := w.Env.AddGiro(t, w.ID)
	w.Open("/budgets/" + w.ID + "/accounts/" + account)
	all := w.Eval(`String(document.querySelectorAll('#rows > .tx').length)`)
	w.Click("Select")
	w.Click("Select all")
	w.See(all + " selected")
	browsertest.Shot(t, w.Tab, "register-select-all-phone")
	walk.Check(t, w.Tab, "all selected")
	w.Click("Actions")
	w.Click("Flag")
	w.Choose("Flag", "Blue")
	w.SubmitOpenForm()
	label := "Set the flag of " + all + " transactions"
	w.See(label)
	w.Open("/budgets/" + w.ID)
	if keys := w.Eval(`[...document.querySelectorAll('kbd, .keys-help')].filter(e => e.checkVisibility()).map(e => e.outerHTML).join()`); keys != "" {
		t.Errorf("the phone shows keys: %s", keys)
	}
	w.Click("File")
	browsertest.Shot(t, w.Tab, "file-menu-phone")
	walk.Check(t, w.Tab, "the menu of a phone")
	w.Click("Undo")
	w.See("Undone: " + label)
	w.CheckConserved()
}

// TestReconcilingCashAsksForCountedMoney checks the words for an account without a bank: they were those of a bank's statement.
func TestReconcilingCashAsksForCountedMoney(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewEnv(t, webtest.Pages), walk.PhoneDark)
	w.ID = w.Env.ImportSample(t)
	_, purse, err := w.Env.App.AddAccount(t.Context(), app.Machine(), w.ID, app.AccountEntry{Name: "Purse", Type: "cash", OnBudget: true, Balance: 12000, Date: 20261101})
	testkit.NoError(t, err)
	w.Open("/budgets/" + w.ID + "/accounts/" + purse + "?reconcile=1")
	w.Fill("Count your money", "10")
	w.Click("Compare")
	w.See("Missing")
	browsertest.Shot(t, w.Tab, "reconcile-cash-phone")
	walk.Check(t, w.Tab, "money that was counted")
	if words := w.Eval(`(document.querySelector('#reconcile').innerText.match(/bank|statement/i) ?? []).join()`); words != "" {
		t.Errorf("the words of a bank for cash: %s", words)
	}
}
