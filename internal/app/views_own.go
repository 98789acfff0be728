package app

import (
	"context"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// CategoryFilter is a condition on a category in a month that filters the budget screen.
type CategoryFilter string

const (
	FilterUnderfunded CategoryFilter = "underfunded"
	FilterOverspent   CategoryFilter = "overspent"
	FilterOverfunded  CategoryFilter = "overfunded"
	FilterAvailable   CategoryFilter = "available"
	FilterSnoozed     CategoryFilter = "snoozed"
)

// CategoryFilters lists the conditions in the order in which they are offered.
var CategoryFilters = []CategoryFilter{FilterUnderfunded, FilterOverspent, FilterOverfunded, FilterAvailable, FilterSnoozed}

// Name returns the label of a condition.
func (l CategoryFilter) Name() string {
	return map[CategoryFilter]string{
		FilterUnderfunded: "Underfunded", FilterOverspent: "Overspent", FilterOverfunded: "Overfunded", FilterAvailable: "Money available", FilterSnoozed: "Snoozed",
	}[l]
}

// Holds reports whether a category meets a condition; the empty one always holds.
func (l CategoryFilter) Holds(c Cell, s Status) bool {
	switch l {
	case FilterUnderfunded:
		return s.UnderFunded > 0 && !s.Snoozed
	case FilterOverspent:
		return c.Balance < 0
	case FilterOverfunded:
		return s.Over > 0 && !s.Snoozed
	case FilterAvailable:
		return c.Balance > 0
	case FilterSnoozed:
		return s.Snoozed
	}
	return true
}

// OwnView is a saved view of the budget screen: the categories and the condition. It is shared by the users of the
// budget.
type OwnView struct {
	ID    string
	Name  string
	Look  CategoryFilter
	Shows []string // ids of groups and categories; none for all of them
	// Lost reports whether all its categories and groups are deleted.
	Lost bool
}

const maxViewShows = 500

var viewShelf = budgetsession.SavedList[budget.SavedView, *budget.SavedView]{
	Noun: "view", Hint: "choose a name such as Due soon", Limit: 100, Reserved: append([]string{"All"}, iterutil.Map(CategoryFilters, CategoryFilter.Name)...),
	All: (*store.ReadTx).KeptViews, Includes: func(k *budget.SavedView) bool { return k.Rows == nil }, Saved: func(k *budget.SavedView) *budget.Saved { return &k.Saved },
}

// Has reports whether a view includes a category, apart from its condition.
func (v *OwnView) Has(g *budget.Group, c *budget.Category) bool {
	return len(v.Shows) == 0 && !v.Lost || slices.Contains(v.Shows, g.ID) || slices.Contains(v.Shows, c.ID)
}

// ownViews returns the saved views without deleted categories and groups.
func ownViews(v *store.ReadTx, groups []budget.Group, categories []budget.Category) ([]OwnView, error) {
	kept, err := viewShelf.List(v)
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	own := make([]OwnView, len(kept))
	for i := range kept {
		shows := slices.DeleteFunc(slices.Clone(kept[i].Shows), func(id string) bool { return !shown(id, groups, categories) })
		own[i] = OwnView{ID: kept[i].ID, Name: kept[i].Name, Look: CategoryFilter(kept[i].Look), Shows: shows, Lost: len(shows) == 0 && len(kept[i].Shows) > 0}
	}
	return own, nil
}

func shown(id string, groups []budget.Group, categories []budget.Category) bool {
	return slices.ContainsFunc(groups, func(g budget.Group) bool { return g.ID == id }) ||
		slices.ContainsFunc(categories, func(c budget.Category) bool { return c.ID == id })
}

// KeepView saves a view under a name, after all others. One with the same id is changed instead, so that a form sent
// twice saves one. It returns an Invalid error, Conflict if the name is taken, and NotFound for missing categories.
func (a *App) KeepView(ctx context.Context, who Actor, id string, view OwnView) (ChangeResult, error) {
	return a.change(ctx, who, id, "keep-view", func(e *changeTx) error {
		return viewShelf.Save(e.ChangeTx, view.ID, view.Name, func(_ []budget.SavedView, kept *budget.SavedView) error { return e.showing(kept, view) })
	})
}

// showing writes the content of a view; missing categories are an error.
func (e *changeTx) showing(kept *budget.SavedView, view OwnView) error {
	if view.Look != "" && !slices.Contains(CategoryFilters, view.Look) {
		return apperr.New(apperr.Invalid, "%q is not a filter for categories", view.Look).AtField("look")
	}
	if len(view.Shows) > maxViewShows {
		return apperr.New(apperr.Invalid, "a view shows %d groups and categories at most", maxViewShows).WithHint("choose whole groups")
	}
	outline, err := e.Outline()
	if err != nil {
		return err
	}
	kept.Look, kept.Shows = string(view.Look), nil
	for _, id := range view.Shows {
		if !shown(id, outline.Groups, outline.Categories) {
			return apperr.New(apperr.NotFound, "something that the view shows no longer exists").WithHint("it may have been deleted")
		}
		if !slices.Contains(kept.Shows, id) {
			kept.Shows = append(kept.Shows, id)
		}
	}
	return nil
}

// DeleteView deletes a saved view.
func (a *App) DeleteView(ctx context.Context, who Actor, id, view string) (ChangeResult, error) {
	return a.change(ctx, who, id, "delete-view", func(e *changeTx) error { return viewShelf.Delete(e.ChangeTx, view) })
}
