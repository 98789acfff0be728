package browsertest_test

import (
	"cmp"
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/chromedp"

	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/testkit"
)

// TestPagesUseTheTestsFonts checks that pages are rendered with the family of HOLDOVER_FONTS, whatever else is
// installed.
func TestPagesUseTheTestsFonts(t *testing.T) {
	want := map[string]string{"dejavu": "DejaVu Sans", "liberation": "Liberation Sans", "noto": "Noto Sans"}[cmp.Or(os.Getenv("HOLDOVER_FONTS"), "dejavu")]
	tab := browsertest.Tab(t, 390, 844)
	for _, family := range []string{"sans-serif", "system-ui", "Arial, sans-serif", `"Noto Sans", "Liberation Sans", sans-serif`} {
		testkit.NoError(t, chromedp.Do(tab, chromedp.Navigate(serve(t, `<p style='font-family: `+family+`'>1,234.56 kept</p>`))))
		for _, used := range fontsOf(t, tab, "p") {
			if used != want {
				t.Errorf("font-family: %s is drawn with %q, want %q", family, used, want)
			}
		}
	}
}

// fontsOf returns the families that an element is rendered with.
func fontsOf(t *testing.T, tab context.Context, selector string) (families []string) {
	t.Helper()
	testkit.Must(chromedp.Call(tab, dom.Enable, dom.EnableParams{}))(t)
	testkit.Must(chromedp.Call(tab, css.Enable, cdp.Empty{}))(t)
	// After a navigation chromedp itself requests the document, which invalidates the ids of all nodes.
	got, err := platformFonts(tab, selector)
	for limit := time.Now().Add(20 * time.Second); err != nil && strings.Contains(err.Error(), "Could not find node") && time.Now().Before(limit); {
		got, err = platformFonts(tab, selector)
	}
	testkit.NoError(t, err)
	for _, f := range got.Fonts {
		families = append(families, f.FamilyName)
	}
	if len(families) == 0 {
		t.Errorf("%s is drawn with no font", selector)
	}
	return families
}

// platformFonts asks the browser which fonts the first element that matches a selector is rendered with.
func platformFonts(tab context.Context, selector string) (none css.GetPlatformFontsForNodeResult, _ error) {
	document, err := chromedp.Call(tab, dom.GetDocument, dom.GetDocumentParams{})
	if err != nil {
		return none, err
	}
	node, err := chromedp.Call(tab, dom.QuerySelector, dom.QuerySelectorParams{NodeID: document.Root.NodeID, Selector: selector})
	if err != nil {
		return none, err
	}
	return chromedp.Call(tab, css.GetPlatformFontsForNode, css.GetPlatformFontsForNodeParams{NodeID: node.NodeID})
}
