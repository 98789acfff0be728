package app

import (
	"context"
	"slices"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/finder"
	"holdover/internal/money"
	"holdover/internal/report"
	"holdover/internal/store"
)

// MaxReportMonths is how many months a report looks at, at most: a lifetime.
const MaxReportMonths = 1200

// ReportQuery says what a report looks at. Groups, categories, accounts and payees are given by id or by name, None is
// what has none.
type ReportQuery struct {
	report.Span
	budget.ReportFilters
}

// Reported is what the page of a report stands in: the frame, what the report looks at by name, and the reports of
// one's own.
type Reported struct {
	Frame
	Filters []ChosenFilter
	Own     []OwnReport
}

// ChosenFilter is one thing that a report looks at.
type ChosenFilter struct {
	Field    string // "category"
	ID, Name string
	Not      bool // it looks at all but this
}

// None stands in a report for what has no category, payee or flag.
const None = "none"

// SpendingBy is what spending is told apart by.
type SpendingBy string

// What spending can be told apart by.
const (
	ByGroup    SpendingBy = "group" // with the categories of each
	ByCategory SpendingBy = "category"
	ByPayee    SpendingBy = "payee"
	ByAccount  SpendingBy = "account"
	ByFlag     SpendingBy = "flag"
)

// SpendingWays are all of them.
var SpendingWays = []SpendingBy{ByGroup, ByCategory, ByPayee, ByAccount, ByFlag}

func unknownWay(by SpendingBy) error {
	return fault.New(fault.Invalid, "spending cannot be told apart by %q", by).AtField("by").WithHint("by is group, category, payee, account or flag")
}

// SpendingReport is what was spent.
type SpendingReport struct {
	Reported `json:"-"`
	By       SpendingBy `json:"by"`
	report.Spending
}

// Spending reports what was spent in a span: lines of budget accounts that are not income, what came back taken off.
func (a *App) Spending(ctx context.Context, who Actor, id string, q ReportQuery, by SpendingBy) (SpendingReport, error) {
	r := SpendingReport{By: by}
	err := a.reported(ctx, who, id, &r.Reported, q, func(k *reporting) error {
		if err := k.spending(); err != nil {
			return err
		}
		switch by {
		case ByGroup:
			r.Spending = report.SpendingByGroup(q.Span, k.spent())
		case ByCategory:
			var all []report.Named
			for _, g := range k.spent() {
				all = append(all, g.Members...)
			}
			r.Spending = report.SpendingOf(q.Span, all)
		case ByPayee:
			r.Spending = report.SpendingOf(q.Span, namedSums(k.lines.ByPayee(k.scope), k.payee))
		case ByAccount:
			r.Spending = report.SpendingOf(q.Span, namedSums(k.lines.ByAccount(k.scope), k.account))
		case ByFlag:
			r.Spending = report.SpendingOf(q.Span, namedSums(k.lines.ByFlag(k.scope), k.flag))
		default:
			return unknownWay(by)
		}
		return nil
	})
	return r, err
}

// MonthReport is a month so far beside what is usual.
type MonthReport struct {
	Reported `json:"-"`
	report.SoFar
}

// MonthSoFar reports what was spent in the last month of a query up to today, beside the months before it that the budget has,
// twelve at most.
func (a *App) MonthSoFar(ctx context.Context, who Actor, id string, q ReportQuery, today cal.Date) (MonthReport, error) {
	var r MonthReport
	m := q.Until
	q.From = m
	err := a.reported(ctx, who, id, &r.Reported, q, func(k *reporting) error {
		compared := report.MaxUsual
		if first := r.Budget.FirstMonth; first != 0 {
			compared = min(compared, max(0, int(m-first)))
		}
		k.scope.From, k.scope.Before, k.scope.Daily = m.Add(-compared), 0, true
		if err := k.spending(); err != nil {
			return err
		}
		until := m.Last()
		if m == today.Month() {
			until = today
		}
		r.SoFar = report.SoFarIn(m, until, compared, k.spent())
		return nil
	})
	return r, err
}

// CalendarReport is a month day by day.
type CalendarReport struct {
	Reported `json:"-"`
	report.Days
}

// Calendar reports what was spent and what came in on each day of the last month of a query.
func (a *App) Calendar(ctx context.Context, who Actor, id string, q ReportQuery) (CalendarReport, error) {
	var r CalendarReport
	q.From = q.Until
	err := a.reported(ctx, who, id, &r.Reported, q, func(k *reporting) error {
		k.scope.Before, k.scope.Daily = 0, true
		if err := k.spending(); err != nil {
			return err
		}
		income := k.scope
		income.Categories = finder.Values[budget.CategoryNo]{Of: k.income()}
		r.Days = report.DaysIn(q.Until, sumsOf(k.lines.ByCategory(k.scope)), sumsOf(k.lines.ByCategory(income)))
		return nil
	})
	return r, err
}

func sumsOf[N comparable](sums finder.Tally[N]) (all [][]money.Milli) {
	for _, of := range sums {
		all = append(all, of.Months)
	}
	return all
}

// IncomeReport sets income against expenses.
type IncomeReport struct {
	Reported `json:"-"`
	report.IncomeAndExpenses
}

// IncomeAndExpenses reports what came in and what went out in a span, by month.
func (a *App) IncomeAndExpenses(ctx context.Context, who Actor, id string, q ReportQuery) (IncomeReport, error) {
	var r IncomeReport
	err := a.reported(ctx, who, id, &r.Reported, q, func(k *reporting) error {
		if err := k.spending(); err != nil {
			return err
		}
		income := k.scope
		income.Categories = finder.Values[budget.CategoryNo]{Of: k.income()}
		r.IncomeAndExpenses = report.IncomeAndExpensesOf(q.Span, namedSums(k.lines.ByPayee(income), k.payee), k.spent())
		return nil
	})
	return r, err
}

// NetWorthReport is what a household owns and owes.
type NetWorthReport struct {
	Reported `json:"-"`
	report.NetWorth
}

// NetWorth reports the balances of accounts, on budget and off, at the end of each month of a span.
func (a *App) NetWorth(ctx context.Context, who Actor, id string, q ReportQuery) (NetWorthReport, error) {
	var r NetWorthReport
	err := a.reported(ctx, who, id, &r.Reported, q, func(k *reporting) error {
		held, err := k.view.Balances(q.From.Add(-1), q.Until)
		if err != nil {
			return err
		}
		var lives []report.AccountLife
		for _, acc := range k.accounts {
			balances, any := held[acc.No]
			if !any || !k.scope.Accounts.Has(acc.No) {
				continue
			}
			lives = append(lives, report.AccountLife{ID: acc.ID, Name: acc.Name, Type: acc.Type, OnBudget: acc.OnBudget, Closed: acc.Closed, Balances: balances})
		}
		r.NetWorth = report.NetWorthOf(q.Span, lives)
		return nil
	})
	return r, err
}

// AgeReport is the age of money.
type AgeReport struct {
	Reported `json:"-"`
	report.AgeOfMoney
}

// MaxAgeDays is of how many months the age of money is told day by day, at most.
const MaxAgeDays = 3

// AgeOfMoney reports how long money stayed before it was spent, at the end of each month of a span, and of each day of a
// short one.
func (a *App) AgeOfMoney(ctx context.Context, who Actor, id string, q ReportQuery) (AgeReport, error) {
	var r AgeReport
	err := a.reported(ctx, who, id, &r.Reported, q, func(k *reporting) error {
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
	Payment  bool            `json:"-"` // its activity is what spending on a card moves in and payments take out
	Months   []CategoryMonth `json:"months"`
}

// CategoryMonth is a category in a month, in milliunits.
type CategoryMonth struct {
	Month    cal.Month   `json:"month"`
	Budgeted money.Milli `json:"budgeted"`
	Activity money.Milli `json:"activity"`
	Balance  money.Milli `json:"balance"`
	// Target is what the category's target asks for in the month, budgeted or not; nil where there is none.
	Target *money.Milli `json:"target,omitempty"`
}

// Asked is what the target asks for; nothing where there is none.
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

// CategoryLife reports a category, by id or by name, in each month of a span.
func (a *App) CategoryLife(ctx context.Context, who Actor, id, category string, span report.Span) (CategoryLife, error) {
	var r CategoryLife
	err := a.reported(ctx, who, id, &r.Reported, ReportQuery{span, budget.ReportFilters{Categories: []string{category}}}, func(k *reporting) error {
		i := slices.IndexFunc(k.categories, func(c budget.Category) bool { return slices.Contains(k.scope.Categories.Of, c.No) })
		if i < 0 {
			return fault.New(fault.NotFound, "there is no such category")
		}
		c := &k.categories[i]
		g := k.group(c.Group)
		r.ID, r.Name, r.Group, r.GroupID, r.Currency, r.Payment = c.ID, c.Name, g.Name, g.ID, r.Budget.Currency, c.Card != 0
		sheet, err := k.view.Sheet()
		if err != nil {
			return err
		}
		owed, err := owedBy(k.view, k.categories)
		if err != nil {
			return err
		}
		for _, m := range span.All() {
			cell := sheet.Cell(c.No, m)
			r.Months = append(r.Months, CategoryMonth{m, cell.Budgeted, cell.Activity, cell.Balance, neededIn(sheet, c, m, cal.DateOf(a.now()), owed[c.No])})
		}
		return nil
	})
	return r, err
}

// reporting is a look at what a report is made of.
type reporting struct {
	view       *store.View
	lines      *finder.Index // once spending has asked for them
	accounts   []budget.Account
	groups     []budget.Group
	categories []budget.Category
	payees     map[budget.PayeeNo]budget.Payee
	scope      finder.Scope // the query, with the span before it; no categories but those that are asked for
	filters    []ChosenFilter
}

func (a *App) reported(ctx context.Context, who Actor, id string, f *Reported, q ReportQuery, do func(*reporting) error) error {
	return a.framed(ctx, who, id, &f.Frame, func(v *store.View) error {
		if n := q.Months(); n < 1 || n > MaxReportMonths {
			return fault.New(fault.Invalid, "a report looks at 1 to %d months, not at %d", MaxReportMonths, n).AtField("months")
		}
		k := &reporting{view: v}
		names, err := loadNames(v)
		if err != nil {
			return err
		}
		k.payees = names.payees
		if k.accounts, err = v.AccountRecords(); err != nil {
			return err
		}
		if k.groups, err = v.Groups(); err != nil {
			return err
		}
		if k.categories, err = v.Categories(); err != nil {
			return err
		}
		if err := k.choose(names, q); err != nil {
			return err
		}
		f.Filters = k.filters
		if f.Own, err = ownReports(v, names); err != nil {
			return err
		}
		return do(k)
	})
}

// choose finds what a query names.
func (k *reporting) choose(n *names, q ReportQuery) (err error) {
	k.scope = finder.Scope{From: q.From, Until: q.Until, Before: q.Months()}
	for _, field := range q.Not {
		if !slices.Contains([]string{"category", "account", "payee", "flag"}, field) {
			return fault.New(fault.Invalid, "a report has no %q to leave some out of", field).AtField("not").WithHint("it is category, account, payee or flag")
		}
	}
	if k.scope.Accounts, err = chosen(k, q, "account", q.Accounts, n.findAccount); err != nil {
		return err
	}
	if k.scope.Payees, err = chosen(k, q, "payee", q.Payees, n.findPayee); err != nil {
		return err
	}
	groups, err := chosen(k, q, "group", q.Groups, n.groupsOf(k.groups))
	if err != nil {
		return err
	}
	if k.scope.Categories, err = chosen(k, q, "category", q.Categories, n.findCategory); err != nil {
		return err
	}
	if groups.Of != nil && k.scope.Categories.Of == nil {
		k.scope.Categories.Of = []budget.CategoryNo{} // a group may have none
	}
	for _, c := range k.categories {
		if slices.Contains(groups.Of, c.Group) {
			k.scope.Categories.Of = append(k.scope.Categories.Of, c.No)
		}
	}
	k.scope.Flags, err = chosen(k, q, "flag", q.Flags, findFlag)
	return err
}

// chosen are the numbers of what a filter names; the filter is noted with its names.
func chosen[N comparable](k *reporting, q ReportQuery, field string, refs []string, find func(ref string) (no N, id, name string, err error)) (v finder.Values[N], err error) {
	v.Not = q.AllBut(field)
	for _, ref := range refs {
		no, id, name, err := find(ref)
		if err != nil {
			return v, err
		}
		v.Of = append(v.Of, no)
		k.filters = append(k.filters, ChosenFilter{field, id, name, v.Not})
	}
	return v, nil
}

// spending narrows the scope to the categories that are not income, lines without one included, and gets the lines ready:
// reports that sum none never wait for them.
func (k *reporting) spending() (err error) {
	asked := k.scope.Categories
	of := []budget.CategoryNo{}
	if asked.Has(0) {
		of = append(of, 0)
	}
	for _, c := range k.categories {
		if !c.Income && asked.Has(c.No) {
			of = append(of, c.No)
		}
	}
	k.scope.Categories = finder.Values[budget.CategoryNo]{Of: of}
	k.lines, err = k.view.Lines()
	return err
}

// spent are the categories of the scope with what their lines sum to, by group. Lines without category are a group of
// their own.
func (k *reporting) spent() []report.Grouped {
	sums := k.lines.ByCategory(k.scope)
	var groups []report.Grouped
	for _, g := range k.groups {
		group := report.Grouped{ID: g.ID, Name: g.Name}
		for _, c := range k.categories {
			if of, any := sums[c.No]; any && c.Group == g.No {
				group.Members = append(group.Members, report.Named{ID: c.ID, Name: c.Name, Months: of.Months, Before: of.Before})
			}
		}
		groups = append(groups, group)
	}
	if of, any := sums[0]; any {
		groups = append(groups, report.Grouped{ID: None, Name: "No category", Members: []report.Named{{ID: None, Name: "No category", Months: of.Months, Before: of.Before}}})
	}
	return groups
}

func (k *reporting) income() (all []budget.CategoryNo) {
	all = []budget.CategoryNo{}
	for _, c := range k.categories {
		if c.Income {
			all = append(all, c.No)
		}
	}
	return all
}

func (k *reporting) group(no budget.GroupNo) budget.Group {
	for _, g := range k.groups {
		if g.No == no {
			return g
		}
	}
	return budget.Group{}
}

// namedSums gives what was told apart its ids and names.
func namedSums[N comparable](sums finder.Tally[N], of func(N) (id, name string)) []report.Named {
	all := make([]report.Named, 0, len(sums))
	for no, is := range sums {
		id, name := of(no)
		all = append(all, report.Named{ID: id, Name: name, Months: is.Months, Before: is.Before})
	}
	return all
}

func (k *reporting) payee(no budget.PayeeNo) (id, name string) {
	if p, there := k.payees[no]; there {
		return p.ID, p.Name
	}
	return None, "No payee"
}

func (k *reporting) account(no budget.AccountNo) (id, name string) {
	for _, a := range k.accounts {
		if a.No == no {
			return a.ID, a.Name
		}
	}
	return None, ""
}

func (k *reporting) flag(colour string) (id, name string) {
	if colour == "" {
		return None, "No flag"
	}
	return colour, colour
}
