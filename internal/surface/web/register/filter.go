package register

import (
	"net/http"
	"slices"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

// ShowFilter shows the form of a register's filters.
func ShowFilter(w http.ResponseWriter, r *ui.Request) error {
	l, err := listingOf(r)
	if err != nil {
		return refuseFilter(w, r, err)
	}
	p, err := filterPage(r, l)
	if err != nil {
		return err
	}
	if r.FromScript() {
		return r.RenderPart(w, http.StatusOK, p, "filterbody")
	}
	return r.Render(w, http.StatusOK, p)
}

func filterPage(r *ui.Request, l listing) (*FilterPage, error) {
	got, err := r.App.RegisterChoices(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return nil, err
	}
	d := &filterDrawing{Choices: &got, Links: ui.LinksOf(got.Budget.ID), listing: l}
	p := d.page()
	p.Sidebar = sidebarOf(&got.Frame, &l)
	return p, nil
}

type filterDrawing struct {
	*registers.Choices
	ui.Links
	listing listing
}

func (d *filterDrawing) page() *FilterPage {
	l := &d.listing
	plain := l.but(func(l *listing) {
		l.Filter, l.Amounts, l.Time = rows.Filter{Account: l.Account, Search: l.Filter.Search}, amountRange{}, ""
	})
	cleared := plain.but(func(l *listing) { l.Filter.Search = "" })
	bare := listing{Account: l.Account}
	p := &FilterPage{
		Frame: ui.Frame{Title: "Filter"}, RegisterURL: bare.url(d.Links), ClearURL: cleared.url(d.Links), Keep: ui.HiddenFields(plain.query()), Days: d.days(),
		Least: l.Amounts.Least, Most: l.Amounts.Most,
		Only: d.boxes(budget.OnlySo), Not: d.boxes(budget.OnlyNot), Words: d.words(), Kept: d.kept(), Lists: d.lists(), Way: d.way(), Counts: d.counts(), More: d.more(),
	}
	if d.MayChange() {
		p.KeepURL = d.keepURL()
	}
	if p.Time = string(l.Time); p.Time == "" {
		p.Since, p.Until = ui.DayIn(d.Budget.DateFormat, l.Filter.Since), ui.DayIn(d.Budget.DateFormat, l.Filter.Until)
	}
	return p
}

// boxes returns the yes/no filters by kind of transaction.
func (d *filterDrawing) boxes(only budget.Only) []FilterBox {
	f, value := &d.listing.Filter, map[budget.Only]string{budget.OnlySo: "1", budget.OnlyNot: "no"}[only]
	more := rows.More{}
	if f.More != nil {
		more = *f.More
	}
	one := map[string]bool{"uncategorised": f.Uncategorised, "unapproved": f.Unapproved}
	var all []FilterBox
	for _, name := range []string{"uncategorised", "unapproved", "split", "transfer", "receipt", "scheduled"} {
		on := *onlyOf(&more, name) == only || only == budget.OnlySo && one[name]
		all = append(all, FilterBox{name, value, kindLabels[name], on})
	}
	if only == budget.OnlySo {
		all = append(all, FilterBox{"on-budget", value, "Accounts on budget", f.OnBudget})
	}
	return all
}

// words returns the fields for text in one field only.
func (d *filterDrawing) words() []ui.Field {
	more := rows.More{}
	if m := d.listing.Filter.More; m != nil {
		more = *m
	}
	return []ui.Field{
		{ID: "filter-payee-words", Name: "payee-words", Label: "Payee has the words", Value: more.PayeeWords, Kind: ui.TextField},
		{ID: "filter-notes", Name: "notes", Label: "Notes have the words", Value: more.Notes, Kind: ui.TextField},
	}
}

// days returns links to frequent periods, in words relative to today.
func (d *filterDrawing) days() []ui.Link {
	var all []ui.Link
	for _, t := range rows.Times {
		l := d.listing.but(func(l *listing) { l.Filter.Since, l.Filter.Until, l.Time = 0, 0, t })
		all = append(all, ui.Link{Label: t.Title(), URL: l.url(d.Links), Current: t == d.listing.Time})
	}
	any := d.listing.but(func(l *listing) { l.Filter.Since, l.Filter.Until, l.Time = 0, 0, "" })
	return append(all, ui.Link{Label: "Any day", URL: any.url(d.Links), Current: d.listing.Filter.Since == 0 && d.listing.Filter.Until == 0})
}

// lists returns the fields that accept several values.
func (d *filterDrawing) lists() []ui.Several {
	var all []ui.Several
	options := map[string][]ui.OptionGroup{
		"category": ui.CategoriesToFilter(d.Groups, d.Categories), "payee": ui.PayeesToFilter(d.Payees), "account": d.accounts(), "state": ui.Ungrouped(clearedChoices()), "flag": ui.Ungrouped(ui.Flags(rows.None, "No flag")), "tag": ui.TagsToFilter(d.Tags, d.chosenOf("tag").Of),
	}
	for _, name := range severally {
		some := d.chosenOf(name)
		if name == "account" && d.listing.Account != "" || name == "tag" && len(d.Tags) == 0 && len(some.Of) == 0 {
			continue
		}
		one := ui.SeveralOf(name, thingLabels[name], options[name], some.Of, some.Not)
		if name == "state" && len(some.Of) == 0 {
			one.Any = "Any state"
		}
		all = append(all, one)
	}
	return all
}

// chosenOf returns the values of a field in the address. The form represents "no value" by a word.
func (d *filterDrawing) chosenOf(name string) rows.SomeOf {
	f := d.listing.Filter
	if one := oneOf(&f, name); one != nil && *one != "" {
		return rows.SomeOf{Of: []string{*one}}
	}
	if f.More == nil {
		return rows.SomeOf{}
	}
	some := *someOf(f.More, name)
	some.Of = slices.Clone(some.Of)
	for i, value := range some.Of {
		if value == "" {
			some.Of[i] = noneOf
		}
	}
	return some
}

func (d *filterDrawing) accounts() []ui.OptionGroup {
	return ui.AccountsToFilter(&d.Frame, func(*pageframe.Account) bool { return true })
}

// way returns the field for the direction of money.
func (d *filterDrawing) way() ui.Field {
	now := string(d.listing.Amounts.Way)
	return choiceOf("way", "Money", ui.Option{Label: "Spent or received"}, ui.ChosenOption(string(spent), "Spent", now), ui.ChosenOption(string(received), "Received", now))
}

// counts returns the field for the side of income and expenses on which rows count.
func (d *filterDrawing) counts() ui.Field {
	now := string(d.listing.Filter.Counts)
	side := func(side rows.Side) ui.Option { return ui.ChosenOption(string(side), countsText(side), now) }
	return choiceOf("counts", "In reports", ui.Option{Label: "Any"}, side(rows.CountsAsSpending), side(rows.CountsAsIncome))
}

// more returns the fields that few filters have.
func (d *filterDrawing) more() ui.MoreConditions {
	f, more := &d.listing.Filter, rows.More{}
	if f.More != nil {
		more = *f.More
	}
	return ui.MoreConditionsOf("Transactions", f.Any, "Days, accounts, the search and “In reports”", regexpsOf(&more))
}

func choiceOf(name, label string, options ...ui.Option) ui.Field {
	f := ui.ChoiceOf(name, label, options...)
	f.ID = "filter-" + name
	return f
}

// FilterPage is the form of a register's filters. With scripts it opens at its button; without, it is a page.
type FilterPage struct {
	ui.Frame
	RegisterURL  string // the form's action
	ClearURL     string
	Keep         []ui.Field // parameters of the address that stay: the search and the order
	Kept         []KeptLink // saved filters
	KeepURL      string     // address that saves this filter under a name; empty without a filter and for a viewer
	Days         []ui.Link  // periods to choose with one click
	Time         string     // the active period in words
	Since, Until ui.Day
	Lists        []ui.Several
	Words        []ui.Field
	Way, Counts  ui.Field
	Least, Most  string
	Only, Not    []FilterBox
	More         ui.MoreConditions
	Faults       ui.FieldFaults
}

// KeptLink is a link to a saved filter.
type KeptLink struct {
	Name    string
	URL     string // empty if a record in the filter was deleted
	Current bool
	MenuURL string // menu to rename and delete it; empty for a viewer
}

// FilterBox is a yes/no filter.
type FilterBox struct {
	Name, Value, Label string
	On                 bool
}

func (*FilterPage) Template() string { return "filter" }
