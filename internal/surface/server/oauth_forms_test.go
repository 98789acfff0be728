package server

import (
	"log/slog"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/surface/web"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// oauthWalk is a walk on the settings of OAuth applications, in which Anna is signed in.
type oauthWalk struct{ *walk.Walker }

func newOAuthWalk(t *testing.T, look walk.Look) oauthWalk {
	t.Helper()
	walk.RequireAssets(t)
	env := walk.NewEnvWithSignIn(t, func(a *app.App, log *slog.Logger, as app.Actor) http.Handler {
		return Handler(Config{App: a, Log: log, Pages: web.Options{As: as}})
	}, slog.New(slog.DiscardHandler))
	env.AddAnnaAndBen(t)
	w := oauthWalk{walk.New(t, env, look)}
	w.Open("/sign-in?back=/settings/oauth")
	w.Fill("Name", "Anna")
	w.Fill("Password", walk.AnnasPassword)
	w.Keys(kb.Enter)
	w.Until("the settings", `location.pathname === '/settings/oauth'`)
	w.Settle()
	return w
}

const (
	registerForm = `form[data-draft="new"] `
	editForm     = `form[data-draft="edit"] `
	limitForm    = `form[data-draft="restrict"] `
)

// put replaces the text of a field.
func (w oauthWalk) put(selector, text string) {
	w.Helper()
	w.Eval(`(field => { if (field.closest('details')) field.closest('details').open = true; field.focus(); field.select(); return '' })(document.querySelector(` + walk.Quoted(selector) + `))`)
	w.Do(chromedp.KeyEvent(text))
}

func (w oauthWalk) press(selector string) {
	w.Helper()
	w.ClickAt(walk.CentreOf(`document.querySelector(`+walk.Quoted(selector)+`)`), selector)
}

// has waits until a field has a value.
func (w oauthWalk) has(selector, want string) {
	w.Helper()
	w.Until(selector+" is "+want, `document.querySelector(`+walk.Quoted(selector)+`)?.value.trim() === `+walk.Quoted(want))
}

// applications returns the names of Anna's applications.
func (w oauthWalk) applications() (names []string) {
	w.Helper()
	for _, a := range testkit.Must(w.Env.App.OAuthApplications(w.Context(), app.Actor{User: 1, Name: "Anna", Scope: "full"}))(w) {
		names = append(names, a.Name)
	}
	return names
}

// TestOAuthSettingsKeepTheirText types into the forms of the settings of OAuth applications: a server that does not respond, a session
// that ends, a closed tab and a refusal lose nothing.
func TestOAuthSettingsKeepTheirText(t *testing.T) {
	t.Parallel()
	w := newOAuthWalk(t, walk.WideLight)
	w.put(registerForm+"[name=name]", "Web tool")
	w.put(registerForm+"textarea", "https://tool.example/callback")
	w.Env.Stop()
	w.press(registerForm + "button.primary")
	w.See("Holdover does not respond")
	w.Shoot("oauth-unreachable")
	walk.Check(t, w.Tab, "no response")
	w.has(registerForm+"[name=name]", "Web tool")
	w.Env.Restart(t)
	w.press("[data-again-send]")
	w.See("copy these now")
	w.See("Client secret")
	w.has(registerForm+"[name=name]", "")

	w.put(editForm+"[name=name]", "Renamed")
	testkit.NoError(t, w.Env.App.EndOtherSessions(t.Context(), app.Actor{User: 1, Name: "Anna", Scope: "full"}))
	w.press(editForm + "[value=save]")
	w.See("You are signed out")
	w.Shoot("oauth-signed-out")
	w.Do(chromedp.KeyEvent(walk.AnnasPassword + kb.Enter))
	w.See("The application was changed")
	if got := w.applications(); len(got) != 1 || got[0] != "Renamed" {
		t.Errorf("applications %q, want Renamed", got)
	}

	w.put(limitForm+"[name=most]", "7")
	w.put(editForm+"textarea", "javascript:alert(1)")
	w.Do(chromedp.Navigate("about:blank"))
	w.Open("/settings/oauth")
	w.has(limitForm+"[name=most]", "7")
	w.has(editForm+"textarea", "javascript:alert(1)")
	w.Eval(`document.querySelector('details').open = true`)
	w.See("Restored what you typed")
	w.Shoot("oauth-restored")
	w.press(editForm + "[value=save]")
	w.Until("the refusal", `!!document.querySelector('.trouble[role=alert]')`)
	w.has(editForm+"textarea", "javascript:alert(1)")
	w.Shoot("oauth-refused")
	w.put(editForm+"textarea", "https://other.example/")
	w.press(editForm + "[value=save]")
	w.See("The application was changed")
	w.has(limitForm+"[name=most]", "7") // of another form
	w.put(limitForm+"[name=most]", "0 users")
	w.press(limitForm + "[value=restrict]")
	w.Until("the refusal", `!!document.querySelector('.trouble[role=alert]')`)
	w.has(limitForm+"[name=most]", "0 users")
	w.put(limitForm+"[name=most]", "9")
	w.press(limitForm + "[value=restrict]")
	w.See("The application was changed")
	w.Open("/settings/oauth")
	w.has(limitForm+"[name=most]", "9")
	if drafts := w.Eval(`JSON.stringify(Object.keys(localStorage).filter((key) => key.startsWith('holdover-draft')))`); drafts != "[]" {
		t.Errorf("drafts remain: %s", drafts)
	}
}
