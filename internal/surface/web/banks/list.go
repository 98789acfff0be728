package banks

import (
	"net/http"

	"holdover/internal/app/banks"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/iterutil"
	"holdover/internal/storage/bankapi"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// ListPage lists the connections of a budget, and the providers.
type ListPage struct {
	ui.Frame
	Fault       *ui.FaultText
	Done        string // what was done before, or ""
	Connections []Line
	Providers   []ProviderCard
	ConnectURL  string // empty for users who may not connect
}

// Line is a connection in the list.
type Line struct {
	State
	Name, Provider, URL string
	FetchURL            string // empty if the user may not fetch, or nothing is fetched yet
	Links               []LinkLine
	Unlinked            string // "2 bank accounts are not linked", or ""
}

// ProviderCard describes a provider.
type ProviderCard struct {
	Kind, Name, Covers, Costs, Page string
	Needs                           []string
}

func (*ListPage) Template() string { return "banks" }

// List lists the connections of a budget.
func List(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame) error {
	return showList(w, r, f, nil)
}

func showList(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame, failed error) error {
	all, err := r.App.BankConnections(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	p := &ListPage{Frame: ui.Frame{Title: "Banks", Sidebar: ui.SidebarOf(f, ui.OnBanks, "")}, Done: doneSentences[r.FormValue("did")]}
	if failed != nil {
		p.Fault = ui.FaultIn(r.Logged(failed))
	}
	for i := range all {
		p.Connections = append(p.Connections, lineOfConnection(r, f, &all[i]))
	}
	if mayConnect(r) {
		p.ConnectURL = r.To("banks/connect")
	}
	for _, about := range r.App.BankProviders() {
		p.Providers = append(p.Providers, cardOf(&about))
	}
	if failed != nil {
		return r.Render(w, httpx.StatusOf(failed), p)
	}
	return r.RenderBudgetPage(w, f, p)
}

func cardOf(about *bankapi.About) ProviderCard {
	return ProviderCard{Kind: string(about.Kind), Name: about.Name, Covers: about.Covers, Costs: about.Costs, Page: about.Page, Needs: about.Needs}
}

func lineOfConnection(r *ui.Request, f *pageframe.Frame, c *banks.Connection) Line {
	line := Line{State: stateOf(f, r.Today, c), Name: c.Name, Provider: c.Provider.Name, URL: connectionURL(r.Links, c.ID)}
	if f.MayChange() && isStarted(c) {
		line.FetchURL = line.URL + "/fetch"
	}
	for i := range c.Links {
		if c.Links[i].Account != "" {
			line.Links = append(line.Links, lineOf(f, r.Links, r.Today, c.ID, &c.Links[i]))
		}
	}
	if n := iterutil.Count(c.Links, func(l *banks.Link) bool { return l.Account == "" }); n > 0 {
		line.Unlinked = unlinked(n)
	}
	return line
}

// doneSentences contains what the page reports after a redirect, by the value of the parameter "did".
var doneSentences = map[string]string{
	"disconnected":      "The bank is disconnected. Its transactions stay.",
	"disconnected-here": "The bank is disconnected here, but its provider did not confirm the end of the access. End it there too.",
	"listed":            "The list of bank accounts is up to date.",
	"saved":             "Saved.",
	"fetched":           "Fetched.",
	"connected":         "Connected. Choose where the transactions of each bank account go.",
	"reconnected":       "Connected again. The links are as before.",
}
