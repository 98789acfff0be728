package browsertest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/testkit"
)

// violation is a rule of axe-core that a page breaks.
type violation struct {
	ID, Help string
	Nodes    []struct{ HTML, FailureSummary string }
}

// everyRule are those of WCAG 2.2, levels A and AA; rulesOfColour are those among them that colours alone decide.
const (
	everyRule     = `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]`
	rulesOfColour = `{type: "rule", values: ["color-contrast", "link-in-text-block"]}`
)

// run runs some of axe-core's rules. What nobody reads of an element, the way to it and itself, is not put together.
const run = `axe.run(document, {runOnly: RULES, resultTypes: ["violations"], selectors: false, elementRef: false, preload: false})
	.then(r => r.violations.map(v => ({ID: v.id, Help: v.help,
		Nodes: v.nodes.map(n => ({HTML: n.html.slice(0, 200), FailureSummary: n.failureSummary}))})))`

// Accessible fails the test for every rule of WCAG 2.2 AA that axe-core sees broken on the page that the tab shows, in
// each of the tab's colour schemes ([InColours]): in the first of them all rules, in another those of colours.
func Accessible(t testing.TB, tab context.Context) {
	t.Helper()
	schemes := of(tab).schemes
	look(t, tab, everyRule, schemes[0])
	if len(schemes) == 1 {
		return
	}
	for _, scheme := range schemes[1:] {
		emulate(t, tab, scheme)
		look(t, tab, rulesOfColour, scheme)
	}
	emulate(t, tab, schemes[0])
}

func look(t testing.TB, tab context.Context, rules, scheme string) {
	t.Helper()
	found, err := violations(t, tab, rules)
	if err != nil {
		t.Fatal("running axe-core: ", err)
	}
	for _, v := range found {
		for _, n := range v.Nodes {
			t.Errorf("%s: %s (%s)\n%s\n%s", v.ID, v.Help, scheme, n.HTML, n.FailureSummary)
		}
	}
}

// violations runs axe-core, which a page has from the first time it is looked at.
func violations(t testing.TB, tab context.Context, rules string) ([]violation, error) {
	t.Helper()
	there, err := chromedp.Run(tab, chromedp.Evaluate[bool]("typeof axe === 'object'"))
	if err != nil {
		return nil, err
	}
	if !there {
		axe, err := os.ReadFile(filepath.Join(testkit.RepoRoot(t), "node_modules", "axe-core", "axe.min.js"))
		if err != nil {
			testkit.Missing(t, "HOLDOVER_REQUIRE_BROWSER", err)
		}
		if _, err := chromedp.Run(tab, chromedp.Evaluate[int](string(axe)+";0")); err != nil {
			return nil, err
		}
	}
	return chromedp.Run(tab, chromedp.Evaluate[[]violation](strings.Replace(run, "RULES", rules, 1), chromedp.EvalAwaitPromise))
}
