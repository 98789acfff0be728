package browsertest

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/testing/testkit"
)

// violation is a rule of axe-core that a page violates.
type violation struct {
	ID, Help string
	Nodes    []struct{ HTML, FailureSummary string }
}

// allRules are the tags of WCAG 2.2, levels A and AA. Without tags, only the rules about colours run.
const (
	allRules    = `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]`
	colourRules = `null`
)

var (
	//go:embed alike.js
	alikeJS string
	//go:embed look.js
	lookJS string
)

// Accessible fails the test for every rule of WCAG 2.2 AA that axe-core finds violated on the tab's page, in each of
// the tab's colour schemes ([SetColourScheme]): all rules in the first, those about colours in the others.
func Accessible(t testing.TB, tab context.Context) {
	t.Helper()
	schemes := dataOf(tab).schemes
	last := len(schemes) - 1
	checkRules(t, tab, allRules, schemes[0], last == 0)
	for i, scheme := range schemes[1:] {
		emulate(t, tab, scheme)
		checkRules(t, tab, colourRules, scheme, i+1 == last)
	}
	if last > 0 {
		emulate(t, tab, schemes[0])
	}
}

func checkRules(t testing.TB, tab context.Context, rules, scheme string, last bool) {
	t.Helper()
	found, err := violations(t, tab, rules, last)
	if err != nil {
		t.Fatal("running axe-core: ", err)
	}
	for _, v := range found {
		for _, n := range v.Nodes {
			t.Errorf("%s: %s (%s)\n%s\n%s", v.ID, v.Help, scheme, n.HTML, n.FailureSummary)
		}
	}
}

// violations runs axe-core (look.js), which is injected into a page on first use.
func violations(t testing.TB, tab context.Context, rules string, last bool) ([]violation, error) {
	t.Helper()
	isLoaded, err := chromedp.Run(tab, chromedp.Evaluate[bool]("typeof holdoverLook === 'function'"))
	if err != nil {
		return nil, err
	}
	if !isLoaded {
		axe, err := os.ReadFile(filepath.Join(testkit.RepoRoot(t), "node_modules", "axe-core", "axe.min.js"))
		if err != nil {
			testkit.Missing(t, "HOLDOVER_REQUIRE_BROWSER", err)
		}
		if _, err := chromedp.Run(tab, chromedp.Evaluate[int](string(axe)+";"+alikeJS+lookJS+";0")); err != nil {
			return nil, err
		}
	}
	return chromedp.Run(tab, chromedp.Evaluate[[]violation](fmt.Sprintf("holdoverLook(%s, %t)", rules, last)))
}
