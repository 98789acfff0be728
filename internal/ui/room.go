package ui

import (
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
