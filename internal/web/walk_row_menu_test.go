package web

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/browsertest"
)

// inRow clicks a part of the first row whose text has the words.
func (w *walker) inRow(words, part string) {
	w.Helper()
	w.clickAt(fmt.Sprintf(`(e => { if (!e) return null; e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2] })(
		[...document.querySelectorAll('#rows > .tx')].find(e => e.textContent.replace(/\s+/g, ' ').includes(%s))?.querySelector(%s))`, quoted(words), quoted(part)), words+" "+part)
	w.settle()
}

// TestWalkRowActions uses what one row offers: its mark, its flag and its menu.
func TestWalkRowActions(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.id = world.importFile(t, uglyPlan(t))
	w.open("/budgets/" + w.id + "/accounts/all?search=Corner+Store")

	w.inRow("2026-06-12", ".mark-it")
	w.see("Set the cleared state of")
	w.undoRedo("Set the cleared state of")
	w.inRow("2026-06-12", ".flag-at")
	browsertest.Shot(t, w.tab, "row-flag")
	checkPage(t, w.tab, "the colours of flags")
	w.click("Yellow")
	w.see("Set the flag of")
	w.until("a yellow flag", `document.querySelectorAll('#rows .flag-yellow').length === 1`)
	w.undoRedo("Set the flag of")

	w.inRow("2026-06-12", ".more-of .dots")
	browsertest.Shot(t, w.tab, "row-menu")
	checkPage(t, w.tab, "the menu of a row")
	w.click("Duplicate")
	w.see("Duplicated the row of")
	w.undoRedo("Duplicated the row of")
	w.inRow("2026-06-12", ".more-of .dots")
	w.click("Edit")
	w.until("the form", `!!document.querySelector('.row-fields-form')`)
	w.keys(kb.Escape)
	w.until("no form", `!document.querySelector('.row-fields-form')`)
	w.inRow("2026-06-12", ".more-of .dots")
	w.click("All rows of Corner Store")
	w.until("the rows of a payee", `location.search.startsWith('?payee=')`)
	w.see("Corner Store")
	w.inRow("2026-06-12", ".more-of .dots")
	w.click("Insurance: Car in the budget of June 2026")
	w.until("the budget", `!!document.querySelector('#budget') && location.search.includes('month=2026-06')`)

	// The other side of a transfer stands where the link leads.
	w.open("/budgets/" + w.id + "/accounts/all")
	w.inRow("Transfer : Mastercard", ".more-of .dots")
	w.click("Other side, in Mastercard")
	w.until("the other account", `!!document.querySelector('h1') && document.querySelector('h1').innerText === 'Mastercard'`)
	w.until("the other side", `!!document.querySelector('.tx:target') && document.querySelector('.tx:target').textContent.includes('59.54')`)

	// A reconciled row says so, and opens only when that is meant.
	w.open("/budgets/" + w.id + "/accounts/all?state=reconciled")
	total := w.eval(`document.querySelector('.tally').dataset.rows`)
	w.clickAt(`(r => [r.left + r.width / 2, r.top + r.height / 2])(document.querySelector('.tx .mark-it').getBoundingClientRect())`, "a lock")
	w.settle()
	w.see("This row agrees with the bank.")
	w.click("No longer reconciled, but cleared")
	w.see("Set the cleared state of")
	w.until("one fewer", `+document.querySelector('.tally').dataset.rows === `+total+` - 1`)
	w.undoRedo("Set the cleared state of")

	// Splits open and close, and stay so while others change the budget.
	w.open("/budgets/" + w.id + "/accounts/all")
	w.inRow("Split, 4 parts", ".split")
	w.until("closed", `!!document.querySelector('.tx[data-folded]')`)
	w.tick(0)
	if _, err := world.app.SetGroupNote(t.Context(), app.Machine(), w.id, world.firstGroup(t, w.id), "noted by somebody else"); err != nil {
		t.Fatal(err)
	}
	w.do(chromedp.Sleep(1500 * time.Millisecond))
	w.see("1 selected")
	w.until("still closed", `document.querySelectorAll('.tx[data-folded]').length === 1`)
}

func (w *world) firstGroup(t *testing.T, id string) string {
	t.Helper()
	got, err := w.app.Screen(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	return got.Groups[len(got.Groups)-1].ID
}

// TestWalkRegisterPhone uses a register with a thumb.
func TestWalkRegisterPhone(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	id := world.importFile(t, uglyPlan(t))
	for i, l := range []look{looks[2], looks[3]} {
		colour := []string{"Green", "Blue"}[i]
		t.Run(l.name, func(t *testing.T) {
			w := newWalker(t, world, l)
			w.id = id
			w.open("/budgets/" + w.id + "/accounts/all")
			browsertest.Shot(t, w.tab, "register-"+l.name)
			checkPage(t, w.tab, "cards")
			small := w.eval(`[...document.querySelectorAll('.mark-it, .more-of .dots, .finding .button:not(.to-search), .pager a, .todo')].filter(e => e.checkVisibility()).filter(e => { const b = e.getBoundingClientRect(); return b.width < 44 || b.height < 44 }).map(e => e.outerHTML.slice(0, 80)).join()`)
			if small != "" {
				t.Errorf("smaller than a thumb: %s", small)
			}
			w.click("Select")
			w.tap(0)
			w.tap(1)
			w.see("2 selected")
			browsertest.Shot(t, w.tab, "register-picking-"+l.name)
			checkPage(t, w.tab, "cards selected")
			w.click("Actions")
			browsertest.Shot(t, w.tab, "register-actions-"+l.name)
			checkPage(t, w.tab, "what can be done with cards")
			w.click("Flag")
			w.choose("Flag", colour)
			w.sendOpen()
			w.see("Set the flag of 2 rows")
			w.law()
			w.click("Filter")
			browsertest.Shot(t, w.tab, "register-filter-"+l.name)
			checkPage(t, w.tab, "the filters on a phone")
			w.choose("Flag", colour)
			w.click("Show")
			w.until("the flagged rows", `(n => n >= 2 && n < 20)(+document.querySelector('.tally').dataset.rows)`)
			w.click("Clear all")
			w.shows("300 transactions")
		})
	}
}

// tap touches the middle of a card.
func (w *walker) tap(row int) {
	w.Helper()
	w.clickAt(fmt.Sprintf(`(e => { e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + 20] })(document.querySelectorAll('#rows > .tx')[%d])`, row), "a card")
	w.settle()
}
