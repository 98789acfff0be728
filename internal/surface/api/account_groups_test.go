package api_test

import (
	"slices"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
)

// A program creates, renames, orders and deletes groups of accounts, and moves an account. An account without a group has YNAB's members only.
func TestAccountGroupsOfThePlan(t *testing.T) {
	s := serve(t, 0, "--seed", "33", "--years", "1", "--tx", "50")
	accounts, err := s.app.Accounts(t.Context(), app.Machine(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	plan, account := s.url+"/plans/"+s.id, accounts[0].ID
	ask := func(method, path, body string, status int, want string) {
		t.Helper()
		resp, got := exchange(t, method, plan+path, body, bearer(token))
		if resp.StatusCode != status || !strings.Contains(string(got), want) {
			t.Errorf("%s %s %s: status %d, want %d with %q in: %s", method, path, body, resp.StatusCode, status, want, got)
		}
	}
	ask("GET", "/account_groups", "", 200, `"account_groups":[]`)
	ask("POST", "/account_groups", `{"account_group":{"name":"Everyday"}}`, 201, `"name":"Everyday","account_ids":[]`)
	ask("POST", "/account_groups", `{"account_group":{"name":"EVERYDAY"}}`, 400, "already")
	ask("POST", "/account_groups", `{"account_group":{"name":"`+strings.Repeat("x", 201)+`"}}`, 400, "name")
	f, err := s.app.Frame(t.Context(), app.Machine(), s.id)
	if err != nil || len(f.AccountGroups) != 1 {
		t.Fatalf("the groups are %+v (error %v)", f.AccountGroups, err)
	}
	group := f.AccountGroups[0].ID
	ask("PATCH", "/account_groups/"+group, `{"account_group":{"name":"Daily"}}`, 200, `"name":"Daily"`)
	ask("PATCH", "/account_groups/22222222-2222-4222-8222-222222222222", `{"account_group":{"name":"x"}}`, 404, "not found")
	ask("PATCH", "/accounts/"+account, `{"account":{"account_group_id":"`+group+`"}}`, 200, `"account_group_id":"`+group+`"`)
	ask("GET", "/account_groups", "", 200, `"account_ids":["`+account+`"]`)
	ask("GET", "/accounts/"+account, "", 200, `"account_group_id":"`+group+`"`)
	ask("GET", "/accounts/"+accounts[1].ID, "", 200, `"debt_escrow_amounts":{},"deleted":false`)
	ask("PATCH", "/accounts/"+account, `{"account":{}}`, 400, "account_group_id")
	const made = `"name":"Tin","type":"cash","balance":0`
	ask("POST", "/accounts", `{"account":{`+made+`,"account_group_id":"22222222-2222-4222-8222-222222222222"}}`, 404, "not found")
	ask("POST", "/accounts", `{"account":{`+made+`,"account_group_id":"`+group+`"}}`, 201, `"account_group_id":"`+group+`"`)
	f, err = s.app.Frame(t.Context(), app.Machine(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	tin := f.Accounts[slices.IndexFunc(f.Accounts, func(a pageframe.Account) bool { return a.Name == "Tin" })].ID
	ask("PATCH", "/accounts/"+tin, `{"account":{"account_group_id":null}}`, 200, `"name":"Tin"`)
	ask("POST", "/account_groups", `{"account_group":{"name":"Later"}}`, 201, `"name":"Later"`)
	ask("PATCH", "/account_groups/"+group+"/position", `{"account_group":{"before_account_group_id":null}}`, 200, `"account_ids":["`+account+`"],"deleted":false}]`)
	ask("PATCH", "/account_groups/"+group+"/position", `{"account_group":{}}`, 400, "before_account_group_id")
	if f, err = s.app.Frame(t.Context(), app.Machine(), s.id); err != nil || len(f.AccountGroups) != 2 || f.AccountGroups[0].Name != "Later" {
		t.Fatalf("the groups are %+v (error %v), want Later first", f.AccountGroups, err)
	}
	later := f.AccountGroups[0].ID
	ask("PATCH", "/account_groups/"+group+"/position", `{"account_group":{"before_account_group_id":"`+later+`"}}`, 200, `"account_groups":[{"id":"`+group)
	ask("PATCH", "/account_groups/"+group+"/position", `{"account_group":{"before_account_group_id":"22222222-2222-4222-8222-222222222222"}}`, 404, "not found")
	ask("DELETE", "/account_groups/"+later, "", 200, `"name":"Later","account_ids":[],"deleted":true`)
	ask("DELETE", "/account_groups/"+later, "", 404, "account group")
	ask("PATCH", "/accounts/"+account, `{"account":{"account_group_id":null}}`, 200, `"debt_escrow_amounts":{},"deleted":false`)
	ask("GET", "/account_groups", "", 200, `"account_ids":[]`)
	ask("DELETE", "/account_groups/"+group, "", 200, `"deleted":true`)
	ask("GET", "/account_groups", "", 200, `"account_groups":[]`)
}
