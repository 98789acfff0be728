package browsertest

import (
	"context"
	"testing"

	permissions "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// StandAt lets a tab's device be at a place, known to so many metres, and its person tell pages so.
func StandAt(t testing.TB, tab context.Context, latitude, longitude, accuracy float64) {
	t.Helper()
	permit(t, tab, permissions.PermissionSettingGranted)
	locate(t, tab, emulation.SetGeolocationOverrideParams{Latitude: &latitude, Longitude: &longitude, Accuracy: &accuracy})
}

// Lose lets a tab's device not know where it is, although it may tell.
func Lose(t testing.TB, tab context.Context) {
	t.Helper()
	permit(t, tab, permissions.PermissionSettingGranted)
	locate(t, tab, emulation.SetGeolocationOverrideParams{})
}

// Refuse lets a tab's person have refused to tell where the device is.
func Refuse(t testing.TB, tab context.Context) {
	t.Helper()
	permit(t, tab, permissions.PermissionSettingDenied)
}

func permit(t testing.TB, tab context.Context, setting permissions.PermissionSetting) {
	t.Helper()
	if _, err := chromedp.CallBrowser(tab, permissions.SetPermission, permissions.SetPermissionParams{
		Permission: &permissions.PermissionDescriptor{Name: "geolocation"}, Setting: setting, BrowserContextID: chromedp.FromContext(tab).BrowserContextID,
	}); err != nil {
		t.Fatal("permitting positions: ", err)
	}
}

func locate(t testing.TB, tab context.Context, at emulation.SetGeolocationOverrideParams) {
	t.Helper()
	if _, err := chromedp.Call(tab, emulation.SetGeolocationOverride, at); err != nil {
		t.Fatal("setting a position: ", err)
	}
}

// Unsafe lets the pages that a tab opens from now on be as those that came over a line that is not encrypted: tests come to
// this machine, which browsers trust.
func Unsafe(t testing.TB, tab context.Context) {
	t.Helper()
	const source = `Object.defineProperty(window, 'isSecureContext', {value: false}); delete Navigator.prototype.geolocation`
	if _, err := chromedp.Call(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source}); err != nil {
		t.Fatal("making pages unsafe: ", err)
	}
}
