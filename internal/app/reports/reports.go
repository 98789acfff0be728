// Package reports computes the reports of a budget over months: spending, income and expenses, net worth, age of
// money, a category's history, upcoming rows; and saves reports. Package app embeds Reports, so that its methods
// belong to the application. The arithmetic is in package report.
//
// Start with reports.go, then spending.go.
package reports

import (
	"context"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/report"
	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Reports contains the operations on reports.
type Reports struct{ access *budgetsession.Access }

func New(a *budgetsession.Access) *Reports { return &Reports{access: a} }

// MaxMonths is the maximum number of months of a report: a lifetime.
const MaxMonths = 1200

// Query is a request for a report. Groups, categories, accounts and payees are given by id or name; None stands for
// records without any.
type Query struct {
	report.Span
	Relative bool // the span is relative to today; its months before the budget's first one are left out
	budget.ReportFilters
}

// since leaves out the months before the budget's first one from a relative period that includes it.
func (q *Query) since(first civil.Month) {
	if q.Relative && first <= q.Until {
		q.From = max(q.From, first)
	}
}

// Reported is the data around a report on its page: the frame, the filters by name, and the saved reports.
type Reported struct {
	pageframe.Frame
	Period  report.Span // of the query; zero for a forecast
	Filters []ChosenFilter
	Own     []SavedReport
	HasTags bool // notes may have tags; of reports of expenses only
}

// ChosenFilter is one value of a report's filter.
type ChosenFilter struct {
	Field    string // "category"
	ID, Name string
	Not      bool // all except this value
}

// reporting is the data of a read transaction for a report.
type reporting struct {
	view          *store.ReadTx
	lines         *rowindex.Index // once spending has asked for them
	accounts      []budget.Account
	accountGroups []budget.AccountGroup
	groups        []budget.Group
	categories    []budget.Category
	payees        map[budget.PayeeNo]budget.Payee
	scope         rowindex.Scope // the query, and the period before it if the budget knows all of it; nil categories for all
	filters       []ChosenFilter
	knownMonths   int // months of the query since the budget's first one
}

func (rp *Reports) reported(ctx context.Context, who users.Actor, id string, f *Reported, q *Query, do func(*reporting) error) error {
	return pageframe.View(ctx, rp.access, who, id, &f.Frame, func(v *store.ReadTx) error {
		q.since(f.Budget.FirstMonth)
		f.Period = q.Span
		if n := q.Months(); n < 1 || n > MaxMonths {
			return apperr.New(apperr.Invalid, "a report covers 1 to %d months, not %d", MaxMonths, n).AtField("months")
		}
		k := &reporting{view: v}
		names, err := rows.NamesIn(v)
		if err != nil {
			return err
		}
		k.payees = names.Payees
		if err := iterutil.Try(iterutil.Store(&k.accounts, v.AccountRecords), iterutil.Store(&k.accountGroups, v.AccountGroups), iterutil.Store(&k.groups, v.Groups), iterutil.Store(&k.categories, v.Categories)); err != nil {
			return err
		}
		if err := k.choose(names, *q); err != nil {
			return err
		}
		if first := f.Budget.FirstMonth; first == 0 || q.From.Add(-q.Months()) < first {
			k.scope.MonthsBefore = 0 // the budget does not know the whole period before
		}
		k.knownMonths = min(q.Months(), max(0, int(q.Until-f.Budget.FirstMonth)+1))
		f.Filters = k.filters
		if f.Own, err = ownReports(v, names); err != nil {
			return err
		}
		return do(k)
	})
}

// ExcludableFields lists the fields of a filter that can exclude their values instead of including them.
var ExcludableFields = []string{"category", "account", "payee", "flag", "tag"}

// choose looks up the values named in a query.
func (k *reporting) choose(n *rows.Names, q Query) (err error) {
	k.scope = rowindex.Scope{From: q.From, Until: q.Until, MonthsBefore: q.Months(), Least: q.Least, Most: q.Most}
	for _, field := range q.Not {
		if !slices.Contains(ExcludableFields, field) {
			return apperr.New(apperr.Invalid, "a report cannot exclude %q", field).AtField("not").WithHint("choose category, account, payee, flag or tag")
		}
	}
	accounts, err := named(k, q, "account", q.Accounts, n.FindAccounts(k.accountGroups))
	if err != nil {
		return err
	}
	if k.scope.Accounts.Not = q.AllBut("account"); len(accounts) > 0 {
		k.scope.Accounts.Of = append([]budget.AccountNo{}, slices.Concat(accounts...)...) // a group may have none
	}
	if k.scope.Payees, err = chosen(k, q, "payee", q.Payees, n.FindPayee); err != nil {
		return err
	}
	groups, err := chosen(k, q, "group", q.Groups, n.FindGroup(k.groups))
	if err != nil {
		return err
	}
	if k.scope.Categories, err = chosen(k, q, "category", q.Categories, n.FindCategory); err != nil {
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
	if k.scope.Flags, err = chosen(k, q, "flag", q.Flags, findFlag); err != nil {
		return err
	}
	if k.scope.Tags, err = chosen(k, q, "tag", q.Tags, findTag); err != nil {
		return err
	}
	return k.addConditions(n, q)
}

// chosen returns the numbers of the values of a filter, and records their names.
func chosen[N comparable](k *reporting, q Query, field string, refs []string, find func(ref string) (no N, id, name string, err error)) (v rowindex.Values[N], err error) {
	v.Not = q.AllBut(field)
	v.Of, err = named(k, q, field, refs, find)
	return v, err
}

// named looks up the values of a filter, and records their names.
func named[N any](k *reporting, q Query, field string, refs []string, find func(ref string) (no N, id, name string, err error)) (of []N, err error) {
	for _, ref := range refs {
		no, id, name, err := find(ref)
		if err != nil {
			return nil, err
		}
		of = append(of, no)
		k.filters = append(k.filters, ChosenFilter{field, id, name, q.AllBut(field)})
	}
	return of, nil
}

// findFlag finds a colour; a flag is its own number.
func findFlag(ref string) (colour, id, name string, err error) {
	switch {
	case ref == rows.None:
		return "", rows.None, "No flag", nil
	case len(ref) > 40:
		return "", "", "", apperr.New(apperr.Invalid, "this is not a flag colour").AtField("flag")
	}
	return ref, ref, ref, nil
}

// findTag finds a tag; its key is its number. The tag need not be in any notes.
func findTag(ref string) (key, id, name string, err error) {
	if ref == rows.None {
		return "", rows.None, "No tag", nil
	}
	if key, name, err = rows.ParseTag(ref); err != nil {
		return "", "", "", err
	}
	return key, "#" + name, "#" + name, nil
}

func (k *reporting) group(no budget.GroupNo) budget.Group {
	if g := iterutil.First(k.groups, func(g budget.Group) bool { return g.No == no }); g != nil {
		return *g
	}
	return budget.Group{}
}
