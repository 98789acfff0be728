package settings_test

import (
	"fmt"
	"log/slog"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/pushtest"
)

// remindersSay is a JavaScript expression for what the page says about reminders.
const remindersSay = `document.querySelector('.reminders-says').innerText`

// pushService replaces what Chromium without a window lacks: it denies all notifications, and has no push service. The
// replacement counts as allowed, and answers with a browser of the test's push service.
const pushService = `Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
	Notification.requestPermission = async () => 'granted';
	PushManager.prototype.subscribe = async () => ({ toJSON: () => ({ endpoint: %q, keys: { p256dh: %q, auth: %q } }) });
	PushManager.prototype.getSubscription = async () => document.querySelector('[data-reminders=on]') && { unsubscribe: async () => true };`

// TestRemindersInABrowser turns reminders on in a browser that blocks notifications, in one without HTTPS, and in one that
// allows them.
func TestRemindersInABrowser(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnvWithSignIn(t, webtest.Pages, slog.New(slog.DiscardHandler))
	world.AddAnnaAndBen(t)
	world.ImportSample(t)
	signIn := func(l walk.Look) *walk.Walker {
		t.Helper()
		w := walk.New(t, world, l)
		w.Open("/sign-in")
		w.Fill("Name", "Anna")
		w.Fill("Password", walk.AnnasPassword+kb.Enter)
		w.See("Household")
		return w
	}
	says := func(w *walk.Walker, words string) {
		t.Helper()
		w.Until(words, remindersSay+` === `+walk.Quoted(words))
	}
	phone, wide := signIn(walk.PhoneDark), signIn(walk.WideLight)

	wide.Open("/settings")
	says(wide, "This browser blocks notifications of Holdover. Allow them in the settings of the browser, then load this page again.")
	wide.Eval(`document.querySelector('.reminders').scrollIntoView()`)
	wide.Shoot("reminders-blocked")
	unsafe := signIn(walk.WideLight)
	browsertest.UseInsecureContext(t, unsafe.Tab)
	unsafe.Open("/settings")
	says(unsafe, "Reminders need HTTPS: open Holdover with an address that starts with https.")

	browser := pushtest.New(t).Subscribe("")
	source := fmt.Sprintf(pushService, browser.Endpoint, browser.P256dh, browser.Auth)
	if _, err := chromedp.Call(phone.Tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source}); err != nil {
		t.Fatal(err)
	}
	phone.Open("/settings")
	phone.Until("the form", `!document.querySelector('.reminders-form').hidden`)
	phone.Eval(`document.querySelector('.reminders').scrollIntoView()`)
	phone.Shoot("reminders-off-phone")
	phone.CheckTouchTargets(".reminders")
	phone.Click("transactions wait for approval")
	phone.Click("Turn on reminders")
	phone.See("Reminders are on, on this device.")
	phone.Until("the choice", `JSON.stringify([...document.querySelectorAll('.reminders-form [name=kind]')].map((e) => e.checked)) === '[true,true,false,true]'`)
	says(phone, "")
	phone.Eval(`document.querySelector('.reminders').scrollIntoView()`)
	phone.Shoot("reminders-on-phone")
	phone.CheckTouchTargets(".reminders")
	phone.Click("Turn off reminders")
	phone.See("Reminders are off on this device.")
}
