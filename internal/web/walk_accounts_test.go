package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/browsertest"
)

// TestWalkAccounts takes accounts through their lives by the visible words, with
// undo and redo of each step.
func TestWalkAccounts(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.id = world.importSample(t)
	w.open("/budgets/" + w.id)
	w.law() // which builds the program, before there is a toast to wait for

	// A debt is typed as people say it, and said back before it is entered.
	w.click("Add account")
	browsertest.Shot(t, w.tab, "walk-account-kinds")
	checkPage(t, w.tab, "the kinds of accounts")
	w.click("Credit card")
	w.see("The account begins with nothing.")
	w.fill("How much", "-250")
	w.click("Add the account")
	w.see("It has a minus")
	w.fill("How much", "0")
	w.click("Add the account")
	w.see("An account needs one")
	w.fill("Name", "checking")
	w.fill("How much", "250")
	w.see("you owe €250.00; the account begins at −€250.00. To Budget falls by €250.00.")
	w.keys(kb.Enter)
	w.see("There is already an account")
	browsertest.Shot(t, w.tab, "walk-account-taken")
	checkPage(t, w.tab, "an account's form with a fault")
	w.fill("Name", "Blue card 💳")
	w.choose("Category of the starting balance", "Rent")
	w.click("Add the account")
	w.see("Added the account Blue card 💳")
	w.see("Credit card, on budget")
	w.see("−€250.00")
	w.undoRedo("Added the account Blue card 💳")
	w.click("Blue card")

	w.click("Menu of Blue card 💳")
	browsertest.Shot(t, w.tab, "walk-account-menu")
	w.click("Rename")
	w.fill("Name", " savings")
	w.keys(kb.Enter)
	w.see("already an account")
	w.fill("Name", "Green card")
	w.keys(kb.Enter)
	w.see("Renamed the account Blue card 💳 to Green card")
	w.undoRedo("Renamed the account Blue card 💳 to Green card")
	w.click("Menu of Green card")
	w.click("Kind")
	w.choose("Kind of account", "Line of credit")
	w.click("Change")
	w.see("Line of credit, on budget")
	w.undoRedo("Changed the type of the account Green card")
	w.click("Menu of Green card")
	w.click("Note")
	w.keys("Paid on the <b>28th</b>")
	w.click("Save")
	w.until("the note under the name", `document.querySelector('.account-note').innerText === 'Paid on the <b>28th</b>'`)
	w.undoRedo("Changed the note of the account Green card")
	w.law()

	w.click("Manage")
	w.see("Paid on the <b>28th</b>")
	browsertest.Shot(t, w.tab, "walk-accounts")
	checkPage(t, w.tab, "the accounts")
	order := func(want string) {
		t.Helper()
		for _, place := range []string{".accounts-table tbody:first-of-type th a bdi", ".sidebar .kind:first-of-type li bdi"} {
			w.until(want, `[...document.querySelectorAll('`+place+`')].map(e => e.innerText).join() === `+quoted(want))
		}
	}
	order("Checking,Savings,Cash 💶,Joint Giro,Visa Card,Mastercard,Green card")
	w.click("Menu of Green card")
	w.click("Move up")
	w.see("Moved the account Green card")
	order("Checking,Savings,Cash 💶,Joint Giro,Visa Card,Green card,Mastercard")
	w.undoRedo("Moved the account Green card")
	w.eval(`document.querySelector('[aria-label="Menu of Green card"]').focus()`)
	w.keys(kb.ArrowUp, chromedp.ModifierAlt)
	order("Checking,Savings,Cash 💶,Joint Giro,Green card,Visa Card,Mastercard")
	w.until("the focus stays", `document.activeElement.ariaLabel === 'Menu of Green card'`)
	w.keys(kb.ArrowDown, chromedp.ModifierAlt)
	order("Checking,Savings,Cash 💶,Joint Giro,Visa Card,Green card,Mastercard")
	w.dragAccount("Green card", "Savings")
	order("Checking,Green card,Savings,Cash 💶,Joint Giro,Visa Card,Mastercard")
	w.law()

	// What is left in an account that is closed has to go somewhere.
	w.click("Menu of Green card")
	w.click("Delete")
	w.see("It has 1 row, so it cannot be deleted. Close it instead")
	w.click("Close account")
	w.see("It still has −€250.00. Which account pays that?")
	browsertest.Shot(t, w.tab, "walk-account-close")
	w.clickSubmit()
	w.see("Choose the account that receives it, or write it off")
	checkPage(t, w.tab, "closing an account")
	w.choose("The rest goes to", "Savings")
	w.clickSubmit()
	w.see("Closed the account Green card, its −€250.00 went to Savings")
	w.see("Closed")
	w.undoRedo("Closed the account Green card, its −€250.00 went to Savings")
	w.click("Menu of Green card")
	w.gone("Import bank file")
	w.click("Reopen")
	w.see("Reopened the account Green card")
	w.undoRedo("Reopened the account Green card")

	// An account that is empty can go; its page leads to where the others are.
	w.click("Add account")
	w.click("Asset")
	w.keys("Shed" + kb.Enter)
	w.see("Added the account Shed")
	w.click("Menu of Shed")
	w.click("Delete")
	w.see("It has no rows.")
	w.clickSubmit()
	w.see("Deleted the account Shed")
	w.see("All accounts together")
	w.undoRedo("Deleted the account Shed")
	w.law()
}

// clickSubmit presses the button of the form that is open in the menu.
func (w *walker) clickSubmit() {
	w.Helper()
	w.clickAt(`(b => b && (r => [r.left + r.width / 2, r.top + r.height / 2])(b.getBoundingClientRect()))(document.querySelector('#spot:popover-open details[open] form button'))`, "the form's button")
	w.settle()
}

// dragAccount drags an account by its name to above another one.
func (w *walker) dragAccount(from, to string) {
	w.Helper()
	place := func(name string, down float64) []float64 {
		return w.find(`(e => { const b = e.getBoundingClientRect(); return [b.left + 30, b.top + b.height * `+fmt.Sprint(down)+`] })([...document.querySelectorAll('.accounts-table tbody tr[data-account] th')].find(e => e.querySelector('bdi').innerText === `+quoted(name)+`))`, name)
	}
	a, b := place(from, 0.5), place(to, 0.2)
	mouse := func(kind input.DispatchMouseEventType, at []float64) {
		w.do(chromedp.MouseEvent(kind, at[0], at[1], chromedp.Button("left"), chromedp.ClickCount(1)))
	}
	mouse("mousePressed", a)
	mouse("mouseMoved", []float64{a[0], a[1] - 12})
	mouse("mouseMoved", b)
	browsertest.Shot(w, w.tab, "walk-account-dragging")
	mouse("mouseReleased", b)
	w.settle()
}

// undoRedo takes back what was just done and makes it again; the money is all
// there before and after.
func (w *walker) undoRedo(label string) {
	w.Helper()
	w.click("Undo")
	w.see("Undone: " + label)
	w.click("Redo")
	w.see("Made again: " + label)
	w.law()
}
