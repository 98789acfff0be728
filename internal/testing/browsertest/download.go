package browsertest

import (
	"context"
	"testing"

	cdp "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// Downloads returns the download folder of the tab. Tabs share one Chromium, but each has a separate folder.
func Downloads(t testing.TB, tab context.Context) string {
	t.Helper()
	folder := t.TempDir()
	if _, err := chromedp.Call(tab, cdp.SetDownloadBehavior, cdp.SetDownloadBehaviorParams{
		Behavior: cdp.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder, BrowserContextID: chromedp.FromContext(tab).BrowserContextID,
	}); err != nil {
		t.Fatal("choosing the folder for downloads: ", err)
	}
	return folder
}
