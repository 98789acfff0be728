package settings_test

import (
	"strings"
	"testing"
	"time"

	"holdover/internal/app/openid"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkUnlinking: Anna links and unlinks an account at the provider. Dora has no password, so neither she nor Anna can unlink
// her only one. Anna unlinks Ben's, and Ben is signed out.
func TestWalkUnlinking(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, look := range walk.Sizes {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			env, _, at := newProviderEnv(t, "dora", func(c *openid.Config) { c.Create = true })
			at.Claims = func(c map[string]any) { c["auth_time"] = time.Now().Unix() }
			dora := walk.New(t, env, look)
			dora.Open("/sign-in?back=/settings/sign-in")
			dora.Click("Sign in with Our provider")
			dora.See("Identity provider")
			dora.Click("Unlink…")
			dora.Shoot("unlink-" + look.Name)
			confirmOpen(dora)
			dora.See("Your last account at an identity provider stays linked, because you cannot sign in with a password")
			dora.Shoot("unlink-refused-" + look.Name)

			// A long name without a space must fit.
			at.Person = func() map[string]any {
				return map[string]any{"sub": "ben", "preferred_username": "ben.with.a.long.name.that.has.no.space@an-address-without-end.example"}
			}
			ben := walk.New(t, env, look)
			signInWithPassword(ben, "Ben", walk.BensPassword)
			ben.Open("/settings/sign-in")
			ben.Click("Link an account at Our provider")
			ben.See("The two are linked")
			ben.Shoot("linked-" + look.Name)

			at.Person = func() map[string]any { return map[string]any{"sub": "anna", "preferred_username": "anna"} }
			anna := walk.New(t, env, look)
			signInWithPassword(anna, "Anna", walk.AnnasPassword)
			anna.Open("/settings/sign-in")
			anna.Click("Link an account at Our provider")
			anna.See("The two are linked")
			anna.Click("Unlink…")
			confirmOpen(anna)
			anna.See("The account at the identity provider was unlinked")
			anna.See("Account at the identity provider unlinked")
			anna.Shoot("unlinked-" + look.Name)

			anna.Open("/settings/users")
			anna.See("signs in as dora at " + at.URL)
			anna.Click("Unlink account dora of dora")
			anna.Shoot("users-unlink-" + look.Name)
			confirmOpen(anna)
			anna.See("cannot sign in with a password")
			anna.Shoot("users-unlink-refused-" + look.Name)
			anna.Click("Unlink account ben.with")
			anna.Shoot("users-unlink-ben-" + look.Name)
			confirmOpen(anna)
			anna.See("The user was signed out everywhere")
			anna.Shoot("users-unlinked-" + look.Name)
			ben.Open("/settings/sign-in")
			ben.See("No account?")
			signInWithPassword(ben, "Ben", walk.BensPassword)
			ben.Open("/settings/sign-in")
			ben.See("Account at the identity provider unlinked by Anna")
		})
	}
}

// confirmOpen clicks the button of the form that is open.
func confirmOpen(w *walk.Walker) {
	w.Helper()
	w.ClickAt(walk.CentreOf(`document.querySelector('details[open] button')`), "the button")
	w.Settle()
}

func signInWithPassword(w *walk.Walker, name, password string) {
	w.Helper()
	w.Open("/sign-in")
	w.Fill("Name", name)
	w.Fill("Password", password)
	w.Click("Sign in")
	w.See("Sign out")
}

// TestWalkProviderIsDown: the server has started while the provider is down. The sign-in page says so after a click, a password
// works, and so does the provider once it is there. A provider that stops later is reported too; linking then changes nothing.
func TestWalkProviderIsDown(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, look := range walk.Sizes {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			env, _, at := newProviderEnv(t, "dora", func(c *openid.Config) { c.Create = true })
			at.Down.Store(true)
			w := walk.New(t, env, look)
			w.Open("/sign-in?back=/settings/sign-in")
			w.Click("Sign in with Our provider")
			w.See("Our provider cannot be reached")
			w.Shoot("provider-down-" + look.Name)
			w.Fill("Name", "Anna")
			w.Fill("Password", walk.AnnasPassword)
			w.Click("Sign in")
			w.See("Link an account at Our provider")
			w.Click("Link an account at Our provider")
			w.See("Our provider cannot be reached")
			w.Shoot("provider-down-link-" + look.Name)

			at.Down.Store(false)
			awaitPage(t, env, "Your account")
			other := walk.New(t, env, look)
			other.Open("/sign-in?back=/settings/sign-in")
			other.Click("Sign in with Our provider")
			other.See("Identity provider")
			at.Down.Store(true)
			awaitPage(t, env, "cannot be reached")
			other.Click("Sign out")
			other.See("Sign in with Our provider")
			other.Click("Sign in with Our provider")
			other.See("Our provider cannot be reached")
		})
	}
}

// awaitPage waits until a browser that signs in at the provider gets a page with some words.
func awaitPage(t *testing.T, env *walk.Env, words string) {
	t.Helper()
	p := env.Person(t)
	for end := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		if _, _, page := p.Get("/sign-in/provider?back=/settings"); strings.Contains(page, words) {
			return
		} else if time.Now().After(end) {
			t.Fatalf("want %q: %s", words, page)
		}
	}
}
