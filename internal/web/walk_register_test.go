package web

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/browsertest"
)

// uglyPlan is a year of 300 rows with names in many scripts, twins and splits.
func uglyPlan(t *testing.T) string {
	return generated(t, "--seed", "3", "--years", "1", "--tx", "300")
}

// shows waits until the register counts so many rows, and shows them.
func (w *walker) shows(tally string) {
	w.Helper()
	w.until(tally, `!!document.querySelector('.tally') && document.querySelector('.tally').innerText.replace(/\s+/g, ' ').startsWith(`+quoted(tally)+`)`)
}

// column is what the rows shown say in a column, joined.
func (w *walker) column(class string) string {
	w.Helper()
	return w.eval(`[...document.querySelectorAll('#rows > .tx:not([hidden]) > tr:first-child .` + class + `')].map(e => e.innerText.trim()).join('|')`)
}

// press presses a key as a keyboard does: what a page does with it is not typed
// as well.
func (w *walker) press(key string, modifiers ...chromedp.Modifier) {
	w.Helper()
	for _, e := range kb.Encode([]rune(key)[0]) {
		if e.Type == input.DispatchKeyEventTypeChar {
			continue
		}
		if e.Type != input.DispatchKeyEventTypeKeyUp {
			e.Text = key
		}
		for _, m := range modifiers {
			e.Modifiers |= int64(m)
		}
		if _, err := chromedp.Call(w.tab, input.DispatchKeyEvent, *e); err != nil {
			w.Fatal(err)
		}
	}
	w.settle()
}

func (w *walker) address() string {
	w.Helper()
	return w.eval("decodeURIComponent(location.pathname + location.search)")
}

// TestWalkRegister finds rows: by searching, with every filter, in every order,
// page by page, and back.
func TestWalkRegister(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.id = world.importFile(t, uglyPlan(t))
	w.open("/budgets/" + w.id + "/accounts/all")
	w.shows("300 transactions")
	w.see("1–100 of 300")
	browsertest.Shot(t, w.tab, "register-all")

	// Searching, as it is typed; one step back is before all of it.
	w.press("/")
	w.do(chromedp.KeyEvent("vet"))
	w.see("“vet”")
	first := w.eval(`document.querySelector('.tally').innerText`)
	if !strings.Contains(w.address(), "search=vet") || w.eval(`document.activeElement.id + document.activeElement.value`) != "searchvet" {
		t.Errorf("searching leads to %s", w.address())
	}
	if other := w.eval(`[...document.querySelectorAll('.tx')].map(e => e.textContent.toLowerCase()).find(e => !e.includes('vet')) ?? ''`); other != "" {
		t.Errorf("vet finds %s", other)
	}
	w.do(chromedp.KeyEvent(" nowhere"))
	w.see("Nothing matches")
	checkPage(t, w.tab, "nothing matches")
	browsertest.Shot(t, w.tab, "register-nothing")
	w.click("Clear all filters")
	w.shows("300 transactions")
	w.eval("history.back()")
	w.see("Nothing matches")
	w.eval("history.back()")
	w.shows("300 transactions")
	w.gone("“vet")
	w.eval("history.forward()")
	w.see("Nothing matches")
	w.click("Remove filter “vet nowhere”")
	w.shows("300 transactions")
	if first == "" {
		t.Error("nothing was counted")
	}

	// The filters.
	w.click("Filter")
	browsertest.Shot(t, w.tab, "register-filter")
	checkPage(t, w.tab, "the filters")
	w.choose("Category", "Café & Gebäck")
	w.choose("Cleared", "Cleared")
	w.click("Show")
	w.see("Café & Gebäck")
	w.until("cleared rows", `[...document.querySelectorAll('.tx .mark-it')].every(e => e.title === 'Cleared')`)
	browsertest.Shot(t, w.tab, "register-filtered")
	checkPage(t, w.tab, "filtered")
	both := w.eval(`document.querySelectorAll('.tx').length`)
	w.click("Remove filter Cleared")
	w.gone("Remove filter Cleared")
	w.until("more rows than cleared ones", `document.querySelectorAll('.tx').length > `+both)
	w.click("Clear all")
	for _, step := range []struct{ label, choice, chip string }{
		{"Payee", "Corner Store", "Corner Store"},
		{"Account", "Savings", "Savings"},
		{"Cleared", "Not cleared", "Not cleared"},
		{"Flag", "Red", "Red flag"},
		{"Money", "Received", "Received"},
	} {
		w.click("Filter")
		w.choose(step.label, step.choice)
		w.click("Show")
		w.until(step.chip, `[...document.querySelectorAll('.chips .chip')].map(e => e.innerText.trim()).join() === `+quoted(step.chip))
		w.click("Remove filter " + step.chip)
		w.shows("300 transactions")
	}
	w.click("Filter")
	w.fill("Amount from", "20")
	w.fill("Amount to", "40.50")
	w.click("Show")
	w.see("Spent 20.00 to 40.50")
	w.until("amounts between", `[...document.querySelectorAll('.tx')].every(e => +e.dataset.amount <= -20000 && +e.dataset.amount >= -40500)`)
	w.click("Clear all")
	w.shows("300 transactions")
	w.click("Filter")
	w.click("Needs a category")
	w.click("Show")
	w.until("rows that need one", `[...document.querySelectorAll('.tx')].every(e => e.innerText.includes('Needs a category'))`)
	w.click("Clear all")
	w.shows("300 transactions")
	w.click("Filter")
	w.click("This year")
	w.see("2026")
	w.click("Clear all")
	w.shows("300 transactions")

	// The orders, both ways.
	for _, name := range []string{"Payee", "Category", "Notes", "Amount", "Flag", "Cleared"} {
		w.click(name)
		w.until("in order of "+name, `document.querySelectorAll('th[aria-sort]').length === 1 && document.querySelector('th[aria-sort]').innerText.trim() === `+quoted(name))
		once := w.eval(`document.querySelector('th[aria-sort]').ariaSort`)
		w.click(name)
		w.until("the other way round", `document.querySelector('th[aria-sort]').getAttribute('aria-sort') !== `+quoted(once))
		w.see("Last")
	}
	w.click("Amount")
	w.until("smallest first", `(a => a.every((n, i) => i === 0 || n >= a[i - 1]))([...document.querySelectorAll('.tx')].map(e => +e.dataset.amount))`)
	w.click("Next")
	w.see("101–200 of 300")
	w.click("Last")
	w.see("201–300 of 300")
	w.click("Previous")
	w.see("101–200 of 300")
	w.click("First")
	w.see("1–100 of 300")

	// One account has a balance after each row, in both directions.
	w.click("Savings")
	w.see("Balance")
	newest := w.column("running")
	w.click("Date")
	w.until("oldest first", `document.querySelector('th[aria-sort]').getAttribute('aria-sort') === 'ascending'`)
	if oldest := w.column("running"); reversed(oldest) != newest {
		t.Errorf("the balances are %s, the other way round %s", newest, oldest)
	}
	w.click("Payee")
	w.until("no balance", `!document.querySelector('.running')`)
}

func reversed(list string) string {
	parts := strings.Split(list, "|")
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return strings.Join(parts, "|")
}

// TestWalkRegisterKeys uses a register with the keyboard alone.
func TestWalkRegisterKeys(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.id = world.importFile(t, uglyPlan(t))
	w.open("/budgets/" + w.id + "/accounts/all")
	at := func() string {
		return w.eval(`document.activeElement.closest('.tx') ? [...document.querySelectorAll('.tx')].indexOf(document.activeElement.closest('.tx')) : -1`)
	}
	on := func(row string) {
		t.Helper()
		w.until("the focus on row "+row, `[...document.querySelectorAll('.tx')].indexOf(document.activeElement.closest('.tx')) === `+row)
	}

	w.keys(kb.ArrowDown)
	on("0")
	w.keys(kb.ArrowDown + kb.ArrowDown)
	on("2")
	w.keys(kb.End)
	on("99")
	w.keys(kb.PageDown)
	w.see("101–200 of 300")
	on("0")
	w.keys(kb.PageUp)
	w.see("1–100 of 300")
	w.keys(kb.Home)
	on("0")
	w.keys(kb.ArrowDown)

	mark := `document.querySelectorAll('.tx')[1].querySelector('.mark-it').title`
	was := w.eval(mark)
	w.press("c")
	w.until("another mark", mark+` !== `+quoted(was))
	on("1")
	w.law()
	w.keys("z", chromedp.ModifierCtrl)
	w.until("the mark again", mark+` === `+quoted(was))

	w.press("d")
	w.see("Duplicated the row of")
	w.shows("302 transactions") // the row is a transfer: its other side came too
	w.law()
	w.keys("z", chromedp.ModifierCtrl)
	w.shows("300 transactions")

	w.press(" ")
	w.see("1 selected")
	w.keys(kb.ArrowDown + kb.ArrowDown)
	w.press(" ", chromedp.ModifierShift)
	w.see("3 selected")
	browsertest.Shot(t, w.tab, "register-selected")
	checkPage(t, w.tab, "rows selected")
	w.keys(kb.Escape)
	w.gone("3 selected")
	w.keys("a", chromedp.ModifierCtrl)
	w.see("100 selected")
	w.see("Select all 300")
	w.keys(kb.Escape)

	w.keys(kb.Home)
	w.keys(kb.Delete)
	w.see("Undo brings everything back.")
	browsertest.Shot(t, w.tab, "register-delete")
	w.keys(kb.Enter)
	w.see("Deleted the row of")
	w.law()
	w.keys("z", chromedp.ModifierCtrl)
	w.shows("300 transactions")

	w.keys(kb.Enter)
	w.until("the form", `!!document.querySelector('.row-fields-form')`)
	w.keys(kb.Escape)
	w.until("no form", `!document.querySelector('.row-fields-form')`)
	w.press("n")
	w.until("the form of a new row", `!!document.querySelector('.row-fields-form')`)
	w.keys(kb.Escape)
	w.eval(`document.activeElement.blur()`)
	w.press("?", chromedp.ModifierShift)
	w.see("Row by row")
	checkPage(t, w.tab, "the keys")
	if at() == "" {
		t.Error("no focus")
	}
}
