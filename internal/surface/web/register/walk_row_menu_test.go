package register_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkRowActions uses the actions of one row: its mark, its flag and its menu.
func TestWalkRowActions(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportFile(t, walk.UglyPlan(t))
	w.Open("/budgets/" + w.ID + "/accounts/all?search=Corner+Store")

	w.ClickInRow("2026-06-12", ".mark-it")
	w.See("Set the cleared state of")
	w.UndoRedo("Set the cleared state of")
	w.ClickInRow("2026-06-12", ".flag-at")
	browsertest.Shot(t, w.Tab, "row-flag")
	walk.Check(t, w.Tab, "the colours of flags")
	w.Click("Yellow")
	w.See("Set the flag of")
	w.Until("a yellow flag", `document.querySelectorAll('#rows .flag-yellow').length === 1`)
	w.UndoRedo("Set the flag of")

	w.ClickInRow("2026-06-12", ".more-of .dots")
	browsertest.Shot(t, w.Tab, "row-menu")
	walk.Check(t, w.Tab, "the menu of a row")
	w.Click("Duplicate")
	w.See("Duplicated the transaction of")
	w.UndoRedo("Duplicated the transaction of")
	w.ClickInRow("2026-06-12", ".more-of .dots")
	w.Click("Edit")
	w.Until("the form", `!!document.querySelector('.row-fields-form')`)
	w.Keys(kb.Escape)
	w.Until("no form", `!document.querySelector('.row-fields-form')`)
	w.ClickInRow("2026-06-12", ".more-of .dots")
	w.Click("All transactions of Corner Store")
	w.Until("the rows of a payee", `location.search.startsWith('?payee=')`)
	w.See("Corner Store")
	at := w.Eval(`location.pathname + location.search`)
	w.ClickInRow("2026-06-12", ".more-of .dots")
	w.Click("Corner Store in the list of payees")
	w.Until("the payee in its list", `!!document.querySelector('.payee-list tr:target') && document.querySelector('.payee-list tr:target').innerText.includes('Corner Store')`)
	w.Open(at)
	w.ClickInRow("2026-06-12", ".more-of .dots")
	w.Click("Insurance: Car in the budget of June 2026")
	w.Until("the budget", `!!document.querySelector('#budget') && location.search.includes('month=2026-06')`)

	// The link leads to the other side of the transfer.
	w.Open("/budgets/" + w.ID + "/accounts/all")
	w.ClickInRow("Transfer : Mastercard", ".more-of .dots")
	w.Click("Other side, in Mastercard")
	w.Until("the other account", `!!document.querySelector('h1') && document.querySelector('h1').innerText === 'Mastercard'`)
	w.Until("the other side", `!!document.querySelector('.tx:target') && document.querySelector('.tx:target').textContent.includes('59.54')`)

	// A reconciled row is marked, and its state changes only after a confirmation.
	w.Open("/budgets/" + w.ID + "/accounts/all?state=reconciled")
	total := w.Eval(`document.querySelector('.tally').dataset.rows`)
	w.ClickAt(`(r => [r.left + r.width / 2, r.top + r.height / 2])(document.querySelector('.tx .mark-it').getBoundingClientRect())`, "a lock")
	w.Settle()
	w.See("This transaction agrees with the bank.")
	w.Click("Change to cleared")
	w.See("Set the cleared state of")
	w.Until("one fewer", `+document.querySelector('.tally').dataset.rows === `+total+` - 1`)
	w.UndoRedo("Set the cleared state of")

	// Splits open and close, and keep this state while other users change the budget.
	w.Open("/budgets/" + w.ID + "/accounts/all")
	w.ClickInRow("Split, 4 parts", ".split")
	w.Until("closed", `!!document.querySelector('.tx[data-folded]')`)
	w.Tick(0)
	if _, err := world.App.SetGroupNote(t.Context(), app.Machine(), w.ID, world.FirstGroup(t, w.ID), "noted by somebody else"); err != nil {
		t.Fatal(err)
	}
	w.Do(chromedp.Sleep(1500 * time.Millisecond))
	w.See("1 selected")
	w.Until("still closed", `document.querySelectorAll('.tx[data-folded]').length === 1`)
}

// TestWalkRegisterPhone uses a register by touch.
func TestWalkRegisterPhone(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportFile(t, walk.UglyPlan(t))
	for i, l := range []walk.Look{walk.PhoneLight, walk.PhoneDark} {
		colour := []string{"Green", "Blue"}[i]
		t.Run(l.Name, func(t *testing.T) {
			w := walk.New(t, world, l)
			w.ID = id
			w.Open("/budgets/" + w.ID + "/accounts/all")
			browsertest.Shot(t, w.Tab, "register-"+l.Name)
			walk.Check(t, w.Tab, "cards")
			small := w.Eval(`[...document.querySelectorAll('.mark-it, .more-of .dots, .finding .button:not(.to-search), .pager a, .todo')].filter(e => e.checkVisibility()).filter(e => { const b = e.getBoundingClientRect(); return b.width < 44 || b.height < 44 }).map(e => e.outerHTML.slice(0, 80)).join()`)
			if small != "" {
				t.Errorf("too small to be touched: %s", small)
			}
			w.Click("Select")
			tapCard(w, 0)
			tapCard(w, 1)
			w.See("2 selected")
			browsertest.Shot(t, w.Tab, "register-picking-"+l.Name)
			walk.Check(t, w.Tab, "cards selected")
			w.Click("Actions")
			browsertest.Shot(t, w.Tab, "register-actions-"+l.Name)
			walk.Check(t, w.Tab, "what can be done with cards")
			w.Click("Flag")
			w.Choose("Flag", colour)
			w.SubmitOpenForm()
			w.See("Set the flag of 2 transactions")
			w.CheckConserved()
			w.Click("Filter")
			browsertest.Shot(t, w.Tab, "register-filter-"+l.Name)
			walk.Check(t, w.Tab, "the filters on a phone")
			w.Choose("Flag", colour)
			w.Click("Show")
			w.Until("the flagged rows", `(n => n >= 2 && n < 20)(+document.querySelector('.tally').dataset.rows)`)
			w.Click("Remove all filters")
			w.CheckTally("300 transactions")
		})
	}
}

// tapCard touches the middle of a card.
func tapCard(w *walk.Walker, row int) {
	w.Helper()
	w.ClickAt(fmt.Sprintf(`(e => { e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + 20] })(document.querySelectorAll('#rows > .tx')[%d])`, row), "a card")
	w.Settle()
}
