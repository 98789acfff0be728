// Package payees contains the list of payees and the operations on one or several.
//
// Start with list.go.
package payees

import (
	"embed"
	"net/http"
	"net/url"
	"strconv"

	"holdover/internal/app/payees"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

//go:embed templates/*.html
var templates embed.FS

// Feature returns the templates of this package and its changes and menus, for package web.
func Feature() ui.Feature {
	return ui.Feature{Templates: templates, Changes: changes(), Menus: menus(), Destinations: ui.Pages("Page", "Payees", "payees"), Find: find}
}

// offeredPayees is the number of payees that the page *Go to* offers for a text.
const offeredPayees = 12

// find returns the payees that a text may mean, for the page *Go to*.
func find(r *ui.Request, text string) (found []ui.Destination, err error) {
	if text == "" {
		return nil, nil
	}
	all, _, err := r.App.SuggestPayees(r.Context(), r.Actor, r.BudgetID, "", text, offeredPayees)
	for _, p := range all {
		if p.Account == nil {
			found = append(found, ui.Destination{Label: p.Name, Kind: "Payee", URL: r.PayeeRows(p.ID)})
		}
	}
	return found, err
}

func List(w http.ResponseWriter, r *ui.Request) error {
	q := r.URL.Query()
	page, _ := strconv.Atoi(q.Get("page")) // 0 by default: the first
	got, err := r.App.PayeesOf(r.Context(), r.Actor, r.BudgetID, payees.Query{
		Search: q.Get("q"), Sort: payees.Sort(q.Get("sort")), Only: payees.Only(q.Get("only")), Page: page,
	})
	if err != nil {
		return err
	}
	d := &payeeDrawing{List: &got, Links: ui.LinksOf(got.Budget.ID), asked: q}
	return r.RenderBudgetPage(w, &got.Frame, d.page())
}

// Chosen returns the query for the menu of a button below the list, for several payees.
func Chosen(r *ui.Request) url.Values {
	q := r.URL.Query()
	kinds := map[string]string{"merge": "merge-payees", "delete": "delete-payees", "mark": "mark-payees"}
	kind := kinds[q.Get("what")]
	if kind == "" {
		kind = kinds["merge"]
	}
	return url.Values{kind: {payeeList(q["payee"])}, "back": {q.Get("back")}}
}

// payeeList writes the ids of payees into one text, which is never empty; payeesIn parses it.
func payeeList(ids []string) string {
	if len(ids) == 0 {
		return "none"
	}
	return url.Values{"id": ids}.Encode()
}

func payeesIn(list string) []string {
	q, err := url.ParseQuery(list)
	if err != nil {
		return nil // no payee is selected
	}
	return q["id"]
}

type PayeesPage struct {
	ui.Frame
	Summary     string // "312 payees, 14 of them unused"
	URL         string // address of this page, for the search
	Search      string
	Sort        string
	Filters     []ui.Link // links to filtered lists
	Columns     []SortColumn
	MenuURL     string // empty for a viewer
	DoURL       string
	ChosenURL   string
	Rows        []PayeeRow
	Unused      int // number of unused payees
	OnlyUnused  bool
	Only        payees.Only // the kind that the page shows
	Pager       ui.Pager
	Alike       []LikelyDuplicates
	AlikeText   string // the number of possible duplicates
	ForAccounts []PayeeRow
	EmptyTitle  string
	EmptyText   string
}

// SortColumn is a heading that sorts a list.
type SortColumn struct {
	Label   string
	URL     string
	Class   string // of its cells
	Falling bool   // the most used, or the newest, is first
	Current bool
}

type PayeeRow struct {
	ID       string
	Name     string
	RowsURL  string // its rows; empty if it has none
	Uses     string
	UsesAre  string // "transaction" or "transactions"
	Last     string
	Never    string // replaces a missing last date
	Category string
	payees.Marks
}

// LikelyDuplicates is a group of payees with similar names.
type LikelyDuplicates struct {
	Names []string // with the number of uses of each
	About string   // reference for the menu that merges them
	Into  string   // the most used one
}

func (*PayeesPage) Template() string { return "payees" }

// payeeDrawing renders the page of payees.
type payeeDrawing struct {
	*payees.List
	ui.Links
	asked url.Values
}

func (d *payeeDrawing) page() *PayeesPage {
	p := &PayeesPage{
		Frame: ui.Frame{Title: "Payees", Sidebar: ui.SidebarOf(&d.Frame, ui.OnPayees, "")}, URL: d.To("payees"),
		Summary: humanize.Number(d.Kinds[payees.AllPayees], "payee", "payees"), Search: d.asked.Get("q"), Sort: d.asked.Get("sort"),
		Unused: d.Kinds[payees.OnlyUnused], Only: d.only(), OnlyUnused: d.only() == payees.OnlyUnused, Pager: d.pager(),
		EmptyTitle: "No payees", EmptyText: "Payees are added with their first transaction.",
	}
	for _, kind := range kinds {
		if n := d.Kinds[kind.only]; n > 0 || kind.always || kind.only == p.Only {
			p.Filters = append(p.Filters, ui.Link{Label: kind.label + " " + humanize.Count(n), URL: d.at("only", string(kind.only)), Current: kind.only == p.Only})
		}
		if kind.only == p.Only && kind.emptyTitle != "" {
			p.EmptyTitle, p.EmptyText = kind.emptyTitle, kind.emptyText
		}
	}
	if p.Search != "" {
		p.EmptyTitle, p.EmptyText = "No payees found", "No name contains “"+p.Search+"”."
	}
	for i := range d.Page {
		p.Rows = append(p.Rows, d.row(&d.Page[i]))
	}
	for i := range d.ForAccounts {
		row := d.row(&d.ForAccounts[i])
		row.RowsURL = d.Account(d.ForAccounts[i].Account)
		p.ForAccounts = append(p.ForAccounts, row)
	}
	d.columns(p)
	if d.MayChange() {
		p.MenuURL, p.DoURL, p.ChosenURL = d.To("menu"), d.To("do/"), d.To("payees/chosen")
		p.Alike = d.alike()
		p.AlikeText = humanize.Count(alikeNames(p.Alike)) + " names are similar"
	}
	return p
}

// kinds are the filters of the list. Those of marks are shown when a payee has the mark.
var kinds = []struct {
	only                  payees.Only
	label                 string
	always                bool
	emptyTitle, emptyText string // replace those of a list without payees
}{
	{payees.AllPayees, "All", true, "", ""},
	{payees.OnlyUnused, "Unused", true, "Every payee is in use", "Each one has a transaction or a scheduled transaction."},
	{payees.OnlyFavourites, "Favourites", false, "No favourites", "Add payees to the favourites in their menus: they are suggested first."},
	{payees.OnlyHidden, "Hidden", false, "No hidden payees", "Every payee is suggested in forms."},
	{payees.OnlyLearningOff, "Learning off", false, "No payees", "The usual category of every payee is learned and suggested."},
}

// only returns the kind that the address names.
func (d *payeeDrawing) only() payees.Only {
	for _, kind := range kinds {
		if string(kind.only) == d.asked.Get("only") {
			return kind.only
		}
	}
	return payees.AllPayees
}

func (d *payeeDrawing) row(one *payees.Payee) PayeeRow {
	row := PayeeRow{ID: one.ID, Name: one.Name, Uses: humanize.Count(one.Uses), UsesAre: humanize.Noun(one.Uses, "transaction", "transactions"), Category: one.Category, Never: "never", Marks: one.Marks}
	if one.Scheduled > 0 {
		row.Never = "scheduled"
	}
	if one.Uses > 0 {
		row.RowsURL = d.PayeeRows(one.ID)
		row.Last = one.Last.In(d.Budget.DateFormat)
	}
	return row
}

func (d *payeeDrawing) columns(p *PayeesPage) {
	for _, c := range []struct {
		label, class string
		sort         payees.Sort
	}{{"Name", "name", payees.ByName}, {"Uses", "num uses", payees.ByUses}, {"Last used", "last", payees.ByLast}} {
		p.Columns = append(p.Columns, SortColumn{
			Label: c.label, URL: d.at("sort", string(c.sort)), Current: p.Sort == string(c.sort), Class: c.class, Falling: c.sort != payees.ByName,
		})
	}
}

func (d *payeeDrawing) alike() []LikelyDuplicates {
	var all []LikelyDuplicates
	for _, group := range d.Alike {
		one := LikelyDuplicates{Into: group[0].Name}
		var ids []string
		for i := range group {
			ids = append(ids, group[i].ID)
			one.Names = append(one.Names, group[i].Name)
		}
		one.About = payeeList(ids)
		all = append(all, one)
	}
	return all
}

func alikeNames(groups []LikelyDuplicates) (n int) {
	for _, g := range groups {
		n += len(g.Names)
	}
	return n
}

// at returns the address of the first page with another parameter.
func (d *payeeDrawing) at(name, value string) string {
	q := url.Values{}
	for _, kept := range []string{"q", "sort", "only"} {
		if d.asked.Has(kept) {
			q.Set(kept, d.asked.Get(kept))
		}
	}
	if q.Set(name, value); value == "" {
		q.Del(name)
	}
	if len(q) == 0 {
		return d.To("payees")
	}
	return d.To("payees?") + q.Encode()
}

func (d *payeeDrawing) pager() ui.Pager {
	to := d.From + len(d.Page) - 1
	p := ui.Pager{From: humanize.Count(d.From), To: humanize.Count(to), Total: humanize.Count(d.Chosen)}
	page := (d.From-1)/payees.PerPage + 1
	if page > 1 {
		p.Previous = ui.PageLink{Label: "Back", URL: d.at("page", strconv.Itoa(page-1))}
	}
	if to < d.Chosen {
		p.Next = ui.PageLink{Label: "More", URL: d.at("page", strconv.Itoa(page+1))}
	}
	return p
}
