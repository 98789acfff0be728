package app

import (
	"context"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
	"holdover/internal/storage/userstore"
)

// BudgetEntry is a new budget as a user enters it. Name and Currency are required.
type BudgetEntry struct {
	Name       string
	Currency   string        // its code, such as EUR
	Numbers    money.Numbers // "" is the currency's usual format
	DateFormat string        // a pattern of DateFormats; "" is YYYY-MM-DD
	FirstMonth civil.Month   // zero is the present month
	Starter    bool          // start with a few groups and categories
}

// DateFormats returns the date formats that forms offer, in the notation of YNAB's documents.
func DateFormats() []string {
	return []string{"YYYY-MM-DD", "DD.MM.YYYY", "DD/MM/YYYY", "MM/DD/YYYY", "DD-MM-YYYY", "YYYY/MM/DD"}
}

// NewBudget creates a budget that contains only the income category and, on request, a few starter categories. Errors:
// Unauthorized without a signed-in actor, Forbidden for a read-only token, Invalid for the entry, and Conflict if the
// actor has a budget of that name.
func (a *App) NewBudget(ctx context.Context, who Actor, entry BudgetEntry) (pageframe.Budget, error) {
	if err := who.CanCreateBudget(); err != nil {
		return pageframe.Budget{}, err
	}
	name, err := givenName(entry.Name)
	if err != nil {
		return pageframe.Budget{}, err
	}
	info := budget.Info{ID: budgetsession.NewID(), Name: name, DateFormat: entry.DateFormat}
	if info.DateFormat == "" {
		info.DateFormat = DateFormats()[0]
	}
	if !slices.Contains(DateFormats(), info.DateFormat) {
		return pageframe.Budget{}, apperr.New(apperr.Invalid, "there is no format %q", info.DateFormat).Of("dates").WithHint("such as %s", DateFormats()[0])
	}
	var valid bool
	if info.Currency, valid = money.FormatOf(entry.Currency, entry.Numbers); !valid {
		return pageframe.Budget{}, apperr.New(apperr.Invalid, "%q is not a currency", entry.Currency).Of("currency").WithHint("use a code of three letters, such as EUR or USD")
	}
	if entry.FirstMonth == 0 {
		entry.FirstMonth = a.Today(ctx).Month()
	}
	if reach := civil.ReachOf(civil.Span{}, a.Today(ctx)); !reach.IncludesMonth(entry.FirstMonth) {
		return pageframe.Budget{}, apperr.New(apperr.Invalid, "%s is out of range", entry.FirstMonth.Name()).Of("first month").
			WithHint("a new budget can start from %s to %s", reach.First.Month().Name(), reach.Last.Month().Name())
	}
	h, err := a.store.Import(ctx, store.Import{
		Whole: newWhole(info, entry.FirstMonth, entry.Starter), Owner: userstore.UserNo(who.User),
		Admit: func(others []store.ExistingBudget) error { return budgetsession.NotAmong(others, name) },
		Meta:  store.Meta{Actor: who.JournalName(), Action: "new", Label: "Created the budget " + name, At: a.now()},
	})
	return pageframe.BudgetOf(h), err
}

// newWhole returns the records of a new budget. It has one month without amounts, which marks the first month.
func newWhole(info budget.Info, first civil.Month, withStarter bool) *budget.Whole {
	w := &budget.Whole{Info: info, Months: []budget.Month{{Month: first}}}
	addGroup := func(name string, income bool, categories ...string) {
		g := budget.Group{No: budget.GroupNo(len(w.Groups) + len(w.Categories) + 1), ID: budgetsession.NewID(), Name: name, Income: income, Sort: len(w.Groups)}
		w.Groups = append(w.Groups, g)
		for _, name := range categories {
			w.Categories = append(w.Categories, budget.Category{
				No: budget.CategoryNo(len(w.Groups) + len(w.Categories) + 1), ID: budgetsession.NewID(), Group: g.No, Name: name, Income: income, Sort: len(w.Categories),
			})
		}
	}
	if withStarter {
		for _, s := range budget.StarterGroups() {
			addGroup(s.Name, false, s.Categories...)
		}
	}
	addGroup("Income", true, "Income")
	return w
}

// givenName returns the name of a budget as entered, without spaces around it, or an Invalid error.
func givenName(name string) (string, error) {
	return budgetsession.GivenName(name, "a budget", "choose a name such as Household")
}
