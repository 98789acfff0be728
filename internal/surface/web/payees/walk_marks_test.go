package payees_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkMarksOfPayees makes a favourite, hides payees and switches a suggested category off, each with undo, and looks at
// the suggestions of a new transaction.
func TestWalkMarksOfPayees(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	for _, look := range []walk.Look{walk.WideLight, walk.PhoneDark} {
		w := walk.New(t, world, look)
		w.ID = world.ImportSample(t)
		world.AddPayees(t, w.ID)
		w.CheckConserved()
		w.Open("/budgets/" + w.ID + "/payees")
		w.See("3 names are similar")
		w.Click("Menu of Lidl")
		w.Click("Add to the favourites")
		w.CheckUndo("Added the payee Lidl to the favourites")
		w.Click("Menu of Lidl")
		w.Click("Do not suggest its category")
		w.CheckUndo("Switched the suggested category of the payee Lidl off")
		w.ClickIn("", "Choose 🍕")
		w.ClickIn("", "Choose lídl")
		w.See("2 chosen")
		w.Click("Mark chosen")
		w.See("2 payees")
		browsertest.Shot(t, w.Tab, "walk-payees-mark-"+look.Name)
		if !look.Phone { // there, the bar covers a part of a row, at a place that depends on the list
			walk.Check(t, w.Tab, "the menu that marks payees")
		}
		w.Click("Hide in suggestions")
		w.CheckUndo("Hid 2 payees in suggestions")
		w.See("Hidden 2")
		browsertest.Shot(t, w.Tab, "walk-payees-marked-"+look.Name)
		walk.Check(t, w.Tab, "payees with marks")
		if !look.Phone {
			w.CheckNarrowWidths("payees with marks")
		}
		w.Click("Hidden 2")
		w.WaitGone("LIDL 1234")
		browsertest.Shot(t, w.Tab, "walk-payees-hidden-"+look.Name)
		w.Click("Favourites 1")
		w.WaitGone("lídl")
		w.See("not suggested")
		w.CheckConserved()
	}
}

// TestWalkMarksByKeyboard hides a payee and looks at the suggestions of a new transaction, without a mouse.
func TestWalkMarksByKeyboard(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportSample(t)
	world.AddPayees(t, w.ID)
	w.Open("/budgets/" + w.ID + "/payees?q=lidl")
	w.TabTo(`e.getAttribute('aria-label') === 'Menu of LIDL 1234'`)
	w.Keys(kb.Enter)
	w.See("Hide in suggestions")
	for range 9 {
		if w.Eval(`document.activeElement.innerText.startsWith('Hide in suggestions')`) == "true" {
			break
		}
		w.Keys(kb.ArrowDown)
	}
	w.Keys(kb.Enter)
	w.See("Hid the payee LIDL 1234 in suggestions")
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone: Hid the payee LIDL 1234 in suggestions")
	w.Keys("z", chromedp.ModifierCtrl, chromedp.ModifierShift)
	w.See("Redone: Hid the payee LIDL 1234 in suggestions")

	w.Open("/budgets/" + w.ID + "/accounts/" + w.FirstAccount())
	w.Keys("n")
	w.TabTo(`e.name === 'payee'`)
	w.Keys("lidl")
	w.Until("the suggestions without the hidden payee", `(o => o.includes('Lidl') && !o.includes('LIDL 1234'))([...document.querySelectorAll('[role=option]')].map(e => e.innerText.trim()))`)
	w.Keys(" 1234")
	w.Until("the hidden payee for its whole name", `[...document.querySelectorAll('[role=option]')].some(e => e.innerText.trim() === 'LIDL 1234')`)
}
