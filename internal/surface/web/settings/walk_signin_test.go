package settings_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/users"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkSignIn creates the owner Anna, who signs out and in and changes the password. She adds the user Ben, who sees no
// budget. She shares one with him as a viewer: he sees it, but cannot change it. She removes him, and he sees it no more.
// On the way, both meet the errors of the forms.
func TestWalkSignIn(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	env := webtest.NewEnvWithSignIn(t, ui.Options{FirstCode: firstCode})
	anna := walk.New(t, env, walk.WideLight)
	anna.ID = env.ImportSample(t)

	anna.Open("/")
	anna.See("Code")
	anna.Open("/first-start?code=" + firstCode)
	anna.See("The existing budget becomes theirs.")
	anna.Shoot("first-start")
	anna.Fill("Name", "Anna")
	anna.Fill("Password", "some plain words")
	anna.Fill("Password again", "some other words")
	anna.Click("Create the owner")
	anna.See("The passwords do not match")
	anna.Shoot("first-start-fault")
	anna.Fill("Password", walk.AnnasPassword)
	anna.Fill("Password again", walk.AnnasPassword)
	anna.Keys(kb.Enter)
	anna.See("Household")

	anna.Click("Sign out")
	anna.See("Password")
	anna.Shoot("in")
	anna.Fill("Name", "anna")
	anna.Fill("Password", "a guess")
	anna.Click("Sign in")
	anna.See("The name or the password is wrong")
	anna.Shoot("in-fault")
	anna.Fill("Password", walk.AnnasPassword)
	anna.Keys(kb.Enter)
	anna.See("Household")

	anna.Click("Settings")
	anna.Shoot("account")
	anna.Fill("Current password", walk.AnnasPassword)
	anna.Fill("New password", "some new plain words")
	anna.Fill("New password again", "some new plain words")
	anna.Click("Change password")
	anna.See("The password was changed.")
	anna.Click("Users")
	anna.Fill("Name", "Ben")
	anna.Fill("Password", walk.BensPassword)
	anna.Click("Add user")
	anna.See("The user was added.")
	anna.Shoot("users")
	anna.Click("Remove")
	anna.See("This cannot be undone.")
	anna.Shoot("users-remove")

	ben := walk.New(t, env, walk.WideLight)
	ben.Open("/budgets/" + anna.ID)
	ben.Fill("Name", "Ben")
	ben.Fill("Password", walk.BensPassword)
	ben.Click("Sign in")
	ben.See("Budget not found")
	ben.Open("/budgets")
	ben.WaitGone("Household")

	anna.Click("Sharing")
	anna.Fill("Share with", "Bob")
	anna.Click("Share")
	anna.See("User \"Bob\" not found")
	anna.Fill("Share with", "Ben")
	anna.Choose("As", "Viewer")
	anna.Keys(kb.Enter)
	anna.See("Sharing was changed.")
	anna.Shoot("sharing")

	ben.Open("/budgets")
	ben.Click("Household")
	ben.See("To Budget")
	if buttons := ben.Eval(`document.querySelectorAll('.sheet td.budgeted button').length`); buttons != "0" {
		t.Errorf("got %s buttons for budgeted amounts for a viewer, want 0", buttons)
	}
	// The expression evaluates to 0 at once. The status of the response arrives later.
	if value := ben.Eval(`fetch(location.pathname + '/undo', {method: 'POST'}).then(response => window.undoStatus = response.status) && 0`); value != "0" {
		t.Errorf("sending a request to undo: got %s, want 0", value)
	}
	ben.Until("the refusal of the undo", `window.undoStatus === 403`)
	ben.Shoot("viewer")

	anna.Click("Remove Ben")
	anna.See("no longer shared with them")
	ben.Open("/budgets/" + anna.ID)
	ben.See("Budget not found")
}

// TestWalkTokens creates, copies and revokes a token. It finds the buttons and headings by the texts that YNAB has too,
// and that guides of other programs mention.
func TestWalkTokens(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	env, _, _, _ := walk.Household(t, webtest.Pages)
	w := walk.New(t, env, walk.WideLight)
	w.Open("/settings")
	w.Fill("Name", "Anna")
	w.Fill("Password", walk.AnnasPassword)
	w.Click("Sign in")
	w.Click("Developer settings")
	w.See("Personal Access Tokens")
	w.Click("New Token")
	w.Fill("Name", "Spreadsheet at home")
	w.Fill("Current password", "a guess")
	w.Click("Generate")
	w.See("The password is wrong")
	w.Shoot("token-fault")
	if w.Eval(`document.querySelector('[name=scope]:checked').value + document.querySelector('#name').value`) != "read-onlySpreadsheet at home" {
		t.Error("got another scope or name after the refusal, want read-only and Spreadsheet at home as typed")
	}
	w.Fill("Current password", walk.AnnasPassword)
	w.Click("Generate")
	w.See("will not be shown again")
	secret := w.Eval(`document.querySelector('#secret').innerText`)
	if actor, err := env.App.ActorOfToken(t.Context(), secret); err != nil || actor.Name != "Anna" {
		t.Errorf("got the actor %+v and the error %v for the token, want Anna", actor, err)
	}
	w.Shoot("token-new")
	w.Eval(`navigator.clipboard.writeText = async text => { window.copied = text }`)
	w.Click("Copy")
	w.Until("the secret in the clipboard", `window.copied === document.querySelector('#secret').innerText`)

	w.Do(chromedp.Reload())
	w.Settle()
	w.WaitGone(secret)
	if tokens, err := env.App.Tokens(t.Context(), app.Machine()); err != nil || len(tokens) != 1 {
		t.Errorf("got the tokens %+v and the error %v after a reload, want only the first token", tokens, err)
	}
	w.Click("Developer settings")
	w.See("Spreadsheet at home")
	w.See("today")
	w.Shoot("tokens")
	w.ClickIn("Spreadsheet at home", "Revoke")
	w.See("This cannot be undone.")
	w.Click("Revoke token")
	w.See("The token was revoked.")
	w.See("There are no tokens yet.")
	if _, err := env.App.ActorOfToken(t.Context(), secret); err == nil {
		t.Error("got an actor for a revoked token, want an error")
	}
}

// TestSettingsInBrowser opens the pages of the settings and the list of budgets in all sizes and colours, with long and
// foreign names of users and tokens.
func TestSettingsInBrowser(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	env, _, _, id := walk.Household(t, webtest.Pages)
	ctx := t.Context()
	longName := "Annegret-Wilhelmina von und zu Hohenfels-Beispielhausen <b>"
	for _, name := range []string{longName, "مريم الأندلسي"} {
		if _, err := env.App.AddUser(ctx, app.Machine(), name, walk.BensPassword); err != nil {
			t.Fatal(err)
		}
		if err := env.App.SetShare(ctx, app.Machine(), id, name, "editor"); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"Sheet", strings.Repeat("Weihnachtsgeschenke", 5)} {
		if _, _, err := env.App.NewToken(ctx, app.Machine(), users.TokenRequest{Name: name, Scope: "full"}); err != nil {
			t.Fatal(err)
		}
	}
	for _, look := range walk.Sizes {
		t.Run(look.Name, func(t *testing.T) {
			w := walk.New(t, env, look)
			w.Open("/settings/users")
			w.Shoot("in-" + look.Name)
			w.Fill("Name", "Anna")
			w.Fill("Password", walk.AnnasPassword)
			w.Keys(kb.Enter)
			w.See("Add a user")
			for _, path := range []string{"/settings", "/settings/users", "/settings/sharing", "/settings/developer"} {
				w.Open(path)
				w.Shoot(strings.ReplaceAll(path[1:], "/", "-") + "-" + look.Name)
			}
			w.Click("New Token")
			w.Shoot("new-token-" + look.Name)
			w.Open("/budgets")
			w.Shoot("budgets-" + look.Name)
			w.Open("/budgets/" + id)
			w.Shoot("budget-" + look.Name)
		})
	}
}
