package accounts_test

import (
	"regexp"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// A viewer sees accounts without controls; a submitted change is refused.
func TestViewersCannotChangeAccounts(t *testing.T) {
	t.Parallel()
	w, anna, ben, id := walk.Household(t, webtest.Pages)
	anna.Post("/settings/sharing/"+id, "user", "Ben", "role", "viewer")
	all, err := w.App.Accounts(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	home, account := "/budgets/"+id, all[0].ID
	register := home + "/accounts/" + account
	for _, page := range []string{home + "/accounts", register, register + "?reconcile=1&bank=12&on=2026-11-21", home + "/menu?account=" + account} {
		_, _, hers := anna.Get(page)
		status, _, his := ben.Get(page)
		if status != 200 || !strings.Contains(his, all[0].Name) {
			t.Errorf("%s: status %d, want 200 with the account", page, status)
		}
		for _, control := range []string{"Add account", "/do/", `id="reconcile"`, "bank-file", "Menu of " + all[0].Name} {
			if strings.Contains(his, control) {
				t.Errorf("%s shows %q to a viewer", page, control)
			}
		}
		if !strings.Contains(hers, "Add account") || !strings.Contains(hers, "/do/") {
			t.Errorf("%s shows no controls to the owner", page)
		}
	}
	if status, _, body := ben.Get(home + "/accounts/new?type=cash"); status != 403 || !strings.Contains(body, "not change it") {
		t.Errorf("the form of a viewer: status %d", status)
	}
	for what, fields := range map[string][]string{
		"/accounts":           {"name", "Purse", "type", "cash", "place", "on"},
		"/do/rename-account":  {"account", account, "name", "Mine"},
		"/do/account-type":    {"account", account, "type", "cash"},
		"/do/account-note":    {"account", account, "note", "mine"},
		"/do/move-account":    {"account", all[1].ID, "before", account},
		"/do/close-account":   {"account", account, "to", "write-off"},
		"/do/reopen-account":  {"account", account},
		"/do/delete-account":  {"account", account},
		"/do/reconcile":       {"account", account, "bank", "0", "on", "2026-11-21"},
		"/do/no-such-account": {"account", account},
	} {
		if status, _, _ := ben.Post(home+what, fields...); status != 403 {
			t.Errorf("%s by a viewer: status %d, want 403", what, status)
		}
	}
	if status, _, _ := anna.Post(home+"/do/no-such-account", "account", account); status != 404 {
		t.Errorf("an unknown change by the owner: status %d", status)
	}
	if now, err := w.App.Accounts(t.Context(), app.Machine(), id); err != nil || len(now) != len(all) || now[0].Name != all[0].Name || now[0].Closed {
		t.Errorf("the accounts have changed: %+v, error %v", now, err)
	}
}

// TestAnUnknownAccountTypeIsExplained: the response to an unknown type was the choice of types with status 400,
// without an explanation.
func TestAnUnknownAccountTypeIsExplained(t *testing.T) {
	t.Parallel()
	_, anna, _, id := walk.Household(t, webtest.Pages)
	status, _, body := anna.Post("/budgets/"+id+"/accounts", "name", "Purse", "type", "nonsense", "place", "on")
	if status != 400 || !strings.Contains(body, "unknown account type") {
		t.Errorf("status %d, want 400 with an explanation: %s", status, body)
	}
}

// TestAddAccountIsHighlightedWhileItIsOpen: the sidebar highlighted Manage instead.
func TestAddAccountIsHighlightedWhileItIsOpen(t *testing.T) {
	t.Parallel()
	_, anna, _, id := walk.Household(t, webtest.Pages)
	for page, label := range map[string]string{"/accounts": "Manage", "/accounts/new": "Add account", "/accounts/new?type=cash": "Add account"} {
		_, _, text := anna.Get("/budgets/" + id + page)
		foot := regexp.MustCompile(`(?s)<p class="accounts-foot">.*?</p>`).FindString(text)
		lit := regexp.MustCompile(`aria-current="page">(?:<svg.*?</svg>)?([^<]+)<`).FindAllStringSubmatch(foot, -1)
		if len(lit) != 1 || lit[0][1] != label {
			t.Errorf("%s: %v is highlighted", page, lit)
		}
	}
}
