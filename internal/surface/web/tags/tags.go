// Package tags contains the page of tags in notes, and the operations on one.
//
// Start with List.
package tags

import (
	"embed"
	"net/http"
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/tags"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

//go:embed templates/*.html
var templates embed.FS

// Feature returns the templates of this package and its changes and menus, for package web.
func Feature() ui.Feature {
	return ui.Feature{
		Templates: templates, Destinations: ui.Pages("Page", "Tags", "tags"),
		Changes: map[string]ui.Change{
			"rename-tag": ui.ByTwo((*app.App).RenameTag, "tag", "name"),
			"merge-tag":  ui.ByTwo((*app.App).MergeTag, "tag", "into"),
			"remove-tag": ui.By((*app.App).RemoveTag, "tag"),
			"describe-tag": func(r *ui.Request) (app.ChangeResult, error) {
				return r.App.DescribeTag(r.Context(), r.Actor, r.BudgetID, r.Get("tag"), new(r.Get("colour")), new(r.Get("description")))
			},
		},
		Menus: []ui.Menu{{Name: "tag", Draw: menu}},
	}
}

// Page is the list of tags.
type Page struct {
	ui.Frame
	Summary string // "12 tags"
	MenuURL string // empty for a viewer
	Rows    []Row
}

// Row is a tag in the list.
type Row struct {
	Name        string
	Colour      string
	Description string
	URL         string // of its transactions
	SpendingURL string // of the report of its spending over time
	Uses        string
	UsesAre     string    // "transaction" or "transactions"
	Elsewhere   string    // "in 1 rule"; empty if only transactions have it
	Sum         ui.Figure // of its transactions
	Last        string    // the day of the newest one
}

func (*Page) Template() string { return "tags" }

// List shows the tags of a budget.
func List(w http.ResponseWriter, r *ui.Request) error {
	got, err := r.App.TagsOf(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	p := &Page{Frame: ui.Frame{Title: "Tags", Sidebar: ui.SidebarOf(&got.Frame, ui.OnTags, "")}, Summary: humanize.Number(len(got.Tags), "tag", "tags")}
	f, links := ui.Figures{Format: got.Budget.CurrencyFormat}, ui.LinksOf(got.Budget.ID)
	if got.MayChange() {
		p.MenuURL = links.To("menu")
	}
	for i := range got.Tags {
		t := &got.Tags[i]
		row := Row{
			Name: t.Name, Colour: t.Colour, Description: t.Description, URL: links.TagRows(t.Name), SpendingURL: links.TagSpending(t.Name), Uses: humanize.Count(t.Uses), UsesAre: humanize.Noun(t.Uses, "transaction", "transactions"),
			Elsewhere: strings.Join(elsewhere(t), ", "), Sum: f.Plain(t.Sum),
		}
		if t.Uses > 0 {
			row.Last = t.Last.In(got.Budget.DateFormat)
		}
		p.Rows = append(p.Rows, row)
	}
	return r.RenderBudgetPage(w, &got.Frame, p)
}

// elsewhere describes the uses of a tag that are not transactions.
func elsewhere(t *tags.Tag) (in []string) {
	if t.Scheduled > 0 {
		in = append(in, humanize.Number(t.Scheduled, "scheduled transaction", "scheduled transactions"))
	}
	if t.Rules > 0 {
		in = append(in, humanize.Number(t.Rules, "rule", "rules"))
	}
	return in
}

// maxSuggested is the maximum number of suggested tags.
const maxSuggested = 8

// Suggest responds with the names of tags that begin with a text, for a script.
func Suggest(w http.ResponseWriter, r *ui.Request) error {
	names, err := r.App.SuggestTags(r.Context(), r.Actor, r.BudgetID, r.URL.Query().Get("q"), maxSuggested)
	if err != nil {
		return err
	}
	return httpx.WriteJSON(w, http.StatusOK, names)
}
