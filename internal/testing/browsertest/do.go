package browsertest

import (
	"context"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Do runs actions in a tab within twenty seconds, or reports the one that did not finish.
func Do(t testing.TB, tab context.Context, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	ctx, cancel := context.WithTimeout(tab, 20*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		where, _ := chromedp.Run(tab, chromedp.Evaluate[string](`location.href + "\n" + document.body.innerText`))
		t.Fatalf("%v\nat %s", err, where)
	}
}

// Button returns a search for the button with that visible text.
func Button(text string) chromedp.Search {
	return chromedp.Search(`//button[normalize-space()="` + text + `"]`)
}
