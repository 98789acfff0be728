package register_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/base/civil"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkEnterRowsByKeyboard adds several rows with the keyboard only.
func TestWalkEnterRowsByKeyboard(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalker(t, webtest.Pages, walk.WideDark)
	w.OpenAccount("Checking")
	tabTo(w, "add-row")
	w.Keys(kb.Enter)
	waitForFocus(w, "row-date")
	today := w.Value("date")
	w.Keys("-") // a day earlier
	w.Keys("-")
	w.Keys(kb.ArrowUp) // a day later
	w.Keys("-")
	day, err := civil.ParseDate(today)
	if err != nil {
		t.Fatal(err)
	}
	if want := day.AddDays(-2).String(); w.Value("date") != want {
		t.Errorf("the date is %s, want %s", w.Value("date"), want)
	}
	for _, field := range []string{"row-payee", "row-category", "row-notes"} {
		w.Keys(kb.Tab)
		waitForFocus(w, field)
	}
	w.Keys(kb.Tab, chromedp.ModifierShift)
	w.Keys(kb.Tab, chromedp.ModifierShift)
	waitForFocus(w, "row-payee")
	w.Keys("caf")
	w.See("Café Zoë")
	w.Keys(kb.ArrowDown)
	w.Keys(kb.ArrowUp)
	w.Keys(kb.Enter)
	if got := w.Value("payee"); got != "Café Zoë" {
		t.Errorf("the payee is %q, want Café Zoë", got)
	}
	w.Until("the payee's usual category", `document.getElementById('row-category').value !== ''`)
	usualCategory := w.Value("category")
	w.Keys(kb.Tab + kb.Tab + "latte" + kb.Tab + kb.Tab + "+3.80")
	w.Until("the direction in", `document.querySelector('.signed select').value === 'in'`)
	w.Keys(kb.Home + "-")
	w.Until("the direction out", `document.querySelector('.signed select').value === 'out'`)
	w.ShootRows("keyboard")
	w.Keys(kb.Enter)
	w.See("Added the transaction")
	waitForFocus(w, "row-date")
	if w.Value("date") != day.AddDays(-2).String() || w.Value("payee") != "" {
		t.Errorf("the next row starts with the date %q and the payee %q, want the same date and no payee", w.Value("date"), w.Value("payee"))
	}
	w.Keys(kb.Tab + "Tea House" + kb.Tab + kb.Tab + "two" + kb.Tab + kb.Tab + "4")
	w.Keys(kb.Enter, chromedp.ModifierCtrl)
	w.WaitClosed()
	w.Until("the focus at Add transaction", `document.activeElement.matches('.add-row')`)
	w.Keys(kb.Enter)
	waitForFocus(w, "row-date")
	if w.Value("date") != today {
		t.Errorf("a row added later starts with the date %q, want %q", w.Value("date"), today)
	}
	w.Keys(kb.Escape)
	w.WaitClosed()
	w.CheckConserved()
	if r := w.RowsWithNotes("latte"); len(r) != 1 || r[0].Amount != -3_800 || r[0].PayeeName != "Café Zoë" || r[0].CategoryName != usualCategory || r[0].Date != day.AddDays(-2) {
		t.Errorf("the transaction entered by keyboard is %+v", r)
	}
	if r := w.OnlyRow("Tea House"); r.Amount != -4_000 || r.Date != day.AddDays(-2) || r.CategoryID != "" {
		t.Errorf("the next transaction is %+v", r)
	}
}

// TestWalkSplitARowByKeyboard opens a row, closes it, splits it and undoes that, mostly with the keyboard.
func TestWalkSplitARowByKeyboard(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalker(t, webtest.Pages, walk.WideDark)
	w.AddNewest("to be split") // −€5.00, of the payee Live
	w.OpenAccount("Checking")
	w.TabToWords("Live")
	w.Keys(kb.Enter)
	waitForFocus(w, "row-payee")
	w.Keys(kb.Escape)
	w.WaitClosed()
	w.Until("the focus at the row", `document.activeElement.matches('.edit-row') && document.activeElement.innerText === 'Live'`)
	w.Keys(kb.Enter)
	waitForFocus(w, "row-payee")
	tabTo(w, "row-flag")
	w.Keys(kb.Tab)
	w.Until("the focus at Split", `document.activeElement.innerText === 'Split'`)
	w.Keys(kb.Enter)
	w.Until("the parts", `!!document.querySelector('.row-parts')`)
	w.Keys("cinema" + kb.Tab)
	tabTo(w, "row-part-1-amount")
	w.Keys("2")
	tabTo(w, "row-part-2-category")
	w.Keys("rent" + kb.Tab)
	tabTo(w, "row-part-2-amount")
	w.Keys("2/2+(3-2)*2-1" + kb.Enter) // 2
	w.See("€1.00 left to assign")
	w.CheckConserved()
	w.Eval(`document.getElementById('row-part-2-amount').focus()`) // no matter where the error has put it
	w.Keys(kb.End + "+1")
	w.Keys(kb.Enter, chromedp.ModifierCtrl)
	w.See("Changed the transaction")
	w.WaitClosed()
	w.CheckConserved()
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone: Changed")
	w.CheckConserved()
}

// tabTo presses Tab until the element with an id or a class has the focus.
func tabTo(w walk.RowWalker, name string) {
	w.Helper()
	w.TabTo(`e.id === '` + name + `' || e.classList.contains('` + name + `')`)
}

// waitForFocus waits until the field with an id has the focus.
func waitForFocus(w walk.RowWalker, id string) {
	w.Helper()
	w.Until("the focus at "+id, `document.activeElement.id === '`+id+`'`)
}
