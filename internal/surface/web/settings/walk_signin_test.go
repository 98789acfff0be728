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

// TestWalkSignIn creates the owner. The owner signs out and in, and changes the password. A second user is added,
// gets access to one budget and sees no other.
func TestWalkSignIn(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := webtest.NewEnvWithSignIn(t, ui.Options{FirstCode: firstCode})
	anna := walk.New(t, world, walk.WideLight)
	anna.ID = world.ImportSample(t)

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
	anna.See("he name or the password is wrong")
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

	ben := walk.New(t, world, walk.WideLight)
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
	anna.See("ser \"Bob\" not found")
	anna.Fill("Share with", "Ben")
	anna.Choose("As", "Viewer")
	anna.Keys(kb.Enter)
	anna.See("Sharing was changed.")
	anna.Shoot("sharing")

	ben.Open("/budgets")
	ben.Click("Household")
	ben.See("To Budget")
	if buttons := ben.Eval(`document.querySelectorAll('.sheet td.budgeted button').length`); buttons != "0" {
		t.Errorf("a viewer sees %s buttons for budgeted amounts", buttons)
	}
	if status := ben.Eval(`fetch(location.pathname + '/undo', {method: 'POST'}).then(r => window.answer = r.status) && 0`); status != "0" {
		t.Errorf("the request to undo was not sent: %s", status)
	}
	ben.Until("refused", `window.answer === 403`)
	ben.Shoot("viewer")

	anna.Click("Remove Ben")
	anna.See("no longer shared with them")
	ben.Open("/budgets/" + anna.ID)
	ben.See("Budget not found")
}

// TestWalkTokens creates and revokes a token. It uses the texts that guides mention.
func TestWalkTokens(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world, _, _, _ := walk.Household(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
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
	w.See("he password is wrong")
	w.Shoot("token-fault")
	if w.Eval(`document.querySelector('[name=scope]:checked').value + document.querySelector('#name').value`) != "read-onlySpreadsheet at home" {
		t.Error("the typed text is lost")
	}
	w.Fill("Current password", walk.AnnasPassword)
	w.Click("Generate")
	w.See("will not be shown again")
	secret := w.Eval(`document.querySelector('#secret').innerText`)
	if actor, err := world.App.ActorOfToken(t.Context(), secret); err != nil || actor.Name != "Anna" {
		t.Errorf("the token belongs to %+v, error %v", actor, err)
	}
	w.Shoot("token-new")
	w.Eval(`navigator.clipboard.writeText = async text => { window.copied = text }`)
	w.Click("Copy")
	w.Until("copied", `window.copied === document.querySelector('#secret').innerText`)

	w.Do(chromedp.Reload())
	w.Settle()
	w.WaitGone(secret)
	if tokens, err := world.App.Tokens(t.Context(), app.Machine()); err != nil || len(tokens) != 1 { // the reload has not created a second token
		t.Error("loading the page again made another: ", tokens, err)
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
	if _, err := world.App.ActorOfToken(t.Context(), secret); err == nil {
		t.Error("a revoked token works")
	}
}

// TestSettingsInBrowser opens the pages in all sizes and colours, with long and foreign names.
func TestSettingsInBrowser(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world, _, _, id := walk.Household(t, webtest.Pages)
	ctx := t.Context()
	long := "Annegret-Wilhelmina von und zu Hohenfels-Beispielhausen <b>"
	for _, name := range []string{long, "مريم الأندلسي"} {
		if _, err := world.App.AddUser(ctx, app.Machine(), name, walk.BensPassword); err != nil {
			t.Fatal(err)
		}
		if err := world.App.SetShare(ctx, app.Machine(), id, name, "editor"); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"Sheet", strings.Repeat("Weihnachtsgeschenke", 5)} {
		if _, _, err := world.App.NewToken(ctx, app.Machine(), users.TokenRequest{Name: name, Scope: "full"}); err != nil {
			t.Fatal(err)
		}
	}
	for _, l := range walk.Sizes {
		t.Run(l.Name, func(t *testing.T) {
			w := walk.New(t, world, l)
			w.Open("/settings/users")
			w.Shoot("in-" + l.Name)
			w.Fill("Name", "Anna")
			w.Fill("Password", walk.AnnasPassword)
			w.Keys(kb.Enter)
			w.See("Add a user")
			for _, path := range []string{"/settings", "/settings/users", "/settings/sharing", "/settings/developer"} {
				w.Open(path)
				w.Shoot(strings.ReplaceAll(path[1:], "/", "-") + "-" + l.Name)
			}
			w.Click("New Token")
			w.Shoot("new-token-" + l.Name)
			w.Open("/budgets")
			w.Shoot("budgets-" + l.Name)
			w.Open("/budgets/" + id)
			w.Shoot("budget-" + l.Name)
		})
	}
}
