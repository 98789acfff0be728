package ui

import (
	"context"
	"io/fs"
	"net/http"
	"net/url"
	"strings"

	"holdover/internal/app"
)

// Room is what a feature hands to the one table of package web, besides its handlers.
type Room struct {
	Templates fs.FS // templates/NAME.html for each page, each defines "main"
	Changes   map[string]Change
	Menus     []Menu
	// Refused shows a form that is a page of its own again, by what its field "menu" says.
	Refused map[string]Refusal
}

// PageNames are the names of the room's pages.
func (r Room) PageNames() []string {
	if r.Templates == nil {
		return nil
	}
	files, _ := fs.Glob(r.Templates, "templates/[^_]*.html") // the pattern is right
	for i, f := range files {
		files[i] = strings.TrimSuffix(strings.TrimPrefix(f, "templates/"), ".html")
	}
	return files
}

// Change is what a form asks for, by the last part of its address: /budgets/{id}/do/NAME.
type Change func(*Request) (app.Done, error)

// Menu draws what can be done with a thing: /budgets/{id}/menu?NAME=ABOUT.
type Menu struct {
	Name string
	Draw func(r *MenuRequest, about string) (*MenuPage, error)
}

// Refusal shows a form again with what was wrong.
type Refusal func(w http.ResponseWriter, r *Request, failed error) error

// MenuRequest is somebody who wants to know what can be done with a thing.
type MenuRequest struct {
	*Request
	Back  string     // the page that the menu was opened on
	Query url.Values // what the menu was asked for with
}

// Most changes are a method of app that takes what some fields of the form say, as they are.

// By is the change that a method makes of what a field says.
func By(do func(*app.App, context.Context, app.Actor, string, string) (app.Done, error), field string) Change {
	return func(r *Request) (app.Done, error) { return do(r.App, r.Context(), r.Actor, r.BudgetID, r.Get(field)) }
}

// ByTwo is By with two fields.
func ByTwo(do func(*app.App, context.Context, app.Actor, string, string, string) (app.Done, error), field, other string) Change {
	return func(r *Request) (app.Done, error) {
		return do(r.App, r.Context(), r.Actor, r.BudgetID, r.Get(field), r.Get(other))
	}
}

// With is the change that do makes of what is read of the form first.
func With[T any](read func(*Request) (T, error), do func(*Request, T) (app.Done, error)) Change {
	return func(r *Request) (app.Done, error) {
		said, err := read(r)
		if err != nil {
			return app.Done{}, err
		}
		return do(r, said)
	}
}

// BySwitch is By with a field that is "1" for yes.
func BySwitch(do func(*app.App, context.Context, app.Actor, string, string, bool) (app.Done, error), field, yes string) Change {
	return func(r *Request) (app.Done, error) {
		return do(r.App, r.Context(), r.Actor, r.BudgetID, r.Get(field), r.Get(yes) == "1")
	}
}
