// Package loans contains the page of a loan: its balance over time, past and coming payments, a simulation of other
// payments, and the menu that changes its terms.
//
// Start with Show.
package loans

import (
	"embed"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"holdover/internal/app/loans"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/amountparse"
	"holdover/internal/logic/loan"
	"holdover/internal/model/budget"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

//go:embed templates/*.html
var templates embed.FS

// Feature returns the templates of this package and its changes and menus, for package web.
func Feature() ui.Feature {
	return ui.Feature{Templates: templates, Changes: changes(), Menus: []ui.Menu{{Name: "loan", Draw: drawMenu}}, Find: find}
}

// find returns the pages of all loans.
func find(r *ui.Request, _ string) (found []ui.Destination, err error) {
	f, err := r.Frame()
	if err != nil {
		return nil, err
	}
	for i := range f.Accounts {
		if acc := &f.Accounts[i]; budget.AccountType(acc.Type).IsLoan() {
			found = append(found, ui.Destination{Label: "Loan " + acc.Name, Kind: "Page", Words: "payoff interest", URL: r.Loan(acc.ID)})
		}
	}
	return found, nil
}

// Show shows the page of a loan. Its query is the simulation.
func Show(w http.ResponseWriter, r *ui.Request) error {
	f, err := r.Frame()
	if err != nil {
		return err
	}
	q := r.URL.Query()
	ask, failed := simulationOf(q, f.Budget.CurrencyFormat, f.Budget.DateFormat, r.Today)
	got, err := r.App.Loan(r.Context(), r.Actor, r.BudgetID, r.PathValue("account"), r.Today, ask)
	if err != nil {
		return err
	}
	p := pageOf(r, &got, q)
	if failed != nil {
		p.Try.Faults = ui.AtField(r.Logged(failed), "extra", "once", "on", "rate", "years")
		return r.Render(w, httpx.StatusOf(failed), p)
	}
	return r.RenderBudgetPage(w, &got.Frame, p)
}

// maxYears is the maximum number of years in which a simulation pays a loan off.
const maxYears = 60

// simulationOf parses the query of the page. Errors name the field.
func simulationOf(q url.Values, format money.Format, dates string, today civil.Date) (ask loans.Simulation, err error) {
	amount := func(field string) (m money.Milli, err error) {
		if m, err = amountparse.Amount(format, q.Get(field), 0); err == nil && m < 0 {
			err = apperr.New(apperr.Invalid, "the amount is below zero")
		}
		return m, atField(err, field)
	}
	if ask.Extra, err = amount("extra"); err != nil {
		return loans.Simulation{}, err
	}
	if ask.Once, err = amount("once"); err != nil {
		return loans.Simulation{}, err
	}
	if text := q.Get("on"); text != "" {
		if ask.OnceOn, err = ui.ReadDate(dates, text, today); err != nil {
			return loans.Simulation{}, atField(err, "on")
		}
	}
	if text := strings.TrimSpace(q.Get("rate")); text != "" {
		rate, err := rateOf(format, text)
		if err != nil {
			return loans.Simulation{}, atField(err, "rate")
		}
		ask.Rate = &rate
	}
	if text := strings.TrimSpace(q.Get("years")); text != "" {
		if ask.Years, err = strconv.Atoi(text); err != nil || ask.Years < 1 || ask.Years > maxYears {
			return loans.Simulation{}, apperr.New(apperr.Invalid, "%q is not a number of years from 1 to %d", text, maxYears).AtField("years")
		}
	}
	return ask, nil
}

func atField(err error, field string) error {
	return apperr.Placed(err, func(e *apperr.Error) { e.Field = field })
}

// rateOf parses a percentage of a year, in thousandths of a percent: "5.25" is 5250.
func rateOf(format money.Format, text string) (int64, error) {
	format.DecimalDigits = 3
	rate, err := amountparse.Amount(format, strings.TrimSuffix(strings.TrimSpace(text), "%"), 0)
	if err != nil || rate < 0 || rate > loan.MaxRate {
		return 0, apperr.New(apperr.Invalid, "%q is not a yearly interest rate", strings.TrimSpace(text)).WithHint("write a percentage such as %s", rateText(format, 5250))
	}
	return int64(rate), nil
}

// rateText formats a rate of thousandths of a percent: "5.25".
func rateText(format money.Format, rate int64) string {
	format.DecimalDigits = 2
	return format.Text(money.Milli(rate))
}
