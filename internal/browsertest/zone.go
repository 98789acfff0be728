package browsertest

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// LiveIn lets a tab's device be in a time zone.
func LiveIn(t testing.TB, tab context.Context, zone string) {
	t.Helper()
	if _, err := chromedp.Call(tab, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: zone}); err != nil {
		t.Fatal("setting a time zone: ", err)
	}
}
