package web_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/users"
	"holdover/internal/model/auth"
	"holdover/internal/surface/web"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestAnEndedSessionAsksForTheSecondStep: a user with an authenticator app signs in on the open page, with a code, and what was
// typed stays. Without an app where the owner requires one, the dialog says so.
func TestAnEndedSessionAsksForTheSecondStep(t *testing.T) {
	walk.RequireAssets(t)
	web.SetBeat(t, 100*time.Millisecond)
	world := walk.NewEnvWithSignIn(t, webtest.Pages, slog.New(slog.DiscardHandler))
	world.AddAnnaAndBen(t)
	w := walk.RowWalker{Walker: walk.New(t, world, walk.WideLight)}
	w.ID = world.ImportSample(t)
	w.Open("/sign-in?back=/budgets")
	w.Fill("Name", "Anna")
	w.Fill("Password", walk.AnnasPassword)
	w.Keys(kb.Enter)
	w.OpenAccount("Checking")
	w.Click("Add transaction")
	w.Until("the form", `!!document.querySelector('.row-fields-form')`)
	w.Type("payee", "Typed before the end")
	secret := setUpAuthenticator(t, world.App)
	anna := app.Actor{User: 1, Name: "Anna", Scope: auth.Full}
	testkit.NoError(t, endAll(t, world.App, anna))
	w.See("You are signed out")
	w.Do(chromedp.KeyEvent(walk.AnnasPassword + kb.Enter))
	w.See("Code of your authenticator app")
	w.Do(chromedp.KeyEvent("000000" + kb.Enter))
	w.See("The code is wrong")
	browsertest.Shot(t, w.Tab, "signed-out-code")
	walk.Check(t, w.Tab, "signed out, code")
	w.Eval(`document.querySelector('#again-code').select()`)
	w.Do(chromedp.KeyEvent(secret.Code(time.Now()) + kb.Enter))
	w.WaitGone("You are signed out")
	if got := w.Value("payee"); got != "Typed before the end" {
		t.Errorf("the typed text became %q", got)
	}

	testkit.NoError(t, world.App.ResetSecondFactor(t.Context(), app.Machine(), "Anna", true))
	testkit.NoError(t, world.App.RequireSecondFactor(t.Context(), app.Machine(), true))
	w.See("You are signed out")
	w.Do(chromedp.KeyEvent(walk.AnnasPassword + kb.Enter))
	w.See("Leave this page to set it up")
}

// TestAnEndedSessionTakesAPasskey: the dialog of an ended session signs in with a passkey.
func TestAnEndedSessionTakesAPasskey(t *testing.T) {
	walk.RequireAssets(t)
	web.SetBeat(t, 100*time.Millisecond)
	world := walk.NewEnvWithSignIn(t, webtest.Pages, slog.New(slog.DiscardHandler))
	world.AddAnnaAndBen(t)
	world.Server.URL = strings.Replace(world.Server.URL, "127.0.0.1", "localhost", 1) // browsers use no passkeys at an IP address
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportSample(t)
	device := browsertest.AddPasskeyDevice(t, w.Tab)
	w.Open("/sign-in?back=/settings/sign-in")
	w.Fill("Name", "Anna")
	w.Fill("Password", walk.AnnasPassword)
	w.Keys(kb.Enter)
	w.Click("Add a passkey")
	w.See("The passkey was added.")
	w.Open("/budgets/" + w.ID)
	device.SetVerified(t, false)
	testkit.NoError(t, endAll(t, world.App, app.Actor{User: 1, Name: "Anna", Scope: auth.Full}))
	w.See("You are signed out")
	w.Click("Use a passkey")
	w.See("No passkey was used")
	walk.Check(t, w.Tab, "signed out, passkey")
	device.SetVerified(t, true)
	w.Click("Use a passkey")
	w.WaitGone("You are signed out")
}

// setUpAuthenticator gives Anna an authenticator app. Its first code is that of the step before.
func setUpAuthenticator(t *testing.T, a *app.App) auth.TOTPSecret {
	t.Helper()
	in := testkit.Must(a.SignIn(t.Context(), users.Credentials{Name: "Anna", Password: walk.AnnasPassword, Device: users.Device{Address: "192.0.2.1"}}))(t)
	key := in.Key.Reveal()
	offered := testkit.Must(a.OfferApp(t.Context(), in.Who, key, ""))(t)
	testkit.Must(a.SetUpApp(t.Context(), in.Who, users.AppSetup{Nonce: offered.Nonce, Code: offered.Secret.Code(time.Now().Add(-30 * time.Second)), Key: key}))(t)
	return offered.Secret
}
