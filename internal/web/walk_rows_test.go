package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/browsertest"
	"holdover/internal/money"
)

// rowWalker walks the form of rows.
type rowWalker struct{ *walker }

func newRowWalker(t *testing.T, l look) rowWalker {
	t.Helper()
	requireAssets(t)
	w := rowWalker{newWalker(t, newWorld(t), l)}
	w.id = w.world.importSample(t)
	return w
}

func (w rowWalker) toAccount(name string) {
	w.Helper()
	var accounts []app.Account
	w.world.command(w, &accounts, "accounts", w.id)
	for _, acc := range accounts {
		if acc.Name == name {
			w.open("/budgets/" + w.id + "/accounts/" + acc.ID)
			return
		}
	}
	w.Fatalf("there is no account %s", name)
}

// edit opens the form of the first row whose payee begins with words.
func (w rowWalker) edit(payee string) {
	w.Helper()
	w.clickAt(fmt.Sprintf(`(() => { const r = [...document.querySelectorAll('tbody.tx')].find(r => r.querySelector('td.payee').innerText.trim().startsWith(%s));
		const a = r && r.querySelector('a[href*="/rows/"]'); if (!a) return null; a.scrollIntoView({block: 'center'}); const b = a.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2] })()`,
		quoted(payee)), "row of "+payee)
	w.until("the form", `!!document.querySelector('.row-fields-form')`)
}

// put types into a field of the form.
func (w rowWalker) put(field, text string) {
	w.Helper()
	w.eval(fmt.Sprintf(`(() => { const f = document.getElementById('row-%s'); f.focus(); f.select(); })()`, field))
	w.do(chromedp.KeyEvent(text))
	w.settle()
}

func (w rowWalker) value(field string) string {
	w.Helper()
	return w.eval(fmt.Sprintf(`document.getElementById('row-%s').value`, field))
}

func (w rowWalker) closed() {
	w.Helper()
	w.until("the form is closed", `!document.querySelector('.row-fields-form')`)
}

// rows are the rows of the budget with a payee, as the command line has them.
func (w rowWalker) rows(payee string) []app.Row {
	w.Helper()
	var all, found []app.Row
	w.world.command(w, &all, "transactions", w.id)
	for _, r := range all {
		if r.PayeeName == payee {
			found = append(found, r)
		}
	}
	return found
}

func (w rowWalker) only(payee string) app.Row {
	w.Helper()
	found := w.rows(payee)
	if len(found) != 1 {
		w.Fatalf("%d rows of %s", len(found), payee)
	}
	return found[0]
}

// takenBack takes the last change back and makes it again, with the law in between.
func (w rowWalker) takenBack(label string) {
	w.Helper()
	w.law()
	w.keys("z", chromedp.ModifierCtrl)
	w.see("Undone: " + label)
	w.law()
	w.keys("z", chromedp.ModifierCtrl, chromedp.ModifierShift)
	w.see("Made again: " + label)
	w.law()
}

func (w rowWalker) look(name string) {
	w.Helper()
	browsertest.Shot(w, w.tab, "rows-"+name)
	checkPage(w.T, w.tab, name)
}

// TestWalkRows adds, edits and splits rows, and transfers money, with undo and
// redo of each.
func TestWalkRows(t *testing.T) {
	w := newRowWalker(t, looks[0])
	w.toAccount("Checking")
	w.click("Add transaction")
	w.look("new")
	w.put("payee", "Corner")
	w.see("New payee Corner")
	w.look("payee")
	w.put("payee", "Corner Shop & Söhne"+kb.Tab)
	w.put("category", "groc")
	w.look("category")
	w.keys(kb.Tab + "first" + kb.Tab + kb.Tab + "12.50" + kb.Enter)
	w.see("Added the row")
	w.keys(kb.Escape)
	w.closed()
	w.takenBack("Added the row")
	if r := w.only("Corner Shop & Söhne"); r.Amount != -12_500 || r.CategoryName != "Groceries" || r.Memo != "first" || r.Cleared != "uncleared" {
		t.Errorf("%+v", r)
	}

	w.edit("Corner Shop")
	w.put("amount", "120/4")
	w.see("= −30.00")
	w.put("notes", "second")
	w.choose("Flag", "Green")
	w.choose("Cleared", "Cleared")
	w.look("edit")
	w.click("Save")
	w.see("Changed the row")
	w.closed()
	w.takenBack("Changed the row")
	if r := w.only("Corner Shop & Söhne"); r.Amount != -30_000 || r.Memo != "second" || r.FlagColour != "green" || r.Cleared != "cleared" {
		t.Errorf("%+v", r)
	}

	w.split()
	w.transfer()
}

// split makes the row of 30.00 a split with a transfer in it, and a plain one again.
func (w rowWalker) split() {
	w.Helper()
	w.edit("Corner Shop")
	w.click("Split")
	w.see("€30.00 left to assign")
	w.put("part-1-amount", "10")
	w.see("€20.00 left to assign")
	w.look("split")
	w.keys(kb.Enter)
	w.see("The parts sum to −€10.00, the row is −€30.00. −€20.00 is left to assign")
	w.look("split-left")
	w.put("part-2-payee", "sav")
	w.see("Transfer: Savings")
	w.look("split-transfer")
	w.keys(kb.Tab)
	w.click("Rest to the last part")
	w.see("Nothing left to assign")
	w.click("Add part")
	w.put("part-3-category", "rent"+kb.Tab)
	w.put("part-3-amount", "-5")
	w.see("€5.00 too much in the parts")
	w.put("part-1-amount", "5"+kb.Tab)
	w.see("Nothing left to assign")
	w.keys(kb.Enter, chromedp.ModifierCtrl)
	w.see("Changed the row")
	w.closed()
	w.takenBack("Changed the row")
	r := w.only("Corner Shop & Söhne")
	if len(r.Parts) != 3 || r.Parts[0].Amount != -5_000 || r.Parts[1].Amount != -20_000 || r.Parts[1].TransferAccountID == "" || r.Parts[2].CategoryName != "Rent" {
		w.Errorf("%+v", r)
	}

	w.toAccount("Savings")
	w.edit("Transfer")
	w.look("other-side")
	w.put("amount", "22"+kb.Enter)
	w.see("Changed the row")
	w.closed()
	w.takenBack("Changed the row")
	after := w.only("Corner Shop & Söhne")
	if after.Amount != -32_000 || after.Parts[1].Amount != -22_000 || after.Parts[1].ID != r.Parts[1].ID {
		w.Errorf("the split did not follow: %+v", after)
	}
	w.edit("Transfer")
	w.click("Its row in Checking")
	w.see("Id")
	w.look("own-page")
	w.click("No split")
	w.until("plain", `!document.querySelector('.row-parts')`)
	w.click("Save")
	w.see("Changed the row")
	w.law()
	if r := w.only("Corner Shop & Söhne"); len(r.Parts) != 0 || r.Amount != -32_000 || r.CategoryName != "Groceries" {
		w.Errorf("%+v", r)
	}
}

// transfer moves money to savings, changes it on the other side, and makes it an
// ordinary row again.
func (w rowWalker) transfer() {
	w.Helper()
	w.toAccount("Checking")
	w.click("Add transaction")
	w.put("payee", "savings")
	w.see("Transfer: Savings")
	w.keys(kb.Tab)
	w.until("no category", `document.getElementById('row-category').placeholder === 'None needed'`)
	w.put("notes", "to savings")
	w.put("amount", "77.70"+kb.Enter)
	w.see("Added the row")
	w.keys(kb.Escape)
	w.takenBack("Added the row")
	sides := w.noted("to savings")
	if len(sides) != 2 || sides[0].Amount != -sides[1].Amount || sides[0].TransferTransactionID != sides[1].ID {
		w.Fatalf("%+v", sides)
	}
	w.toAccount("Savings")
	w.edit("Transfer")
	w.put("amount", "80"+kb.Enter)
	w.see("Changed the row")
	w.closed()
	w.takenBack("Changed the row")
	for _, r := range w.noted("to savings") {
		if r.Amount.Abs() != 80_000 || (r.AccountName == "Savings") != (r.Amount > 0) {
			w.Errorf("%+v", r)
		}
	}
	w.edit("Transfer")
	w.put("payee", "Grandmother"+kb.Tab)
	w.put("category", "inflow"+kb.Tab+kb.Enter)
	w.see("Changed the row")
	w.law()
	if left := w.noted("to savings"); len(left) != 1 || left[0].PayeeName != "Grandmother" || left[0].Amount != money.Milli(80_000) || !strings.HasPrefix(left[0].CategoryName, "Inflow") {
		w.Errorf("%+v", left)
	}
	w.keys("z", chromedp.ModifierCtrl)
	w.see("Undone")
	w.law()
}

// noted are the rows with a text in their notes.
func (w rowWalker) noted(notes string) []app.Row {
	w.Helper()
	var all, found []app.Row
	w.world.command(w, &all, "transactions", w.id)
	for _, r := range all {
		if r.Memo == notes {
			found = append(found, r)
		}
	}
	return found
}
