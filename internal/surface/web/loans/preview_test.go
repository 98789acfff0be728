package loans

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/app/loans"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/loan"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
	"holdover/internal/testing/browsertest/preview"
)

func previews() preview.Pages {
	draw := func(query string, change func(*loans.Report)) func(*http.Request) ui.Page {
		return func(r *http.Request) ui.Page { return previewLoan(r, query, change) }
	}
	return preview.Pages{
		"loan": draw("", func(*loans.Report) {}),
		"loan-simulated": draw("extra=100&rate=abc", func(got *loans.Report) {
			got.Simulated = got.Planned
		}),
		"loan-unknown": draw("", func(got *loans.Report) { got.Terms, got.Planned = nil, nil }),
		"loan-never":   draw("", func(got *loans.Report) { got.Planned = &loan.Repayment{Owed: 5, Payments: got.Planned.Payments[:3]} }),
	}
}

// previewLoan returns the page of a mortgage with a long name.
func previewLoan(_ *http.Request, query string, change func(*loans.Report)) ui.Page {
	today := civil.MakeDate(2026, 11, 21)
	terms := loan.TermsOf(&budget.Debt{
		InterestRates: map[civil.Date]int64{today: 6125}, MinimumPayments: map[civil.Date]money.Milli{today: 1_599_550}, EscrowAmounts: map[civil.Date]money.Milli{today: 123_450},
	}, preview.Euro.Step())
	plan := loan.Plan{Terms: terms, Owed: 223_456_780, First: today.AddMonths(1)}
	account := &pageframe.Account{ID: "7f3c", Name: "Hypothek " + strings.Repeat("Überweisung ", 12), Type: string(budget.Mortgage)}
	got := &loans.Report{
		Account: account, Planned: plan.Repay(), Next: plan.First, Category: &loans.Payer{ID: "c", Name: "בנק " + strings.Repeat("Überweisung ", 9)},
		Interest: &loans.Interest{ID: "s", Next: plan.First}, History: loan.HistoryOf([]loan.Line{{Date: today.AddMonths(-70), Amount: -plan.Owed, Payee: budget.StartingBalance}}, today),
		Terms: []loans.Term{{Kind: loans.Rate, From: today, Rate: 6125}, {Kind: loans.Rate, From: today.AddMonths(-20), Rate: 1990}, {Kind: loans.Payment, From: today, Amount: 1_599_550}, {Kind: loans.Escrow, From: today, Amount: 123_450}},
	}
	got.Role, got.Budget = auth.Owner, pageframe.Budget{ID: "b", Name: "Household", CurrencyFormat: preview.Euro, DateFormat: "DD.MM.YYYY"}
	change(got)
	r := &ui.Request{Today: today, Links: ui.LinksOf("b")}
	values, err := url.ParseQuery(query)
	if err != nil {
		panic(err)
	}
	p := pageOf(r, got, values)
	if strings.Contains(query, "abc") {
		p.Try.Faults = ui.FieldFaults{"rate": {Message: `"abc" is not a yearly interest rate`, Hint: "Write a percentage such as 5.25"}}
	}
	return preview.Inside(p, ui.Figures{Format: preview.Euro}, ui.OnAccounts)
}

func TestPreviews(t *testing.T) {
	t.Parallel()
	preview.Check(t, Feature(), previews(), &Page{})
}

func TestPagesInBrowser(t *testing.T) { preview.Look(t, Feature(), previews()) }
