package walk

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/app/rows"
	"holdover/internal/base/iterutil"
	"holdover/internal/testing/browsertest"
)

// AddNewest adds a row on the last day of the sample budget's account Checking, so that it is on the first page.
func (w RowWalker) AddNewest(memo string) {
	w.Helper()
	var last rows.Row
	for _, r := range w.Env.Rows(w, w.ID) {
		if r.AccountName == "Checking" && r.Date > last.Date {
			last = r
		}
	}
	w.Env.addRow(w, w.ID, rows.Entry{Account: last.AccountID, Date: last.Date, Amount: -5000, PayeeName: "Live", Memo: memo})
}

// RowWalker is a Walker with methods for registers and the form of a row.
type RowWalker struct{ *Walker }

// NewRowWalker starts a walk through the rows of the sample budget in a separate environment.
func NewRowWalker(t *testing.T, pages Pages, l Look) RowWalker {
	t.Helper()
	w := NewRowWalkerWithoutBudget(t, pages, l)
	w.ID = w.Env.ImportSample(t)
	return w
}

// NewRowWalkerWithoutBudget starts a walk in a separate environment that has no budget. The test creates one and sets
// the ID.
func NewRowWalkerWithoutBudget(t *testing.T, pages Pages, l Look) RowWalker {
	t.Helper()
	RequireAssets(t)
	return RowWalker{New(t, NewEnv(t, pages), l)}
}

// OpenAccount opens the register of the account of a name.
func (w RowWalker) OpenAccount(name string) {
	w.Helper()
	w.Open("/budgets/" + w.ID + "/accounts/" + w.Account(name))
}

// Account returns the id of the account with a name.
func (w RowWalker) Account(name string) string {
	w.Helper()
	for _, acc := range w.Env.Accounts(w, w.ID) {
		if acc.Name == name {
			return acc.ID
		}
	}
	w.Fatalf("there is no account %s", name)
	return ""
}

// Edit opens the form of the first row with a payee that begins with a text.
func (w RowWalker) Edit(payee string) {
	w.Helper()
	w.ClickAt(CentreOf(fmt.Sprintf(`[...document.querySelectorAll('tbody.tx')].find(r => r.querySelector('td.payee').innerText.trim().startsWith(%s))
		?.querySelector('a[href*="/rows/"]')`, Quoted(payee))), "row of "+payee)
	w.Until("the form", `!!document.querySelector('.row-fields-form')`)
}

// Type types into a field of the form.
func (w RowWalker) Type(field, text string) {
	w.Helper()
	w.Eval(fmt.Sprintf(`(() => { const f = document.getElementById('row-%s'); f.focus(); f.select(); })()`, field))
	w.Do(chromedp.KeyEvent(text))
	w.Settle()
}

// Value returns the value of a form field.
func (w RowWalker) Value(field string) string {
	w.Helper()
	return w.Eval(fmt.Sprintf(`document.getElementById('row-%s').value`, field))
}

// WaitClosed waits until no form is open.
func (w RowWalker) WaitClosed() {
	w.Helper()
	w.Until("the form is closed", `!document.querySelector('.row-fields-form')`)
}

// Rows returns the stored rows of the budget with a payee.
func (w RowWalker) Rows(payee string) []rows.Row {
	w.Helper()
	return iterutil.Where(w.Env.Rows(w, w.ID), func(r rows.Row) bool { return r.PayeeName == payee })
}

// OnlyRow returns the only row with a payee; it fails for none or several.
func (w RowWalker) OnlyRow(payee string) rows.Row {
	w.Helper()
	found := w.Rows(payee)
	if len(found) != 1 {
		w.Fatalf("got %d rows of %s, want 1", len(found), payee)
	}
	return found[0]
}

// UndoRedoByKeyboard undoes and redoes the last change, and checks the conservation law in between.
func (w RowWalker) UndoRedoByKeyboard(label string) {
	w.Helper()
	w.undone(label, func() { w.Keys("z", chromedp.ModifierCtrl) }, func() { w.Keys("z", chromedp.ModifierCtrl, chromedp.ModifierShift) })
}

// ShootRows saves a picture of the page and checks accessibility.
func (w RowWalker) ShootRows(name string) {
	w.Helper()
	browsertest.Shot(w, w.Tab, "rows-"+name)
	Check(w.T, w.Tab, name)
}

// RowsWithNotes returns the rows with a text in their notes.
func (w RowWalker) RowsWithNotes(notes string) []rows.Row {
	w.Helper()
	return iterutil.Where(w.Env.Rows(w, w.ID), func(r rows.Row) bool { return r.Memo == notes })
}
