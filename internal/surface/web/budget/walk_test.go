package budget_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

func november(t *testing.T, l walk.Look) *walk.Walker {
	t.Helper()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, l)
	w.ID = world.ImportSample(t)
	w.Open("/budgets/" + w.ID + "?month=2026-11")
	return w
}

// TestUndoInTheNextCellUndoesThePrevious: Enter moves to the next figure; Ctrl+Z there undoes the previous one.
func TestUndoInTheNextCellUndoesThePrevious(t *testing.T) {
	t.Parallel()
	w := november(t, walk.WideLight)
	before := w.Figure("Groceries", "budgeted")
	w.ClickFigure("Groceries", "budgeted")
	w.Keys("=321" + kb.Enter)
	w.CheckFigure("Groceries", "budgeted", "321.00")
	w.Until("the next figure", `document.activeElement.matches('.sheet .edit')`)
	w.Keys("z", chromedp.ModifierCtrl)
	w.CheckFigure("Groceries", "budgeted", before)
	w.Keys("z", chromedp.ModifierCtrl, chromedp.ModifierShift)
	w.CheckFigure("Groceries", "budgeted", "321.00")
	w.CheckConserved()
}

// TestUndoOfAMoveKeepsTheFocus: after Ctrl+Z of a move by Alt and an arrow key, no element had the focus.
func TestUndoOfAMoveKeepsTheFocus(t *testing.T) {
	t.Parallel()
	w := november(t, walk.WideLight)
	for _, at := range []string{`[aria-label="Menu of Groceries"]`, `button[name="budgeted"][value^="` + categoryID(t, w.Env, w.ID, "Groceries") + `."]`} {
		has := `document.activeElement.matches(` + walk.Quoted(at) + `)`
		w.Eval(`document.querySelector(` + walk.Quoted(at) + `).focus()`)
		w.Keys(kb.ArrowDown, chromedp.ModifierAlt)
		w.See("Moved the category Groceries")
		w.Until("the focus stays", has)
		w.Keys("z", chromedp.ModifierCtrl)
		w.See("Undone: Moved the category Groceries")
		w.Until("the focus stays when that is undone", has)
		w.Keys("z", chromedp.ModifierCtrl, chromedp.ModifierShift)
		w.See("Redone: Moved the category Groceries")
		w.Until("the focus stays when that is redone", has)
		w.Keys("z", chromedp.ModifierCtrl)
		w.See("Undone: Moved the category Groceries")
	}
}

// TestARowMovedByAnotherUserKeepsTheFocus: if another user moved a row up, it lost the focus to the beginning of
// the page.
func TestARowMovedByAnotherUserKeepsTheFocus(t *testing.T) {
	t.Parallel()
	w := november(t, walk.WideLight)
	last := w.Eval(`[...document.querySelectorAll('.sheet tbody.group:not(.income) tr.category')].at(-1).dataset.category`)
	groceries := categoryID(t, w.Env, w.ID, "Groceries")
	group := w.Eval(`document.querySelector('tr[data-category="` + groceries + `"]').closest('tbody').dataset.group`)
	at := `tr[data-category="` + last + `"] .dots`
	w.Eval(`document.querySelector('` + at + `').focus()`)
	if _, err := w.Env.App.MoveCategory(t.Context(), app.Machine(), w.ID, last, group, groceries); err != nil {
		t.Fatal(err)
	}
	w.Until("the row moves", `document.querySelector('tr[data-category="`+last+`"]').nextElementSibling?.dataset.category === '`+groceries+`'`)
	w.Until("the focus stays", `document.activeElement.matches('`+at+`')`)
}

// heldBack delays responses until answer() is called on the page, which delivers one.
const heldBack = `(() => {
	const [real, waiting] = [window.fetch, []];
	window.held = () => waiting.length;
	window.answer = () => waiting.shift()();
	window.fetch = (at, init) => init?.method === 'POST' ? real(at, init).then((got) => new Promise((go) => waiting.push(() => go(got)))) : real(at, init);
})()`

// TestWalkARefusedAmountKeepsTheTextOfTheNextField: on a slow connection the response to an invalid amount
// arrived while the next one was typed: half of that was saved, the rest went into the refused figure, and no error
// was visible.
func TestWalkARefusedAmountKeepsTheTextOfTheNextField(t *testing.T) {
	t.Parallel()
	for _, l := range []walk.Look{walk.WideLight, walk.PhoneDark} {
		t.Run(l.Name, func(t *testing.T) {
			w := november(t, l)
			oldAmount := w.Figure("Groceries", "budgeted")
			w.Eval(heldBack)
			w.ClickFigure("Groceries", "budgeted")
			w.Do(chromedp.KeyEvent("58x" + kb.Enter))
			w.Until("the first answer", `window.held() === 1`)
			next := w.Eval(`document.querySelector('.editing').closest('tr').querySelector('.name bdi').innerText`)
			before := budgeted(t, w.Env, w.ID)
			w.Do(chromedp.KeyEvent("41"))
			w.Eval(`window.answer()`)
			w.See("\"58x\" is not an amount")
			w.Do(chromedp.KeyEvent("00"))
			if got := w.Eval(`document.querySelector('.sheet .edit').value`); got != "4100" {
				t.Errorf("the field contains %q", got)
			}
			w.CheckFigure("Groceries", "budgeted", oldAmount)
			w.Until("the mark", `document.querySelectorAll('td.refused').length === 1`)
			browsertest.Shot(t, w.Tab, "refused-"+l.Name)
			if now := budgeted(t, w.Env, w.ID); !equal(now, before) {
				t.Errorf("the unfinished text was saved: %v, want %v", now, before)
			}
			w.Do(chromedp.KeyEvent(kb.Enter))
			w.Until("the second answer", `window.held() === 1`)
			w.Eval(`window.answer()`)
			w.CheckFigure(next, "budgeted", "4,100.00")
			w.Keys(kb.Escape)
			w.ClickFigure("Groceries", "budgeted") // it shows the error, also after another user's change
			w.See("\"58x\" is not an amount")
			if _, err := w.Env.App.SetBudgeted(t.Context(), app.Machine(), w.ID, categoryID(t, w.Env, w.ID, "Rent"), november2026, 77_000); err != nil {
				t.Fatal(err)
			}
			w.CheckFigure("Rent", "budgeted", "77.00")
			w.See("\"58x\" is not an amount")
			w.Keys(kb.Escape)
			w.Until("no mark", `!document.querySelector('td.refused, .edit-fault')`)
			w.CheckConserved()
		})
	}
}

// TestArithmeticInTheSheet enters sums, differences relative to the figure, negative amounts, and one that is too
// large.
func TestArithmeticInTheSheet(t *testing.T) {
	t.Parallel()
	w := november(t, walk.WideLight)
	for _, step := range [][2]string{{"=100", "100.00"}, {"+25", "125.00"}, {"-50", "75.00"}, {"=100/3", "33.33"}, {"=-50", "−50.00"}, {"=0", "0.00"}} {
		w.ClickFigure("Groceries", "budgeted")
		w.Keys(step[0] + kb.Enter + kb.Escape)
		w.CheckFigure("Groceries", "budgeted", step[1])
	}
	w.ClickFigure("Groceries", "budgeted")
	w.Keys("1234567890123456" + kb.Enter)
	w.See("The amount is too large")
	w.CheckConserved()
}

// TestCoverToBudget covers a negative To Budget from a category with money.
func TestCoverToBudget(t *testing.T) {
	t.Parallel()
	for _, l := range []walk.Look{walk.WideLight, walk.PhoneLight} {
		t.Run(l.Name, func(t *testing.T) {
			w := november(t, l)
			w.ClickFigure("Groceries", "budgeted")
			w.Keys("=1000000" + kb.Enter + kb.Escape)
			w.CheckFigure("Groceries", "budgeted", "1,000,000.00")
			w.Until("below zero", `document.querySelector('.to-budget').matches('.minus')`)
			w.Click("To Budget")
			w.WaitGone("Move to a category")
			w.Click("Cover from a category")
			browsertest.Shot(t, w.Tab, "cover-to-budget-"+l.Name)
			w.Choose("From", "Groceries")
			w.Click("Cover")
			w.See("Covered To Budget from Groceries in November 2026")
			w.Until("zero", `document.querySelector('.to-budget strong').innerText === '€0.00'`)
			w.CheckConserved()
			w.Keys("z", chromedp.ModifierCtrl)
			w.Until("below zero again", `document.querySelector('.to-budget').matches('.minus')`)
		})
	}
}

// TestLongNamesAreDistinguishable: names that differ at their end can be distinguished, wide and on a phone.
func TestLongNamesAreDistinguishable(t *testing.T) {
	t.Parallel()
	for _, l := range []walk.Look{walk.WideLight, walk.PhoneLight} {
		t.Run(l.Name, func(t *testing.T) {
			w := november(t, l)
			for _, name := range []string{"Immediate Obligations", "Immediate Obligations-1", "Immediate Obligations of both of us-2"} {
				if _, err := w.Env.App.NewGroup(t.Context(), app.Machine(), w.ID, name); err != nil {
					t.Fatal(err)
				}
			}
			w.Open("/budgets/" + w.ID + "?month=2026-11")
			w.See("Immediate Obligations-1")
			cut := w.Eval(`[...document.querySelectorAll('.sheet tbody .name bdi')].filter(b => b.scrollWidth > b.clientWidth + 1 || b.scrollHeight > b.clientHeight + 2).map(b => b.innerText).join(', ')`)
			if cut != "" {
				t.Errorf("truncated: %s", cut)
			}
			walk.Check(t, w.Tab, "long names") // before scrolling: elements half covered by the head count as too small for touch
			w.Eval(`[...document.querySelectorAll('.sheet tbody')].at(-2).scrollIntoView()`)
			browsertest.Shot(t, w.Tab, "long-names-"+l.Name)
		})
	}
}

// TestBudgetedOnAPhone: the field is fully visible, covers nothing, and has buttons for the signs that a keypad
// lacks.
func TestBudgetedOnAPhone(t *testing.T) {
	t.Parallel()
	w := november(t, walk.PhoneLight)
	w.ClickFigure("Groceries", "budgeted")
	w.Until("the field", `document.activeElement.matches('.sheet .edit')`)
	browsertest.Shot(t, w.Tab, "budgeted-phone")
	over := w.Eval(`(() => { const i = document.activeElement, r = i.getBoundingClientRect(), row = i.closest('tr');
		const bad = [];
		if (r.left < 0 || r.right > innerWidth) bad.push('outside of the window');
		for (const x of [r.left + 3, r.right - 3]) for (const y of [r.top + 3, r.bottom - 3]) if (document.elementFromPoint(x, y) !== i) bad.push('covered');
		for (const e of row.querySelectorAll('bdi, .activity > *, .balance > *')) { const b = e.getBoundingClientRect();
			if (b.width && b.left < r.right - 1 && r.left < b.right - 1 && b.top < r.bottom - 1 && r.top < b.bottom - 1) bad.push('covers ' + e.innerText); }
		return bad.join(', ') })()`)
	if over != "" {
		t.Errorf("the field is covered or outside: %s", over)
	}
	w.Keys("=100" + kb.Enter + kb.Escape)
	w.CheckFigure("Groceries", "budgeted", "100.00")
	w.ClickFigure("Groceries", "budgeted")
	w.Click("Minus")
	w.Keys("30" + kb.Enter + kb.Escape)
	w.CheckFigure("Groceries", "budgeted", "70.00")
	w.Click("To Budget")
	w.Click("Hold for next month")
	w.Click("Divided by")
	w.Until("the sign after the amount", `/[0-9]÷$/.test(document.activeElement.value)`)
	browsertest.Shot(t, w.Tab, "hold-phone")
	w.CheckConserved()
}
