package browsertest

import (
	"context"
	"testing"

	permissions "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// SetPosition sets the position of a tab's device with an accuracy in metres, and allows pages to read it.
func SetPosition(t testing.TB, tab context.Context, latitude, longitude, accuracy float64) {
	t.Helper()
	permit(t, tab, permissions.PermissionSettingGranted)
	locate(t, tab, emulation.SetGeolocationOverrideParams{Latitude: &latitude, Longitude: &longitude, Accuracy: &accuracy})
}

// LosePosition makes the position of a tab's device unavailable, although pages may read it.
func LosePosition(t testing.TB, tab context.Context) {
	t.Helper()
	permit(t, tab, permissions.PermissionSettingGranted)
	locate(t, tab, emulation.SetGeolocationOverrideParams{})
}

// DenyPosition denies pages the permission to read the position.
func DenyPosition(t testing.TB, tab context.Context) {
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

// UseInsecureContext makes a tab's future pages insecure contexts: otherwise browsers trust the loopback address that
// tests use.
func UseInsecureContext(t testing.TB, tab context.Context) {
	t.Helper()
	const source = `Object.defineProperty(window, 'isSecureContext', {value: false}); delete Navigator.prototype.geolocation`
	if _, err := chromedp.Call(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source}); err != nil {
		t.Fatal("making pages unsafe: ", err)
	}
}
