package offline_test

import (
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

const formOfRow = `.offline-form `

// untilValue waits until a field has a value.
func (w *offlineWalk) untilValue(selector, want string) {
	w.Helper()
	w.Until(selector+" is "+want, `document.querySelector(`+walk.Quoted(selector)+`)?.value === `+walk.Quoted(want))
}

// chooseReceipt chooses a picture as the receipt of the form.
func (w *offlineWalk) chooseReceipt(name string) {
	w.Helper()
	w.Eval(`(field => { field.files = ` + walk.Files(name, walk.Picture(w)) + `.files; field.dispatchEvent(new Event('change', {bubbles: true})); return '' })(document.querySelector('.offline-form [type="file"]'))`)
}

// TestTextOfTheOfflinePageIsKept types into the forms of the offline page and closes it: the text is there when the page is opened
// again, until it is saved, and only for its user.
func TestTextOfTheOfflinePageIsKept(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.PhoneLight)
	testkit.NoError(t, w.Env.App.SetShare(t.Context(), app.Machine(), w.ID, "Ben", "editor"))
	w.openBudgetPage("")
	w.Env.Stop()
	all, budget := "/budgets/"+w.ID+"/accounts/all", "/budgets/"+w.ID
	w.open(all)
	row := w.editable(1)[0]

	w.open("/add")
	w.typeInto(formOfRow+`[name="amount"]`, "12.34")
	w.typeInto(formOfRow+`[name="payee"]`, "Annas baker")
	w.tap(formOfRow + "summary")
	w.Until("the details", `!!document.querySelector('.offline-form details[open]')`)
	w.typeInto(formOfRow+`[name="notes"]`, "rolls")
	w.chooseReceipt("receipt.png")
	w.open(budget + "/rows/" + row)
	w.typeInto(formOfRow+`[name="notes"]`, "corrected")
	w.open(budget)
	w.tap(".offline-group .offline-line")
	w.typeInto("dialog[open] input", "321")

	w.open(budget) // in a new document, as after closing the tab
	w.tap(".offline-group .offline-line")
	w.untilValue("dialog[open] input", "321")
	w.See("Restored what you typed")
	w.tap("dialog[open] form button.primary")
	w.untilStored("outbox", 1)
	w.open(budget + "/rows/" + row)
	w.untilValue(formOfRow+`[name="notes"]`, "corrected")
	w.press("Save")
	w.untilStored("outbox", 2)
	w.open("/add")
	w.untilValue(formOfRow+`[name="amount"]`, "12.34")
	w.untilValue(formOfRow+`[name="payee"]`, "Annas baker")
	w.untilValue(formOfRow+`[name="notes"]`, "rolls")
	w.See("Choose the file \u2068receipt.png\u2069 again")
	browsertest.Shot(t, w.Tab, "offline-restored")
	walk.Check(t, w.Tab, "a restored transaction")

	anna := app.Actor{User: 1, Name: "Anna", Scope: "full"}
	testkit.NoError(t, w.Env.App.EndOtherSessions(t.Context(), anna))
	w.Env.Restart(t)
	w.signIn("Ben", walk.BensPassword)
	w.openBudgetPage("")
	w.Env.Stop()
	w.open("/add")
	w.untilValue(formOfRow+`[name="amount"]`, "")
	if w.Eval(`document.body.innerText.includes('Annas baker') || [...document.querySelectorAll('input')].some((field) => /Annas baker|rolls|12.34/.test(field.value))`) == "true" {
		t.Error("the text of Anna is shown to Ben")
	}
	w.Env.Restart(t)
	w.signOut()
	w.signIn("Anna", walk.AnnasPassword)
	w.untilStored("outbox", 0)
	w.openBudgetPage("")
	w.Env.Stop()
	w.open("/add")
	w.untilValue(formOfRow+`[name="notes"]`, "rolls")
	w.press("Save")
	w.untilStored("outbox", 1)
	w.open("/add")
	for _, name := range []string{"amount", "payee", "notes"} {
		w.untilValue(formOfRow+`[name="`+name+`"]`, "")
	}
	w.Env.Restart(t)
	w.online()
	w.untilStored("outbox", 0)
	if got := w.OnlyRow("Annas baker"); got.Amount != -12_340 || got.Memo != "rolls" {
		t.Errorf("%+v", got)
	}
	w.signOut()
	if kept := w.Eval(`JSON.stringify(Object.keys(localStorage).filter((key) => key.startsWith('holdover-draft')))`); kept != "[]" {
		t.Errorf("drafts remain: %s", kept)
	}
	w.CheckConserved()
}

// TestADraftOfAnEditIsAConflict restores an edit of a transaction that another user has changed since: saving it asks.
func TestADraftOfAnEditIsAConflict(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.PhoneLight)
	w.openBudgetPage("")
	w.Env.Stop()
	w.open("/budgets/" + w.ID + "/accounts/all")
	row := w.editable(1)[0]
	w.open("/budgets/" + w.ID + "/rows/" + row)
	w.typeInto(formOfRow+`[name="payee"]`, "Mine")
	w.Env.Restart(t)
	testkit.Must(w.Env.App.SetOnRows(t.Context(), app.Machine(), w.ID, rows.These(row), rows.Setting{PayeeName: new("Theirs")}, false))(t)
	w.openBudgetPage("")
	w.untilSynced()
	w.Env.Stop()
	w.open("/budgets/" + w.ID + "/rows/" + row)
	w.untilValue(formOfRow+`[name="payee"]`, "Mine")
	w.See("The saved values have changed since")
	w.press("Save")
	w.untilStored("outbox", 1)
	w.open("/waiting")
	w.Env.Restart(t)
	w.online()
	w.See("Yours")
	w.press("Use mine")
	w.untilStored("outbox", 0)
	w.OnlyRow("Mine")
}
