package budget

import (
	"net/url"
	"slices"

	"holdover/internal/app"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/surface/ui"
)

// newView is the reference of a view's menu before it is saved.
const newView = "new"

// view returns the menu to save, change and delete a view. It contains the id of a new view, so that a form sent
// twice saves one.
func (d figureMenu) view(id string) (*ui.MenuPage, error) {
	if err := d.asked.RequireChange(); err != nil {
		return nil, err
	}
	if id == newView {
		own := app.OwnView{ID: app.NewID()}
		it := d.viewForm("New view", "Save", &own)
		it.Intro = "Everyone who shares this budget can use it."
		return &ui.MenuPage{Heading: "New view", Items: []ui.MenuItem{it}}, nil
	}
	own := iterutil.First(d.Views, func(v app.OwnView) bool { return v.ID == id })
	if own == nil {
		return nil, apperr.Gone("view")
	}
	gone := d.DeleteOwn("view", id, "no amounts change", ui.Hidden("after", d.Month(d.monthBehind())))
	return &ui.MenuPage{Heading: own.Name, Items: []ui.MenuItem{d.viewForm("Change this view", "Save", own), gone}}, nil
}

func (d figureMenu) viewForm(label, submit string, own *app.OwnView) ui.MenuItem {
	holds := []ui.Option{{Label: "All"}}
	for _, l := range app.CategoryFilters {
		holds = append(holds, ui.Option{Value: string(l), Label: l.Name(), Chosen: l == own.Look})
	}
	shows := ui.Field{Name: "shows", Label: "Groups and categories (none selected: all)", Kind: ui.Boxes}
	for g := range iterutil.Pointers(d.Groups) {
		if g.Income {
			continue
		}
		boxes := []ui.Option{{Value: g.ID, Label: g.Name, Chosen: slices.Contains(own.Shows, g.ID)}}
		for _, c := range d.Members[g.No] {
			boxes = append(boxes, ui.Option{Value: c.ID, Label: c.Name, Chosen: slices.Contains(own.Shows, c.ID), Depth: 1})
		}
		shows.Groups = append(shows.Groups, ui.OptionGroup{Options: boxes})
	}
	it := d.Do(label, "keep-view", ui.Hidden("id", own.ID), ui.Hidden("after", lookAt(d.Month(d.monthBehind()), own.ID))).Ask(submit,
		ui.Field{Name: "name", Label: "Name", Value: own.Name, Kind: ui.TextField},
		ui.ChoiceOf("look", "Show", holds...), shows)
	it.Open = true
	return it
}

// monthBehind returns the month of the screen that opened the menu.
func (d figureMenu) monthBehind() civil.Month {
	if back, err := url.Parse(d.asked.Back); err == nil {
		if m, err := civil.ParseMonth(back.Query().Get("month")); err == nil {
			return m
		}
	}
	return firstShown(d.Screen, d.asked.Today.Month())
}

func keepView(r *ui.Request) (app.ChangeResult, error) {
	return r.App.KeepView(r.Context(), r.Actor, r.BudgetID, app.OwnView{ID: r.Get("id"), Name: r.Get("name"), Look: app.CategoryFilter(r.Get("look")), Shows: r.PostForm["shows"]})
}
