package api_test

import (
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/base/civil"
)

// A program reads the terms of a loan in YNAB's members and changes them; wrong dates and values are refused.
func TestTermsOfALoan(t *testing.T) {
	s := serve(t, 0, "--seed", "33", "--years", "1", "--tx", "50")
	_, loan, err := s.app.AddAccount(t.Context(), app.Machine(), s.id, app.AccountEntry{Name: "Flat", Type: "mortgage", Balance: -100_000_000, Date: civil.MakeDate(2026, 1, 1)})
	if err != nil {
		t.Fatal(err)
	}
	account := s.url + "/plans/" + s.id + "/accounts/" + loan
	ask := func(method, address, body string, status int, want string) {
		t.Helper()
		resp, got := exchange(t, method, address, body, bearer(token))
		if resp.StatusCode != status || !strings.Contains(string(got), want) {
			t.Errorf("%s %s: status %d, want %d with %q in: %s", method, body, resp.StatusCode, status, want, got)
		}
	}
	const terms = `"debt_original_balance":-100000000,"debt_interest_rates":{"2026-01-01":6000},"debt_minimum_payments":{"2026-01-01":599550},"debt_escrow_amounts":{"2026-01-01":100000}`
	ask("GET", account, "", 200, `"debt_original_balance":null,"debt_interest_rates":{},"debt_minimum_payments":{},"debt_escrow_amounts":{}`)
	ask("PATCH", account+"/loan", `{"account":{`+terms+`}}`, 200, terms)
	ask("GET", account, "", 200, terms)
	ask("PATCH", account+"/loan", `{"account":{"debt_escrow_amounts":{}}}`, 200, `"debt_minimum_payments":{"2026-01-01":599550},"debt_escrow_amounts":{}`)
	ask("PATCH", account+"/loan", `{"account":{"debt_interest_rates":{"soon":6000}}}`, 400, "soon")
	ask("PATCH", account+"/loan", `{"account":{"debt_interest_rates":{"2026-01-01":1000001}}}`, 400, "rate")
	ask("PATCH", account+"/loan", `{"account":{"debt_interest_rates":[6000]}}`, 400, "debt_interest_rates")
	ask("PATCH", account+"/loan", `{"account":{"debt_escrow_amounts":{"2026-01-01":"x"}}}`, 400, "debt_escrow_amounts")
	ask("GET", account, "", 200, `"debt_interest_rates":{"2026-01-01":6000}`)
}
