package reports

import (
	"context"
	"strings"

	"holdover/internal/app/rows"
	"holdover/internal/app/tags"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
)

// SpendingBy is a dimension of expenses.
type SpendingBy string

// The dimensions of expenses.
const (
	ByGroup    SpendingBy = "group" // with the categories of each
	ByCategory SpendingBy = "category"
	ByPayee    SpendingBy = "payee"
	ByAccount  SpendingBy = "account"
	ByFlag     SpendingBy = "flag"
	// ByAccountGroup is a dimension of the net worth too.
	ByAccountGroup SpendingBy = "account-group"
	ByTag          SpendingBy = "tag"
)

// SpendingWays lists all ways.
var SpendingWays = []SpendingBy{ByGroup, ByCategory, ByPayee, ByAccount, ByAccountGroup, ByFlag, ByTag}

func unknownWay(by SpendingBy, field string, ways []SpendingBy) error {
	names := iterutil.Map(ways, func(w SpendingBy) string { return string(w) })
	last := len(names) - 1
	return apperr.New(apperr.Invalid, "spending cannot be grouped by %q", by).AtField(field).WithHint("choose %s or %s", strings.Join(names[:last], ", "), names[last])
}

// Name returns the name of the dimension in sentences.
func (by SpendingBy) Name() string { return strings.ReplaceAll(string(by), "-", " ") }

// SpendingReport is a report of expenses.
type SpendingReport struct {
	Reported `json:"-"`
	By       SpendingBy `json:"by"`
	report.Spending
}

// Spending reports the expenses of a span: lines of budget accounts that are not income, minus refunds.
func (rp *Reports) Spending(ctx context.Context, who users.Actor, id string, q Query, by SpendingBy) (SpendingReport, error) {
	r := SpendingReport{By: by}
	err := rp.reported(ctx, who, id, &r.Reported, &q, func(k *reporting) error {
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
		case ByAccountGroup:
			r.Spending = report.SpendingOf(q.Span, k.accountGroupSums())
		case ByTag:
			named, err := k.tagHeadings()
			if err != nil {
				return err
			}
			var sets []report.TagSums
			for set, of := range k.lines.ByTags(k.scope) {
				sets = append(sets, report.TagSums{Tags: named(set), Months: of.Periods, Before: of.Before})
			}
			r.Spending = report.SpendingByTag(q.Span, sets)
		default:
			return unknownWay(by, "by", SpendingWays)
		}
		r.HasTags = k.lines.HasTags()
		r.BeforeKnown = k.scope.MonthsBefore > 0
		r.AverageOver(k.knownMonths)
		return nil
	})
	return r, err
}

// MonthReport compares a month so far with the usual amounts.
type MonthReport struct {
	Reported `json:"-"`
	report.SoFar
}

// MonthSoFar reports the expenses of the last month of a query up to today, with up to twelve earlier months of the
// budget.
func (rp *Reports) MonthSoFar(ctx context.Context, who users.Actor, id string, q Query, today civil.Date) (MonthReport, error) {
	var r MonthReport
	m := q.Until
	q.From = m
	err := rp.reported(ctx, who, id, &r.Reported, &q, func(k *reporting) error {
		compared := report.MaxUsual
		if first := r.Budget.FirstMonth; first != 0 {
			compared = min(compared, max(0, int(m-first)))
		}
		k.scope.From, k.scope.MonthsBefore, k.scope.Daily = m.Add(-compared), 0, true
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

// Calendar reports expenses and income of each day of the last month of a query.
func (rp *Reports) Calendar(ctx context.Context, who users.Actor, id string, q Query) (CalendarReport, error) {
	var r CalendarReport
	q.From = q.Until
	err := rp.reported(ctx, who, id, &r.Reported, &q, func(k *reporting) error {
		k.scope.MonthsBefore, k.scope.Daily = 0, true
		if err := k.spending(); err != nil {
			return err
		}
		r.Days = report.DaysIn(q.Until, sumsOf(k.lines.ByCategory(k.scope)), sumsOf(k.lines.ByCategory(k.income())))
		return nil
	})
	return r, err
}

// sumsOf returns the sums of each value, by day or month.
func sumsOf[N comparable](sums rowindex.Tally[N]) (all [][]money.Milli) {
	for _, of := range sums {
		all = append(all, of.Periods)
	}
	return all
}

// IncomeReport sets income against expenses.
type IncomeReport struct {
	Reported `json:"-"`
	report.IncomeAndExpenses
}

// IncomeAndExpenses reports income and expenses in a span, by month.
func (rp *Reports) IncomeAndExpenses(ctx context.Context, who users.Actor, id string, q Query) (IncomeReport, error) {
	var r IncomeReport
	err := rp.reported(ctx, who, id, &r.Reported, &q, func(k *reporting) error {
		if err := k.spending(); err != nil {
			return err
		}
		r.IncomeAndExpenses = report.IncomeAndExpensesOf(q.Span, namedSums(k.lines.ByPayee(k.income()), k.payee), k.spent())
		r.BeforeKnown = k.scope.MonthsBefore > 0
		r.AverageOver(k.knownMonths)
		return nil
	})
	return r, err
}

// spending restricts the scope to the categories other than income, including lines without category, and prepares
// the lines: reports that need no lines do not wait for them.
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
	k.scope.Categories = rowindex.Values[budget.CategoryNo]{Of: of}
	k.lines, err = k.view.Lines()
	return err
}

// spent returns the categories of the scope with the sums of their lines, by group. Lines without category form a
// separate group.
func (k *reporting) spent() []report.Grouped {
	sums := k.lines.ByCategory(k.scope)
	var groups []report.Grouped
	for _, g := range k.groups {
		group := report.Grouped{ID: g.ID, Name: g.Name}
		for _, c := range k.categories {
			if of, any := sums[c.No]; any && c.Group == g.No {
				group.Members = append(group.Members, report.Named{ID: c.ID, Name: c.Name, Months: of.Periods, Before: of.Before})
			}
		}
		groups = append(groups, group)
	}
	if of, any := sums[0]; any {
		groups = append(groups, report.Grouped{ID: rows.None, Name: "No category", Members: []report.Named{{ID: rows.None, Name: "No category", Months: of.Periods, Before: of.Before}}})
	}
	return groups
}

// income returns the scope of income to be budgeted, in all categories. Income on a card envelope does not count: it
// lowers the debt of the card.
func (k *reporting) income() rowindex.Scope {
	scope := k.scope
	scope.OffCards, scope.Categories = true, rowindex.Values[budget.CategoryNo]{Of: []budget.CategoryNo{}}
	for _, c := range k.categories {
		if c.Income {
			scope.Categories.Of = append(scope.Categories.Of, c.No)
		}
	}
	return scope
}

// namedSums adds ids and names to a tally.
func namedSums[N comparable](sums rowindex.Tally[N], of func(N) (id, name string)) []report.Named {
	all := make([]report.Named, 0, len(sums))
	for no, is := range sums {
		id, name := of(no)
		all = append(all, report.Named{ID: id, Name: name, Months: is.Periods, Before: is.Before})
	}
	return all
}

func (k *reporting) payee(no budget.PayeeNo) (id, name string) {
	if p, there := k.payees[no]; there {
		return p.ID, p.Name
	}
	return rows.None, "No payee"
}

func (k *reporting) account(no budget.AccountNo) (id, name string) {
	if a := iterutil.First(k.accounts, func(a budget.Account) bool { return a.No == no }); a != nil {
		return a.ID, a.Name
	}
	return rows.None, ""
}

// accountGroupSums returns the sums of the accounts of each group.
func (k *reporting) accountGroupSums() []report.Named {
	groups := map[budget.AccountGroupNo]*report.Named{}
	for no, sums := range k.lines.ByAccount(k.scope) {
		group := k.groupOfAccount(no)
		of := groups[group]
		if of == nil {
			of = &report.Named{Months: make([]money.Milli, len(sums.Periods))}
			of.ID, of.Name = k.accountGroup(group)
			groups[group] = of
		}
		of.Before += sums.Before
		for i, amount := range sums.Periods {
			of.Months[i] += amount
		}
	}
	all := make([]report.Named, 0, len(groups))
	for _, of := range groups {
		all = append(all, *of)
	}
	return all
}

func (k *reporting) groupOfAccount(no budget.AccountNo) budget.AccountGroupNo {
	if a := iterutil.First(k.accounts, func(a budget.Account) bool { return a.No == no }); a != nil {
		return a.Group
	}
	return 0
}

func (k *reporting) accountGroup(no budget.AccountGroupNo) (id, name string) {
	if g := iterutil.First(k.accountGroups, func(g budget.AccountGroup) bool { return g.No == no }); g != nil {
		return g.ID, g.Name
	}
	return rows.None, "No account group"
}

// tagHeadings returns a function that returns the tags of a set, or "No tag" if it is empty.
func (k *reporting) tagHeadings() (func(rowindex.TagSet) []report.Heading, error) {
	all, err := tags.In(k.view)
	if err != nil {
		return nil, err
	}
	names := make(map[string]string, len(all))
	for i := range all {
		names[all[i].Key] = "#" + all[i].Name
	}
	return func(set rowindex.TagSet) []report.Heading {
		if set == "" {
			return []report.Heading{{ID: rows.None, Name: "No tag"}}
		}
		return iterutil.Map(set.Keys(), func(key string) report.Heading { return report.Heading{ID: names[key], Name: names[key]} })
	}, nil
}

func (k *reporting) flag(colour string) (id, name string) {
	if colour == "" {
		return rows.None, "No flag"
	}
	return colour, colour
}
