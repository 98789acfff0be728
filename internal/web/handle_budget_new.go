package web

import (
	"cmp"
	"net/http"
	"net/url"

	"holdover/internal/app"
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/httpx"
	"holdover/internal/money"
)

// newBudget shows the form for another budget, filled in as the query says, so
// that a script can ask what amounts would look like.
func (s *site) newBudget(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	if !q.Has("name") {
		if q, err = s.usualBudget(r, who); err != nil {
			return err
		}
	}
	return s.pages.render(w, r, http.StatusOK, s.newBudgetPage(q))
}

// beginBudget makes the budget of the form and leads to its first account.
func (s *site) beginBudget(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	if err := r.ParseForm(); err != nil {
		return fault.New(fault.Invalid, "the form cannot be read").WithCause(err)
	}
	entry, err := budgetEntry(r.PostForm)
	var b app.Budget
	if err == nil {
		b, err = s.app.NewBudget(r.Context(), who, entry)
	}
	if status := httpx.StatusOf(err); err != nil && (status >= http.StatusInternalServerError || status == http.StatusForbidden) {
		return err
	}
	if err != nil {
		p := s.newBudgetPage(r.PostForm)
		p.Faults = atField(s.logged(r, err), "name", "currency", "dates", "month")
		return s.pages.render(w, r, httpx.StatusOf(err), p)
	}
	http.Redirect(w, r, linksOf(b.ID).newAccount(""), http.StatusSeeOther)
	return nil
}

// budgetEntry reads the form of a new budget.
func budgetEntry(q url.Values) (app.BudgetEntry, error) {
	entry := app.BudgetEntry{
		Name: q.Get("name"), Currency: q.Get("currency"), Numbers: money.Numbers(q.Get("numbers")), DateFormat: q.Get("dates"), Starter: q.Get("starter") == "1",
	}
	var err error
	if entry.FirstMonth, err = cal.ParseMonth(q.Get("month")); err != nil {
		return entry, fault.New(fault.Invalid, "month: %q is none", q.Get("month")).WithHint("a month is written 2026-03")
	}
	return entry, nil
}

// usualBudget is the form before anything is typed: as the person's other
// budgets are.
func (s *site) usualBudget(r *http.Request, who app.Actor) (url.Values, error) {
	all, err := s.app.Budgets(r.Context(), who)
	q := url.Values{"currency": {"EUR"}, "month": {s.thisMonth().String()}, "starter": {"1"}}
	if len(all) > 0 {
		q.Set("currency", cmp.Or(all[0].Currency, "EUR"))
		q.Set("dates", all[0].DateFormat)
	}
	return q, err
}

// monthsBack is how far back a budget can be begun on the page: receipts of two
// years are still at hand.
const monthsBack = 24

func (s *site) newBudgetPage(q url.Values) *NewBudgetPage {
	p := &NewBudgetPage{Frame: Frame{Title: "New budget"}, Name: q.Get("name"), Starter: q.Get("starter") == "1"}
	for _, c := range money.Currencies() {
		p.Currencies = append(p.Currencies, chosenOption(c.Code, c.Code+", "+c.Name, q.Get("currency")))
	}
	p.Numbers = []Option{chosenOption("", "As usual for it", q.Get("numbers"))}
	for _, n := range money.AllNumbers() {
		p.Numbers = append(p.Numbers, chosenOption(string(n), string(n), q.Get("numbers")))
	}
	for _, pattern := range app.DateFormats() {
		p.Dates = append(p.Dates, chosenOption(pattern, s.today().In(pattern), q.Get("dates")))
	}
	for m := s.thisMonth().Add(1); m >= s.thisMonth().Add(-monthsBack); m = m.Add(-1) {
		p.Months = append(p.Months, chosenOption(m.String(), m.Name(), q.Get("month")))
	}
	if format, ok := money.FormatOf(q.Get("currency"), money.Numbers(q.Get("numbers"))); ok {
		fig := figures{format}
		p.Example = "Amounts look like " + fig.symbol(1_234_560).Text + " and " + fig.symbol(-12_340).Text + "."
		if format.DecimalDigits == 0 {
			p.Example = "Amounts look like " + fig.symbol(1_234_000).Text + " and " + fig.symbol(-12_000).Text + "."
		}
	}
	return p
}

func chosenOption(value, label, chosen string) Option {
	return Option{Value: value, Label: label, Chosen: value == chosen}
}
