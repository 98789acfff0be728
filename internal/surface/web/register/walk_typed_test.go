package register_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestTabReachesAmountBeforeDirection: Tab reached "− Out" before Amount, and digits typed there were lost.
func TestTabReachesAmountBeforeDirection(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalker(t, webtest.Pages, walk.WideLight)
	w.OpenAccount("Checking")
	w.Click("Add transaction")
	w.Until("the form", `!!document.querySelector('.row-fields-form')`)
	w.Type("notes", "typed")
	w.Keys(kb.Tab)
	w.Until("the amount", `document.activeElement.id === 'row-amount'`)
	if left := w.Eval(`document.querySelector('.signed select').getBoundingClientRect().right <= document.querySelector('#row-amount').getBoundingClientRect().left + 1`); left != "true" {
		t.Error("the direction is not left of the amount")
	}
	w.Keys(kb.Tab)
	w.Until("the direction", `document.activeElement.name === 'direction'`)
	w.Keys("12.50")
	if got := w.Value("amount"); got != "12.50" {
		t.Errorf("digits typed at the direction became %q", got)
	}
	w.ShootRows("tab-amount")
}

// TestKeysApplyToAllSelectedRows: Delete applied to all selected rows, but c, f and d only to the row with the focus.
func TestKeysApplyToAllSelectedRows(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalker(t, webtest.Pages, walk.WideLight)
	w.OpenAccount("Checking")
	w.Tick(0)
	w.Tick(1)
	w.See("2 selected")
	for _, one := range []struct{ key, says string }{{"f", "Set the flag"}, {"c", "Set"}, {"d", "Duplicate"}, {kb.Delete, "Delete"}} {
		w.Eval(`document.querySelectorAll('.tx .edit-row')[3].focus()`) // this row is not selected
		w.Do(chromedp.KeyEvent(one.key))
		w.Until("the form of "+one.says, `document.querySelector('#spot:popover-open')?.innerText.includes('2 transactions') && document.querySelector('#spot details[open] .button').innerText.startsWith(`+walk.Quoted(one.says)+`)`)
		w.Keys(kb.Escape)
		w.See("2 selected")
	}
	w.Eval(`document.querySelectorAll('.tx .edit-row')[3].focus()`)
	w.Do(chromedp.KeyEvent("f"))
	w.Until("the list", `document.activeElement.matches('#spot select[name="flag"]')`)
	w.Eval(`document.activeElement.value = 'purple'`)
	w.Do(chromedp.KeyEvent(kb.Enter))
	w.See("Set the flag of 2 transactions")
	w.Until("two purple flags", `document.querySelectorAll('.tx.picked .flag-purple').length === 2`)
	w.Eval(`document.querySelector('[data-pick="none"]')?.click()`)
	w.Eval(`document.querySelectorAll('.tx .edit-row')[3].focus()`)
	w.Do(chromedp.KeyEvent("d")) // without a selection: the row with the focus
	w.See("Duplicated the transaction")
	w.CheckConserved()
}
