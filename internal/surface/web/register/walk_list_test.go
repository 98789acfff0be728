package register_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkRegister finds rows by search, with every filter, in every order, page by page, and back.
func TestWalkRegister(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportFile(t, walk.UglyPlan(t))
	w.Open("/budgets/" + w.ID + "/accounts/all")
	w.CheckTally("300 transactions")
	w.See("1–100 of 300")
	browsertest.Shot(t, w.Tab, "register-all")
	w.CheckNarrowWidths("all accounts")

	// Search while typing; one step back in the history leads to the page before the search.
	w.Press("/")
	w.Do(chromedp.KeyEvent("vet"))
	w.See("“vet”")
	first := w.Eval(`document.querySelector('.tally').innerText`)
	if !strings.Contains(w.Address(), "search=vet") || w.Eval(`document.activeElement.id + document.activeElement.value`) != "searchvet" {
		t.Errorf("the search leads to %s", w.Address())
	}
	if other := w.Eval(`[...document.querySelectorAll('.tx')].map(e => e.textContent.toLowerCase()).find(e => !e.includes('vet')) ?? ''`); other != "" {
		t.Errorf("the search for vet finds %s", other)
	}
	w.Do(chromedp.KeyEvent(" nowhere"))
	w.See("Nothing matches")
	if below := w.Eval(`document.querySelector('.empty').getBoundingClientRect().top - document.querySelector('.rows').getBoundingClientRect().bottom`); below != "24" {
		t.Errorf("the text about no rows is %s pixels below the column heads", below)
	}
	walk.Check(t, w.Tab, "nothing matches")
	browsertest.Shot(t, w.Tab, "register-nothing")
	w.Click("Remove all filters")
	w.CheckTally("300 transactions")
	w.Eval("history.back()")
	w.See("Nothing matches")
	w.Eval("history.back()")
	w.CheckTally("300 transactions")
	w.WaitGone("“vet")
	w.Eval("history.forward()")
	w.See("Nothing matches")
	w.Click("Remove filter “vet nowhere”")
	w.CheckTally("300 transactions")
	if first == "" {
		t.Error("the rows were not counted")
	}

	// The filters.
	w.Click("Filter")
	browsertest.Shot(t, w.Tab, "register-filter")
	walk.Check(t, w.Tab, "the filters")
	if apart := w.Eval(`document.querySelector('#filter-most').offsetTop - document.querySelector('#filter-least').offsetTop`); apart != "0" {
		t.Errorf("the amounts from and to are not in one line, but %s pixels apart", apart)
	}
	w.Choose("Category", "Café & Gebäck")
	w.Choose("Cleared", "Cleared")
	w.Click("Show")
	w.See("Café & Gebäck")
	w.Until("cleared rows", `[...document.querySelectorAll('.tx .mark-it')].every(e => e.title === 'Cleared')`)
	browsertest.Shot(t, w.Tab, "register-filtered")
	walk.Check(t, w.Tab, "filtered")
	both := w.Eval(`document.querySelectorAll('.tx').length`)
	w.Click("Remove filter Cleared")
	w.WaitGone("Remove filter Cleared")
	w.Until("more rows than cleared ones", `document.querySelectorAll('.tx').length > `+both)
	w.Click("Remove all filters")
	for _, step := range []struct{ label, choice, chip string }{
		{"Payee", "Corner Store", "Corner Store"},
		{"Account", "Savings", "Savings"},
		{"Cleared", "Uncleared", "Uncleared"},
		{"Flag", "Red", "Red flag"},
		{"Money", "Received", "Received"},
	} {
		w.Click("Filter")
		w.Choose(step.label, step.choice)
		w.Click("Show")
		w.Until(step.chip, `[...document.querySelectorAll('.chips .chip')].map(e => e.innerText.trim()).join() === `+walk.Quoted(step.chip))
		w.Click("Remove filter " + step.chip)
		w.CheckTally("300 transactions")
	}
	w.Click("Filter")
	w.Fill("Amount from", "20")
	w.Fill("Amount to", "40.50")
	w.Click("Show")
	w.See("Amount 20.00 to 40.50")
	w.Until("amounts of either sign between", `[...document.querySelectorAll('.tx')].every(e => Math.abs(e.dataset.amount) >= 20000 && Math.abs(e.dataset.amount) <= 40500)`)
	w.Click("Filter")
	w.Choose("Money", "Received")
	w.Click("Show")
	w.See("Received 20.00 to 40.50")
	w.Until("amounts between", `[...document.querySelectorAll('.tx')].every(e => +e.dataset.amount >= 20000 && +e.dataset.amount <= 40500)`)
	w.Click("Remove all filters")
	w.CheckTally("300 transactions")
	w.Click("Filter")
	w.Click("Needs a category")
	w.Click("Show")
	w.Until("rows that need one", `[...document.querySelectorAll('.tx')].every(e => e.innerText.includes('Needs a category'))`)
	w.Click("Remove all filters")
	w.CheckTally("300 transactions")
	w.Click("Filter")
	w.Click("This year")
	w.Until("this year", `[...document.querySelectorAll('.chips .chip')].map(e => e.innerText.trim()).join() === 'This year'`)
	w.Click("Remove all filters")
	w.CheckTally("300 transactions")

	// The orders, both ways.
	for _, name := range []string{"Payee", "Category", "Notes", "Amount", "Flag", "Cleared"} {
		w.Click(name)
		w.Until("in order of "+name, `document.querySelectorAll('th[aria-sort]').length === 1 && document.querySelector('th[aria-sort]').innerText.trim() === `+walk.Quoted(name))
		once := w.Eval(`document.querySelector('th[aria-sort]').ariaSort`)
		w.Click(name)
		w.Until("the other way round", `document.querySelector('th[aria-sort]').getAttribute('aria-sort') !== `+walk.Quoted(once))
		w.See("Last")
	}
	w.Click("Amount")
	w.Until("smallest first", `(a => a.every((n, i) => i === 0 || n >= a[i - 1]))([...document.querySelectorAll('.tx')].map(e => +e.dataset.amount))`)
	w.Click("Next")
	w.See("101–200 of 300")
	w.Click("Last")
	w.See("201–300 of 300")
	w.Click("Previous")
	w.See("101–200 of 300")
	w.Click("First")
	w.See("1–100 of 300")

	// One account has a balance after each row, in both directions.
	w.Click("Savings")
	w.See("Balance")
	newest := w.Column("running")
	w.Click("Date")
	w.Until("oldest first", `document.querySelector('th[aria-sort]').getAttribute('aria-sort') === 'ascending'`)
	if oldest := w.Column("running"); reversed(oldest) != newest {
		t.Errorf("the balances are %s, in reverse order %s", newest, oldest)
	}
	w.Click("Payee")
	w.Until("no balance", `!document.querySelector('.running')`)
}

func reversed(list string) string {
	parts := strings.Split(list, "|")
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return strings.Join(parts, "|")
}

// TestWalkRegisterKeys uses a register with the keyboard only.
func TestWalkRegisterKeys(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportFile(t, walk.UglyPlan(t))
	w.Open("/budgets/" + w.ID + "/accounts/all")
	at := func() string {
		return w.Eval(`document.activeElement.closest('.tx') ? [...document.querySelectorAll('.tx')].indexOf(document.activeElement.closest('.tx')) : -1`)
	}
	on := func(row string) {
		t.Helper()
		w.Until("the focus on row "+row, `[...document.querySelectorAll('.tx')].indexOf(document.activeElement.closest('.tx')) === `+row)
	}

	w.Keys(kb.ArrowDown)
	on("0")
	w.Keys(kb.ArrowDown + kb.ArrowDown)
	on("2")
	w.Keys(kb.End)
	on("99")
	w.Keys(kb.PageDown)
	w.See("101–200 of 300")
	on("0")
	w.Keys(kb.PageUp)
	w.See("1–100 of 300")
	w.Keys(kb.Home)
	on("0")
	w.Keys(kb.ArrowDown)

	mark := `document.querySelectorAll('.tx')[1].querySelector('.mark-it').title`
	was := w.Eval(mark)
	w.Press("c")
	w.Until("another mark", mark+` !== `+walk.Quoted(was))
	on("1")
	w.CheckConserved()
	w.Keys("z", chromedp.ModifierCtrl)
	w.Until("the mark again", mark+` === `+walk.Quoted(was))

	w.Press("d")
	w.See("Duplicated the transaction of")
	w.CheckTally("302 transactions") // the row is a transfer, so its other side was copied too
	w.CheckConserved()
	w.Keys("z", chromedp.ModifierCtrl)
	w.CheckTally("300 transactions")

	w.Press(" ")
	w.See("1 selected")
	w.Keys(kb.ArrowDown + kb.ArrowDown)
	w.Press(" ", chromedp.ModifierShift)
	w.See("3 selected")
	browsertest.Shot(t, w.Tab, "register-selected")
	walk.Check(t, w.Tab, "rows selected")
	w.Keys(kb.Escape)
	w.WaitGone("3 selected")
	w.Keys("a", chromedp.ModifierCtrl)
	w.See("100 selected")
	w.See("Select all 300")
	w.Keys(kb.Escape)

	w.Keys(kb.Home)
	w.Keys(kb.Delete)
	w.See("Undo restores everything.")
	browsertest.Shot(t, w.Tab, "register-delete")
	w.Keys(kb.Enter)
	w.See("Deleted the transaction of")
	w.CheckConserved()
	w.Keys("z", chromedp.ModifierCtrl)
	w.CheckTally("300 transactions")

	w.Keys(kb.Enter)
	w.Until("the form", `!!document.querySelector('.row-fields-form')`)
	w.Keys(kb.Escape)
	w.Until("no form", `!document.querySelector('.row-fields-form')`)
	w.Press("n")
	w.Until("the form of a new row", `!!document.querySelector('.row-fields-form')`)
	w.Keys(kb.Escape)
	w.Eval(`document.activeElement.blur()`)
	w.Press("?", chromedp.ModifierShift)
	w.See("Up and down")
	walk.Check(t, w.Tab, "the keys")
	if at() == "" {
		t.Error("no element has the focus")
	}
}
