package ui

import (
	"context"
	"io/fs"
	"net/http"
	"net/url"
	"strings"

	"holdover/internal/app"
)

// Feature is the contribution of a feature package to the tables of package web, besides its handlers.
type Feature struct {
	Templates fs.FS // templates/NAME.html for each page, each defines "main"
	Changes   map[string]Change
	Menus     []Menu
	// Refused maps the value of a form's field "menu" to the function that shows a refused form on its own page.
	Refused map[string]Refusal
	// Destinations are the pages and actions of the feature that the page *Go to* offers.
	Destinations []Destination
	// Find returns the records of the feature that the page offers for a text. It may return others too.
	Find func(r *Request, text string) ([]Destination, error)
}

// PageNames returns the names of the feature's pages.
func (f Feature) PageNames() []string {
	if f.Templates == nil {
		return nil
	}
	names, _ := fs.Glob(f.Templates, "templates/[^_]*.html") // the pattern is valid
	for i, path := range names {
		names[i] = strings.TrimSuffix(strings.TrimPrefix(path, "templates/"), ".html")
	}
	return names
}

// Change handles a form by the last part of its address: /budgets/{id}/do/NAME.
type Change func(*Request) (app.ChangeResult, error)

// Menu renders the actions on a thing: /budgets/{id}/menu?NAME=ABOUT.
type Menu struct {
	Name string
	Draw func(r *MenuRequest, about string) (*MenuPage, error)
}

// Refusal shows a form again with its error.
type Refusal func(w http.ResponseWriter, r *Request, failed error) error

type MenuRequest struct {
	*Request
	Back  string     // the page that the menu was opened on
	Query url.Values // the query of the request for the menu
}

// Most changes call a method of app with some fields of the form, unparsed.

// By returns a Change that calls a method with the value of a field.
func By(do func(*app.App, context.Context, app.Actor, string, string) (app.ChangeResult, error), field string) Change {
	return func(r *Request) (app.ChangeResult, error) {
		return do(r.App, r.Context(), r.Actor, r.BudgetID, r.Get(field))
	}
}

// ByTwo is By with two fields.
func ByTwo(do func(*app.App, context.Context, app.Actor, string, string, string) (app.ChangeResult, error), field, other string) Change {
	return func(r *Request) (app.ChangeResult, error) {
		return do(r.App, r.Context(), r.Actor, r.BudgetID, r.Get(field), r.Get(other))
	}
}

// With returns a Change that parses the form with read and passes the result to do.
func With[T any](read func(*Request) (T, error), do func(*Request, T) (app.ChangeResult, error)) Change {
	return func(r *Request) (app.ChangeResult, error) {
		said, err := read(r)
		if err != nil {
			return app.ChangeResult{}, err
		}
		return do(r, said)
	}
}

// BySwitch is By with a field that is "1" for yes.
func BySwitch(do func(*app.App, context.Context, app.Actor, string, string, bool) (app.ChangeResult, error), field, yes string) Change {
	return func(r *Request) (app.ChangeResult, error) {
		return do(r.App, r.Context(), r.Actor, r.BudgetID, r.Get(field), r.Get(yes) == "1")
	}
}
