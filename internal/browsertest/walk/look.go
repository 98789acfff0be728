package walk

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"holdover/internal/browsertest"
)

// Look is a window to look at a page through.
type Look struct {
	Name          string
	Width, Height int
	Dark, Phone   bool
}

// Looks are the windows that pages are looked at through.
var Looks = []Look{
	{Name: "wide-light", Width: 1440, Height: 900},
	{Name: "wide-dark", Width: 1440, Height: 900, Dark: true},
	{Name: "phone-light", Width: 390, Height: 844, Phone: true},
	{Name: "phone-dark", Width: 390, Height: 844, Phone: true, Dark: true},
}

// Put makes a tab look so.
func (l Look) Put(t *testing.T, tab context.Context) {
	t.Helper()
	scheme := "light"
	if l.Dark {
		scheme = "dark"
	}
	if _, err := chromedp.Call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}},
	}); err != nil {
		t.Fatal(err)
	}
	if !l.Phone {
		return
	}
	phone := chromedp.EmulateViewport(int64(l.Width), int64(l.Height), chromedp.EmulateScale(2), chromedp.EmulateMobile, chromedp.EmulateTouch)
	if err := chromedp.Do(tab, phone); err != nil {
		t.Fatal(err)
	}
}

// Visit opens a page and waits until it stands, with as many months as there is room for.
func Visit(t *testing.T, tab context.Context, url string) {
	t.Helper()
	if err := chromedp.Do(tab, chromedp.Navigate(url)); err != nil {
		t.Fatal(err)
	}
	if err := browsertest.Settled(tab); err != nil {
		t.Fatal(err)
	}
}

const tooWide = `document.documentElement.scrollWidth - document.documentElement.clientWidth`

// Check looks at the page that a tab shows: nothing keeps people out, and it is not wider than its window.
func Check(t *testing.T, tab context.Context, name string) {
	t.Helper()
	t.Log("looking at ", name)
	browsertest.Accessible(t, tab)
	excess, err := chromedp.Run(tab, chromedp.Evaluate[int](tooWide))
	if err != nil {
		t.Fatal(err)
	}
	if excess > 0 {
		t.Errorf("%s is %d pixels wider than the window", name, excess)
	}
}
