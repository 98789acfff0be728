// Package palette contains the page *Go to*: accounts, categories, payees, reports, settings and actions by their names.
// A script shows it over any page at Ctrl+K.
//
// Start here; rank.go orders what is found.
package palette

import (
	"embed"
	"net/http"

	"holdover/internal/app/pageframe"
	"holdover/internal/model/auth"
	"holdover/internal/surface/ui"
)

//go:embed templates/*.html
var templates embed.FS

// Feature returns the templates of this package, for package web.
func Feature() ui.Feature { return ui.Feature{Templates: templates} }

// maxFound is the maximum number of destinations on the page.
const maxFound = 40

// maxText is the maximum length of a text in bytes; the rest is ignored.
const maxText = 200

// Page lists destinations.
type Page struct {
	ui.Frame
	URL   string // the page itself
	Text  string // as typed
	Back  string // the page to which an action returns
	Found []Found
}

// Found is a destination on the page.
type Found struct {
	Label, Kind, URL string
	Post             bool
}

func (*Page) Template() string { return "palette" }

// Show returns the handler of the page, which offers the destinations of all features.
func Show(features []ui.Feature) func(http.ResponseWriter, *ui.Request, *pageframe.Frame) error {
	return func(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame) error {
		q := r.URL.Query()
		p := &Page{
			Frame: ui.Frame{Title: "Go to", Sidebar: ui.SidebarOf(f, ui.OnGoTo, "")},
			URL:   r.To("go"), Text: q.Get("q"), Back: ui.LocalPathOr(q.Get("back"), r.Base),
		}
		p.Text = p.Text[:min(len(p.Text), maxText)]
		var all []ui.Destination
		for i := range features {
			all = append(all, features[i].Destinations...)
			if features[i].Find == nil {
				continue
			}
			records, err := features[i].Find(r, p.Text)
			if err != nil {
				return err
			}
			all = append(all, records...)
		}
		for _, d := range ranked(all, p.Text) {
			if len(p.Found) < maxFound && auth.Allowed(f.Role, r.Actor.Scope, max(d.Right, auth.See)) == nil {
				p.Found = append(p.Found, Found{Label: d.Label, Kind: d.Kind, URL: d.Address(r.Links), Post: d.Post})
			}
		}
		return r.RenderBudgetPage(w, f, p)
	}
}
