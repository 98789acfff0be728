package files

import (
	"cmp"
	"net/http"
	"net/url"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// New shows the form for a new budget, filled in from the query, so that a script can request examples of amounts.
func New(w http.ResponseWriter, r *ui.Request) error {
	q := r.URL.Query()
	if !q.Has("name") {
		var err error
		if q, err = usualBudget(r); err != nil {
			return err
		}
	}
	return r.Render(w, http.StatusOK, newBudgetPage(r, q))
}

// Create creates the budget of the form and redirects to the form of its first account.
func Create(w http.ResponseWriter, r *ui.Request) error {
	if err := r.ParseForm(); err != nil {
		return apperr.New(apperr.Invalid, "the form cannot be read").WithCause(err)
	}
	entry, err := budgetEntry(r.PostForm)
	var b pageframe.Budget
	if err == nil {
		b, err = r.App.NewBudget(r.Context(), r.Actor, entry)
	}
	if status := httpx.StatusOf(err); status >= http.StatusInternalServerError || status == http.StatusForbidden {
		return err
	}
	if err != nil {
		p := newBudgetPage(r, r.PostForm)
		p.Faults = ui.AtField(r.Logged(err), "name", "currency", "dates", "month")
		return r.Render(w, httpx.StatusOf(err), p)
	}
	return r.Redirect(w, ui.LinksOf(b.ID).NewAccount(""))
}

// budgetEntry reads the form of a new budget.
func budgetEntry(q url.Values) (app.BudgetEntry, error) {
	entry := app.BudgetEntry{
		Name: q.Get("name"), Currency: q.Get("currency"), Numbers: money.Numbers(q.Get("numbers")), DateFormat: q.Get("dates"), Starter: q.Get("starter") == "1",
	}
	var err error
	if entry.FirstMonth, err = civil.ParseMonth(q.Get("month")); err != nil {
		return entry, apperr.New(apperr.Invalid, "%q is not a month", q.Get("month")).Of("month").WithHint("write the month like 2026-03")
	}
	return entry, nil
}

// usualBudget returns the defaults of the form: the settings of the user's other budgets.
func usualBudget(r *ui.Request) (url.Values, error) {
	all, err := r.App.Budgets(r.Context(), r.Actor)
	q := url.Values{"currency": {"EUR"}, "month": {r.Today.Month().String()}, "starter": {"1"}}
	if len(all) > 0 {
		q.Set("currency", cmp.Or(all[0].Currency, "EUR"))
		q.Set("dates", all[0].DateFormat)
	}
	return q, err
}

// monthsBack is the maximum number of months in the past at which a budget can begin on this page: receipts are
// usually available for two years.
const monthsBack = 24

func newBudgetPage(r *ui.Request, q url.Values) *NewBudgetPage {
	p := &NewBudgetPage{Frame: ui.Frame{Title: "New budget"}, Name: q.Get("name"), Starter: q.Get("starter") == "1"}
	p.Currencies = iterutil.Map(money.Currencies(), func(c money.Currency) ui.Option {
		return ui.ChosenOption(c.Code, c.Code+", "+c.Name, q.Get("currency"))
	})
	p.Numbers = []ui.Option{ui.ChosenOption("", "Default for the currency", q.Get("numbers"))}
	for _, n := range money.AllNumbers() {
		p.Numbers = append(p.Numbers, ui.ChosenOption(string(n), string(n), q.Get("numbers")))
	}
	p.Dates = iterutil.Map(app.DateFormats(), func(pattern string) ui.Option { return ui.ChosenOption(pattern, r.Today.In(pattern), q.Get("dates")) })
	for m := r.Today.Month().Add(1); m >= r.Today.Month().Add(-monthsBack); m = m.Add(-1) {
		p.Months = append(p.Months, ui.ChosenOption(m.String(), m.Name(), q.Get("month")))
	}
	if format, ok := money.FormatOf(q.Get("currency"), money.Numbers(q.Get("numbers"))); ok {
		fig := ui.Figures{Format: format}
		p.Example = "Amounts look like " + fig.Symbol(1_234_560).Text + " and " + fig.Symbol(-12_340).Text + "."
		if format.DecimalDigits == 0 {
			p.Example = "Amounts look like " + fig.Symbol(1_234_000).Text + " and " + fig.Symbol(-12_000).Text + "."
		}
	}
	return p
}

type NewBudgetPage struct {
	ui.Frame
	Name       string
	Currencies []ui.Option
	Numbers    []ui.Option
	Dates      []ui.Option
	Months     []ui.Option
	Starter    bool
	Example    string // examples of amounts and dates
	Faults     ui.FieldFaults
}

func (*NewBudgetPage) Template() string { return "budget_new" }
