package register_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/browsertest/walk"
	"holdover/internal/web/webtest"
)

// TestWalkSearchAndBulkByKeyboard searches by words, sets payee and notes of what was found, keeps the filter under a name, takes it along
// and comes to its print: without a mouse.
func TestWalkSearchAndBulkByKeyboard(t *testing.T) {
	t.Parallel()
	w, _ := twinsIn(t, walk.Looks[0])
	enter := func() { w.Helper(); w.Do(chromedp.KeyEvent(kb.Enter)); w.Settle() }
	w.Open("/budgets/" + w.ID + "/accounts/all")
	w.Shows("302 transactions")
	w.Press("/")
	w.Keys("twin 77.77 -typed" + kb.Enter)
	w.Shows("1 transaction,")
	w.TabTo(`e.matches('.search input')`, chromedp.ModifierShift)
	w.Keys("a", chromedp.ModifierCtrl)
	w.Keys("twin 77.77" + kb.Enter)
	w.Shows("2 transactions")

	w.TabTo(`e.matches('.tx .edit-row')`)
	w.Keys("a", chromedp.ModifierCtrl)
	w.See("2 selected")
	bulk := func(action, text string) {
		w.Helper()
		w.TabTo(`e.matches('#chosen .bulk-does button') && e.innerText === `+walk.Quoted(action), chromedp.ModifierShift)
		enter()
		w.Until("the form of "+action, `!!document.querySelector('#spot:popover-open details[open]')`)
		w.TabTo(`e.matches('#spot details[open] input[type=text], #spot details[open] textarea')`)
		w.Keys(text)
		w.TabTo(`e.matches('#spot details[open] .menu-form .button')`)
		enter()
	}
	bulk("Notes", "of twins")
	w.See("Set the notes of 2 transactions")
	w.Until("both have the notes", `[...document.querySelectorAll('.tx .notes')].filter(e => e.innerText.trim().endsWith('of twins')).length === 2`)
	bulk("Payee", "Twins")
	w.See("Set the payee of 2 transactions")
	w.Until("both have the payee", `[...document.querySelectorAll('.tx .payee')].filter(e => e.innerText.trim() === 'Twins').length === 2`)
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone: Set the payee of 2 transactions")

	w.TabToWords("Keep…")
	enter()
	w.TabTo(`e.name === 'name'`)
	w.Keys("Both of them" + kb.Enter)
	w.See("Kept the filter Both of them")
	w.TabToWords("CSV")
	if got := w.Eval(`document.activeElement.href`); !strings.Contains(got, "/csv?search=twin") {
		t.Errorf("CSV leads to %s", got)
	}
	w.TabToWords("Print")
	enter()
	w.See("of twins")
	walk.Check(t, w.Tab, "the page for paper")
	w.Shoot("print-twins")
	if n := w.Eval(`[...document.querySelectorAll('.tx')].length`); n != "2" {
		t.Errorf("%s transactions are printed", n)
	}
	w.Law()
}

// TestWalkBulkOnAPhone sets notes and payee of two with a thumb, and finds the kept filter there.
func TestWalkBulkOnAPhone(t *testing.T) {
	walk.OnPhones(t, func(t *testing.T, look walk.Look) {
		w := twinsOnAPhone(t, look)
		for _, set := range []struct{ action, field, says string }{{"Notes", "Text", "Set the notes of 2 transactions"}, {"Payee", "Payee (empty: none)", "Set the payee of 2 transactions"}} {
			w.Click("Actions")
			w.Click(set.action)
			w.Fill(set.field, "Twin set")
			w.Fingers("#spot:popover-open")
			walk.Check(t, w.Tab, "the form of "+set.action)
			w.SendOpen()
			w.See(set.says)
		}
		w.Until("both have both", `[...document.querySelectorAll('.tx')].filter(e => e.innerText.split('Twin set').length === 3).length === 2`)
		w.Click("Undo")
		w.See("Undone: Set the payee of 2 transactions")
		w.Law()
	})
}

// TestTakingAlongWithoutScripts searches, sets payee and notes of two, takes what is shown along and prints it, by links and forms alone.
func TestTakingAlongWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewWorld(t, webtest.Pages)
	id := world.ImportFile(t, walk.UglyPlan(t))
	two := twins(t, world, id)
	b := walk.NewPlain(t, world)
	home := "/budgets/" + id
	at := home + "/accounts/all?search=" + url.QueryEscape("twin 77.77")
	for _, what := range []string{"notes", "payee"} {
		b.Open(home + "/menu?" + url.Values{"chosen": {what}, "pick": two, "back": {at}}.Encode())
		b.Send("/do/rows-"+what, `name="`+what+`"`, url.Values{what: {"Twin set"}, "way": {"replace"}, "pick": two})
		b.Sees("Set the " + what + " of 2 transactions")
	}
	b.Open(at)
	b.Sees("2 transactions,")
	b.Follow("CSV")
	if lines := strings.Split(strings.TrimSpace(b.Page), "\n"); len(lines) != 3 || strings.Count(b.Page, "Twin set") != 4 {
		t.Errorf("taken along: %s", b.Page)
	}
	b.Open(at)
	b.Follow("Print")
	if strings.Count(b.Page, "Twin set") < 4 {
		t.Errorf("printed: %s", b.Page)
	}
}
