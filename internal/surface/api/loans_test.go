package api_test

import (
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/loans"
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
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

// A program reads when a loan is paid off and what its interest costs, also with larger payments. The figures are the published
// ones of 100,000 at 6 % over 360 months.
func TestProjectionOfALoan(t *testing.T) {
	s := serve(t, 0, "--seed", "33", "--years", "1", "--tx", "50")
	today := s.app.Today(t.Context())
	_, loan, err := s.app.AddAccount(t.Context(), app.Machine(), s.id, app.AccountEntry{Name: "Flat", Type: "mortgage", Balance: -100_000_000, Date: today})
	if err != nil {
		t.Fatal(err)
	}
	type repayment struct {
		PayoffDate   *civil.Date `json:"payoff_date"`
		PaymentCount int         `json:"payment_count"`
		Principal    int64
		Interest     int64
		Escrow       int64
		Remaining    int64
	}
	c := newCaller(t, s)
	read := func(query string) (planned, simulated *repayment) {
		t.Helper()
		var got struct {
			Data struct {
				Loan struct {
					Owed               int64
					Frequency          string     `json:"payment_frequency"`
					NextPaymentDate    civil.Date `json:"next_payment_date"`
					Planned, Simulated *repayment
				}
			}
		}
		c.must("/plans/"+s.id+"/accounts/"+loan+"/loan"+query, &got)
		if l := got.Data.Loan; l.Owed != 100_000_000 || l.Frequency != "monthly" || l.NextPaymentDate != today.AddMonths(1) {
			t.Errorf("the loan is %+v", l)
		}
		return got.Data.Loan.Planned, got.Data.Loan.Simulated
	}
	if planned, simulated := read(""); planned != nil || simulated != nil {
		t.Errorf("a loan without terms has the plan %+v and the simulation %+v", planned, simulated)
	}
	terms := `{"account":{"debt_interest_rates":{"` + today.String() + `":6000},"debt_minimum_payments":{"` + today.String() + `":599550},"debt_escrow_amounts":{"` + today.String() + `":1000}}}`
	s.answered(t, "PATCH", "/accounts/"+loan+"/loan", terms, 200, nil)
	planned, simulated := read("")
	if last := today.AddMonths(360); planned == nil || planned.PaymentCount != 360 || *planned.PayoffDate != last || planned.Principal != 100_000_000 || planned.Escrow != 360_000 || planned.Remaining != 0 || simulated != nil {
		t.Fatalf("the plan is %+v and the simulation %+v", planned, simulated)
	}
	if total := planned.Interest + planned.Principal; total < 360*599_550-1000 || total > 360*599_550+1000 {
		t.Errorf("the payments are %d in all, want about %d", total, 360*599_550)
	}
	if _, more := read("?extra_payment=100000"); more == nil || more.PaymentCount != 252 || more.Interest >= planned.Interest {
		t.Errorf("with 100 more each month, the simulation is %+v", more)
	}
	if _, once := read("?one_time_payment=100000000"); once == nil || once.PaymentCount != 1 {
		t.Errorf("with all paid at once, the simulation is %+v", once)
	}
	s.answered(t, "PATCH", "/accounts/"+loan+"/loan", `{"account":{"debt_minimum_payments":{"`+today.String()+`":500000}}}`, 200, nil)
	if never, _ := read(""); never == nil || never.PayoffDate != nil || never.Remaining != 100_000_000 {
		t.Errorf("a payment of the interest alone has the plan %+v", never)
	}
	s.answered(t, "GET", "/accounts/"+loan+"/loan?extra_payment=-1", "", 400, nil)
	s.answered(t, "GET", "/accounts/"+loan+"/loan?extra_payment=99999999999999999999", "", 400, nil)
	s.answered(t, "GET", "/accounts/"+s.doc.Plan.Accounts[0].ID+"/loan", "", 400, nil)
	s.answered(t, "GET", "/accounts/22222222-2222-4222-8222-222222222222/loan", "", 404, nil)
	s.answered(t, "PATCH", "/accounts/"+loan+"/loan", `{"account":{"payment_frequency":"daily"}}`, 400, nil)
	s.answered(t, "PATCH", "/accounts/"+loan+"/loan", `{"account":{"payment_frequency":"weekly"}}`, 200, nil)
	if r, err := s.app.Loan(t.Context(), app.Machine(), s.id, loan, today, loans.Simulation{}); err != nil || r.Frequency != budget.PaidWeekly {
		t.Errorf("the frequency is %q (error %v), want weekly", r.Frequency, err)
	}
}
