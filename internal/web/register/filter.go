package register

import (
	"net/http"

	"holdover/internal/app"
	"holdover/internal/cal"
	"holdover/internal/ui"
)

// filter shows what the rows of a register can be narrowed down by.
func ShowFilter(w http.ResponseWriter, r *ui.Request) error {
	l, err := listingOf(r)
	if err != nil {
		return err
	}
	got, err := r.App.RegisterChoices(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	d := &filterDrawing{RegisterChoices: &got, Links: ui.LinksOf(got.Budget.ID), listing: l}
	p := d.page(r.Today)
	if r.FromScript() {
		return r.RenderPart(w, http.StatusOK, p, "filterbody")
	}
	on := ui.OnRegister
	if l.Account != "" {
		on = ""
	}
	p.Sidebar = ui.SidebarOf(&got.Frame, on, l.Account)
	return r.Render(w, http.StatusOK, p)
}

type filterDrawing struct {
	*app.RegisterChoices
	ui.Links
	listing listing
}

func (d *filterDrawing) page(today cal.Date) *FilterPage {
	l := &d.listing
	plain := l.but(func(l *listing) {
		l.Filter, l.Amounts = app.RowFilter{Account: l.Account, Search: l.Filter.Search}, amountRange{}
	})
	cleared := plain.but(func(l *listing) { l.Filter.Search = "" })
	bare := listing{Account: l.Account}
	p := &FilterPage{
		Frame: ui.Frame{Title: "Filter"}, RegisterURL: bare.url(d.Links), ClearURL: cleared.url(d.Links), Keep: hiddenFields(plain.query()), Days: d.days(today),
		Least: l.Amounts.Least, Most: l.Amounts.Most,
		Boxes: []FilterBox{
			{"uncategorised", "Needs a category", l.Filter.Uncategorised},
			{"unapproved", "To approve", l.Filter.Unapproved},
			{"on-budget", "Accounts on budget", l.Filter.OnBudget},
		},
	}
	p.Since, p.Until = ui.DayIn(d.Budget.DateFormat, l.Filter.Since), ui.DayIn(d.Budget.DateFormat, l.Filter.Until)
	p.Selects = d.selects()
	return p
}

// days are the spans that are asked for most.
func (d *filterDrawing) days(today cal.Date) []DaysLink {
	m, year := today.Month(), today.Year()
	var all []DaysLink
	for _, span := range []struct {
		label        string
		since, until cal.Date
	}{
		{"This month", m.First(), m.Last()},
		{"Last month", m.Add(-1).First(), m.Add(-1).Last()},
		{"This year", cal.MakeDate(year, 1, 1), cal.MakeDate(year, 12, 31)},
		{"Last year", cal.MakeDate(year-1, 1, 1), cal.MakeDate(year-1, 12, 31)},
		{"Any day", 0, 0},
	} {
		l := d.listing.but(func(l *listing) { l.Filter.Since, l.Filter.Until = span.since, span.until })
		all = append(all, DaysLink{span.label, l.url(d.Links), span.since == d.listing.Filter.Since && span.until == d.listing.Filter.Until})
	}
	return all
}

func (d *filterDrawing) selects() []ui.Field {
	f := &d.listing.Filter
	categories := []ui.OptionGroup{{Options: []ui.Option{{Label: "Any category"}}}}
	members := ui.MembersOf(d.Categories)
	for i := range d.Groups {
		g := ui.OptionGroup{Label: d.Groups[i].Name}
		for _, c := range members[d.Groups[i].No] {
			g.Options = append(g.Options, ui.ChosenOption(c.ID, c.Name, f.Category))
		}
		if len(g.Options) > 0 {
			categories = append(categories, g)
		}
	}
	payees := []ui.Option{{Label: "Any payee"}}
	for i := range d.Payees {
		payees = append(payees, ui.ChosenOption(d.Payees[i].ID, d.Payees[i].Name, f.Payee))
	}
	all := []ui.Field{choiceOf("category", "Category", categories...), choiceOf("payee", "Payee", ui.OptionGroup{Options: payees})}
	if d.listing.Account == "" {
		accounts := []ui.Option{{Label: "All accounts"}}
		for i := range d.Accounts {
			accounts = append(accounts, ui.ChosenOption(d.Accounts[i].ID, d.Accounts[i].Name, f.Account))
		}
		all = append(all, choiceOf("account", "Account", ui.OptionGroup{Options: accounts}))
	}
	states := []ui.Option{{Label: "Any state"}}
	for _, mark := range []ClearedMark{NotCleared, IsCleared, IsReconciled} {
		states = append(states, ui.ChosenOption(string(mark), mark.Label(), f.Cleared))
	}
	flags := []ui.Option{{Label: "Any flag or none"}}
	for _, colour := range ui.FlagColours {
		flags = append(flags, ui.ChosenOption(colour, flagText(colour), f.Flag))
	}
	ways := []ui.Option{
		{Label: "Spent or received"}, ui.ChosenOption(string(spent), "Spent", string(d.listing.Amounts.Way)), ui.ChosenOption(string(received), "Received", string(d.listing.Amounts.Way)),
	}
	return append(all, choiceOf("state", "Cleared", ui.OptionGroup{Options: states}), choiceOf("flag", "Flag", ui.OptionGroup{Options: flags}),
		choiceOf("way", "Money", ui.OptionGroup{Options: ways}))
}

func choiceOf(name, label string, groups ...ui.OptionGroup) ui.Field {
	return ui.Field{ID: "filter-" + name, Name: name, Label: label, Kind: ui.Choice, Groups: groups}
}

// FilterPage is where the rows of a register are narrowed down. With scripts it
// opens at its button; without, it is a page.
type FilterPage struct {
	ui.Frame
	RegisterURL  string // where the form goes
	ClearURL     string
	Keep         []ui.Field // what stays of the address: the search and the order
	Days         []DaysLink
	Since, Until ui.Day
	Selects      []ui.Field
	Least, Most  string
	Boxes        []FilterBox
}

// DaysLink is a span of days to choose with one click.
type DaysLink struct {
	Label, URL string
	Current    bool
}

// FilterBox is a yes or no among the filters.
type FilterBox struct {
	Name, Label string
	On          bool
}

func (*FilterPage) Template() string { return "filter" }
