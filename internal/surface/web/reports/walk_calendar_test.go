package reports_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// spentOn selects a day of the calendar that links to its expenses.
const spentOn = `[...document.querySelectorAll('.chart a.spot')].find(e => e.getAttribute('href').includes('counts=spending'))`

// leadsToRows returns a condition: the register shows groceries of one day, and their sum is the amount of the day.
func leadsToRows(day string) string {
	amount := strings.TrimPrefix(strings.Split(day, "\n")[1], "Spent: €")
	return `location.pathname.includes('/accounts/') && location.search.includes('counts=spending') && document.querySelector('.tally').innerText.replace('−', '').includes(` + walk.Quoted(amount) + `)
		&& [...document.querySelectorAll('.ledger tbody tr')].filter(r => r.innerText.includes('Groceries')).length > 0`
}

// TestWalkCalendarByKeyboard filters the calendar by groceries, moves along the days to one with groceries, and opens
// its transactions, with the keyboard only.
func TestWalkCalendarByKeyboard(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewEnv(t, webtest.Pages), walk.WideLight)
	w.ID = w.Env.ImportSample(t)
	w.Open("/budgets/" + w.ID + "/reports/calendar?from=2026-07&to=2026-07")
	all := w.Eval(`document.querySelector('.lead').innerText`)
	w.TabToWords("Filter")
	w.Keys(kb.Enter)
	w.Until("its first list, with the focus", `document.activeElement.matches('#spot select[name=category]')`)
	w.Do(chromedp.KeyEvent("Groceries"))
	w.Keys(kb.Tab)
	w.Until("groceries alone, ticked", `[...document.querySelectorAll('#spot .ticked')].map(e => e.innerText.trim()).join() === 'Groceries'`)
	w.TabTo(`e.closest('#spot') && e.innerText === 'Show'`)
	w.Keys(kb.Enter)
	w.Until("the filter", `document.querySelector(".chips a")?.ariaLabel === "Remove filter Groceries"`)
	w.Until("another sentence", `document.querySelector('.lead').innerText !== `+walk.Quoted(all))
	w.TabTo(`e.closest('.chart')`)
	w.Keys(kb.Home)
	for range 31 {
		if w.Eval(`document.activeElement === `+spentOn) == "true" {
			break
		}
		w.Keys(kb.ArrowRight)
	}
	w.Until("a day with groceries", `document.activeElement === `+spentOn+` && `+said+`.includes('Spent')`)
	day := w.Eval(said)
	w.Keys(kb.Enter)
	w.Until("what was spent on "+day, leadsToRows(day))
}

// TestWalkCalendarByThumb does the same on a phone: the first touch of a day shows its figures, the second follows
// its link.
func TestWalkCalendarByThumb(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewEnv(t, webtest.Pages), walk.PhoneDark)
	w.ID = w.Env.ImportSample(t)
	w.Open("/budgets/" + w.ID + "/reports/calendar?from=2026-07&to=2026-07")
	w.Click("Filter")
	w.Choose("Category", "Groceries")
	walk.Check(t, w.Tab, "filter of the calendar")
	w.Click("Show")
	w.Until("the filter", `document.querySelector(".chips a")?.ariaLabel === "Remove filter Groceries"`)
	walk.Check(t, w.Tab, "calendar of groceries")
	middle := `(e => { if (!e) return null; e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2] })(` + spentOn + `)`
	w.Tap(middle, "a day with groceries")
	w.Until("what it says", said+`.includes('Spent')`)
	day := w.Eval(said)
	w.Tap(middle, "the day once more")
	w.Until("what was spent on "+day, leadsToRows(day))
}
