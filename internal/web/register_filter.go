package web

import (
	"net/http"

	"holdover/internal/app"
	"holdover/internal/cal"
)

// filter shows what the rows of a register can be narrowed down by.
func (s *site) filter(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	l, err := s.listing(r, who)
	if err != nil {
		return err
	}
	got, err := s.app.RegisterChoices(r.Context(), who, r.PathValue("id"))
	if err != nil {
		return err
	}
	d := &filterDrawing{RegisterChoices: &got, links: linksOf(got.Budget.ID), listing: l}
	p := d.page(s.today())
	if fromScript(r) {
		return s.pages.renderPart(w, http.StatusOK, p, "filterbody")
	}
	on := OnRegister
	if l.Account != "" {
		on = ""
	}
	p.Sidebar = sidebarOf(&got.Frame, on, l.Account)
	return s.pages.render(w, r, http.StatusOK, p)
}

type filterDrawing struct {
	*app.RegisterChoices
	links
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
		Frame: Frame{Title: "Filter"}, RegisterURL: d.register(&bare), ClearURL: d.register(&cleared), Keep: hiddenFields(plain.query()), Days: d.days(today),
		Least: l.Amounts.Least, Most: l.Amounts.Most,
		Boxes: []FilterBox{
			{"uncategorised", "Needs a category", l.Filter.Uncategorised},
			{"unapproved", "To approve", l.Filter.Unapproved},
			{"on-budget", "Accounts on budget", l.Filter.OnBudget},
		},
	}
	if l.Filter.Since != 0 {
		p.Since = l.Filter.Since.String()
	}
	if l.Filter.Until != 0 {
		p.Until = l.Filter.Until.String()
	}
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
		all = append(all, DaysLink{span.label, d.register(&l), span.since == d.listing.Filter.Since && span.until == d.listing.Filter.Until})
	}
	return all
}

func (d *filterDrawing) selects() []Field {
	f := &d.listing.Filter
	categories := []OptionGroup{{Options: []Option{{Label: "Any category"}}}}
	members := membersOf(d.Categories)
	for i := range d.Groups {
		g := OptionGroup{Label: d.Groups[i].Name}
		for _, c := range members[d.Groups[i].No] {
			g.Options = append(g.Options, Option{c.ID, c.Name, c.ID == f.Category})
		}
		if len(g.Options) > 0 {
			categories = append(categories, g)
		}
	}
	payees := []Option{{Label: "Any payee"}}
	for i := range d.Payees {
		payees = append(payees, Option{d.Payees[i].ID, d.Payees[i].Name, d.Payees[i].ID == f.Payee})
	}
	all := []Field{choiceOf("category", "Category", categories...), choiceOf("payee", "Payee", OptionGroup{Options: payees})}
	if d.listing.Account == "" {
		accounts := []Option{{Label: "All accounts"}}
		for i := range d.Accounts {
			accounts = append(accounts, Option{d.Accounts[i].ID, d.Accounts[i].Name, d.Accounts[i].ID == f.Account})
		}
		all = append(all, choiceOf("account", "Account", OptionGroup{Options: accounts}))
	}
	states := []Option{{Label: "Any state"}}
	for _, mark := range []ClearedMark{NotCleared, IsCleared, IsReconciled} {
		states = append(states, Option{string(mark), mark.Label(), string(mark) == f.Cleared})
	}
	flags := []Option{{Label: "Any flag or none"}}
	for _, colour := range flagColours {
		flags = append(flags, Option{colour, flagText(colour), colour == f.Flag})
	}
	ways := []Option{
		{Label: "Spent or received"}, {string(spent), "Spent", d.listing.Amounts.Way == spent}, {string(received), "Received", d.listing.Amounts.Way == received},
	}
	return append(all, choiceOf("state", "Cleared", OptionGroup{Options: states}), choiceOf("flag", "Flag", OptionGroup{Options: flags}),
		choiceOf("way", "Money", OptionGroup{Options: ways}))
}

func choiceOf(name, label string, groups ...OptionGroup) Field {
	return Field{ID: "filter-" + name, Name: name, Label: label, Kind: Choice, Groups: groups}
}
