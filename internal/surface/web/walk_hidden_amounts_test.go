package web_test

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// exposedAmounts returns the texts with an amount that no blur covers, and the page's title if it contains one. Texts for
// screen readers and the days of the sample's date format contain none or are read aloud only.
const exposedAmounts = `(() => {
	const amount = /\d[.,]\d\d(?!\d)/, found = [];
	const blurred = e => e.closest('svg') ? getComputedStyle(e).filter.includes('blur') : getComputedStyle(e).webkitTextFillColor === 'rgba(0, 0, 0, 0)';
	const spoken = e => e && (getComputedStyle(e).clipPath === 'inset(50%)' || spoken(e.parentElement));
	const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const text = texts.currentNode, e = text.parentElement;
		if (amount.test(text.data) && !e.matches('script, style, template, noscript, datalist option, svg title') && !blurred(e) && !spoken(e)) found.push(e.tagName + '.' + (e.getAttribute('class') ?? '') + ' in ' + e.parentElement.tagName + '.' + (e.parentElement.getAttribute('class') ?? '') + ': ' + text.data.trim().slice(0, 80));
	}
	for (const e of document.querySelectorAll('input:not([type=hidden]), textarea')) if (amount.test(e.value) && !blurred(e)) found.push(e.outerHTML.slice(0, 120));
	return [...new Set(found)].slice(0, 12).join('\n');
})()`

// TestHiddenAmountsAreBlurredOnEveryPage follows the links and opens the menus of a budget with hidden amounts.
func TestHiddenAmountsAreBlurredOnEveryPage(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewEnv(t, webtest.Pages), walk.WideLight)
	w.ID = w.Env.ImportSample(t)
	home := "/budgets/" + w.ID
	w.Open(home)
	w.Eval(`document.cookie = 'holdover_amounts=hidden; Path=/'`)
	seen := 0
	for _, path := range pagesFrom(t, w, home) {
		w.Open(path)
		if exposed := w.Eval(exposedAmounts); exposed != "" {
			t.Errorf("%s shows\n%s", path, exposed)
		}
		seen++
	}
	if seen < 60 {
		t.Errorf("only %d pages were found", seen)
	}
}

var (
	linkOf    = regexp.MustCompile(`(?:href|action|data-spot)="(/[^"#]*)`)
	numberOf  = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]+|[0-9]+`)
	withQuery = regexp.MustCompile(`\?.*`)
)

// pagesFrom returns the pages that links lead to, a few of each kind, and menus of the budget.
func pagesFrom(t *testing.T, w *walk.Walker, home string) []string {
	t.Helper()
	screen := testkit.Must(w.Env.App.Screen(t.Context(), app.Machine(), w.ID))(t)
	left := []string{home, home + "?month=2026-11&show=3", home + "/menu?to-budget=2026-11", home + "/menu?month=2026-11", home + "/accounts/all/print", home + "/assign?month=2026-11", "/settings/appearance"}
	for _, c := range screen.Categories[:3] {
		for _, kind := range []string{"balance", "budgeted"} {
			left = append(left, home+"/menu?"+kind+"="+c.ID+".2026-11")
		}
		left = append(left, home+"/menu?category="+c.ID)
	}
	p := w.Env.Person(t)
	known, pages := map[string]int{}, []string{}
	for ; len(left) > 0 && len(pages) < 200; left = left[1:] {
		at := left[0]
		status, _, page := p.Get(at)
		if status != http.StatusOK || !strings.Contains(page, "<main") {
			continue
		}
		pages = append(pages, at)
		for _, link := range linkOf.FindAllStringSubmatch(page, -1) {
			to := html.UnescapeString(link[1])
			kind := numberOf.ReplaceAllString(withQuery.ReplaceAllString(to, ""), "n")
			if known[kind] < 1 && !regexp.MustCompile("^/(assets|docs|accent)/|^/budgets/new|/(csv|document|original|download/|events|offline|receipts/)").MatchString(to) {
				known[kind]++
				left = append(left, to)
			}
		}
	}
	return pages
}
