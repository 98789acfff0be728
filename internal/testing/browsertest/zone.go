package browsertest

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// SetTimeZone sets the time zone of a tab.
func SetTimeZone(t testing.TB, tab context.Context, zone string) {
	t.Helper()
	if _, err := chromedp.Call(tab, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: zone}); err != nil {
		t.Fatal("setting a time zone: ", err)
	}
}
