package browsertest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/testkit"
)

// violation is a rule of axe-core that a page breaks.
type violation struct {
	ID, Help string
	Nodes    []struct{ HTML, FailureSummary string }
}

// rules are those of WCAG 2.2, levels A and AA.
const rules = `axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], resultTypes: ["violations"]})
	.then(r => r.violations.map(v => ({ID: v.id, Help: v.help,
		Nodes: v.nodes.map(n => ({HTML: n.html.slice(0, 200), FailureSummary: n.failureSummary}))})))`

// Accessible fails the test for every rule of WCAG 2.2 AA that axe-core sees broken on the page that the tab shows.
func Accessible(t testing.TB, tab context.Context) {
	t.Helper()
	axe, err := os.ReadFile(filepath.Join(testkit.RepoRoot(t), "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		testkit.Missing(t, "HOLDOVER_REQUIRE_BROWSER", err)
	}
	if _, err := chromedp.Run(tab, chromedp.Evaluate[int](string(axe)+";0")); err != nil {
		t.Fatal("loading axe-core: ", err)
	}
	found, err := chromedp.Run(tab, chromedp.Evaluate[[]violation](rules, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal("running axe-core: ", err)
	}
	for _, v := range found {
		for _, n := range v.Nodes {
			t.Errorf("%s: %s\n%s\n%s", v.ID, v.Help, n.HTML, n.FailureSummary)
		}
	}
}
