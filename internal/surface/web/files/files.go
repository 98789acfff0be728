// Package files contains the list of budgets and the operations on a whole budget: create, rename, duplicate, delete,
// download, and its history.
//
// Start with files.go.
package files

import (
	"embed"
	"net/http"
	"time"

	"holdover/internal/app/migration"
	"holdover/internal/app/pageframe"
	"holdover/internal/model/auth"
	"holdover/internal/model/humanize"
	"holdover/internal/model/sample"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

//go:embed templates/*.html
var templates embed.FS

// Feature returns the templates of this package, for package web.
func Feature() ui.Feature {
	return ui.Feature{Templates: templates, Destinations: append(
		ui.Pages("Page", "History", "history", "Download", "download", "Budgets", "/budgets"),
		ui.Destination{Label: "Undo the last change", Kind: "Action", URL: "undo", Right: auth.Change, Post: true},
		ui.Destination{Label: "Redo the last undone change", Kind: "Action", URL: "redo", Right: auth.Change, Post: true},
	), Find: find}
}

// find returns the user's other budgets for the page *Go to*.
func find(r *ui.Request, text string) (found []ui.Destination, err error) {
	if text == "" {
		return nil, nil
	}
	all, err := r.App.Budgets(r.Context(), r.Actor)
	for i := range all {
		if all[i].ID != r.BudgetID && !all[i].Pending {
			found = append(found, ui.Destination{Label: all[i].Name, Kind: "Budget", URL: ui.LinksOf(all[i].ID).Base})
		}
	}
	return found, err
}

// Home redirects to the only budget or to the one opened last, otherwise to the list.
func Home(w http.ResponseWriter, r *ui.Request) error {
	id, err := r.UsualBudget()
	if err != nil {
		return err
	}
	if id == "" {
		return r.Redirect(w, "/budgets")
	}
	return r.Redirect(w, ui.LinksOf(id).Base)
}

// TrySample imports the sample budget and opens it. If it exists already, it is only opened.
func TrySample(w http.ResponseWriter, r *ui.Request) error {
	doc, err := sample.Open()
	if err != nil {
		return err
	}
	defer doc.Close()
	existingID := ""
	openExisting := func(existing []migration.ExistingBudget, document *migration.Upload) {
		existingID = existing[0].ID
		_ = document.Close() // the existing budget is opened instead
	}
	got, err := r.App.Import(r.Context(), r.Actor, doc, migration.ImportOptions{Name: sampleName, FileName: sample.Name, Ask: openExisting})
	if existingID != "" {
		return r.Redirect(w, ui.LinksOf(existingID).Base)
	}
	if err != nil {
		return err
	}
	return r.Redirect(w, ui.LinksOf(got.Budget.ID).Base)
}

// sampleName is the name of the sample among the user's budgets.
const sampleName = "Sample: Family Keller"

// List lists the budgets. "Switch file" leads here.
func List(w http.ResponseWriter, r *ui.Request) error {
	all, err := r.App.Budgets(r.Context(), r.Actor)
	if err != nil {
		return err
	}
	if len(all) > 1 {
		r.BeginLastBudget(w)
	}
	p := &BudgetsPage{Frame: ui.Frame{Title: "Budgets"}, ImportURL: "/import"}
	for _, b := range all {
		card := budgetCard(r.Now, &b)
		if b.Pending {
			card.AcceptURL, card.User = card.URL+"/accept", r.Actor.Name
		}
		p.Budgets = append(p.Budgets, card)
	}
	return r.Render(w, http.StatusOK, p)
}

func budgetCard(now time.Time, b *pageframe.Budget) BudgetCard {
	return BudgetCard{
		ID: b.ID, Name: b.Name, URL: ui.LinksOf(b.ID).Base, Currency: b.Currency, Span: ui.MonthsText(b.FirstMonth, b.LastMonth),
		Accounts: b.Accounts, Changed: "changed " + ui.Ago(b.LastModifiedOn, now),
	}
}

// BudgetsPage is the list of budgets, a user's first page.
type BudgetsPage struct {
	ui.Frame
	Budgets   []BudgetCard
	ImportURL string
}

type BudgetCard struct {
	ID       string
	Name     string
	URL      string
	Currency string
	Span     string // "March 2016 to August 2026"
	Accounts int
	Changed  string // time of the last change, in words
	// AcceptURL accepts that User has shared the budget. Both are empty if there is nothing to accept.
	AcceptURL, User string
}

func (*BudgetsPage) Template() string { return "budgets" }

func Menu(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame) error {
	return showFileMenu(w, r, http.StatusOK, fileMenuOf(f))
}

func showFileMenu(w http.ResponseWriter, r *ui.Request, status int, p *ui.MenuPage) error {
	if r.FromScript() {
		return r.RenderPart(w, status, p, "menubody")
	}
	return r.Render(w, status, p)
}

func fileMenuOf(f *pageframe.Frame) *ui.MenuPage {
	b, l := &f.Budget, ui.LinksOf(f.Budget.ID)
	rename := ui.MenuItem{
		Label: "Rename", Action: l.To("rename"), Submit: "Rename",
		Fields: []ui.Field{{ID: "in-name", Name: "name", Label: "Name", Value: b.Name, Kind: ui.TextField}},
	}
	remove := ui.MenuItem{
		Label: "Delete", Action: l.To("delete"), Submit: "Delete " + b.Name, Danger: true, Apart: true,
		Intro: b.Name + " with " + humanize.Number(b.Accounts, "account", "accounts") + " and " + humanize.Number(b.Transactions, "transaction", "transactions") +
			" will be deleted with its history and the original document. This cannot be undone; use Download to save a copy first.",
	}
	p := &ui.MenuPage{Frame: ui.Frame{Title: b.Name}, Heading: b.Name, BackURL: "/budgets", Items: []ui.MenuItem{{Label: "Open", URL: l.Base}}}
	manage := f.Role.May(auth.Manage)
	if manage {
		p.Items = append(p.Items, rename)
	}
	p.Items = append(p.Items, ui.MenuItem{Label: "Duplicate", Action: l.To("duplicate")}, ui.MenuItem{Label: "Fresh start", URL: l.To("fresh-start")}, ui.MenuItem{Label: "Archive years", URL: l.To("archive")}, ui.MenuItem{Label: "Download", URL: l.To("download")})
	if manage {
		p.Items = append(p.Items, remove)
	}
	return p
}

func Rename(w http.ResponseWriter, r *ui.Request) error {
	_, err := r.App.Rename(r.Context(), r.Actor, r.BudgetID, r.Get("name"))
	return afterwards(w, r, err)
}

func Duplicate(w http.ResponseWriter, r *ui.Request) error {
	_, err := r.App.Duplicate(r.Context(), r.Actor, r.BudgetID)
	return afterwards(w, r, err)
}

// Accept accepts a budget that another user shares.
func Accept(w http.ResponseWriter, r *ui.Request) error {
	return afterwards(w, r, r.App.AcceptShare(r.Context(), r.Actor, r.BudgetID))
}

func Delete(w http.ResponseWriter, r *ui.Request) error {
	return afterwards(w, r, r.App.Delete(r.Context(), r.Actor, r.BudgetID))
}

// afterwards redirects to the list, or shows an error in the budget's menu.
func afterwards(w http.ResponseWriter, r *ui.Request, failed error) error {
	if failed == nil {
		return r.Redirect(w, "/budgets")
	}
	f, err := r.Frame()
	if err != nil {
		return failed
	}
	p := fileMenuOf(f)
	p.Fault = ui.FaultIn(failed)
	for i := range p.Items {
		if it := &p.Items[i]; it.Submit != "" && it.Action == r.URL.Path {
			it.Open = true
		}
	}
	return showFileMenu(w, r, httpx.StatusOf(r.Logged(failed)), p)
}
