package api_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/model/auth"
	"holdover/internal/surface/api"
	"holdover/internal/testing/testkit"
)

// send makes a call with a body.
func (s *served) send(t testing.TB, method, path, token, body string) (int, []byte) {
	t.Helper()
	resp, text := exchange(t, method, s.url+path, body, bearer(token))
	return resp.StatusCode, text
}

// For any invalid body the response names the place, and nothing changes.
func TestHostileBodies(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "52", "--years", "1", "--tx", "60", "--cards", "1")...)
	p := &s.doc.Plan
	plan := "/plans/" + s.id
	category, _ := categorised(p)
	row := func(change string) string {
		return fmt.Sprintf(`{"account_id":%q,"date":"2026-01-05","amount":-1000%s}`, p.Accounts[0].ID, change)
	}
	other := serve(t, 0, "--seed", "53", "--years", "1", "--tx", "30", "--cards", "1")
	foreign := other.doc.Plan.Accounts[0].ID
	before, err := s.app.Knowledge(t.Context(), app.Machine(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		method, path, body string
		status             int
		says               []string
	}{
		"no body":                            {"POST", "/transactions", "", 400, []string{"body"}},
		"not JSON":                           {"POST", "/transactions", "{", 400, []string{"not JSON"}},
		"an array":                           {"POST", "/transactions", "[]", 400, []string{"not an object"}},
		"null":                               {"POST", "/transactions", "null", 400, []string{"not an object"}},
		"empty object":                       {"POST", "/transactions", "{}", 400, []string{"neither"}},
		"one transaction and a list":         {"POST", "/transactions", `{"transaction":` + row("") + `,"transactions":[]}`, 400, []string{"both"}},
		"unknown member":                     {"POST", "/transactions", `{"transactions":[` + row("") + "," + row(`,"amout":1`) + `]}`, 400, []string{"amout", "(index: 1)"}},
		"amount in words":                    {"POST", "/transactions", `{"transactions":[` + row("") + "," + strings.Replace(row(""), "-1000", `"much"`, 1) + `]}`, 400, []string{"amount", "(index: 1)"}},
		"fraction":                           {"POST", "/transactions", `{"transaction":` + strings.Replace(row(""), "-1000", "1.5", 1) + `}`, 400, []string{"amount"}},
		"huge amount":                        {"POST", "/transactions", `{"transaction":` + strings.Replace(row(""), "-1000", "9000000000000000000", 1) + `}`, 400, []string{"amount"}},
		"overflow":                           {"POST", "/transactions", `{"transaction":` + strings.Replace(row(""), "-1000", "1e300", 1) + `}`, 400, []string{"amount"}},
		"no amount":                          {"POST", "/transactions", `{"transaction":` + strings.Replace(row(""), "-1000", "null", 1) + `}`, 400, []string{"amount"}},
		"no date":                            {"POST", "/transactions", `{"transactions":[` + strings.Replace(row(""), "2026-01-05", "2026-13-45", 1) + `]}`, 400, []string{"date", "(index: 0)"}},
		"future":                             {"POST", "/transactions", `{"transaction":` + strings.Replace(row(""), "2026-01-05", "2999-01-05", 1) + `}`, 400, []string{"date must not be in the future"}},
		"date out of range":                  {"POST", "/transactions", `{"transaction":` + strings.Replace(row(""), "2026-01-05", "0001-01-05", 1) + `}`, 400, []string{"date"}},
		"memo is a number":                   {"POST", "/transactions", `{"transaction":` + row(`,"memo":1`) + `}`, 400, []string{"memo"}},
		"long memo":                          {"POST", "/transactions", `{"transaction":` + row(`,"memo":"`+strings.Repeat("x", 501)+`"`) + `}`, 400, []string{"memo", "500"}},
		"zero character":                     {"POST", "/transactions", `{"transaction":` + row(`,"memo":"a\u0000"`) + `}`, 400, []string{"memo"}},
		"long import id":                     {"POST", "/transactions", `{"transaction":` + row(`,"import_id":"`+strings.Repeat("x", 37)+`"`) + `}`, 400, []string{"import_id", "36"}},
		"approved in words":                  {"POST", "/transactions", `{"transaction":` + row(`,"approved":"yes"`) + `}`, 400, []string{"approved"}},
		"cleared in words":                   {"POST", "/transactions", `{"transaction":` + row(`,"cleared":"surely"`) + `}`, 400, []string{"cleared"}},
		"unknown flag":                       {"POST", "/transactions", `{"transaction":` + row(`,"flag_color":"pink"`) + `}`, 400, []string{"flag_color"}},
		"list is an object":                  {"POST", "/transactions", `{"transactions":{}}`, 400, []string{"transactions", "not a list"}},
		"record is a number":                 {"POST", "/transactions", `{"transactions":[` + row("") + `,5]}`, 400, []string{"(index: 1)"}},
		"foreign account":                    {"POST", "/transactions", `{"transactions":[` + row("") + "," + strings.Replace(row(""), p.Accounts[0].ID, foreign, 1) + `]}`, 400, []string{"account", "(index: 1)"}},
		"foreign category":                   {"POST", "/transactions", `{"transaction":` + row(`,"category_id":"`+foreign+`"`) + `}`, 400, []string{"category"}},
		"foreign payee":                      {"POST", "/transactions", `{"transaction":` + row(`,"payee_id":"`+foreign+`"`) + `}`, 400, []string{"payee"}},
		"reserved payee":                     {"POST", "/transactions", `{"transaction":` + row(`,"payee_name":"starting balance"`) + `}`, 400, []string{"payee"}},
		"wrong sum of parts":                 {"POST", "/transactions", `{"transactions":[` + row(`,"subtransactions":[{"amount":-999}]`) + `]}`, 400, []string{"the parts add up to", "(index: 0)"}},
		"part without amount":                {"POST", "/transactions", `{"transactions":[` + row(`,"subtransactions":[{"amount":-1000},{"memo":"x"}]`) + `]}`, 400, []string{"amount", "subtransaction 1", "(index: 0)"}},
		"transfer to itself":                 {"POST", "/transactions", `{"transaction":` + row(`,"payee_id":"`+p.Accounts[0].TransferPayeeID+`"`) + `}`, 400, []string{"both sides"}},
		"change of an unknown id":            {"PATCH", "/transactions", `{"transactions":[{"id":"` + foreign + `"}]}`, 400, []string{foreign, "(index: 0)"}},
		"change without id":                  {"PATCH", "/transactions", `{"transactions":[{"memo":"x"}]}`, 400, []string{"(index: 0)"}},
		"change of an unknown import id":     {"PATCH", "/transactions", `{"transactions":[{"import_id":"none such"}]}`, 400, []string{"none such", "(index: 0)"}},
		"put of an unknown id":               {"PUT", "/transactions/" + foreign, `{"transaction":{"memo":"x"}}`, 404, nil},
		"put without account":                {"PUT", "/transactions/" + p.Transactions[0].ID, `{}`, 400, []string{"transaction is missing"}},
		"delete of an unknown id":            {"DELETE", "/transactions/" + foreign, "", 404, nil},
		"invalid month":                      {"PATCH", "/months/soon/categories/" + category, `{"category":{"budgeted":1}}`, 400, []string{"month"}},
		"month out of range":                 {"PATCH", "/months/9999-12-01/categories/" + category, `{"category":{"budgeted":1}}`, 400, []string{"out of range"}},
		"missing amount":                     {"PATCH", "/months/current/categories/" + category, `{"category":{}}`, 400, []string{"budgeted is missing"}},
		"unknown category":                   {"PATCH", "/months/current/categories/" + foreign, `{"category":{"budgeted":1}}`, 404, nil},
		"category in an internal group":      {"POST", "/categories", `{"category":{"name":"X","category_group_id":"` + p.CategoryGroups[0].ID + `"}}`, 400, []string{"group"}},
		"category without name":              {"POST", "/categories", `{"category":{"category_group_id":"` + foreign + `"}}`, 400, []string{"name"}},
		"group name too long":                {"POST", "/category_groups", `{"category_group":{"name":"` + strings.Repeat("x", 51) + `"}}`, 400, []string{"name", "50"}},
		"negative target":                    {"PATCH", "/categories/" + category, `{"category":{"goal_target":-5}}`, 400, []string{"goal_target", "below zero"}},
		"frequency without target":           {"PATCH", "/categories/" + category, `{"category":{"goal_frequency":"weekly"}}`, 400, []string{"goal_frequency"}},
		"account of an unknown type":         {"POST", "/accounts", `{"account":{"name":"X","type":"hoard","balance":0}}`, 400, []string{"type"}},
		"account name in use":                {"POST", "/accounts", `{"account":{"name":` + fmt.Sprintf("%q", p.Accounts[0].Name) + `,"type":"cash","balance":0}}`, 400, []string{"name"}},
		"payee without name":                 {"POST", "/payees", `{"payee":{}}`, 400, []string{"name is missing"}},
		"payee of spaces":                    {"POST", "/payees", `{"payee":{"name":"  "}}`, 400, nil},
		"schedule in the past":               {"POST", "/scheduled_transactions", `{"scheduled_transaction":{"account_id":"` + p.Accounts[0].ID + `","date":"2020-01-01"}}`, 400, []string{"date"}},
		"schedule with an unknown frequency": {"POST", "/scheduled_transactions", `{"scheduled_transaction":{"account_id":"` + p.Accounts[0].ID + `","date":"2026-01-01","frequency":"often"}}`, 400, []string{"frequency"}},
		"too many rows":                      {"POST", "/transactions", `{"transactions":[` + strings.Repeat("{},", 1_000_000) + `{}]}`, 400, []string{"1000001", "20000"}},
		"deeply nested":                      {"POST", "/transactions", strings.Repeat(`{"transaction":`, 20_000) + "1" + strings.Repeat("}", 20_000), 400, nil},
	} {
		t.Run(name, func(t *testing.T) {
			status, text := s.send(t, c.method, plan+c.path, token, c.body)
			var response struct {
				Error struct{ ID, Name, Detail, Field string }
			}
			unmarshal(t, text, &response)
			if status != c.status || response.Error.Detail == "" || response.Error.ID == "" {
				t.Errorf("hostile body: status %d, want %d with an error: %.400s", status, c.status, text)
			}
			for _, word := range c.says {
				if !strings.Contains(response.Error.Detail+" "+response.Error.Field, word) {
					t.Errorf("detail %q, want %q in it", response.Error.Detail, word)
				}
			}
		})
	}
	if after, err := s.app.Knowledge(t.Context(), app.Machine(), s.id); err != nil || after != before {
		t.Errorf("refused request changed the budget: change %d, before %d (error %v)", after, before, err)
	}
	if status, text := s.send(t, "POST", plan+"/transactions", token, `{"transaction":`+row(`,"memo":"`+strings.Repeat("x", 17<<20)+`"`)+`}`); status != 400 && status != 413 {
		t.Errorf("body of 17 MB: status %d: %.200s", status, text)
	}
}

// A read-only token gets 403.3 before any other check, and an unknown token gets 401 with a WWW-Authenticate header.
func TestWritingNeedsPermission(t *testing.T) {
	s := serve(t, 0, "--seed", "54", "--years", "1", "--tx", "30")
	reader := api.New(api.Config{App: s.app, Log: s.logger, Authenticate: func(ctx context.Context, given string) (app.Actor, error) {
		who, err := authenticate(ctx, given)
		who.Scope = auth.ReadOnly
		return who, err
	}})
	for _, path := range []string{"/v1/plans/" + s.id + "/transactions", "/v1/plans/no-such/transactions", "/v1/nowhere"} {
		for _, method := range []string{"POST", "PATCH", "PUT", "DELETE"} {
			rec := httptest.NewRecorder()
			req := httptest.NewRequest(method, path, bytes.NewReader([]byte("{")))
			req.Header.Set("Authorization", "Bearer "+token)
			reader.ServeHTTP(rec, req)
			if rec.Code != http.StatusForbidden || !strings.Contains(rec.Body.String(), `"403.3"`) {
				t.Errorf("%s %s with a read-only token: status %d, want 403.3: %s", method, path, rec.Code, rec.Body)
			}
		}
	}
	rec := httptest.NewRecorder()
	req := httptest.NewRequest("POST", "/v1/plans/"+s.id+"/transactions", nil)
	req.Header.Set("Authorization", "Bearer expired")
	reader.ServeHTTP(rec, req)
	if rec.Code != http.StatusUnauthorized || !strings.Contains(rec.Header().Get("WWW-Authenticate"), "invalid_token") {
		t.Errorf("unknown token: status %d, header %v; want 401 with invalid_token", rec.Code, rec.Header())
	}
}
