package browsertest_test

import (
	"cmp"
	"context"
	"os"
	"testing"

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
	document := testkit.Must(chromedp.Call(tab, dom.GetDocument, dom.GetDocumentParams{}))(t)
	node := testkit.Must(chromedp.Call(tab, dom.QuerySelector, dom.QuerySelectorParams{NodeID: document.Root.NodeID, Selector: selector}))(t)
	testkit.Must(chromedp.Call(tab, css.Enable, cdp.Empty{}))(t)
	got := testkit.Must(chromedp.Call(tab, css.GetPlatformFontsForNode, css.GetPlatformFontsForNodeParams{NodeID: node.NodeID}))(t)
	for _, f := range got.Fonts {
		families = append(families, f.FamilyName)
	}
	if len(families) == 0 {
		t.Error(selector, " is drawn with no font")
	}
	return families
}
