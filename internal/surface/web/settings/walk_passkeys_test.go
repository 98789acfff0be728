package settings_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app/users"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestWalkPasskeys adds, names, uses and removes passkeys with Chromium's virtual authenticator.
func TestWalkPasskeys(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	env, _, _, _ := walk.Household(t, webtest.Pages)
	byAddress := walk.New(t, env, walk.WideLight)
	byAddress.Open("/sign-in?back=/settings/sign-in")
	byAddress.Fill("Name", "Anna")
	byAddress.Fill("Password", walk.AnnasPassword)
	byAddress.Keys(kb.Enter)
	byAddress.See("Passkeys need a host name, and this page was opened by an IP address")
	byAddress.Shoot("passkeys-none")

	env.Server.URL = strings.Replace(env.Server.URL, "127.0.0.1", "localhost", 1)
	w := walk.New(t, env, walk.WideLight)
	device := browsertest.AddPasskeyDevice(t, w.Tab)
	w.Open("/sign-in?back=/settings/sign-in")
	w.See("Sign in with a passkey")
	w.Shoot("in-passkey")
	w.Fill("Name", "Anna")
	w.Fill("Password", walk.AnnasPassword)
	w.Keys(kb.Enter)
	w.Fill("Name of the passkey", "Phone <b>")
	w.Click("Add a passkey")
	w.See("The passkey was added.")
	w.See("Phone <b>")
	w.Until("an empty field", `document.querySelector('#passkey-name').value === '' && !document.querySelector('.restored')`)
	w.Click("Add a passkey")
	w.See("This device has a passkey for you already")
	w.Click("Rename Phone <b>")
	w.Fill("Name", "Laptop")
	w.Keys(kb.Enter)
	w.See("The passkey was renamed.")
	w.See("last used never")
	w.Shoot("passkeys")

	signed := `location.pathname === '/settings/sign-in'`
	signOut := func() { // the device refuses in the meantime: otherwise the suggestion in the name field signs in at once
		device.SetVerified(t, false)
		w.Click("Sign out")
		w.See("No account?")
		w.Open("/sign-in?back=/settings/sign-in")
	}
	signOut()
	device.SetVerified(t, true)
	w.Click("Sign in with a passkey")
	w.Until("the settings", signed)
	w.See("Signed in with a passkey")
	w.See("last used today")

	// A device that does not verify its user is refused by the browser or the server.
	signOut()
	w.Click("Sign in with a passkey")
	w.See("No passkey was used")
	device.SetVerified(t, true)
	w.Click("Sign in with a passkey")
	w.Until("the settings", signed)

	// A user with a passkey cannot go back to the password alone if the owner requires a second factor.
	testkit.NoError(t, env.App.RequireSecondFactor(t.Context(), users.Machine(), true))
	w.Click("Remove Laptop")
	w.Click("Remove the passkey Laptop")
	w.See("requires a second factor")
	signOut()
	w.Fill("Name", "Anna")
	w.Fill("Password", walk.AnnasPassword)
	w.Keys(kb.Enter)
	w.See("and yours is a passkey")
	device.SetVerified(t, true)
	w.Click("Sign in with a passkey")
	w.Until("the settings", signed)
	testkit.NoError(t, env.App.RequireSecondFactor(t.Context(), users.Machine(), false))
	for _, look := range walk.Sizes {
		look.Apply(t, w.Tab)
		w.Open("/settings/sign-in")
		w.Shoot("passkeys-" + look.Name)
	}
	w.Click("Remove Laptop")
	w.Click("Remove the passkey Laptop")
	w.See("The passkey was removed.")
}
