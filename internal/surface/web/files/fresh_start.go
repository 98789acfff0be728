package files

import (
	"net/http"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// FreshStart shows what a fresh start takes from the budget, and asks for the name of the new budget.
func FreshStart(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame) error {
	p, err := freshStartPage(r, f)
	if err != nil {
		return err
	}
	return r.RenderBudgetPage(w, f, p)
}

// MakeFreshStart creates the new budget and opens it.
func MakeFreshStart(w http.ResponseWriter, r *ui.Request) error {
	entry := app.FreshStartEntry{Name: r.Get("name"), Payees: r.Get("payees") == "1"}
	b, err := r.App.FreshStart(r.Context(), r.Actor, r.BudgetID, entry)
	if err == nil {
		return r.Redirect(w, ui.LinksOf(b.ID).Base)
	}
	if status := httpx.StatusOf(err); status != http.StatusBadRequest && status != http.StatusConflict {
		return err
	}
	f, other := r.Frame()
	if other != nil {
		return other
	}
	p, other := freshStartPage(r, f)
	if other != nil {
		return other
	}
	p.Name, p.Payees, p.Faults = entry.Name, entry.Payees, ui.AtField(r.Logged(err), "name")
	return r.Render(w, httpx.StatusOf(err), p)
}

func freshStartPage(r *ui.Request, f *pageframe.Frame) (*FreshStartPage, error) {
	preview, err := r.App.PreviewFreshStart(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return nil, err
	}
	fig := ui.Figures{Format: f.Budget.CurrencyFormat}
	p := &FreshStartPage{
		Frame: ui.Frame{Title: "Fresh start", Sidebar: ui.SidebarOf(f, "", "")}, Action: r.To("fresh-start"), BudgetName: f.Budget.Name,
		Name: preview.Name, Payees: true, Date: preview.Date.In(f.Budget.DateFormat), ToBudget: fig.Symbol(preview.ToBudget),
	}
	for _, a := range preview.Accounts {
		row := FreshStartRow{Name: a.Name, Balance: fig.Plain(a.Balance)}
		switch {
		case a.Closed:
			row.Note = "closed"
		case !a.OnBudget:
			row.Note = "tracking"
		}
		p.Accounts = append(p.Accounts, row)
	}
	p.Takes = []string{humanize.Number(preview.Categories, "category", "categories") + " in " + humanize.Number(preview.Groups, "group", "groups") + ", with targets and notes"}
	if preview.Scheduled > 0 {
		p.Takes = append(p.Takes, humanize.Number(preview.Scheduled, "scheduled transaction", "scheduled transactions"))
	}
	if preview.Rules > 0 {
		p.Takes = append(p.Takes, humanize.Number(preview.Rules, "rule", "rules"))
	}
	p.Takes = append(p.Takes, "saved views, filters and reports", "settings of accounts, also for bank files")
	p.Leaves = []string{
		humanize.Number(preview.Transactions, "transaction", "transactions") + ", with receipts",
		"budgeted and held amounts of all months",
		"the history, shared users and bank connections",
	}
	if preview.Later > 0 {
		p.Leaves = append(p.Leaves, humanize.Number(preview.Later, "of the transactions has", "of the transactions have")+" a later date; enter or schedule them again")
	}
	if len(preview.Closed) > 0 {
		p.Leaves = append(p.Leaves, humanize.Number(len(preview.Closed), "closed account", "closed accounts")+" without a balance, unless a schedule or a rule names it")
	}
	p.PayeesHint = humanize.Number(preview.Payees, "payee", "payees") + "; without it, only those of schedules and rules"
	return p, nil
}

// FreshStartPage is the preview and the form of a fresh start.
type FreshStartPage struct {
	ui.Frame
	Action     string
	BudgetName string
	Name       string // of the new budget
	Payees     bool
	PayeesHint string
	Date       string // of the starting balances
	Accounts   []FreshStartRow
	ToBudget   ui.Figure
	Takes      []string
	Leaves     []string
	Faults     ui.FieldFaults
}

// FreshStartRow is an account with its starting balance.
type FreshStartRow struct {
	Name    string
	Note    string // such as tracking; empty for an ordinary account
	Balance ui.Figure
}

func (*FreshStartPage) Template() string { return "fresh_start" }
