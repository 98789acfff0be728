package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/browsertest"
)

// shoot keeps a picture of the page and looks for what keeps people out.
func (w *walker) shoot(name string) {
	w.Helper()
	browsertest.Shot(w, w.tab, "sign-"+name)
	checkPage(w.T, w.tab, name)
}

// TestWalkSignIn is the life of a household's accounts: the owner is created,
// signs out and in, and changes the password; a second user comes, is shown a
// budget and sees nothing else.
func TestWalkSignIn(t *testing.T) {
	requireAssets(t)
	world := signWorld(t, Options{})
	anna := newWalker(t, world, looks[0])
	anna.id = world.importSample(t)

	anna.open("/")
	anna.see("One budget is here already; it becomes theirs.")
	anna.shoot("first-start")
	anna.fill("Name", "Anna")
	anna.fill("Password", "plain words")
	anna.fill("Password again", "other words")
	anna.click("Create the owner")
	anna.see("The two passwords are not the same")
	anna.shoot("first-start-fault")
	anna.fill("Password", annasPassword)
	anna.fill("Password again", annasPassword)
	anna.keys(kb.Enter)
	anna.see("Household")

	anna.click("Sign out")
	anna.see("Password")
	anna.shoot("in")
	anna.fill("Name", "anna")
	anna.fill("Password", "a guess")
	anna.click("Sign in")
	anna.see("he name or the password is wrong")
	anna.shoot("in-fault")
	anna.fill("Password", annasPassword)
	anna.keys(kb.Enter)
	anna.see("Household")

	anna.click("Settings")
	anna.shoot("account")
	anna.fill("Present password", annasPassword)
	anna.fill("New password", "some new plain words")
	anna.fill("New password again", "some new plain words")
	anna.click("Change password")
	anna.see("The password was changed.")
	anna.click("Users")
	anna.fill("Name", "Ben")
	anna.fill("Password", bensPassword)
	anna.click("Add user")
	anna.see("The user was added.")
	anna.shoot("users")
	anna.click("Remove")
	anna.see("This cannot be undone.")
	anna.shoot("users-remove")

	ben := newWalker(t, world, looks[0])
	ben.open("/budgets/" + anna.id)
	ben.fill("Name", "Ben")
	ben.fill("Password", bensPassword)
	ben.click("Sign in")
	ben.see("here is no such budget")
	ben.open("/budgets")
	ben.gone("Household")

	anna.click("Sharing")
	anna.fill("Share with", "Bob")
	anna.click("Share")
	anna.see("here is no user \"Bob\"")
	anna.fill("Share with", "Ben")
	anna.choose("As", "Viewer")
	anna.keys(kb.Enter)
	anna.see("Sharing was changed.")
	anna.shoot("sharing")

	ben.open("/budgets")
	ben.click("Household")
	ben.see("To Budget")
	if buttons := ben.eval(`document.querySelectorAll('.sheet td.budgeted button').length`); buttons != "0" {
		t.Errorf("a viewer is offered %s figures to change", buttons)
	}
	if status := ben.eval(`fetch(location.pathname + '/undo', {method: 'POST'}).then(r => window.answer = r.status) && 0`); status != "0" {
		t.Error(status)
	}
	ben.until("refused", `window.answer === 403`)
	ben.shoot("viewer")

	anna.click("Remove Ben")
	anna.see("not shared with them any more")
	ben.open("/budgets/" + anna.id)
	ben.see("here is no such budget")
}

// TestWalkTokens makes a token and revokes it, by the words that guides name.
func TestWalkTokens(t *testing.T) {
	requireAssets(t)
	world, _, _, _ := people(t)
	w := newWalker(t, world, looks[0])
	w.open("/settings")
	w.fill("Name", "Anna")
	w.fill("Password", annasPassword)
	w.click("Sign in")
	w.click("Developer settings")
	w.see("Personal Access Tokens")
	w.click("New Token")
	w.fill("Name", "Spreadsheet at home")
	w.click("Read-only")
	w.fill("Your password", "a guess")
	w.click("Generate")
	w.see("he password is wrong")
	w.shoot("token-fault")
	if w.eval(`document.querySelector('[name=scope]:checked').value + document.querySelector('#name').value`) != "read-onlySpreadsheet at home" {
		t.Error("what was entered is gone")
	}
	w.fill("Your password", annasPassword)
	w.click("Generate")
	w.see("this is the only time it is shown")
	secret := w.eval(`document.querySelector('#secret').innerText`)
	if who, err := world.app.ActorOfToken(t.Context(), secret); err != nil || who.Name != "Anna" {
		t.Error(who, err)
	}
	w.shoot("token-new")
	w.eval(`navigator.clipboard.writeText = async text => { window.copied = text }`)
	w.click("Copy")
	w.until("copied", `window.copied === document.querySelector('#secret').innerText`)

	w.click("Developer settings")
	w.gone(secret)
	w.see("Spreadsheet at home")
	w.see("today")
	w.shoot("tokens")
	w.clickIn("Spreadsheet at home", "Revoke")
	w.see("The token was revoked.")
	w.see("There are no tokens yet.")
	if _, err := world.app.ActorOfToken(t.Context(), secret); err == nil {
		t.Error("a revoked token works")
	}
}

// TestSettingsInBrowser looks at the pages in every look, with long and foreign
// names.
func TestSettingsInBrowser(t *testing.T) {
	requireAssets(t)
	world, _, _, id := people(t)
	ctx := t.Context()
	long := "Annegret-Wilhelmina von und zu Hohenfels-Beispielhausen <b>"
	for _, name := range []string{long, "مريم الأندلسي"} {
		if _, err := world.app.AddUser(ctx, app.Machine(), name, bensPassword); err != nil {
			t.Fatal(err)
		}
		if err := world.app.SetShare(ctx, app.Machine(), id, name, "editor"); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"Sheet", strings.Repeat("Weihnachtsgeschenke", 5)} {
		if _, _, err := world.app.NewToken(ctx, app.Machine(), app.TokenRequest{Name: name, Scope: "full"}); err != nil {
			t.Fatal(err)
		}
	}
	for _, l := range looks {
		t.Run(l.name, func(t *testing.T) {
			w := newWalker(t, world, l)
			w.open("/settings/users")
			w.shoot("in-" + l.name)
			w.fill("Name", "Anna")
			w.fill("Password", annasPassword)
			w.keys(kb.Enter)
			w.see("Add a user")
			for _, path := range []string{accountURL, usersURL, sharingURL, developerURL} {
				w.open(path)
				w.shoot(strings.ReplaceAll(path[1:], "/", "-") + "-" + l.name)
			}
			w.click("New Token")
			w.shoot("new-token-" + l.name)
			w.open("/budgets")
			w.shoot("budgets-" + l.name)
			w.open("/budgets/" + id)
			w.shoot("budget-" + l.name)
		})
	}
}
