package web_test

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestLooksOnPhone checks for layout errors found on phones.
func TestLooksOnPhone(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewEnv(t, webtest.Pages), walk.PhoneLight)
	w.ID = apptest.Family(t, w.Env.App)
	home := "/budgets/" + w.ID
	for _, c := range []struct{ name, path, wrong string }{
		{"descriptions of accounts are not clipped", "/accounts/new", clippedFacts},
		{"the chart of Spending is on the first screen", "/reports/spending", `(top => top > 420 ? 'it begins at ' + top : '')(document.querySelector('.report-picture').getBoundingClientRect().top)`},
		{"five scheduled transactions are on a screen", "/scheduled", `(all => all[4].getBoundingClientRect().bottom > innerHeight ? 'the fifth is lower' : '')(document.querySelectorAll('.schedule tbody tr'))`},
		{"the account leaves the payee its width", "/accounts/all", `(e => e.getBoundingClientRect().width < 270 ? 'the payee has ' + e.getBoundingClientRect().width : '')(document.querySelector('.rows td.payee'))`},
		{"a new scheduled transaction begins at the payee", "/scheduled/new", `document.activeElement.id === 'row-payee' ? '' : 'the focus is on ' + document.activeElement.outerHTML.slice(0, 80)`},
	} {
		w.Open(home + c.path)
		if problem := w.Eval(c.wrong); problem != "" {
			t.Errorf("%s does not hold: %s", c.name, problem)
		}
	}
	for _, path := range []string{"", "/reports", "/reports/spending", "/reports/income", "/reports/calendar", "/accounts", "/accounts/all", "/accounts/new", "/payees", "/scheduled", "/rules", "/verification"} {
		w.Open(home + path)
		if small := w.SmallTargets(); small != "" {
			t.Errorf("%s has touch targets that are too small: %s", path, small)
		}
	}
}

// clippedFacts returns the texts of cards that begin left of their visible area.
const clippedFacts = `[...document.querySelectorAll('.card-facts span')].filter(e => {
	const text = document.createRange(), clip = e.parentElement.getBoundingClientRect().left + parseFloat(getComputedStyle(e.parentElement).clipPath.match(/([\d.]+)px\)/)[1]);
	text.selectNodeContents(e);
	return [...text.getClientRects()].some(r => r.left < clip - 1);
}).map(e => e.innerText).join('; ')`

// TestLooksOfRightToLeftNames checks that a category with a Hebrew name begins at the same position as other
// categories.
func TestLooksOfRightToLeftNames(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewEnv(t, webtest.Pages), walk.PhoneLight)
	w.ID = w.Env.ImportSample(t)
	screen := testkit.Must(w.Env.App.Screen(t.Context(), app.Machine(), w.ID))(t)
	for _, c := range screen.Categories {
		if c.Name == "Groceries" {
			testkit.Must(w.Env.App.RenameCategory(t.Context(), app.Machine(), w.ID, c.ID, "מצרכים"))(t)
		}
	}
	w.Open("/budgets/" + w.ID)
	problem := w.Eval(`(all => { const left = name => { const text = document.createRange(); text.selectNodeContents(all.find(e => e.innerText === name)); return text.getBoundingClientRect().left; };
		return left('מצרכים') > left('Household') + 1 ? left('מצרכים') + ' and not ' + left('Household') : '' })([...document.querySelectorAll('.sheet .name bdi')])`)
	if problem != "" {
		t.Errorf("the name begins at %s", problem)
	}
}

// TestLooksOfWideBudgetAndReports checks that the sheet has the width of its window, and that a report's headline has
// the width of its line.
func TestLooksOfWideBudgetAndReports(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewEnv(t, webtest.Pages), walk.WideLight)
	w.ID = w.Env.ImportSample(t)
	for _, months := range []string{"1", "2", "3"} {
		w.Open("/budgets/" + w.ID + "?show=" + months)
		if short := w.Eval(`document.querySelector('.sheet-scroll').clientWidth - document.querySelector('.sheet').getBoundingClientRect().width`); short != "0" {
			t.Errorf("with %s months the sheet is %s px too narrow", months, short)
		}
	}
	w.Open("/budgets/" + w.ID + "/reports/spending")
	if height := w.Eval(`document.querySelector('.report-page .lead').getBoundingClientRect().height < 30`); height != "true" {
		t.Error("the headline of Spending wraps in a window that it fits in")
	}
}

// TestLooksOnPaper checks that the budget prints without buttons, and that Spending is not wider than A4.
func TestLooksOnPaper(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewEnv(t, webtest.Pages), walk.WideLight)
	w.ID = w.Env.ImportSample(t)
	const a4 = 1031 // width in pixels of a landscape sheet between its margins
	w.Do(chromedp.EmulateViewport(a4, 700))
	for _, path := range []string{"", "/reports/spending"} {
		w.Open("/budgets/" + w.ID + path)
		if _, err := chromedp.Call(w.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
			t.Fatal(err)
		}
		if wide := w.Eval(`document.documentElement.scrollWidth > innerWidth ? document.documentElement.scrollWidth : ''`); wide != "" {
			t.Errorf("%s is %s px wide on a sheet of %d", path, wide, a4)
		}
		if pressed := w.Eval(`[...document.querySelectorAll('.strip, .looks, .dots, .sidebar, .bottombar, .report-tools')].filter(e => e.checkVisibility()).map(e => e.className).join(' ')`); pressed != "" {
			t.Errorf("%s prints the buttons %s", path, pressed)
		}
		if _, err := chromedp.Call(w.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{}); err != nil {
			t.Fatal(err)
		}
	}
}
