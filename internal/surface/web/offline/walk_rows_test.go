package offline_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// editable returns the ids of transactions on the page that can be edited without a connection.
func (w *offlineWalk) editable(n int) (ids []string) {
	w.Helper()
	for i := range n {
		ids = append(ids, w.Eval(`[...document.querySelectorAll('.offline-rows li')].filter((li) => li.querySelector('.offline-mark') && !/Split|Transfer/.test(li.innerText))[`+walk.Quoted(i)+`].id.slice('row-'.length)`))
	}
	return ids
}

// press touches the first visible button or link with a text.
func (w *offlineWalk) press(text string) {
	w.Helper()
	w.Tap(walk.CentreOf(`[...document.querySelectorAll('button, a')].find((one) => one.textContent.trim().startsWith(`+walk.Quoted(text)+`) && one.checkVisibility())`), text)
}

// typeInto replaces the text of a field by keys.
func (w *offlineWalk) typeInto(selector, text string) {
	w.Helper()
	w.Until(selector, `!!document.querySelector(`+walk.Quoted(selector)+`)`)
	w.Eval(`(() => { const field = document.querySelector(` + walk.Quoted(selector) + `); field.focus(); field.select(); return '' })()`)
	w.Do(chromedp.KeyEvent(text))
}

// edit changes the amount of a transaction while the server is stopped.
func (w *offlineWalk) edit(row, amount string, waiting int) {
	w.Helper()
	w.open("/budgets/" + w.ID + "/accounts/all")
	w.tap(`#row-` + row + ` .offline-row`)
	w.typeInto(`.offline-form [name="amount"]`, amount)
	w.press("Save")
	w.untilStored("outbox", waiting)
}

// amountOf returns the stored amount of a transaction.
func (w *offlineWalk) amountOf(row string) string {
	w.Helper()
	form, err := w.Env.App.RowForm(w.Context(), app.Machine(), w.ID, row)
	if err != nil {
		w.Fatal(err)
	}
	return form.Budget.CurrencyFormat.Text(form.Row.Amount.Abs())
}

// TestTransactionsOfTheOfflinePageByTouch edits, marks, deletes and approves transactions and moves money without a server, and
// answers the conflict with a change by another user in both ways.
func TestTransactionsOfTheOfflinePageByTouch(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.PhoneDark)
	w.openBudgetPage("")
	w.Env.Stop()
	w.open("/budgets/" + w.ID + "/accounts/all")
	ids := w.editable(4)
	edited, marked, deleted, unapproved := ids[0], ids[1], ids[2], ids[3]
	w.Env.Restart(t)
	set := func(row string, to rows.Setting) {
		t.Helper()
		if _, err := w.Env.App.SetOnRows(t.Context(), app.Machine(), w.ID, rows.These(row), to, false); err != nil {
			t.Fatal(err)
		}
	}
	set(unapproved, rows.Setting{Approved: new(false)})
	w.openBudgetPage("")
	w.untilSynced()
	w.Env.Stop()

	w.edit(edited, "77.70", 1)
	all := "/budgets/" + w.ID + "/accounts/all" // saving leads to the account's register
	w.open(all)
	w.tap(`#row-` + marked + ` .offline-mark`)
	w.untilStored("outbox", 2)
	w.tap(`#row-` + deleted + ` .offline-row`)
	w.press("Delete transaction")
	w.untilStored("outbox", 3)
	w.Until("the register without it", `!!document.querySelector('.offline-rows') && !document.querySelector('#row-`+deleted+`')`)
	w.open("/budgets/" + w.ID + "/to-approve")
	walk.Check(t, w.Tab, "transactions to approve without a connection")
	w.press("Approve")
	w.untilStored("outbox", 4)
	w.open("/budgets/" + w.ID)
	w.tap(".offline-to-budget")
	w.typeInto("dialog[open] input", "5")
	walk.Check(t, w.Tab, "moving money without a connection")
	w.press("Move")
	w.untilStored("outbox", 5)

	set(edited, rows.Setting{Category: new("")}) // by another user: the amount of a transaction and its category are one field
	w.open("/waiting")
	w.Env.Restart(t)
	w.online()
	w.untilStored("outbox", 1)
	w.See("Yours")
	w.See("Now")
	browsertest.Shot(t, w.Tab, "offline-conflict")
	walk.Check(t, w.Tab, "a conflict")
	w.press("Use mine")
	w.untilStored("outbox", 0)
	if got := w.amountOf(edited); got != "77.70" {
		t.Errorf("after Use mine the amount is %s, want 77.70", got)
	}

	w.untilSynced()
	w.Env.Stop()
	w.edit(edited, "88.80", 1)
	set(edited, rows.Setting{Category: new("")})
	w.open("/waiting")
	w.Env.Restart(t)
	w.online()
	w.See("Yours")
	w.press("Keep theirs")
	w.untilStored("outbox", 0)
	w.See("Discarded")
	w.press("Undo")
	w.See("Yours")
	w.press("Keep theirs")
	w.untilStored("outbox", 0)
	if got := w.amountOf(edited); got != "77.70" {
		t.Errorf("after Keep theirs the amount is %s, want 77.70", got)
	}
	w.CheckConserved()
}
