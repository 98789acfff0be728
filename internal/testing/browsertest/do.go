package browsertest

import (
	"context"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Do runs actions in a tab. If one fails, or all of them take more than twenty seconds, the test fails with the error, the
// address and the text of the page.
func Do(t testing.TB, tab context.Context, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	ctx, cancel := context.WithTimeout(tab, 20*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		page, _ := chromedp.Run(tab, chromedp.Evaluate[string](`location.href + "\n" + document.body.innerText`))
		t.Fatalf("got the error %v, want none; the page is %s", err, page)
	}
}

// Button returns a search for the first button with a text. The text of a button includes its hidden parts, and a hidden
// button is found too.
func Button(text string) chromedp.Search {
	return chromedp.Search(`//button[normalize-space()="` + text + `"]`)
}
