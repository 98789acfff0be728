package app

import (
	"context"
	"slices"

	"holdover/internal/app/access"
	"holdover/internal/budget"
	"holdover/internal/each"
	"holdover/internal/fault"
	"holdover/internal/store"
)

// Look is what can hold for a category in a month: a way to look through the budget screen.
type Look string

// The looks.
const (
	LookUnderfunded Look = "underfunded"
	LookOverspent   Look = "overspent"
	LookOverfunded  Look = "overfunded"
	LookAvailable   Look = "available"
	LookSnoozed     Look = "snoozed"
)

// Looks are all of them, in the order in which they are offered.
var Looks = []Look{LookUnderfunded, LookOverspent, LookOverfunded, LookAvailable, LookSnoozed}

// Name is what a person calls a look.
func (l Look) Name() string {
	return map[Look]string{
		LookUnderfunded: "Underfunded", LookOverspent: "Overspent", LookOverfunded: "Overfunded", LookAvailable: "Money available", LookSnoozed: "Snoozed",
	}[l]
}

// Holds says whether a look holds for a category; none holds for all.
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

// OwnView is a view of the budget screen that somebody kept under a name: which categories it shows, and what has to hold for
// them. Everybody who shares the budget has it.
type OwnView struct {
	ID    string
	Name  string
	Look  Look
	Shows []string // ids of groups and categories; none for all of them
	// Lost says that nothing of what it shows is there any more.
	Lost bool
}

const maxViewShows = 500

var viewShelf = access.Shelf[budget.KeptView]{
	Noun: "view", Hint: "call it by what it shows, such as Due soon", Most: 100, Reserved: append([]string{"All"}, each.To(Looks, Look.Name)...),
	All: (*store.View).KeptViews, On: func(k *budget.KeptView) bool { return k.Rows == nil }, Kept: func(k *budget.KeptView) *budget.Kept { return &k.Kept },
	Put: (*store.Writer).PutView, Take: func(w *store.Writer, k *budget.KeptView) error { return w.DeleteView(k.No) },
}

// Has says whether a view shows a category, if its look holds for it.
func (v *OwnView) Has(g *budget.Group, c *budget.Category) bool {
	return len(v.Shows) == 0 && !v.Lost || slices.Contains(v.Shows, g.ID) || slices.Contains(v.Shows, c.ID)
}

// ownViews are the views of one's own. What they show and is not there any more is left out.
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

// KeepView keeps a view under a name, after all others. One of the same id is changed instead: a form that is sent twice keeps
// one. Faults: Invalid, Conflict where the name is taken, NotFound for what it shows.
func (a *App) KeepView(ctx context.Context, who Actor, id string, view OwnView) (Done, error) {
	return a.change(ctx, who, id, "keep-view", func(e *editing) error {
		return viewShelf.Keep(e.Editing, view.ID, view.Name, func(_ []budget.KeptView, kept *budget.KeptView) error { return e.showing(kept, view) })
	})
}

// showing writes what a view shows into it, and nothing that is not there.
func (e *editing) showing(kept *budget.KeptView, view OwnView) error {
	if view.Look != "" && !slices.Contains(Looks, view.Look) {
		return fault.New(fault.Invalid, "%q is nothing that can hold for a category", view.Look).AtField("look")
	}
	if len(view.Shows) > maxViewShows {
		return fault.New(fault.Invalid, "a view shows %d groups and categories at most", maxViewShows).WithHint("choose whole groups")
	}
	outline, err := e.Outline()
	if err != nil {
		return err
	}
	kept.Look, kept.Shows = string(view.Look), nil
	for _, id := range view.Shows {
		if !shown(id, outline.Groups, outline.Categories) {
			return fault.New(fault.NotFound, "something that the view shows is not there any more").WithHint("it may have been deleted meanwhile")
		}
		if !slices.Contains(kept.Shows, id) {
			kept.Shows = append(kept.Shows, id)
		}
	}
	return nil
}

// DeleteView deletes a view of one's own.
func (a *App) DeleteView(ctx context.Context, who Actor, id, view string) (Done, error) {
	return a.change(ctx, who, id, "delete-view", func(e *editing) error { return viewShelf.Delete(e.Editing, view) })
}
