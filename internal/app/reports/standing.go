package reports

import (
	"context"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
)

// NetWorthReport is a report of assets and debts.
type NetWorthReport struct {
	Reported `json:"-"`
	report.NetWorth
}

// NetWorth reports the balances of accounts, on budget and off, at the end of each month of a span.
func (rp *Reports) NetWorth(ctx context.Context, who users.Actor, id string, q Query) (NetWorthReport, error) {
	var r NetWorthReport
	err := rp.reported(ctx, who, id, &r.Reported, &q, func(k *reporting) error {
		held, err := k.view.Balances(q.From.Add(-1), q.Until)
		if err != nil {
			return err
		}
		groups := iterutil.Map(k.accountGroups, func(g budget.AccountGroup) report.GroupWorth { return report.GroupWorth{ID: g.ID, Name: g.Name} })
		ids := make(map[budget.AccountGroupNo]string, len(k.accountGroups))
		for _, g := range k.accountGroups {
			ids[g.No] = g.ID
		}
		var lives []report.AccountLife
		for _, acc := range k.accounts {
			balances, any := held[acc.No]
			if !any || !k.scope.Accounts.Has(acc.No) {
				continue
			}
			lives = append(lives, report.AccountLife{ID: acc.ID, Name: acc.Name, Type: acc.Type, OnBudget: acc.OnBudget, Closed: acc.Closed, Group: ids[acc.Group], Balances: balances})
		}
		r.NetWorth = report.NetWorthOf(q.Span, lives)
		r.Groups = r.WorthOfGroups(groups)
		return nil
	})
	return r, err
}

// AgeReport is the age of money.
type AgeReport struct {
	Reported `json:"-"`
	report.AgeOfMoney
}

// MaxAgeDays is the maximum number of months for which the age of money is reported by day.
const MaxAgeDays = 3

// AgeOfMoney reports how long money stayed before it was spent, at the end of each month of a span, and of each day of a
// short one.
func (rp *Reports) AgeOfMoney(ctx context.Context, who users.Actor, id string, q Query) (AgeReport, error) {
	var r AgeReport
	err := rp.reported(ctx, who, id, &r.Reported, &q, func(k *reporting) error {
		ages, err := k.view.Ages()
		if err != nil {
			return err
		}
		r.AgeOfMoney = ages.Over(q.Span)
		if q.Months() <= MaxAgeDays {
			r.Days, err = k.view.AgesByDay(q.Span)
		}
		return err
	})
	return r, err
}

// CategoryLife is a category through the months.
type CategoryLife struct {
	Reported `json:"-"`
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Group    string          `json:"group"`
	GroupID  string          `json:"group_id"`
	Currency string          `json:"currency"`
	Payment  bool            `json:"-"` // its activity is the money moved in by spending on a card and taken out by payments
	Months   []CategoryMonth `json:"months"`
}

// CategoryMonth is a category in a month, in milliunits.
type CategoryMonth struct {
	Month    civil.Month `json:"month"`
	Budgeted money.Milli `json:"budgeted"`
	Activity money.Milli `json:"activity"`
	Balance  money.Milli `json:"balance"`
	// Target is the need of the category's target in the month, budgeted or not; nil without a target.
	Target *money.Milli `json:"target,omitempty"`
}

// Asked returns the need of the target, or zero.
func (m *CategoryMonth) Asked() money.Milli {
	if m.Target == nil {
		return 0
	}
	return *m.Target
}

// Table lists a category's months.
func (r *CategoryLife) Table() report.Table {
	t := report.Table{Columns: []string{"Budgeted", "Activity", "Balance", "Target"}}
	for i := range r.Months {
		m := &r.Months[i]
		t.Rows = append(t.Rows, report.TableRow{Name: m.Month.String(), Amounts: []money.Milli{m.Budgeted, m.Activity, m.Balance, m.Asked()}})
	}
	return t
}

// CategoryLife reports a category, by id or by name, in each month of a span. The other filters of the query do not count.
func (rp *Reports) CategoryLife(ctx context.Context, who users.Actor, id, category string, q Query) (CategoryLife, error) {
	var r CategoryLife
	q.ReportFilters = budget.ReportFilters{Categories: []string{category}}
	err := rp.reported(ctx, who, id, &r.Reported, &q, func(k *reporting) error {
		i := slices.IndexFunc(k.categories, func(c budget.Category) bool { return slices.Contains(k.scope.Categories.Of, c.No) })
		if i < 0 {
			return apperr.New(apperr.NotFound, "category not found")
		}
		c := &k.categories[i]
		g := k.group(c.Group)
		r.ID, r.Name, r.Group, r.GroupID, r.Currency, r.Payment = c.ID, c.Name, g.Name, g.ID, r.Budget.Currency, c.Card != 0
		sheet, err := k.view.Sheet()
		if err != nil {
			return err
		}
		targets, err := budgetsession.TargetsOf(k.view, &envelope.Outline{Groups: k.groups, Categories: k.categories}, sheet, rp.access.Today(ctx))
		if err != nil {
			return err
		}
		for _, m := range q.All() {
			cell := sheet.Cell(c.No, m)
			r.Months = append(r.Months, CategoryMonth{m, cell.Budgeted, cell.Activity, cell.Balance, neededIn(targets, c, m)})
		}
		return nil
	})
	return r, err
}
