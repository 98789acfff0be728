// Package accounts contains the list of accounts, the form of a new one, and their menu.
//
// Start with list.go.
package accounts

import (
	"embed"
	"net/http"

	"holdover/internal/app/pageframe"
	"holdover/internal/base/money"
	"holdover/internal/surface/ui"
)

//go:embed templates/*.html
var templates embed.FS

// Feature returns the templates of this package and its changes and menus, for package web.
func Feature() ui.Feature {
	return ui.Feature{
		Templates: templates, Changes: changes(), Destinations: destinations(), Find: find,
		Menus: []ui.Menu{{Name: "account", Draw: drawAccountMenu}, {Name: "account-group", Draw: groupMenu}, {Name: "new-account-group", Draw: newGroupMenu}},
	}
}

func List(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame) error {
	var total money.Milli
	for _, acc := range f.Accounts {
		total += acc.Balance
	}
	p := &AccountsPage{
		Frame: ui.Frame{Title: "Accounts", Sidebar: ui.SidebarOf(f, ui.OnAccounts, "")},
		Kinds: ui.AccountKinds(f, ""), HasGroups: len(f.AccountGroups) > 0, Total: ui.Figures{Format: f.Budget.CurrencyFormat}.Symbol(total),
	}
	if f.MayChange() {
		p.AddURL, p.MenuURL, p.DoURL = r.NewAccount(""), r.To("menu"), r.To("do/")
	}
	return r.RenderBudgetPage(w, f, p)
}

// AccountsPage lists the accounts of a budget with their balances.
type AccountsPage struct {
	ui.Frame
	Kinds     []ui.AccountKind
	HasGroups bool
	Total     ui.Figure
	AddURL    string // empty for a viewer, like the next two
	MenuURL   string
	DoURL     string // where forms and scripts send changes
}

func (*AccountsPage) Template() string { return "accounts" }
