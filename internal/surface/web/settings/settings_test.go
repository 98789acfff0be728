package settings_test

import (
	"strings"
	"testing"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// A user without access gets the same response as for a budget that does not exist, on every page of the budget.
func TestUsersWithoutAccessGetNotFound(t *testing.T) {
	t.Parallel()
	_, anna, ben, id := walk.Household(t, webtest.Pages)
	for _, page := range []string{"", "/accounts", "/accounts/all", "/report", "/original", "/document", "/download", "/download/plan", "/download/plan/omitted", "/history", "/events", "/menu?month=2026-03"} {
		if status, _, _ := ben.Get("/budgets/" + id + page); status != 404 {
			t.Errorf("%q: status %d, want 404", page, status)
		}
		_, _, stranger := ben.Get("/budgets/" + id + page)
		_, _, missing := ben.Get("/budgets/no-such-budget" + page)
		if line(stranger, "fault-message") != line(missing, "fault-message") || line(stranger, "fault-hint") != line(missing, "fault-hint") {
			t.Errorf("%q: another user sees %q, for a missing budget it is %q", page, line(stranger, "fault-message"), line(missing, "fault-message"))
		}
	}
	ben.Expect(404, "/settings/sharing/"+id, "Budget not found")(ben.Post("/settings/sharing/"+id, "user", "Ben", "role", "owner"))
	if _, _, body := ben.Get("/budgets"); strings.Contains(body, id) {
		t.Error("the list shows the budget")
	}
	anna.Expect(200, "/budgets/"+id, "To Budget")(anna.Get("/budgets/" + id))
}

// line returns the first line of a page that contains a text.
func line(page, with string) string {
	for l := range strings.SplitSeq(page, "\n") {
		if strings.Contains(l, with) {
			return l
		}
	}
	return ""
}

func TestSharingPages(t *testing.T) {
	t.Parallel()
	_, anna, ben, id := walk.Household(t, webtest.Pages)
	share := "/settings/sharing/" + id
	anna.Expect(404, share, "not found")(anna.Post(share, "user", "Bob", "role", "viewer"))
	anna.Expect(400, share, "is not a role")(anna.Post(share, "user", "Ben", "role", "king"))
	anna.Expect(409, share+"/remove", "a budget needs an owner")(anna.Post(share+"/remove", "user", "Anna"))
	anna.Expect(200, "/settings/sharing?done=shared", "Sharing was changed.")(anna.Post(share, "user", "ben", "role", "viewer"))
	ben.Expect(200, "/budgets/"+id, "To Budget")(ben.Get("/budgets/" + id))
	ben.Expect(403, share, "only an owner")(ben.Post(share, "user", "Anna", "role", "viewer"))
	if status, _, _ := ben.Post("/budgets/" + id + "/undo"); status != 403 {
		t.Errorf("undo by a viewer: status %d", status)
	}
	ben.Expect(200, "/settings/sharing?done=left", "You have left")(ben.Post(share+"/remove", "user", "Ben"))
	ben.Expect(404, "/budgets/"+id, "")(ben.Get("/budgets/" + id))

	anna.Expect(200, "/settings/sharing", "Share with")(anna.Get("/settings/sharing"))
	anna.Expect(200, "/settings/users?done=removed", "The user was removed.")(anna.Post("/settings/users/remove", "name", "Ben"))
	status, at, body := anna.Get("/settings/sharing")
	anna.Expect(200, "/settings/sharing", "There is no other user to share with")(status, at, body)
	if strings.Contains(body, "Share with") {
		t.Error("a budget can be shared although there is no other user")
	}
}

func TestUsersPages(t *testing.T) {
	t.Parallel()
	_, anna, ben, _ := walk.Household(t, webtest.Pages)
	if _, _, body := ben.Get("/settings"); strings.Contains(body, "/settings/users") {
		t.Error("the page of users is offered to a user who is not the admin")
	}
	ben.Expect(403, "/settings/users", "only the owner")(ben.Get("/settings/users"))
	ben.Expect(403, "/settings/users", "only the owner")(ben.Post("/settings/users", "name", "Eve", "password", walk.BensPassword))
	anna.Expect(409, "/settings/users", "there is a user")(anna.Post("/settings/users", "name", "BEN", "password", walk.BensPassword))
	anna.Expect(200, "/settings/users"+"?done=user", "Cleo")(anna.Post("/settings/users", "name", "Cleo", "password", "plain words for Cleo"))
	anna.Expect(200, "/settings/users"+"?done=removed", "The user was removed.")(anna.Post("/settings/users"+"/remove", "name", "Cleo"))
	anna.Expect(409, "/settings/users"+"/remove", "cannot be removed")(anna.Post("/settings/users"+"/remove", "name", "Anna"))
	anna.Expect(200, "/settings/users"+"?done=reset", "The password was set.")(anna.Post("/settings/users"+"/password", "name", "Ben", "password", "a password from Anna"))
	ben.Expect(200, "/sign-in?back=%2Fbudgets", "Sign in")(ben.Get("/budgets"))
}

func TestPasswordPage(t *testing.T) {
	t.Parallel()
	w, anna, _, _ := walk.Household(t, webtest.Pages)
	elsewhere := w.Person(t)
	elsewhere.Post("/sign-in", "name", "Anna", "password", walk.AnnasPassword)
	status, at, body := anna.Post("/settings/password", "present", walk.AnnasPassword, "password", "some new plain words", "again", "x")
	anna.Expect(400, "/settings/password", "do not match")(status, at, body)
	if position := strings.Index(body, "do not match"); position < strings.Index(body, `action="/settings/password"`) || position > strings.Index(body, `id="present"`) {
		t.Error("the error is not in the form that it is about")
	}
	anna.Expect(401, "/settings/password", "the password is wrong")(anna.Post("/settings/password", "present", "x", "password", "some new plain words", "again", "some new plain words"))
	anna.Expect(200, "/settings?done=password", "The password was changed.")(anna.Post("/settings/password",
		"present", walk.AnnasPassword, "password", "some new plain words", "again", "some new plain words"))
	elsewhere.Expect(200, "/sign-in?back=%2Fbudgets", "Sign in")(elsewhere.Get("/budgets"))
}

func TestTokensPage(t *testing.T) {
	t.Parallel()
	w, anna, ben, _ := walk.Household(t, webtest.Pages)
	anna.Expect(401, "/settings/developer", "the password is wrong")(anna.Post("/settings/developer", "name", "Sheet", "scope", "read-only", "password", "x"))
	status, at, body := anna.Post("/settings/developer", "name", "Sheet", "scope", "read-only", "password", walk.AnnasPassword)
	_, rest, _ := strings.Cut(body, `<code id="secret">`)
	secret, _, _ := strings.Cut(rest, "<")
	if status != 200 || !strings.HasPrefix(secret, "holdover_pat_") {
		t.Fatalf("status %d, token %q", status, secret)
	}
	if actor, err := w.App.ActorOfToken(t.Context(), secret); err != nil || actor.Name != "Anna" || actor.Scope != "read-only" {
		t.Errorf("the token belongs to %+v, error %v", actor, err)
	}
	_, _, bens := ben.Get(at) // the page of a new token is not the response to the form, which a reload would submit again
	_, _, again := anna.Get(at)
	if !strings.HasPrefix(at, "/settings/developer?made=") || strings.Contains(at, secret) || strings.Contains(bens, secret) {
		t.Errorf("the token was shown at %s", at)
	}
	for _, link := range []string{`href="/settings/oauth#connected"`, `href="/settings/oauth#applications"`} {
		if !strings.Contains(again, link) {
			t.Errorf("the page has no %s", link)
		}
	}
	if strings.Contains(again, secret) || !strings.Contains(again, "Read-only") || !strings.Contains(again, secret[:17]+"…") {
		t.Error("the token is shown whole again, or not listed")
	}
	_, rest, _ = strings.Cut(again, `name="token" value="`)
	no, _, _ := strings.Cut(rest, `"`)
	ben.Expect(404, "/settings/developer"+"/revoke", "")(ben.Post("/settings/developer"+"/revoke", "token", no))
	anna.Expect(200, "/settings/developer"+"?done=revoked", "The token was revoked.")(anna.Post("/settings/developer"+"/revoke", "token", no))
	if _, err := w.App.ActorOfToken(t.Context(), secret); err == nil {
		t.Error("a revoked token works")
	}
}
