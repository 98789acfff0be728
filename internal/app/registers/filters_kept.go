package registers

import (
	"context"
	"slices"
	"strings"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/rows"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// OwnFilter is a saved filter of registers, shared by the users of the budget.
type OwnFilter struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	budget.SavedRows
	// Lost reports whether all values of one of its fields are deleted: without them it would show unrelated rows.
	Lost bool `json:"lost"`
}

var filterShelf = budgetsession.SavedList[budget.SavedView, *budget.SavedView]{
	Noun: "filter", Hint: "choose a name such as Holiday in Spain", Limit: 100,
	All: (*store.ReadTx).KeptViews, Includes: func(k *budget.SavedView) bool { return k.Rows != nil }, Saved: func(k *budget.SavedView) *budget.Saved { return &k.Saved },
}

// OwnFilters returns the saved filters in their order, without deleted values.
func (rg *Registers) OwnFilters(ctx context.Context, who users.Actor, id string) ([]OwnFilter, error) {
	return budgetsession.Read(ctx, rg.access, who, id, ownFilters)
}

func ownFilters(v *store.ReadTx) ([]OwnFilter, error) {
	kept, err := filterShelf.List(v)
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	n, err := rows.NamesIn(v)
	if err != nil {
		return nil, err
	}
	groups, err := v.Groups()
	if err != nil {
		return nil, err
	}
	accountGroups, err := v.AccountGroups()
	if err != nil {
		return nil, err
	}
	own := make([]OwnFilter, len(kept))
	for i := range kept {
		own[i] = OwnFilter{ID: kept[i].ID, Name: kept[i].Name, SavedRows: *kept[i].Rows}
		own[i].leaveOutGone(n, groups, accountGroups)
	}
	return own, nil
}

// leaveOutGone removes deleted values.
func (f *OwnFilter) leaveOutGone(n *rows.Names, groups []budget.Group, accountGroups []budget.AccountGroup) {
	account := rows.IsThere(n.FindAccounts(accountGroups))
	category := func(ref string) bool {
		if group, is := strings.CutPrefix(ref, rows.GroupRef); is {
			return rows.IsThere(n.FindGroup(groups))(group)
		}
		return rows.IsThere(n.FindCategory)(ref)
	}
	payee := rows.IsThere(n.FindPayee)
	for id, there := range map[*string]func(string) bool{&f.Account: account, &f.Category: category, &f.Payee: payee} {
		f.Lost = f.Lost || *id != "" && !there(*id)
	}
	if f.More == nil {
		return
	}
	more := *f.More
	for some, there := range map[*rows.SomeOf]func(string) bool{&more.Accounts: account, &more.Categories: category, &more.Payees: payee} {
		left := slices.DeleteFunc(slices.Clone(some.Of), func(id string) bool { return id != "" && !there(id) })
		f.Lost = f.Lost || len(left) == 0 && len(some.Of) > 0 && !some.Not
		if some.Of = left; len(left) == 0 {
			*some = rows.SomeOf{}
		}
	}
	if f.More = &more; more.Nothing() {
		f.More = nil
	}
}

// KeepFilter saves a filter under a name, after all others. One with the same id is changed instead, and keeps its
// name if the given name is empty. It returns an Invalid error, Conflict if the name is taken, and NotFound for a
// missing value.
func (rg *Registers) KeepFilter(ctx context.Context, who users.Actor, id string, own OwnFilter) (budgetsession.ChangeResult, error) {
	return rg.access.Change(ctx, who, id, "keep-filter", func(e *budgetsession.ChangeTx) error {
		return filterShelf.Save(e, own.ID, own.Name, func(_ []budget.SavedView, kept *budget.SavedView) error {
			kept.Rows = &own.SavedRows
			return asksFor(e, kept.Rows)
		})
	})
}

// ReplaceFilter replaces the content of a saved filter. It returns the errors of [Registers.KeepFilter], and NotFound
// if it is deleted.
func (rg *Registers) ReplaceFilter(ctx context.Context, who users.Actor, id, own string, rows budget.SavedRows) (budgetsession.ChangeResult, error) {
	return rg.access.Change(ctx, who, id, "replace-filter", func(e *budgetsession.ChangeTx) error {
		return filterShelf.With(e, own, func(_ []budget.SavedView, kept *budget.SavedView) error {
			kept.Rows = &rows
			e.Say("Changed the filter %s", kept.Name)
			if err := asksFor(e, kept.Rows); err != nil {
				return err
			}
			return e.Put(kept)
		})
	})
}

// asksFor returns an error for a filter with missing values, or without conditions.
func asksFor(e *budgetsession.ChangeTx, list *budget.SavedRows) error {
	if *list == (budget.SavedRows{}) {
		return apperr.New(apperr.Invalid, "the filter is empty").WithHint("choose a filter first")
	}
	if len(list.Search) > rows.MaxWords {
		return apperr.New(apperr.Invalid, "the search text is too long").WithHint("use fewer words")
	}
	if _, known := sorts[Sort(list.Sort)]; !known {
		return apperr.New(apperr.Invalid, "transactions cannot be sorted by %q", list.Sort)
	}
	if list.Time != "" {
		if _, err := report.Time(list.Time).On(1, 1); err != nil {
			return err
		}
	}
	_, _, err := rows.Find(&e.ReadTx, FilterOf(list))
	return err
}

// FilterOf returns a saved filter without its relative period.
func FilterOf(k *budget.SavedRows) rows.Filter {
	return rows.Filter{
		Account: k.Account, Category: k.Category, Payee: k.Payee, Flag: k.Flag, Cleared: k.Cleared, Search: k.Search, Since: k.Since, Until: k.Until,
		Min: k.Min, Max: k.Max, Uncategorised: k.Uncategorised, Unapproved: k.Unapproved, OnBudget: k.OnBudget, Counts: rows.Side(k.Counts), More: k.More, Any: k.Any,
	}
}

// FilterNamed returns the rows that a saved filter selects, by its id or name, in its order. A period relative to today
// becomes days. It returns NotFound, and Conflict for a filter whose values are deleted.
func (rg *Registers) FilterNamed(ctx context.Context, who users.Actor, id, ref string, today civil.Date) (q Query, err error) {
	all, err := rg.OwnFilters(ctx, who, id)
	if err != nil {
		return q, err
	}
	own, _ := iterutil.FindByIDOrName(all, func(f *OwnFilter) bool { return f.ID == ref }, func(f *OwnFilter) bool { return budget.NameKey(f.Name) == budget.NameKey(ref) })
	switch {
	case own == nil:
		return q, apperr.New(apperr.NotFound, "saved filter %q not found", ref).WithHint("the pages of transactions list them under Filter")
	case own.Lost:
		return q, apperr.New(apperr.Conflict, "the values of the filter %q are deleted", own.Name).WithHint("change the filter on a page of transactions")
	}
	q = Query{Filter: FilterOf(&own.SavedRows), Sort: Sort(own.Sort), Ascending: own.Ascending}
	if own.Time == "" {
		return q, nil
	}
	span, err := report.Time(own.Time).On(today.Month(), 0)
	q.Filter.Since, q.Filter.Until = span.From.First(), span.Until.Last()
	return q, err
}

// KeptOf is the inverse of FilterOf.
func KeptOf(f *rows.Filter) budget.SavedRows {
	return budget.SavedRows{
		Account: f.Account, Category: f.Category, Payee: f.Payee, Flag: f.Flag, Cleared: f.Cleared, Search: f.Search, Since: f.Since, Until: f.Until,
		Min: f.Min, Max: f.Max, Uncategorised: f.Uncategorised, Unapproved: f.Unapproved, OnBudget: f.OnBudget, Counts: string(f.Counts), More: f.More, Any: f.Any,
	}
}

// RenameFilter renames a saved filter.
func (rg *Registers) RenameFilter(ctx context.Context, who users.Actor, id, own, name string) (budgetsession.ChangeResult, error) {
	return rg.access.Change(ctx, who, id, "rename-filter", func(e *budgetsession.ChangeTx) error { return filterShelf.Rename(e, own, name) })
}

// DeleteFilter deletes a saved filter.
func (rg *Registers) DeleteFilter(ctx context.Context, who users.Actor, id, own string) (budgetsession.ChangeResult, error) {
	return rg.access.Change(ctx, who, id, "delete-filter", func(e *budgetsession.ChangeTx) error { return filterShelf.Delete(e, own) })
}
