// Package rules contains the rules for transactions: their list in order, and the form of a rule with a preview of
// its changes.
//
// Start with list.go, then form.go.
package rules

import (
	"embed"
	"net/http"
	"net/url"
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/rules"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

//go:embed templates/*.html
var templates embed.FS

// Feature returns the templates of this package and its changes and menus, for package web.
func Feature() ui.Feature {
	return ui.Feature{Templates: templates, Changes: changes(), Menus: []ui.Menu{{Name: "rule", Draw: menu}}, Destinations: append(
		ui.Pages("Page", "Rules", "rules"),
		ui.Destination{Label: "New rule", Kind: "Action", Words: "add", URL: "rules/new", Right: auth.Change},
	)}
}

type ListPage struct {
	ui.Frame
	Summary string
	NewURL  string // empty without permission to change
	DoURL   string
	MenuURL string
	TryURL  string
	Rows    []RuleRow
	Trial   *Trial // the changes that all rules would make; nil if not requested
}

type RuleRow struct {
	ID, When, Then, URL string
	Off                 bool
	Up, Down            string // ids of the rules before which a move puts it; empty for the end
	First, Last         bool
}

func (*ListPage) Template() string { return "rules" }

// List lists the rules of a budget. With "try" in the query it previews the changes that all of them would make.
func List(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame) error {
	all, err := r.App.RulesOf(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	p := &ListPage{Frame: ui.Frame{Title: "Rules", Sidebar: ui.SidebarOf(f, ui.OnRules, "")}, Summary: "Rules fill in new and imported transactions. If two rules set the same field, the upper one wins."}
	for i := range all {
		row := RuleRow{
			ID: all[i].ID, When: ui.Sentence(all[i].When), Then: all[i].Then, Off: all[i].Off, URL: ruleURL(r.Links, all[i].ID), First: i == 0, Last: i == len(all)-1,
		}
		if i > 0 {
			row.Up = all[i-1].ID
		}
		if i+2 < len(all) {
			row.Down = all[i+2].ID
		}
		p.Rows = append(p.Rows, row)
	}
	if f.MayChange() {
		p.NewURL, p.DoURL, p.MenuURL, p.TryURL = r.To("rules/new"), r.To("do/"), r.To("menu"), r.To("rules?try=1")
	}
	if r.URL.Query().Has("try") && f.MayChange() {
		got, err := r.App.TryRules(r.Context(), r.Actor, r.BudgetID)
		if err != nil {
			return err
		}
		p.Trial = trialOf(&got, f, r.Links, r.To("rules?try=1"))
	}
	return r.RenderBudgetPage(w, f, p)
}

func ruleURL(l ui.Links, id string) string { return l.To("rules/" + url.PathEscape(id)) }

func menu(m *ui.MenuRequest, id string) (*ui.MenuPage, error) {
	all, err := m.App.RulesOf(m.Context(), m.Actor, m.BudgetID)
	if err != nil {
		return nil, err
	}
	p := &ui.MenuPage{Heading: "Rule"}
	for i := range all {
		if all[i].ID != id {
			continue
		}
		p.Sub = all[i].When
		remove := m.Do("Delete", "delete-rule", ui.Hidden("rule", id)).Ask("Delete")
		remove.Danger, remove.Apart, remove.Intro = true, true, "Values it has already set stay. Undo restores it."
		p.Items = []ui.MenuItem{{Label: "Edit and try", URL: ruleURL(m.Links, id)}, remove}
		return p, nil
	}
	p.Note = "The rule no longer exists."
	return p, nil
}

func changes() map[string]ui.Change {
	return map[string]ui.Change{
		"move-rule":   ui.ByTwo((*app.App).MoveRule, "rule", "before"),
		"switch-rule": ui.BySwitch((*app.App).SwitchRule, "rule", "on"),
		"delete-rule": ui.By((*app.App).DeleteRule, "rule"),
		"apply-rules": func(r *ui.Request) (app.ChangeResult, error) {
			return r.App.ApplyRules(r.Context(), r.Actor, r.BudgetID, "", new(r.Get("shown")), leftOut(r)...)
		},
	}
}

// leftOut returns the ids of the listed transactions with a cleared checkbox.
func leftOut(r *ui.Request) []string {
	picked := map[string]bool{}
	for _, id := range r.PostForm["pick"] {
		picked[id] = true
	}
	return iterutil.Where(strings.Fields(r.Get("listed")), func(id string) bool { return !picked[id] })
}

// Trial is the rendered preview of the changes that rules would make.
type Trial struct {
	Text   string // "Would change 214 transactions"
	Left   string // sentence about transactions that stay as they are; empty if there are none
	More   string // "The newest 200 of them are listed; …"; empty where all are listed
	Count  string // number of changed transactions, on the button; empty if 0
	Shown  string
	Listed string // ids of the rows, separated by spaces
	Change []TrialRow
}

// TrialRow is a transaction that would be changed.
type TrialRow struct {
	ID, URL, Date, ISODate, Account, Payee string
	Amount                                 ui.Figure
	Sets                                   []rules.Setting
}

func trialOf(got *rules.Trial, f *pageframe.Frame, l ui.Links, back string) *Trial {
	fig := ui.Figures{Format: f.Budget.CurrencyFormat}
	t := &Trial{Text: "Would change " + humanize.Number(got.Changes, "transaction", "transactions"), Count: humanize.Number(got.Changes, "transaction", "transactions"), Shown: got.Shown}
	if got.Changes == 0 {
		t.Text, t.Count = "Would change none of the "+humanize.Count(got.Looked)+" existing transactions", ""
	}
	if got.Left > 0 {
		t.Left = humanize.Number(got.Left, "transaction stays as it is: the account on the other side seems", "transactions stay as they are: the accounts on the other side seem") + " to already have the other side of the transfer."
	}
	if got.Changes > len(got.First) {
		t.More = "The newest " + humanize.Count(len(got.First)) + " of them are listed; the others are changed too."
	}
	for _, c := range got.First {
		t.Listed += c.ID + " "
		t.Change = append(t.Change, TrialRow{
			ID: c.ID, URL: l.Row(c.ID, back), Date: c.Date.In(f.Budget.DateFormat), ISODate: c.Date.String(), Account: c.Account, Payee: c.Payee, Amount: fig.Plain(c.Amount), Sets: c.Sets,
		})
	}
	return t
}
