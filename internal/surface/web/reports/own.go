package reports

import (
	"net/url"
	"slices"
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/reports"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/report"
	"holdover/internal/surface/ui"
)

// SaveControls is the part of a report's page about saving it.
type SaveControls struct {
	Name    string
	About   string // reference for its menu
	Changed bool   // the page's settings differ from the saved report's
	KeptURL string // the saved report
	Save    []ui.Field
	KeepAs  string // the settings to save under a name; empty for a viewer
	MenuURL string
	DoURL   string
}

// completeOwn sets the saved report from which a page started, and how to save the page.
func (rd *reading) completeOwn(d *drawn) {
	o := &d.page.Own
	at := slices.IndexFunc(d.Own, func(r reports.SavedReport) bool { return r.ID == rd.url.Get(ownField) })
	if at >= 0 && d.Own[at].Kind == rd.ask.Kind {
		own := &d.Own[at]
		kept := queryOf(own.Ask)
		now := withoutFields(rd.url, ownField, outField)
		o.Name, o.Changed = own.Name, kept.Encode() != now.Encode() || own.Lost
		o.KeptURL = rd.ownAddress(own)
		d.page.Heading, d.page.Title = own.Name, own.Name
		if d.MayChange() {
			o.About = own.ID
			front := ""
			if own.Front {
				front = "1"
			}
			o.Save = []ui.Field{ui.Hidden("id", own.ID), ui.Hidden("report", aboutOf(rd.ask)), ui.Hidden("front", front), ui.Hidden("back", rd.with())}
		}
	}
	if d.MayChange() {
		o.MenuURL, o.DoURL, o.KeepAs = rd.To("menu"), rd.To("do/"), aboutOf(rd.ask)
	}
}

// ownAddress returns the address of a saved report.
func (rd *reading) ownAddress(own *reports.SavedReport) string {
	q := queryOf(own.Ask)
	q.Set(ownField, own.ID)
	of := *rd
	of.ask = own.Ask
	return of.address(own.Kind, q)
}

// aboutOf returns the kind and query of a report as one text, for menus and forms.
func aboutOf(ask reports.Ask) string { return string(ask.Kind) + "?" + queryOf(ask).Encode() }

func askAbout(r *ui.Request, about string) (reports.Ask, error) {
	name, query, _ := strings.Cut(about, "?")
	q, err := url.ParseQuery(query)
	if err != nil {
		return reports.Ask{}, apperr.New(apperr.Invalid, "this is not a report").WithCause(err)
	}
	return askOf(report.Kind(name), q, r.Today.Month())
}

func askIn(r *ui.Request) (reports.Ask, error) { return askAbout(r, r.Get("report")) }

// changes returns the changes that the forms of reports request.
func changes() map[string]ui.Change {
	return map[string]ui.Change{
		"keep-report": ui.With(askIn, func(r *ui.Request, ask reports.Ask) (app.ChangeResult, error) {
			own := reports.SavedReport{ID: r.Get("id"), Name: r.Get("name"), Front: r.Get("front") == "1", Ask: ask}
			return r.App.KeepReport(r.Context(), r.Actor, r.BudgetID, own)
		}),
		"rename-report": ui.ByTwo((*app.App).RenameReport, "report", "name"),
		"show-report":   ui.BySwitch((*app.App).ShowReport, "report", "front"),
		"move-report":   ui.ByTwo((*app.App).MoveReport, "report", "before"),
		"delete-report": ui.By((*app.App).DeleteReport, "report"),
	}
}

// keepMenu returns the form for the name of a report to save. It contains the new report's id, so that a form
// submitted twice saves one report.
func keepMenu(r *ui.MenuRequest, about string) (*ui.MenuPage, error) {
	if err := r.RequireChange(); err != nil {
		return nil, err
	}
	ask, err := askAbout(r.Request, about)
	if err != nil {
		return nil, err
	}
	rd, err := readingOf(r.Request, ask)
	if err != nil {
		return nil, err
	}
	own := reports.SavedReport{ID: app.NewID(), Ask: ask}
	it := r.Do("Save report", "keep-report", ui.Hidden("after", rd.ownAddress(&own)), ui.Hidden("id", own.ID), ui.Hidden("report", about)).Ask("Save",
		ui.Field{Name: "name", Label: "Name", Kind: ui.TextField},
		ui.ChoiceOf("front", "Chart on the Reports page", ui.Option{Value: "1", Label: "Yes"}, ui.Option{Label: "No"}))
	it.Intro, it.Open = "Everyone who shares this budget can use it.", true
	return &ui.MenuPage{Heading: "Save report", Items: []ui.MenuItem{it}}, nil
}

// ownMenu returns the menu of a saved report.
func ownMenu(r *ui.MenuRequest, id string) (*ui.MenuPage, error) {
	all, at, err := ui.OwnOf(r, "report", r.App.OwnReports, func(o reports.SavedReport) bool { return o.ID == id })
	if err != nil {
		return nil, err
	}
	own, of := &all[at], ui.Hidden("report", id)
	front := r.Do("Show its chart on the Reports page", "show-report", of, ui.Hidden("front", "1"))
	if own.Front {
		front = r.Do("Remove its chart from the Reports page", "show-report", of)
	}
	p := &ui.MenuPage{Heading: own.Name, Items: []ui.MenuItem{
		r.Rename("report", own.Name, of), front,
	}}
	p.Items = append(p.Items, r.Moves("move-report", iterutil.Map(all, func(o reports.SavedReport) string { return o.ID }), at, of)...)
	p.Items = append(p.Items, r.DeleteOwn("report", id, "no amounts change"))
	return p, nil
}
