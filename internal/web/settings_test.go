package web

import (
	"strings"
	"testing"

	"github.com/jba/templatecheck"

	"holdover/internal/app"
)

// people is a server with Anna, who came first and has the sample budget, and Ben.
func people(t *testing.T) (w *world, anna, ben *person, budget string) {
	t.Helper()
	w = signWorld(t, Options{})
	if err := w.app.CreateOwner(t.Context(), "Anna", annasPassword); err != nil {
		t.Fatal(err)
	}
	if _, err := w.app.AddUser(t.Context(), app.Machine(), "Ben", bensPassword); err != nil {
		t.Fatal(err)
	}
	budget = w.importSample(t)
	anna, ben = w.person(t), w.person(t)
	anna.wants(200, "/budgets", "Sign out")(anna.post("/sign-in", "name", "Anna", "password", annasPassword))
	ben.wants(200, "/budgets", "Sign out")(ben.post("/sign-in", "name", "Ben", "password", bensPassword))
	return w, anna, ben, budget
}

// A stranger's answer is the same as for a budget that does not exist, on every
// page of it.
func TestStrangersSeeNothing(t *testing.T) {
	_, anna, ben, id := people(t)
	for _, page := range []string{"", "/accounts", "/accounts/all", "/report", "/original", "/document", "/history", "/events", "/menu?month=2026-03"} {
		if status, _, _ := ben.get("/budgets/" + id + page); status != 404 {
			t.Errorf("%q: %d", page, status)
		}
		_, _, stranger := ben.get("/budgets/" + id + page)
		_, _, missing := ben.get("/budgets/no-such-budget" + page)
		if line(stranger, "fault-message") != line(missing, "fault-message") || line(stranger, "fault-hint") != line(missing, "fault-hint") {
			t.Errorf("%q: %q, %q", page, line(stranger, "fault-message"), line(missing, "fault-message"))
		}
	}
	ben.wants(404, "/settings/sharing/"+id, "no such budget")(ben.post("/settings/sharing/"+id, "user", "Ben", "role", "owner"))
	if _, _, body := ben.get("/budgets"); strings.Contains(body, id) {
		t.Error("the list shows it")
	}
	anna.wants(200, "/budgets/"+id, "To Budget")(anna.get("/budgets/" + id))
}

// line is the first line of a page that contains a text.
func line(page, with string) string {
	for l := range strings.SplitSeq(page, "\n") {
		if strings.Contains(l, with) {
			return l
		}
	}
	return ""
}

func TestSharingPages(t *testing.T) {
	_, anna, ben, id := people(t)
	share := "/settings/sharing/" + id
	anna.wants(404, share, "there is no user")(anna.post(share, "user", "Bob", "role", "viewer"))
	anna.wants(400, share, "is not a role")(anna.post(share, "user", "Ben", "role", "king"))
	anna.wants(409, share+"/remove", "a budget needs an owner")(anna.post(share+"/remove", "user", "Anna"))
	anna.wants(200, "/settings/sharing?done=shared", "Sharing was changed.")(anna.post(share, "user", "ben", "role", "viewer"))
	ben.wants(200, "/budgets/"+id, "To Budget")(ben.get("/budgets/" + id))
	ben.wants(403, share, "only an owner")(ben.post(share, "user", "Anna", "role", "viewer"))
	if status, _, _ := ben.post("/budgets/" + id + "/undo"); status != 403 {
		t.Errorf("a viewer's undo: %d", status)
	}
	ben.wants(200, "/settings/sharing?done=left", "You have left")(ben.post(share+"/remove", "user", "Ben"))
	ben.wants(404, "/budgets/"+id, "")(ben.get("/budgets/" + id))
}

func TestUsersPages(t *testing.T) {
	_, anna, ben, _ := people(t)
	if _, _, body := ben.get("/settings"); strings.Contains(body, usersURL) {
		t.Error("the users are offered to somebody who is not the admin")
	}
	ben.wants(403, usersURL, "only the owner")(ben.get(usersURL))
	ben.wants(403, usersURL, "only the owner")(ben.post(usersURL, "name", "Eve", "password", bensPassword))
	anna.wants(409, usersURL, "there is a user")(anna.post(usersURL, "name", "BEN", "password", bensPassword))
	anna.wants(200, usersURL+"?done=user", "Cleo")(anna.post(usersURL, "name", "Cleo", "password", "plain words for Cleo"))
	anna.wants(200, usersURL+"?done=removed", "The user was removed.")(anna.post(usersURL+"/remove", "name", "Cleo"))
	anna.wants(409, usersURL+"/remove", "cannot be removed")(anna.post(usersURL+"/remove", "name", "Anna"))
	anna.wants(200, usersURL+"?done=reset", "The password was set.")(anna.post(usersURL+"/password", "name", "Ben", "password", "a password from Anna"))
	ben.wants(200, "/sign-in?back=%2Fbudgets", "Sign in")(ben.get("/budgets"))
}

func TestPasswordPage(t *testing.T) {
	w, anna, _, _ := people(t)
	elsewhere := w.person(t)
	elsewhere.post("/sign-in", "name", "Anna", "password", annasPassword)
	anna.wants(400, "/settings/password", "are not the same")(anna.post("/settings/password", "present", annasPassword, "password", "some new plain words", "again", "x"))
	anna.wants(401, "/settings/password", "the password is wrong")(anna.post("/settings/password", "present", "x", "password", "some new plain words", "again", "some new plain words"))
	anna.wants(200, "/settings?done=password", "The password was changed.")(anna.post("/settings/password",
		"present", annasPassword, "password", "some new plain words", "again", "some new plain words"))
	elsewhere.wants(200, "/sign-in?back=%2Fbudgets", "Sign in")(elsewhere.get("/budgets"))
}

func TestTokensPage(t *testing.T) {
	w, anna, ben, _ := people(t)
	anna.wants(401, developerURL, "the password is wrong")(anna.post(developerURL, "name", "Sheet", "scope", "read-only", "password", "x"))
	status, _, body := anna.post(developerURL, "name", "Sheet", "scope", "read-only", "password", annasPassword)
	_, rest, _ := strings.Cut(body, `<code id="secret">`)
	secret, _, _ := strings.Cut(rest, "<")
	if status != 200 || !strings.HasPrefix(secret, "holdover_pat_") {
		t.Fatalf("status %d, token %q", status, secret)
	}
	if who, err := w.app.ActorOfToken(t.Context(), secret); err != nil || who.Name != "Anna" || who.Scope != "read-only" {
		t.Error(who, err)
	}
	_, _, again := anna.get(developerURL)
	for _, link := range []string{`href="/settings/oauth#connected"`, `href="/settings/oauth#applications"`} {
		if !strings.Contains(again, link) {
			t.Errorf("the page has no %s", link)
		}
	}
	if strings.Contains(again, secret) || !strings.Contains(again, "Read-only") || !strings.Contains(again, secret[:17]+"…") {
		t.Error("the token stays whole on the page, or is not in its table")
	}
	_, rest, _ = strings.Cut(again, `name="token" value="`)
	no, _, _ := strings.Cut(rest, `"`)
	ben.wants(404, developerURL+"/revoke", "")(ben.post(developerURL+"/revoke", "token", no))
	anna.wants(200, developerURL+"?done=revoked", "The token was revoked.")(anna.post(developerURL+"/revoke", "token", no))
	if _, err := w.app.ActorOfToken(t.Context(), secret); err == nil {
		t.Error("a revoked token works")
	}
}

func TestSettingsTemplates(t *testing.T) {
	pages, err := parseTemplates()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []page{&SignInPage{}, &FirstStartPage{}, &AccountPage{}, &UsersPage{}, &SharingPage{}, &TokensPage{}} {
		if err := templatecheck.CheckHTML(pages[p.template()].Lookup("layout"), p); err != nil {
			t.Errorf("%s: %v", p.template(), err)
		}
	}
}
