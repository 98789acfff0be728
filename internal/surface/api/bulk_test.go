package api_test

import (
	"fmt"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/testing/testkit"
)

// A bulk request reported only its first error. Every record's error is reported and
// ends with its index, and nothing is changed.
func TestBulkRequestsReportAllErrors(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "52", "--years", "1", "--tx", "30")...)
	before := testkit.Must(s.app.Knowledge(t.Context(), app.Machine(), s.id))(t)
	row := func(account, date, amount string) string {
		return fmt.Sprintf(`{"account_id":%q,"date":%q,"amount":%s}`, account, date, amount)
	}
	account, known := s.doc.Plan.Accounts[0].ID, s.doc.Plan.Transactions[0].ID
	for name, c := range map[string]struct {
		method, records string
		says            []string
	}{
		"errors of parsing": {"POST", row(account, "2026-13-45", "1") + "," + row(account, "2026-01-05", "1") + "," + row(account, "2026-01-05", `"much"`), []string{"date is not a date such as 2026-03-01 (index: 0)", "amount is not a whole number of milliunits (index: 2)"}},
		"errors of lookup":  {"POST", row("none", "2026-01-05", "1") + "," + row(account, "2999-01-05", "1"), []string{"(index: 0)", "(index: 1)", "date must not be in the future"}},
		"errors of writing": {"POST", row(account, "2026-01-05", `1,"category_id":"none"`) + "," + row(account, "2026-01-05", `1,"payee_id":"none"`), []string{"(index: 0)", "(index: 1)"}},
		"errors of changes": {"PATCH", `{"id":"none"},{"id":"` + known + `","memo":"x"},{"import_id":"no such"}`, []string{"(index: 0)", "(index: 2)"}},
	} {
		status, text := s.send(t, c.method, "/plans/"+s.id+"/transactions", token, `{"transactions":[`+c.records+`]}`)
		var response struct {
			Error struct {
				Detail string
				Index  *int
			}
		}
		unmarshal(t, text, &response)
		if status != 400 || response.Error.Index == nil || *response.Error.Index != 0 {
			t.Errorf("%s: status %d, want 400 with index 0: %s", name, status, text)
		}
		for _, says := range c.says {
			if !strings.Contains(response.Error.Detail, says) {
				t.Errorf("%s: detail %q, want %q in it", name, response.Error.Detail, says)
			}
		}
		if !strings.HasSuffix(response.Error.Detail, ")") || strings.Count(response.Error.Detail, "(index: ") != 2 {
			t.Errorf("%s: detail %q, want two errors, each with its index at the end", name, response.Error.Detail)
		}
	}
	if after := testkit.Must(s.app.Knowledge(t.Context(), app.Machine(), s.id))(t); after != before {
		t.Errorf("refused request changed the budget: change %d, before %d", after, before)
	}
}

// Assigning to a card's payment category was refused without a hint about the setting
// that permits it.
func TestCardPaymentCategorySaysHowToAssign(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "52", "--years", "1", "--tx", "60", "--cards", "1")...)
	tried := 0
	for _, g := range s.doc.Plan.CategoryGroups {
		if g.Name != "Credit Card Payments" {
			continue
		}
		for _, c := range s.doc.Plan.Categories {
			if c.GroupID != g.ID || c.Deleted {
				continue
			}
			tried++
			status, text := s.send(t, "PATCH", "/plans/"+s.id+"/months/current/categories/"+c.ID, token, `{"category":{"budgeted":1000}}`)
			if status != 400 || !strings.Contains(string(text), "holdover cards "+s.id+" envelopes --apply") || !strings.Contains(string(text), "/budgets/"+s.id+"/cards") {
				t.Errorf("assign to a card's category: status %d, want 400 with the way to change the card mode: %s", status, text)
			}
		}
	}
	if tried == 0 {
		t.Fatal("the plan has no payment category")
	}
}
