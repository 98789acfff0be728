package reports_test

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkReportsOnPaper: a printed report has its months, filters and chart, and no controls.
func TestWalkReportsOnPaper(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewEnv(t, webtest.Pages), walk.WideLight)
	w.ID = w.Env.ImportSample(t)
	shown := func(selector string) string {
		return `[...document.querySelectorAll(` + walk.Quoted(selector) + `)].filter(e => e.getBoundingClientRect().height > 0).length`
	}
	for report, on := range map[string]map[string]bool{
		"spending": {".on-paper": true, ".chips": true, ".chip svg": false, ".segments": false, ".months-form": false, ".report-keep": false, ".to-filter": false, ".chart .place": true, ".report-take": false},
		"calendar": {".on-paper": false, ".chips": true, ".calendar .place": true, ".segments": false, ".report-table": true},
	} {
		w.Open("/budgets/" + w.ID + "/reports/" + report + "?from=2026-07&to=2026-07&category=none&not=category")
		if seen := w.Eval(shown(".on-paper")); seen != "0" {
			t.Errorf("%s: the screen shows the months twice", report)
		}
		for _, media := range []string{"print", ""} {
			if _, err := chromedp.Call(w.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media}); err != nil {
				t.Fatal(err)
			}
			if media == "" {
				continue
			}
			if scheme := w.Eval(`(e => { e.dataset.theme = 'dark'; return getComputedStyle(e).colorScheme })(document.documentElement)`); scheme != "light" {
				t.Errorf("%s is %s on paper if the screen is", report, scheme)
			}
			for selector, want := range on {
				if seen := w.Eval(shown(selector)) != "0"; seen != want {
					t.Errorf("%s on paper shows %s: %t", report, selector, seen)
				}
			}
		}
	}
}
