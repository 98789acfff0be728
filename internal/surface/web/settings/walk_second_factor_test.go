package settings_test

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app/users"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestWalkSecondFactor sets up an authenticator app, loses it, and comes back with a recovery code; the owner sees and
// resets the factor of another user. Every page is looked at in all sizes and colours.
func TestWalkSecondFactor(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	env, _, _, _ := walk.Household(t, webtest.Pages)
	w := walk.New(t, env, walk.WideLight)
	signIn := func(w *walk.Walker, name, password string) {
		w.Fill("Name", name)
		w.Fill("Password", password)
		w.Keys(kb.Enter)
	}
	w.Open("/sign-in?back=/settings")
	signIn(w, "Anna", walk.AnnasPassword)
	w.Click("Sign-in")
	w.See("a stolen password alone does not open your budgets")
	w.Shoot("ways-without")
	w.Click("Set up an app")
	w.See("Scan this code")
	secret := parseSecret(t, w.Eval(`document.querySelector('.qr-key').innerText`))
	w.Fill("Code of the app", "000000")
	w.Keys(kb.Enter)
	w.See("does not count yet")
	w.Fill("Code of the app", secret.Code(time.Now().Add(-30*time.Second)))
	w.Keys(kb.Enter)
	w.See("they are not shown again")
	codes := strings.Fields(w.Eval(`[...document.querySelectorAll('.codes li')].map(li => li.innerText).join(' ')`))
	if file := w.Eval(`decodeURIComponent(document.querySelector('a[download]').href)`); len(codes) != 10 || !strings.Contains(file, codes[9]) {
		t.Errorf("%d codes, the file is %s", len(codes), file)
	}
	w.Eval(`navigator.clipboard.writeText = async text => { window.copied = text }`)
	w.Click("Copy")
	w.Until("the codes in the clipboard", `window.copied.includes('`+codes[0]+`')`)
	w.Click("Continue")
	w.See("10 of 10 are left")
	w.Click("Account")
	w.Click("Sign out")
	w.See("No account?")

	w.Open("/sign-in?back=/settings")
	signIn(w, "Anna", walk.AnnasPassword)
	w.See("was right")
	w.Fill("Code of your authenticator app", "123")
	w.Keys(kb.Enter)
	w.See("The code is wrong")
	w.Shoot("code-fault")
	w.Fill("Code of your authenticator app", secret.Code(time.Now()))
	w.Keys(kb.Enter)
	w.See("Your account")

	testkit.NoError(t, env.App.RequireSecondFactor(t.Context(), users.Machine(), true))
	for i, look := range walk.Sizes {
		t.Run(look.Name, func(t *testing.T) {
			w := walk.New(t, env, look)
			w.Open("/sign-in?back=/settings/sign-in")
			signIn(w, "Ben", walk.BensPassword)
			w.See("Scan this code")
			w.Shoot("app-at-sign-in-" + look.Name)
			w.Open("/sign-in?back=/settings/sign-in")
			signIn(w, "Anna", walk.AnnasPassword)
			w.See("was right")
			w.Shoot("code-" + look.Name)
			w.Click("Use a recovery code")
			w.Fill("Recovery code", codes[i])
			w.Shoot("code-recovery-" + look.Name)
			w.Click("Sign in with the recovery code")
			w.See("does not work again")
			w.Shoot("ways-" + look.Name)
			w.Click("Make new codes")
			w.Shoot("ways-new-codes-" + look.Name)
			w.Open("/settings/sign-in/app")
			w.Shoot("app-" + look.Name)
			w.Open("/settings/users")
			w.See("Stop requiring it")
			w.Shoot("users-factor-" + look.Name)
			if i == len(walk.Sizes)-1 {
				w.Open("/settings/sign-in")
				w.Click("Make new codes")
				w.Click("Make ten new codes")
				w.See("they are not shown again")
				w.Shoot("codes-" + look.Name)
				w.Do(chromedp.Reload())
				w.See("were shown before")
			}
		})
	}
}
