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

// Look is a condition on a category in a month that filters the budget screen.
type Look string

// The conditions.
const (
	LookUnderfunded Look = "underfunded"
	LookOverspent   Look = "overspent"
	LookOverfunded  Look = "overfunded"
	LookAvailable   Look = "available"
	LookSnoozed     Look = "snoozed"
)

// Looks lists the conditions in the order in which they are offered.
var Looks = []Look{LookUnderfunded, LookOverspent, LookOverfunded, LookAvailable, LookSnoozed}

// Name returns the label of a condition.
func (l Look) Name() string {
	return map[Look]string{
		LookUnderfunded: "Underfunded", LookOverspent: "Overspent", LookOverfunded: "Overfunded", LookAvailable: "Money available", LookSnoozed: "Snoozed",
	}[l]
}

// Holds reports whether a category meets a condition; the empty one always holds.
func (l Look) Holds(c Cell, s Standing) bool {
	switch l {
	case LookUnderfunded:
		return s.UnderFunded > 0 && !s.Snoozed
	case LookOverspent:
		return c.Balance < 0
	case LookOverfunded:
		return s.Over > 0 && !s.Snoozed
	case LookAvailable:
		return c.Balance > 0
	case LookSnoozed:
		return s.Snoozed
	}
	return true
}

// OwnView is a saved view of the budget screen: the categories and the condition. It is shared by the users of the
// budget.
type OwnView struct {
	ID    string
	Name  string
	Look  Look
	Shows []string // ids of groups and categories; none for all of them
	// Lost reports whether all its categories and groups are deleted.
	Lost bool
}

const maxViewShows = 500

var viewShelf = budgetsession.Shelf[budget.KeptView]{
	Noun: "view", Hint: "call it by what it shows, such as Due soon", Most: 100, Reserved: append([]string{"All"}, iterutil.To(Looks, Look.Name)...),
	All: (*store.View).KeptViews, On: func(k *budget.KeptView) bool { return k.Rows == nil }, Kept: func(k *budget.KeptView) *budget.Kept { return &k.Kept },
	Put: (*store.Writer).PutView, Take: func(w *store.Writer, k *budget.KeptView) error { return w.DeleteView(k.No) },
}

// Has reports whether a view includes a category, apart from its condition.
func (v *OwnView) Has(g *budget.Group, c *budget.Category) bool {
	return len(v.Shows) == 0 && !v.Lost || slices.Contains(v.Shows, g.ID) || slices.Contains(v.Shows, c.ID)
}

// ownViews returns the saved views without deleted categories and groups.
func ownViews(v *store.View, groups []budget.Group, categories []budget.Category) ([]OwnView, error) {
	kept, err := viewShelf.List(v)
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	own := make([]OwnView, len(kept))
	for i := range kept {
		shows := slices.DeleteFunc(slices.Clone(kept[i].Shows), func(id string) bool { return !shown(id, groups, categories) })
		own[i] = OwnView{ID: kept[i].ID, Name: kept[i].Name, Look: Look(kept[i].Look), Shows: shows, Lost: len(shows) == 0 && len(kept[i].Shows) > 0}
	}
	return own, nil
}

func shown(id string, groups []budget.Group, categories []budget.Category) bool {
	return slices.ContainsFunc(groups, func(g budget.Group) bool { return g.ID == id }) ||
		slices.ContainsFunc(categories, func(c budget.Category) bool { return c.ID == id })
}

// KeepView saves a view under a name, after all others. One with the same id is changed instead, so that a form sent
// twice saves one. It returns an Invalid error, Conflict if the name is taken, and NotFound for missing categories.
func (a *App) KeepView(ctx context.Context, who Actor, id string, view OwnView) (Done, error) {
	return a.change(ctx, who, id, "keep-view", func(e *editing) error {
		return viewShelf.Keep(e.Editing, view.ID, view.Name, func(_ []budget.KeptView, kept *budget.KeptView) error { return e.showing(kept, view) })
	})
}

// showing writes the content of a view; missing categories are an error.
func (e *editing) showing(kept *budget.KeptView, view OwnView) error {
	if view.Look != "" && !slices.Contains(Looks, view.Look) {
		return apperr.New(apperr.Invalid, "%q is nothing that can hold for a category", view.Look).AtField("look")
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
			return apperr.New(apperr.NotFound, "something that the view shows is not there any more").WithHint("it may have been deleted meanwhile")
		}
		if !slices.Contains(kept.Shows, id) {
			kept.Shows = append(kept.Shows, id)
		}
	}
	return nil
}

// DeleteView deletes a saved view.
func (a *App) DeleteView(ctx context.Context, who Actor, id, view string) (Done, error) {
	return a.change(ctx, who, id, "delete-view", func(e *editing) error { return viewShelf.Delete(e.Editing, view) })
}
