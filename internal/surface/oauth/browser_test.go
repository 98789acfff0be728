package oauth

import (
	"net/url"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"holdover/internal/testing/browsertest"
)

// TestConsentInTheBrowser finds controls by their visible text: it registers an application, authorises it, and disconnects it;
// wide and light, and as a phone in dark mode.
func TestConsentInTheBrowser(t *testing.T) {
	for _, screen := range []struct {
		name, scheme  string
		width, height int
	}{{"wide", "light", 1280, 900}, {"phone", "dark", 390, 844}} {
		t.Run(screen.name, func(t *testing.T) {
			h := newHoldover(t)
			tab := browsertest.Tab(t, screen.width, screen.height)
			_, key := h.signIn("Anna")
			if _, err := chromedp.Call(tab, network.SetCookie, network.SetCookieParams{Name: cookie, Value: key, URL: h.url}); err != nil {
				t.Fatal(err)
			}
			if _, err := chromedp.Call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: screen.scheme}},
			}); err != nil {
				t.Fatal(err)
			}
			do := func(actions ...chromedp.Action[chromedp.Void]) {
				t.Helper()
				if err := chromedp.Do(tab, actions...); err != nil {
					t.Fatal(err)
				}
			}
			see := func(name string) {
				t.Helper()
				browsertest.Accessible(t, tab)
				browsertest.Shot(t, tab, "oauth-"+name+"-"+screen.name)
			}
			do(chromedp.Navigate(h.url+"/settings/oauth"),
				chromedp.SendKeys(chromedp.CSS("form[action='/settings/oauth'] input[name=name]"), "Web tool"),
				chromedp.SendKeys(chromedp.CSS("form[action='/settings/oauth'] textarea"), h.url+"/callback"),
				chromedp.Click(chromedp.CSS("form[action='/settings/oauth'] input[name=implicit]")), chromedp.Click(browsertest.Button("Register")), chromedp.WaitVisible(chromedp.Search(`//p[contains(., "copy these now")]`)))
			see("registered")
			id, err := chromedp.Run(tab, chromedp.Text(chromedp.CSS(".trouble code")))
			if err != nil {
				t.Fatal(err)
			}
			query := url.Values{"client_id": {id}, "redirect_uri": {h.url + "/callback"}, "response_type": {"code"}, "state": {"x"}}
			do(chromedp.Navigate(h.url+"/oauth/authorize?"+query.Encode()), chromedp.WaitVisible(browsertest.Button("Allow")))
			see("consent")
			do(chromedp.Click(browsertest.Button("Allow")), chromedp.WaitVisible(chromedp.Search(`//h1[.="Back at the program"]`)))
			location, err := chromedp.Run(tab, chromedp.Evaluate[string]("location.search"))
			if q, _ := url.ParseQuery(location[min(1, len(location)):]); err != nil || q.Get("code") == "" || q.Get("state") != "x" {
				t.Fatalf("returned to %s, want a code (error %v)", location, err)
			}
			query.Set("response_type", "token")
			do(chromedp.Navigate(h.url+"/oauth/authorize?"+query.Encode()), chromedp.Click(browsertest.Button("Allow")),
				chromedp.WaitVisible(chromedp.Search(`//h1[.="Back at the program"]`)),
				chromedp.Navigate(h.url+"/settings/oauth"), chromedp.WaitVisible(browsertest.Button("Disconnect")))
			see("connected")
			do(chromedp.Click(browsertest.Button("Disconnect")), chromedp.WaitVisible(chromedp.CSS(".said")), chromedp.Click(chromedp.CSS("summary")), chromedp.Sleep(50*time.Millisecond))
			see("open")
		})
	}
}
