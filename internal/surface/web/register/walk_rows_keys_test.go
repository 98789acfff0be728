package register_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/base/civil"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkRowKeyboard enters several rows with the keyboard only.
func TestWalkRowKeyboard(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalker(t, webtest.Pages, walk.WideDark)
	w.OpenAccount("Checking")
	tabTo := func(id string, modifiers ...chromedp.Modifier) {
		t.Helper()
		for range 30 {
			w.Keys(kb.Tab, modifiers...)
			if w.Eval(`document.activeElement.id === '`+id+`' || document.activeElement.classList.contains('`+id+`')`) == "true" {
				return
			}
		}
		t.Fatalf("Tab does not reach %s", id)
	}
	at := func(id string) {
		t.Helper()
		w.Until("the focus at "+id, `document.activeElement.id === '`+id+`'`)
	}
	tabTo("add-row")
	w.Keys(kb.Enter)
	at("row-date")
	today := w.Value("date")
	w.Keys("-")
	w.Keys("-")
	w.Keys(kb.ArrowUp)
	w.Keys("-")
	day, err := civil.ParseDate(today)
	if err != nil {
		t.Fatal(err)
	}
	if want := day.AddDays(-2).String(); w.Value("date") != want {
		t.Errorf("%s, want %s", w.Value("date"), want)
	}
	for _, field := range []string{"row-payee", "row-category", "row-notes"} {
		w.Keys(kb.Tab)
		at(field)
	}
	w.Keys(kb.Tab, chromedp.ModifierShift)
	w.Keys(kb.Tab, chromedp.ModifierShift)
	at("row-payee")
	w.Keys("caf")
	w.See("Café Zoë")
	w.Keys(kb.ArrowDown)
	w.Keys(kb.ArrowUp)
	w.Keys(kb.Enter)
	if got := w.Value("payee"); got != "Café Zoë" {
		t.Errorf("the payee is %q", got)
	}
	w.Until("the last category", `document.getElementById('row-category').value !== ''`)
	last := w.Value("category")
	w.Keys(kb.Tab + kb.Tab + "latte" + kb.Tab + kb.Tab + "+3.80")
	w.Until("the direction", `document.querySelector('.signed select').value === 'in'`)
	w.Keys(kb.Home + "-")
	w.Until("the direction", `document.querySelector('.signed select').value === 'out'`)
	w.Look("keyboard")
	w.Keys(kb.Enter)
	w.See("Added the transaction")
	at("row-date")
	if w.Value("date") != day.AddDays(-2).String() || w.Value("payee") != "" {
		t.Errorf("the next row starts with %q, %q", w.Value("date"), w.Value("payee"))
	}
	w.Keys(kb.Tab + "Tea House" + kb.Tab + kb.Tab + "two" + kb.Tab + kb.Tab + "4")
	w.Keys(kb.Enter, chromedp.ModifierCtrl)
	w.WaitClosed()
	w.Until("the focus at Add transaction", `document.activeElement.matches('.add-row')`)
	w.Keys(kb.Enter)
	at("row-date")
	if w.Value("date") != today {
		t.Errorf("a row added later starts with %q", w.Value("date"))
	}
	w.Keys(kb.Escape)
	w.WaitClosed()
	w.CheckConserved()
	if r := w.RowsWithNotes("latte"); len(r) != 1 || r[0].Amount != -3_800 || r[0].PayeeName != "Café Zoë" || r[0].CategoryName != last || r[0].Date != day.AddDays(-2) {
		t.Errorf("the transaction entered by keyboard is %+v", r)
	}
	if r := w.OnlyRow("Tea House"); r.Amount != -4_000 || r.Date != day.AddDays(-2) || r.CategoryID != "" {
		t.Errorf("the next transaction is %+v", r)
	}

	tabTo("edit-row")
	w.Keys(kb.Enter)
	at("row-payee")
	w.Keys(kb.Escape)
	w.WaitClosed()
	w.Until("the focus at the row", `document.activeElement.matches('.edit-row')`)
	w.Eval(`[...document.querySelectorAll('.edit-row')].find(a => a.innerText === 'Tea House').focus()`)
	w.Keys(kb.Enter)
	at("row-payee")
	tabTo("row-flag")
	w.Keys(kb.Tab)
	w.Until("the focus at Split", `document.activeElement.innerText === 'Split'`)
	w.Keys(kb.Enter)
	w.Until("the parts", `!!document.querySelector('.row-parts')`)
	w.Keys("cinema" + kb.Tab)
	w.Eval(`document.getElementById('row-part-1-amount').focus()`)
	w.Keys("1")
	tabTo("row-part-2-category")
	w.Keys("rent" + kb.Tab)
	tabTo("row-part-2-amount")
	w.Keys("2/2+(3-2)*2-1" + kb.Enter)
	w.See("€1.00 left to assign")
	w.CheckConserved()
	w.Eval(`document.getElementById('row-part-2-amount').focus()`)
	w.Keys(kb.End + "+1")
	w.Keys(kb.Enter, chromedp.ModifierCtrl)
	w.See("Changed the transaction")
	w.WaitClosed()
	w.CheckConserved()
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone: Changed")
	w.CheckConserved()
}
