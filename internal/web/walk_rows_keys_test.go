package web

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/cal"
)

// TestWalkRowKeyboard enters rows with the keyboard alone, several in a row.
func TestWalkRowKeyboard(t *testing.T) {
	w := newRowWalker(t, looks[1])
	w.toAccount("Checking")
	tabTo := func(id string, modifiers ...chromedp.Modifier) {
		t.Helper()
		for range 30 {
			w.keys(kb.Tab, modifiers...)
			if w.eval(`document.activeElement.id === '`+id+`' || document.activeElement.classList.contains('`+id+`')`) == "true" {
				return
			}
		}
		t.Fatal("Tab does not come to ", id)
	}
	at := func(id string) {
		t.Helper()
		w.until("the focus at "+id, `document.activeElement.id === '`+id+`'`)
	}
	tabTo("add-row")
	w.keys(kb.Enter)
	at("row-date")
	today := w.value("date")
	w.keys("-")
	w.keys("-")
	w.keys(kb.ArrowUp)
	w.keys("-")
	day, err := cal.ParseDate(today)
	if err != nil {
		t.Fatal(err)
	}
	if want := day.AddDays(-2).String(); w.value("date") != want {
		t.Errorf("%s, want %s", w.value("date"), want)
	}
	for _, field := range []string{"row-payee", "row-category", "row-notes"} {
		w.keys(kb.Tab)
		at(field)
	}
	w.keys(kb.Tab, chromedp.ModifierShift)
	w.keys(kb.Tab, chromedp.ModifierShift)
	at("row-payee")
	w.keys("caf")
	w.see("Café Zoë")
	w.keys(kb.ArrowDown)
	w.keys(kb.ArrowUp)
	w.keys(kb.Enter)
	if got := w.value("payee"); got != "Café Zoë" {
		t.Errorf("the payee is %q", got)
	}
	w.until("the last category", `document.getElementById('row-category').value !== ''`)
	last := w.value("category")
	w.keys(kb.Tab + kb.Tab + "latte" + kb.Tab + kb.Tab + "+3.80")
	w.until("the direction", `document.querySelector('.signed select').value === 'in'`)
	w.keys(kb.Home + "-")
	w.until("the direction", `document.querySelector('.signed select').value === 'out'`)
	w.look("keyboard")
	w.keys(kb.Enter)
	w.see("Added the row")
	at("row-date")
	if w.value("date") != day.AddDays(-2).String() || w.value("payee") != "" {
		t.Errorf("the next row begins with %q, %q", w.value("date"), w.value("payee"))
	}
	w.keys(kb.Tab + "Tea House" + kb.Tab + kb.Tab + "two" + kb.Tab + kb.Tab + "4")
	w.keys(kb.Enter, chromedp.ModifierCtrl)
	w.closed()
	w.until("the focus at Add transaction", `document.activeElement.matches('.add-row')`)
	w.keys(kb.Enter)
	at("row-date")
	if w.value("date") != today {
		t.Errorf("a row added later begins with %q", w.value("date"))
	}
	w.keys(kb.Escape)
	w.closed()
	w.law()
	if r := w.noted("latte"); len(r) != 1 || r[0].Amount != -3_800 || r[0].PayeeName != "Café Zoë" || r[0].CategoryName != last || r[0].Date != day.AddDays(-2) {
		t.Errorf("%+v", r)
	}
	if r := w.only("Tea House"); r.Amount != -4_000 || r.Date != day.AddDays(-2) || r.CategoryID != "" {
		t.Errorf("%+v", r)
	}

	tabTo("edit-row")
	w.keys(kb.Enter)
	at("row-payee")
	w.keys(kb.Escape)
	w.closed()
	w.until("the focus at the row", `document.activeElement.matches('.edit-row')`)
	w.eval(`[...document.querySelectorAll('.edit-row')].find(a => a.innerText === 'Tea House').focus()`)
	w.keys(kb.Enter)
	at("row-payee")
	tabTo("row-flag")
	w.keys(kb.Tab)
	w.until("the focus at Split", `document.activeElement.innerText === 'Split'`)
	w.keys(kb.Enter)
	w.until("the parts", `!!document.querySelector('.row-parts')`)
	w.keys("cinema" + kb.Tab)
	w.eval(`document.getElementById('row-part-1-amount').focus()`)
	w.keys("1")
	tabTo("row-part-2-category")
	w.keys("rent" + kb.Tab)
	tabTo("row-part-2-amount")
	w.keys("2/2+(3-2)*2-1" + kb.Enter)
	w.see("€1.00 left to assign")
	w.law()
	w.eval(`document.getElementById('row-part-2-amount').focus()`)
	w.keys(kb.End + "+1")
	w.keys(kb.Enter, chromedp.ModifierCtrl)
	w.see("Changed the row")
	w.closed()
	w.law()
	w.keys("z", chromedp.ModifierCtrl)
	w.see("Undone: Changed")
	w.law()
}
