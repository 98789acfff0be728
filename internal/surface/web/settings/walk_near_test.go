package settings_test

import (
	"log/slog"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// switchIs is a JavaScript expression for the state of the switch for nearby payees. nearSays and called are those
// for its status text and its label.
const (
	switchIs = `document.querySelector('.near-setting .switch').getAttribute('aria-checked')`
	nearSays = `document.querySelector('.near-setting .near-says').innerText`
	called   = `document.querySelector('.near-setting .switch').labels[0].innerText.trim()`
)

// TestSwitchOfPayeesNearby switches nearby payees on by touch and off by keyboard. The browser is asked for its
// position only while the switch is on. The switch shows whether the position is available. It affects only this
// device.
func TestSwitchOfPayeesNearby(t *testing.T) {
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
	checkSwitch := func(w *walk.Walker, on, words string) {
		t.Helper()
		w.Until("the switch "+on, switchIs+` === '`+on+`'`)
		w.Until(words, nearSays+` === `+walk.Quoted(words))
	}
	phone, wide := signIn(walk.PhoneDark), signIn(walk.WideLight)
	for _, w := range []*walk.Walker{phone, wide} {
		browsertest.DenyPosition(t, w.Tab) // a request would be refused
		w.Open("/settings")
		checkSwitch(w, "false", "")
		if name := w.Eval(called); name != "Offer payees near here, on this device" {
			t.Errorf("the switch is called %q", name)
		}
	}
	browsertest.SetPosition(t, phone.Tab, 52.52, 13.405, 12.4)
	phone.Click("Offer payees near here")
	checkSwitch(phone, "true", "It works: your position is known to 13 m.")
	phone.Shoot("near-switch-phone")
	phone.CheckTouchTargets(".near-setting")
	for _, c := range []struct {
		happens func()
		says    string
	}{
		{func() { browsertest.DenyPosition(t, phone.Tab) }, "This browser does not share your position with Holdover, so payees are suggested as before. You can change this in the settings of your browser."},
		{func() { browsertest.LosePosition(t, phone.Tab) }, "Your position is not available right now, so payees are suggested as before."},
		{func() { browsertest.SetPosition(t, phone.Tab, 52.52, 13.405, 2600) }, "Your position is known to 3 km only, which is not precise enough to find payees nearby."},
	} {
		c.happens()
		phone.Open("/settings")
		checkSwitch(phone, "true", c.says)
	}
	wide.Open("/settings")
	checkSwitch(wide, "false", "")
	wide.TabTo(`e.matches('.near-setting .switch')`)
	wide.Keys(" ")
	checkSwitch(wide, "true", "This browser does not share your position with Holdover, so payees are suggested as before. You can change this in the settings of your browser.")
	wide.Shoot("near-switch-refused")
	wide.TabTo(`e.matches('.near-setting .switch')`)
	wide.Keys(" ")
	checkSwitch(wide, "false", "")
}

// TestPayeesNearbyWithoutAPosition: if the browser has no position, the page shows a sentence with the reason instead
// of the switch.
func TestPayeesNearbyWithoutAPosition(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnvWithSignIn(t, webtest.Pages, slog.New(slog.DiscardHandler))
	world.AddAnnaAndBen(t)
	w := walk.New(t, world, walk.WideLight)
	w.Open("/sign-in")
	w.Fill("Name", "Anna")
	w.Fill("Password", walk.AnnasPassword+kb.Enter)
	w.See("Sign out")
	browsertest.UseInsecureContext(t, w.Tab)
	w.Open("/settings")
	w.Until("why", nearSays+` === 'Browsers share a position over HTTPS only: open Holdover with an address that starts with https.'`)
	w.Until("no switch", `!document.querySelector('.near-setting .switch').checkVisibility()`)
}
