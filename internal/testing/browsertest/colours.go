package browsertest

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// The colour schemes that a user may prefer.
const (
	Light = "light"
	Dark  = "dark"
)

// SetColourScheme shows a tab's pages in a colour scheme with reduced motion. [Accessible] also checks them in the
// other schemes.
func SetColourScheme(t testing.TB, tab context.Context, scheme string, others ...string) {
	t.Helper()
	dataOf(tab).schemes = append([]string{scheme}, others...)
	emulate(t, tab, scheme)
}

func emulate(t testing.TB, tab context.Context, scheme string) {
	t.Helper()
	if _, err := chromedp.Call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}},
	}); err != nil {
		t.Fatal("changing the colours: ", err)
	}
}
