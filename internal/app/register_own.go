package app

import (
	"context"
	"slices"
	"strings"

	"holdover/internal/budget"
	"holdover/internal/fault"
	"holdover/internal/report"
	"holdover/internal/store"
)

// OwnFilter is a filter of registers that somebody kept under a name. Everybody who shares the budget has it.
type OwnFilter struct {
	ID   string
	Name string
	budget.KeptRows
	// Lost says that nothing of something that it asks for is there any more: it would show what nobody asked for.
	Lost bool
}

const maxOwnFilters = 100

// ofRegister are the filters of registers among all views that are kept.
func ofRegister(kept []budget.KeptView) []budget.KeptView {
	return slices.DeleteFunc(slices.Clone(kept), func(k budget.KeptView) bool { return k.Rows == nil })
}

// OwnFilters are the filters of one's own, in the order in which they were kept. What they ask for and is not there any more is left out.
func (a *App) OwnFilters(ctx context.Context, who Actor, id string) (own []OwnFilter, err error) {
	err = a.desk.View(ctx, who, id, func(v *store.View) error {
		own, err = ownFilters(v)
		return err
	})
	return own, err
}

func ownFilters(v *store.View) ([]OwnFilter, error) {
	kept, err := v.KeptViews()
	if kept = ofRegister(kept); err != nil || len(kept) == 0 {
		return nil, err
	}
	n, err := loadNames(v)
	if err != nil {
		return nil, err
	}
	groups, err := v.Groups()
	if err != nil {
		return nil, err
	}
	own := make([]OwnFilter, len(kept))
	for i := range kept {
		own[i] = OwnFilter{ID: kept[i].ID, Name: kept[i].Name, KeptRows: *kept[i].Rows}
		own[i].leaveOutGone(n, groups)
	}
	return own, nil
}

// leaveOutGone leaves out what is not there any more.
func (f *OwnFilter) leaveOutGone(n *names, groups []budget.Group) {
	account := isThere(n.findAccount)
	category := func(ref string) bool {
		if group, is := strings.CutPrefix(ref, GroupRef); is {
			return isThere(n.groupsOf(groups))(group)
		}
		return isThere(n.findCategory)(ref)
	}
	payee := isThere(n.findPayee)
	for id, there := range map[*string]func(string) bool{&f.Account: account, &f.Category: category, &f.Payee: payee} {
		f.Lost = f.Lost || *id != "" && !there(*id)
	}
	if f.More == nil {
		return
	}
	more := *f.More
	for some, there := range map[*SomeOf]func(string) bool{&more.Accounts: account, &more.Categories: category, &more.Payees: payee} {
		left := slices.DeleteFunc(slices.Clone(some.Of), func(id string) bool { return id != "" && !there(id) })
		f.Lost = f.Lost || len(left) == 0 && len(some.Of) > 0 && !some.Not
		if some.Of = left; len(left) == 0 {
			*some = SomeOf{}
		}
	}
	if f.More = &more; more.Nothing() {
		f.More = nil
	}
}

func isThere[N comparable](find func(string) (N, string, string, error)) func(string) bool {
	return func(ref string) bool {
		_, id, _, err := find(ref)
		return err == nil && id == ref
	}
}

// KeepFilter keeps a filter under a name, after all others. One of the same id is changed instead, and keeps its name where none is given. Faults:
// Invalid, Conflict where the name is taken, NotFound for what it asks for.
func (a *App) KeepFilter(ctx context.Context, who Actor, id string, own OwnFilter) (Done, error) {
	return a.change(ctx, who, id, "keep-filter", func(e *editing) error {
		every, err := e.KeptViews()
		if err != nil {
			return err
		}
		all := ofRegister(every)
		if len(own.ID) > len(newID()) {
			return noFilter()
		}
		kept, say := budget.KeptView{ID: own.ID}, "Kept the filter %s"
		at := slices.IndexFunc(all, func(k budget.KeptView) bool { return k.ID == own.ID })
		switch {
		case at >= 0:
			kept, say = all[at], "Changed the filter %s"
		case len(all) >= maxOwnFilters:
			return fault.New(fault.Invalid, "there are %d filters already", len(all)).WithHint("delete one that is not used any more")
		case kept.ID == "":
			kept.ID = newID()
		}
		if at < 0 && len(every) > 0 {
			kept.Sort = every[len(every)-1].Sort + 1
		}
		if at < 0 || own.Name != "" {
			if kept.Name, err = filterName(all, own.Name, kept.No); err != nil {
				return err
			}
		}
		if err := e.asksFor(&own.KeptRows); err != nil {
			return err
		}
		kept.Rows = &own.KeptRows
		e.Say(say, kept.Name)
		return e.PutView(&kept)
	})
}

// asksFor refuses a filter of what is not there, or that asks for nothing.
func (e *editing) asksFor(rows *budget.KeptRows) error {
	if *rows == (budget.KeptRows{}) {
		return fault.New(fault.Invalid, "nothing is filtered").WithHint("choose what to show first")
	}
	if len(rows.Search) > maxWordsText {
		return fault.New(fault.Invalid, "the words that are searched for are too long").WithHint("a few words are enough")
	}
	if _, known := rowSorts[RowSort(rows.Sort)]; !known {
		return fault.New(fault.Invalid, "transactions cannot be in order of %q", rows.Sort)
	}
	if rows.Time != "" {
		if _, err := report.Time(rows.Time).On(1, 1); err != nil {
			return err
		}
	}
	n, err := loadNames(&e.View)
	if err != nil {
		return err
	}
	_, err = n.filter(&e.View, FilterOf(rows))
	return err
}

// FilterOf is the filter that was kept, but for what it says of the days by words.
func FilterOf(k *budget.KeptRows) RowFilter {
	return RowFilter{
		Account: k.Account, Category: k.Category, Payee: k.Payee, Flag: k.Flag, Cleared: k.Cleared, Search: k.Search, Since: k.Since, Until: k.Until,
		Min: k.Min, Max: k.Max, Uncategorised: k.Uncategorised, Unapproved: k.Unapproved, OnBudget: k.OnBudget, Counts: Side(k.Counts), More: k.More,
	}
}

// KeptOf is FilterOf the other way round.
func KeptOf(f *RowFilter) budget.KeptRows {
	return budget.KeptRows{
		Account: f.Account, Category: f.Category, Payee: f.Payee, Flag: f.Flag, Cleared: f.Cleared, Search: f.Search, Since: f.Since, Until: f.Until,
		Min: f.Min, Max: f.Max, Uncategorised: f.Uncategorised, Unapproved: f.Unapproved, OnBudget: f.OnBudget, Counts: string(f.Counts), More: f.More,
	}
}

// RenameFilter gives a filter of one's own another name.
func (a *App) RenameFilter(ctx context.Context, who Actor, id, own, name string) (Done, error) {
	return a.ownFilter(ctx, who, id, "rename-filter", own, func(e *editing, all []budget.KeptView, kept *budget.KeptView) (err error) {
		was := kept.Name
		if kept.Name, err = filterName(all, name, kept.No); err != nil {
			return err
		}
		e.Say("Renamed the filter %s to %s", was, kept.Name)
		return e.PutView(kept)
	})
}

// DeleteFilter deletes a filter of one's own.
func (a *App) DeleteFilter(ctx context.Context, who Actor, id, own string) (Done, error) {
	return a.ownFilter(ctx, who, id, "delete-filter", own, func(e *editing, _ []budget.KeptView, kept *budget.KeptView) error {
		e.Say("Deleted the filter %s", kept.Name)
		return e.DeleteView(kept.No)
	})
}

// ownFilter is change with a filter of one's own at hand, among all.
func (a *App) ownFilter(ctx context.Context, who Actor, id, action, own string, do func(e *editing, all []budget.KeptView, kept *budget.KeptView) error) (Done, error) {
	return a.change(ctx, who, id, action, func(e *editing) error {
		all, err := e.KeptViews()
		if err != nil {
			return err
		}
		all = ofRegister(all)
		at := slices.IndexFunc(all, func(k budget.KeptView) bool { return k.ID == own })
		if at < 0 {
			return noFilter()
		}
		kept := all[at]
		return do(e, all, &kept)
	})
}

func noFilter() error {
	return fault.New(fault.NotFound, "there is no such filter any more").WithHint("it may have been deleted meanwhile")
}

// filterName is a name that a filter can be given; no is the filter itself.
func filterName(all []budget.KeptView, name string, no budget.ViewNo) (string, error) {
	name, err := givenName(name, "a filter", "call it by what it shows, such as Holiday in Spain")
	if err != nil {
		return "", err
	}
	same := func(k budget.KeptView) bool { return k.No != no && budget.NameKey(k.Name) == budget.NameKey(name) }
	if slices.ContainsFunc(all, same) {
		return "", fault.New(fault.Conflict, "there is already a filter %q", name).Of("name").WithHint("choose another name")
	}
	return name, nil
}
