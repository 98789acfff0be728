package budget_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestCoverOverspendingByKeyboard: Enter had no effect in the list of Cover overspending, the list contained
// categories with 0.00, which were refused, and the menu covered To Budget when its form opened.
func TestCoverOverspendingByKeyboard(t *testing.T) {
	t.Parallel()
	for _, l := range []walk.Look{walk.WideLight, walk.WideDark} {
		t.Run(l.Name, func(t *testing.T) {
			w := openNovember(t, l)
			w.ClickFigure("Groceries", "budgeted")
			w.Keys("=0" + kb.Enter + kb.Escape)
			w.ClickFigure("Water", "budgeted")
			w.Keys("=1000" + kb.Enter + kb.Escape)
			w.Until("overspent", `document.querySelector('tr[data-category="`+categoryID(t, w.Env, w.ID, "Groceries")+`"] .balance').innerText.includes('−')`)
			w.ClickFigure("Groceries", "balance")
			w.Until("the menu", `!!document.querySelector('#spot:popover-open')`)
			place := `(r => r.left + ' ' + r.top)(document.querySelector('#spot').getBoundingClientRect())`
			was := w.Eval(place)
			w.Do(chromedp.KeyEvent(kb.Enter))
			w.Until("the list", `document.activeElement.matches('#spot select[name="from"]')`)
			w.Settle()
			browsertest.Shot(t, w.Tab, "cover-keyboard-"+l.Name)
			if is := w.Eval(place); is != was && w.Eval(`innerHeight - document.querySelector('#spot').getBoundingClientRect().bottom > 20`) == "true" {
				t.Errorf("the menu moved from %s to %s", was, is)
			}
			if over := w.Eval(`(() => { const m = document.querySelector('#spot').getBoundingClientRect();
				return [...document.querySelectorAll('.to-budget')].some(e => (r => r.bottom > m.top && r.top < m.bottom && r.right > m.left && r.left < m.right)(e.getBoundingClientRect())) })()`); over == "true" {
				t.Error("the menu covers To Budget")
			}
			options := w.Eval(`[...document.activeElement.options].map(o => o.text).join('; ')`)
			if strings.Contains(options, ", €0.00") || strings.Contains(options, "−") || !strings.Contains(options, "Water, ") {
				t.Errorf("the list offers %s", options)
			}
			w.Eval(`(s => s.value = [...s.options].find(o => o.text.startsWith('Water')).value)(document.activeElement)`)
			w.Do(chromedp.KeyEvent(kb.Enter))
			w.See("Covered overspending of Groceries from Water")
			w.CheckFigure("Groceries", "balance", "0.00")
			w.CheckConserved()
		})
	}
}

// TestTwoBrowsersChangeOneAmount: if two browsers changed the same budgeted amount, the later change won and neither
// showed a message.
func TestTwoBrowsersChangeOneAmount(t *testing.T) {
	t.Parallel()
	w := openNovember(t, walk.WideLight)
	w.ClickFigure("Groceries", "budgeted")
	w.Do(chromedp.KeyEvent("=130"))
	if _, err := w.Env.App.SetBudgeted(t.Context(), app.Machine(), w.ID, categoryID(t, w.Env, w.ID, "Groceries"), november2026, 120_000); err != nil {
		t.Fatal(err)
	}
	w.Do(chromedp.KeyEvent(kb.Enter))
	w.See("Another window changed this at ")
	w.See("Budgeted €120.00 for Groceries in November 2026")
	browsertest.Shot(t, w.Tab, "two-browsers-figure")
	if got := budgeted(t, w.Env, w.ID)["Groceries"]; got != "120.00" {
		t.Errorf("the refused amount is shown as %s", got)
	}
	w.ClickFigure("Groceries", "budgeted")
	w.Until("what was typed", `document.querySelector('.sheet .edit')?.value === '=130'`)
	w.Keys(kb.Enter + kb.Escape)
	w.CheckFigure("Groceries", "budgeted", "130.00")
	// Two saves of one figure in quick succession are no conflict.
	w.ClickFigure("Groceries", "budgeted")
	w.Do(chromedp.KeyEvent("=131" + kb.Enter))
	w.ClickFigure("Groceries", "budgeted")
	w.Keys("=132" + kb.Enter + kb.Escape)
	w.CheckFigure("Groceries", "budgeted", "132.00")
	w.CheckConserved()
}
