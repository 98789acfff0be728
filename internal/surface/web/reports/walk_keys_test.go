package reports_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// said is the text of the box next to a place of a chart.
const said = `(b => b && !b.hidden ? b.innerText.trim() : '')(document.querySelector('#chart-box'))`

// TestWalkEachReportByKeyboard opens each report from the list with Tab and Enter, chooses another period, reads the
// chart place by place, narrows and goes back, and follows a link of the table.
func TestWalkEachReportByKeyboard(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideDark)
	w.ID = world.ImportSample(t)
	enter := func(e string) {
		t.Helper()
		w.TabTo(e)
		w.Keys(kb.Enter)
	}
	named := func(words string) string { return `(e.innerText || '').trim() === ` + walk.Quoted(words) }
	path := func(end string) string { return `location.pathname.endsWith('` + end + `')` }
	for _, r := range []struct {
		title, at string
		other     string // the label of another period or dimension
		closer    bool   // its places are months to narrow to
		lead      string // a link of the table to a narrower report, and its target
		to        string
	}{
		{"Spending", "/reports/spending", "All", true, "Everyday", `new URL(location).searchParams.has('group')`},
		{"Month so far", "/reports/month", "June 2026", false, "Everyday", path("/reports/spending")},
		{"Calendar", "/reports/calendar", "June 2026", false, "", ""},
		{"Income and expenses", "/reports/income", "All", true, "Everyday", path("/reports/spending")},
		{"Net worth", "/reports/net-worth", "Each account", true, "Checking", `location.pathname.includes('/accounts/')`},
		{"Age of money", "/reports/age-of-money", "All", true, "", ""},
		{"Upcoming", "/reports/coming", "30 days", false, "Checking", `location.pathname.includes('/accounts/')`},
		{"Groceries", "/categories/" + categoryNamed(t, world.App, w.ID, "Groceries"), "All", false, "May 2026", `!location.pathname.includes('/reports/') && location.href.includes('2026-05')`},
	} {
		if r.title == "Groceries" {
			w.Open("/budgets/" + w.ID + "/reports" + r.at)
		} else {
			w.Open("/budgets/" + w.ID + "/reports")
			enter(named(r.title))
		}
		w.Until(r.title, path(r.at)+` && document.querySelector('h1').innerText.trim() === `+walk.Quoted(r.title))
		if r.title == "Month so far" || r.title == "Calendar" { // months in which the sample has expenses, on any date
			w.Open("/budgets/" + w.ID + r.at + "?from=2026-07&to=2026-07")
		}
		enter(named(r.other))
		w.Until(r.other, `(e => e && e.innerText === `+walk.Quoted(r.other)+`)(document.querySelector('.segments [aria-current]')) || [...document.querySelectorAll('.segments [aria-current]')].some(e => e.innerText === `+walk.Quoted(r.other)+`)`)
		w.TabTo(`e.closest('.chart')`)
		w.Until("the newest place of "+r.title, said+` !== ''`)
		newest := w.Eval(said)
		w.Keys(kb.ArrowLeft)
		w.Until("the place before it", said+` !== '' && `+said+` !== `+walk.Quoted(newest))
		w.Keys(kb.Home)
		w.Until("the oldest place", `document.activeElement === document.querySelector('.chart .spot')`)
		w.Keys(kb.ArrowRight)
		if r.closer {
			w.Press(kb.ArrowRight, chromedp.ModifierShift)
			w.Until("two places chosen", `document.querySelectorAll('.spot.chosen').length === 2`)
			w.Keys(kb.Enter)
			w.Until("them alone", `new URL(location).searchParams.has('from')`)
			enter(`(e.innerText || '').trim().startsWith('Back to ')`)
			w.Until("all of them", `!new URL(location).searchParams.has('from')`)
		}
		if r.lead == "" {
			continue
		}
		w.TabTo(`e.closest('.report-table th') && ` + named(r.lead))
		if figures := w.Eval(`document.activeElement.closest('tr').querySelectorAll('td a').length`); figures != "0" {
			w.Keys(kb.ArrowRight)
			w.Until("the row's first figure", `document.activeElement.closest('td') && document.activeElement.closest('tr').innerText.includes(`+walk.Quoted(r.lead)+`)`)
			w.Keys(kb.ArrowLeft)
			w.Until("its name again", `document.activeElement.closest('th') && document.activeElement.innerText.trim() === `+walk.Quoted(r.lead))
		}
		w.Keys(kb.Enter)
		w.Until("where "+r.lead+" of "+r.title+" leads", r.to)
	}
}

// TestWalkChartLinksByKeyboard follows a link of each chart with Enter.
func TestWalkChartLinksByKeyboard(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportSample(t)
	life := "categories/" + categoryNamed(t, world.App, w.ID, "Groceries")
	for report, to := range map[string]string{
		"spending": addressHasMonths("2026-05", "2026-05"), "income": addressHasMonths("2026-05", "2026-05"), "net-worth": addressHasMonths("2026-05", "2026-05"), "age-of-money": addressHasMonths("2026-05", "2026-05"),
		life: `location.pathname.includes('/accounts/') && new URL(location).searchParams.get('month') === '2026-05'`,
	} {
		w.Open("/budgets/" + w.ID + "/reports/" + report + months)
		w.TabTo(`e.closest('.chart')`)
		w.Keys(kb.ArrowLeft)
		w.Until("May", said+`.startsWith('May 2026')`)
		w.Keys(kb.Enter)
		w.Until("May alone, from "+report, to)
	}
}

// TestWalkFilterAndSaveByKeyboard filters a report, saves it, adds it to the overview, renames, moves, deletes and
// restores it, without a mouse.
func TestWalkFilterAndSaveByKeyboard(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewEnv(t, webtest.Pages), walk.WideLight)
	w.ID = w.Env.ImportSample(t)
	w.Open("/budgets/" + w.ID + "/reports/spending" + months)
	w.TabToWords("Filter")
	w.Keys(kb.Enter)
	w.Until("the filter", `!!document.querySelector('#spot:popover-open .report-filter')`)
	w.Until("its first list, with the focus", `document.activeElement.matches('select[name=category]')`)
	w.Do(chromedp.KeyEvent("Groceries" + kb.Enter)) // typing selects an option of a list
	w.Until("groceries alone, ticked", `[...document.querySelectorAll('#spot .ticked')].map(e => e.innerText.trim()).join() === 'Groceries'`)
	w.TabTo(`e.name === 'not' && e.value === 'category'`)
	w.Keys(" ")
	w.Keys(kb.Enter)
	w.See("Not: Groceries")
	keep := func(name string) {
		t.Helper()
		w.TabToWords("Save report")
		w.Keys(kb.Enter)
		w.See("Everyone who shares this budget can use it.")
		w.TabTo(`e.name === 'name'`)
		w.Do(chromedp.KeyEvent(name))
		w.Keys(kb.Enter)
		w.Until("its page", `document.querySelector('h1').innerText.includes(`+walk.Quoted(name)+`)`)
	}
	keep("Food")
	w.Open("/budgets/" + w.ID + "/reports/income" + months)
	keep("Ours")
	menu := func(name, item string) {
		t.Helper()
		w.TabTo(`e.ariaLabel === ` + walk.Quoted("Menu of "+name))
		w.Keys(kb.Enter)
		w.Until("its menu", `!!document.querySelector('#spot:popover-open')`)
		w.TabTo(`e.closest('#spot') && e.innerText.trim().startsWith(` + walk.Quoted(item) + `)`)
		w.Keys(kb.Enter)
	}
	cards := func(names ...string) {
		t.Helper()
		w.Until(strings.Join(names, ", "), `[...document.querySelectorAll('section:has(> h2)')][0].innerText.includes('Your reports') && [...document.querySelectorAll('.report-cards')][0].querySelectorAll('h3').length === `+walk.Quoted(len(names))+
			` && [...document.querySelectorAll('.report-cards')[0].querySelectorAll('h3')].map(e => e.innerText.trim()).join() === `+walk.Quoted(strings.Join(names, ",")))
	}
	w.Open("/budgets/" + w.ID + "/reports")
	cards("Food", "Ours")
	menu("Ours", "Move up")
	cards("Ours", "Food")
	menu("Food", "Rename")
	w.TabTo(`e.name === 'name'`)
	w.Eval(`document.activeElement.select()`)
	w.Do(chromedp.KeyEvent("Groceries"))
	w.Keys(kb.Enter)
	cards("Ours", "Groceries")
	menu("Ours", "Remove its chart from")
	w.Until("no picture of it", `!document.querySelectorAll('.report-card')[0].querySelector('.chart')`)
	menu("Ours", "Delete")
	w.TabTo(`e.matches('button.dangerous')`)
	w.Keys(kb.Enter)
	cards("Groceries")
	w.TabToWords("Undo")
	w.Keys(kb.Enter)
	cards("Ours", "Groceries")
}

func categoryNamed(t testing.TB, a *app.App, id, name string) string {
	t.Helper()
	got, err := a.Screen(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range got.Categories {
		if c.Name == name {
			return c.ID
		}
	}
	t.Fatalf("category %s does not exist", name)
	return ""
}
