package accounts_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkAccounts adds, changes, closes and deletes accounts by the visible texts, with undo and redo of each step.
func TestWalkAccounts(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportSample(t)
	w.Open("/budgets/" + w.ID)
	w.CheckConserved() // this builds the program, which takes longer than a toast is shown

	// A debt is typed as a positive amount, and described before it is saved.
	w.Click("Add account")
	browsertest.Shot(t, w.Tab, "walk-account-kinds")
	walk.Check(t, w.Tab, "the kinds of accounts")
	w.Click("Credit card")
	w.See("The account starts at zero.")
	w.Fill("Amount", "12,34,5x")
	w.WaitGone("The account starts at zero.")
	w.Fill("Amount", "-250")
	w.Click("Add the account")
	w.See("It has a minus")
	w.Fill("Amount", "0")
	w.Click("Add the account")
	w.See("An account needs a name")
	w.Fill("Name", "checking")
	w.Fill("Amount", "250")
	w.See("you owe €250.00; the account starts at −€250.00. To Budget falls by €250.00.")
	w.Keys(kb.Enter)
	w.See("There is already an account")
	browsertest.Shot(t, w.Tab, "walk-account-taken")
	walk.Check(t, w.Tab, "an account's form with a fault")
	w.Fill("Name", "Blue card 💳")
	w.Choose("Category of the starting balance", "Rent")
	w.Click("Add the account")
	w.See("Added the account Blue card 💳")
	w.See("Credit card, on budget")
	w.See("−€250.00")
	w.UndoRedo("Added the account Blue card 💳")
	w.Click("Blue card")

	w.Click("Menu of Blue card 💳")
	browsertest.Shot(t, w.Tab, "walk-account-menu")
	w.Click("Rename")
	w.Fill("Name", " savings")
	w.Keys(kb.Enter)
	w.See("already an account")
	w.Fill("Name", "Green card")
	w.Keys(kb.Enter)
	w.See("Renamed the account Blue card 💳 to Green card")
	w.UndoRedo("Renamed the account Blue card 💳 to Green card")
	w.Click("Menu of Green card")
	w.Click("Kind")
	w.Choose("Kind of account", "Line of credit")
	w.Click("Change")
	w.See("Line of credit, on budget")
	w.UndoRedo("Changed the type of the account Green card")
	w.Click("Menu of Green card")
	w.Click("Note")
	w.Keys("Paid on the <b>28th</b>")
	w.Click("Save")
	w.Until("the note under the name", `document.querySelector('.account-note').innerText === 'Paid on the <b>28th</b>'`)
	w.UndoRedo("Changed the note of the account Green card")
	w.CheckConserved()

	w.Click("Manage")
	w.See("Paid on the <b>28th</b>")
	browsertest.Shot(t, w.Tab, "walk-accounts")
	walk.Check(t, w.Tab, "the accounts")
	w.CheckNarrowWidths("the accounts")
	order := func(want string) {
		t.Helper()
		for _, place := range []string{".accounts-table tbody:first-of-type th a bdi", ".sidebar .kind:first-of-type li bdi"} {
			w.Until(want, `[...document.querySelectorAll('`+place+`')].map(e => e.innerText).join() === `+walk.Quoted(want))
		}
	}
	order("Checking,Savings,Cash 💶,Joint Giro,Visa Card,Mastercard,Green card")
	w.Click("Menu of Green card")
	w.Click("Move up")
	w.See("Moved the account Green card")
	order("Checking,Savings,Cash 💶,Joint Giro,Visa Card,Green card,Mastercard")
	w.UndoRedo("Moved the account Green card")
	w.Eval(`document.querySelector('[aria-label="Menu of Green card"]').focus()`)
	w.Keys(kb.ArrowUp, chromedp.ModifierAlt)
	order("Checking,Savings,Cash 💶,Joint Giro,Green card,Visa Card,Mastercard")
	w.Until("the focus stays", `document.activeElement.ariaLabel === 'Menu of Green card'`)
	w.Keys(kb.ArrowDown, chromedp.ModifierAlt)
	order("Checking,Savings,Cash 💶,Joint Giro,Visa Card,Green card,Mastercard")
	dragAccount(w, "Green card", "Savings")
	order("Checking,Green card,Savings,Cash 💶,Joint Giro,Visa Card,Mastercard")
	w.CheckConserved()

	// The remaining balance of a closed account must be moved.
	w.Click("Menu of Green card")
	w.Click("Delete")
	w.See("It has 1 transaction, so it cannot be deleted. Close it instead")
	w.Click("Close account")
	w.See("It still has −€250.00. Choose the account that pays it")
	browsertest.Shot(t, w.Tab, "walk-account-close")
	clickSubmit(w)
	w.See("Choose the account that receives it, or write it off")
	walk.Check(t, w.Tab, "closing an account")
	w.Choose("Transfer the balance to", "Savings")
	clickSubmit(w)
	w.See("Closed the account Green card, its −€250.00 went to Savings")
	w.See("Closed")
	w.UndoRedo("Closed the account Green card, its −€250.00 went to Savings")
	w.Click("Menu of Green card")
	w.WaitGone("Import bank file")
	w.Click("Reopen")
	w.See("Reopened the account Green card")
	w.UndoRedo("Reopened the account Green card")

	// An empty account can be deleted; its page then leads to the list.
	w.Click("Add account")
	w.Click("Asset")
	w.Keys("Shed" + kb.Enter)
	w.See("Added the account Shed")
	w.Click("Menu of Shed")
	w.Click("Delete")
	w.See("It has no transactions.")
	clickSubmit(w)
	w.See("Deleted the account Shed")
	w.See("All accounts together")
	w.UndoRedo("Deleted the account Shed")
	w.CheckConserved()
}

// clickSubmit presses the button of the form that is open in the menu.
func clickSubmit(w *walk.Walker) {
	w.Helper()
	w.ClickAt(`(b => b && (r => [r.left + r.width / 2, r.top + r.height / 2])(b.getBoundingClientRect()))(document.querySelector('#spot:popover-open details[open] form button'))`, "the form's button")
	w.Settle()
}

// dragAccount drags an account by its name to above another one.
func dragAccount(w *walk.Walker, from, to string) {
	w.Helper()
	place := func(name string, down float64) []float64 {
		return w.Find(`(e => { const b = e.getBoundingClientRect(); return [b.left + 30, b.top + b.height * `+fmt.Sprint(down)+`] })([...document.querySelectorAll('.accounts-table tbody tr[data-account] th')].find(e => e.querySelector('bdi').innerText === `+walk.Quoted(name)+`))`, name)
	}
	a, b := place(from, 0.5), place(to, 0.2)
	mouse := func(kind input.DispatchMouseEventType, at []float64) {
		w.Do(chromedp.MouseEvent(kind, at[0], at[1], chromedp.Button("left"), chromedp.ClickCount(1)))
	}
	mouse("mousePressed", a)
	mouse("mouseMoved", []float64{a[0], a[1] - 12})
	mouse("mouseMoved", b)
	browsertest.Shot(w, w.Tab, "walk-account-dragging")
	mouse("mouseReleased", b)
	w.Settle()
}
