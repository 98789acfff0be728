package loans

import (
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/loans"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/amountparse"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

// drawMenu returns the menu of a loan's terms.
func drawMenu(r *ui.MenuRequest, id string) (*ui.MenuPage, error) {
	if err := r.RequireChange(); err != nil {
		return nil, err
	}
	got, err := r.App.Loan(r.Context(), r.Actor, r.BudgetID, id, r.Today, loans.Simulation{})
	if err != nil {
		return nil, err
	}
	d, err := r.ScreenMenu()
	if err != nil {
		return nil, err
	}
	p := &ui.MenuPage{Heading: got.Account.Name, Sub: "Terms of the loan"}
	of := ui.Hidden("account", got.Account.ID)
	if len(got.Terms) == 0 {
		p.Items = append(p.Items, allTermsItem(r, &got, of))
	} else {
		p.Items = append(p.Items, termItems(r, &got, of)...)
		p.Items = append(p.Items, frequencyItem(r, &got, of))
	}
	p.Items = append(p.Items, categoryItem(d, &got, of), interestItem(r, &got, of))
	return p, nil
}

// allTermsItem returns the form that sets all terms of a loan without any.
func allTermsItem(r *ui.MenuRequest, got *loans.Report, of ui.Field) ui.MenuItem {
	amount := func(name, label string) ui.Field { return ui.Field{Name: name, Label: label, Kind: ui.AmountField} }
	it := r.Do("Enter the terms", "loan-terms", of).Ask("Save", amount("rate", valueLabels[loans.Rate]), amount("payment", valueLabels[loans.Payment]), frequencyField(got),
		amount("escrow", valueLabels[loans.Escrow]+" (empty: none)"), amount("original", "Original balance (empty: not known)"), sinceField(r, got, ""))
	it.Intro, it.Open = intros[loans.Payment]+" "+intros[loans.Escrow], true
	return it
}

// sinceField asks for the first day of a value: that of the loan if the loan has no value of the kind, or today.
func sinceField(r *ui.MenuRequest, got *loans.Report, kind loans.TermKind) ui.Field {
	since := r.Today
	if !got.Has(kind) && got.History.First != 0 {
		since = max(got.History.First.First(), civil.Earliest)
	}
	return ui.Field{Name: "date", Label: "Since", Kind: ui.DateField, Day: ui.DayIn(got.Budget.DateFormat, since)}
}

// termItems returns a form for each kind of terms.
func termItems(r *ui.MenuRequest, got *loans.Report, of ui.Field) (items []ui.MenuItem) {
	for _, kind := range loans.TermKinds() {
		value := ui.Field{Name: "value", Label: valueLabels[kind], Kind: ui.AmountField}
		if t := got.Now(kind, r.Today); t != nil {
			value.Value = valueText(got.Budget.CurrencyFormat, t)
		}
		it := r.Do(ui.Sentence(kind.Name()), "loan-"+string(kind), of).Ask("Save", value, sinceField(r, got, kind))
		it.Intro = intros[kind]
		items = append(items, it)
	}
	return items
}

var valueLabels = map[loans.TermKind]string{loans.Rate: "Percent a year", loans.Payment: "Amount of a payment", loans.Escrow: "Escrow in each payment"}

var intros = map[loans.TermKind]string{
	loans.Payment: "What you must pay each time for interest and principal, without escrow.",
	loans.Escrow:  "What you pay each time in addition, such as insurance and taxes. It does not change the debt.",
}

func valueText(format money.Format, t *loans.Term) string {
	if t.Kind == loans.Rate {
		return rateText(format, t.Rate)
	}
	return format.Text(t.Amount)
}

func frequencyItem(r *ui.MenuRequest, got *loans.Report, of ui.Field) ui.MenuItem {
	it := r.Do("How often it is paid", "loan-frequency", of).Ask("Save", frequencyField(got))
	it.Apart = true
	return it
}

func frequencyField(got *loans.Report) ui.Field {
	return ui.ChoiceOf("frequency", "Paid", iterutil.Map(budget.LoanFrequencies(), func(f budget.LoanFrequency) ui.Option {
		return ui.ChosenOption(string(f), "Every "+every(f), string(got.Frequency))
	})...)
}

// categoryItem returns the form that chooses the category that pays the loan.
func categoryItem(d *ui.ScreenMenu, got *loans.Report, of ui.Field) ui.MenuItem {
	chosen := ""
	if got.Category != nil {
		chosen = got.Category.ID
	}
	groups := append(ui.Ungrouped([]ui.Option{{Label: "No category"}}), d.LineChoices(func(c *budget.Category) bool { return c.Income || c.Hidden && c.ID != chosen }, func(c *budget.Category) string { return c.Name })...)
	it := d.Do("Category that pays it", "loan-category", of).Ask("Save", ui.Field{Name: "category", Label: "Category", Kind: ui.Choice, Groups: ui.Choose(groups, chosen)})
	it.Intro = "From this month on, its target is the minimum payment and the escrow of each month."
	return it
}

// interestItem returns the form that switches the monthly interest on, or the button that ends it.
func interestItem(r *ui.MenuRequest, got *loans.Report, of ui.Field) ui.MenuItem {
	const label = "Enter the interest each month"
	if got.Interest != nil {
		return r.Do("Stop entering the interest", "loan-interest", of)
	}
	if !got.Has(loans.Rate) {
		return ui.MenuItem{Label: label, Why: "Enter the interest rate first."}
	}
	first := r.Today.Month().Add(1).First()
	it := r.Do(label, "loan-interest", of).Ask("Save", ui.Field{Name: "date", Label: "First on", Kind: ui.DateField, Day: ui.DayIn(got.Budget.DateFormat, first)})
	it.Intro = "On its day a transaction with a twelfth of the yearly interest on the balance is entered automatically, and another with the escrow. You approve them."
	return it
}

func changes() map[string]ui.Change {
	return map[string]ui.Change{
		"loan-rate":        setTerm(loans.Rate),
		"loan-payment":     setTerm(loans.Payment),
		"loan-escrow":      setTerm(loans.Escrow),
		"loan-terms":       setTerms,
		"remove-loan-term": removeTerm,
		"loan-category":    ui.ByTwo((*app.App).PayLoanFrom, "account", "category"),
		"loan-frequency": func(r *ui.Request) (app.ChangeResult, error) {
			return r.App.SetLoanFrequency(r.Context(), r.Actor, r.BudgetID, r.Get("account"), budget.LoanFrequency(r.Get("frequency")))
		},
		"loan-interest": func(r *ui.Request) (app.ChangeResult, error) {
			first, err := r.DateIfAny("date")
			if err != nil {
				return app.ChangeResult{}, atField(err, "date")
			}
			return r.App.EnterLoanInterest(r.Context(), r.Actor, r.BudgetID, r.Get("account"), first)
		},
	}
}

// setTerm returns the change that sets a value of a kind.
func setTerm(kind loans.TermKind) ui.Change {
	return func(r *ui.Request) (app.ChangeResult, error) {
		b, err := r.App.Budget(r.Context(), r.Actor, r.BudgetID)
		if err != nil {
			return app.ChangeResult{}, err
		}
		t := loans.Term{Kind: kind}
		if kind == loans.Rate {
			t.Rate, err = rateOf(b.CurrencyFormat, r.Get("value"))
		} else {
			t.Amount, err = amountparse.Amount(b.CurrencyFormat, r.Get("value"), 0)
		}
		if err != nil {
			return app.ChangeResult{}, atField(err, "value")
		}
		if t.From, err = r.Date("date"); err != nil {
			return app.ChangeResult{}, atField(err, "date")
		}
		return r.App.SetLoanTerm(r.Context(), r.Actor, r.BudgetID, r.Get("account"), t)
	}
}

// setTerms sets the terms of the form for all of them. A kind of terms with an empty field stays unknown.
func setTerms(r *ui.Request) (app.ChangeResult, error) {
	b, err := r.App.Budget(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return app.ChangeResult{}, err
	}
	from, err := r.Date("date")
	if err != nil {
		return app.ChangeResult{}, atField(err, "date")
	}
	frequency := budget.LoanFrequency(r.Get("frequency")).Word()
	fields := loans.Fields{Frequency: &frequency}
	if strings.TrimSpace(r.Get("rate")) != "" {
		rate, err := rateOf(b.CurrencyFormat, r.Get("rate"))
		if err != nil {
			return app.ChangeResult{}, atField(err, "rate")
		}
		fields.InterestRates = map[civil.Date]int64{from: rate}
	}
	amounts := map[string]money.Milli{}
	for _, field := range []string{"payment", "escrow", "original"} {
		if strings.TrimSpace(r.Get(field)) == "" {
			continue
		}
		amount, err := amountparse.Amount(b.CurrencyFormat, r.Get(field), 0)
		if err == nil && amount < 0 {
			err = apperr.New(apperr.Invalid, "the amount is below zero")
		}
		if err != nil {
			return app.ChangeResult{}, atField(err, field)
		}
		amounts[field] = amount
	}
	if amount, typed := amounts["payment"]; typed {
		fields.MinimumPayments = map[civil.Date]money.Milli{from: amount}
	}
	if amount, typed := amounts["escrow"]; typed {
		fields.EscrowAmounts = map[civil.Date]money.Milli{from: amount}
	}
	if amount, typed := amounts["original"]; typed {
		fields.OriginalBalance = &amount
	}
	if fields.InterestRates == nil && len(amounts) == 0 {
		return app.ChangeResult{}, apperr.New(apperr.Invalid, "no term is entered").AtField("rate").WithHint("enter at least the interest rate or the payment")
	}
	return r.App.UpdateLoan(r.Context(), r.Actor, r.BudgetID, r.Get("account"), fields)
}

func removeTerm(r *ui.Request) (app.ChangeResult, error) {
	from, err := r.Date("date")
	if err != nil {
		return app.ChangeResult{}, err
	}
	return r.App.RemoveLoanTerm(r.Context(), r.Actor, r.BudgetID, r.Get("account"), loans.TermKind(r.Get("kind")), from)
}
