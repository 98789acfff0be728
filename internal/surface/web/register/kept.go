package register

import (
	"net/url"

	"holdover/internal/app"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

// Saved filters: the address of a register under a name.

func keptListing(own *registers.OwnFilter, format money.Format) listing {
	l := listing{Filter: registers.FilterOf(&own.SavedRows), Sort: registers.Sort(own.Sort), Ascending: own.Ascending, Time: rows.Time(own.Time)}
	l.Account, l.Amounts = l.Filter.Account, amountsOf(&l.Filter, format)
	return l
}

// amountsOf returns a filter's amounts as typed.
func amountsOf(f *rows.Filter, format money.Format) (a amountRange) {
	text := func(m *money.Milli) string {
		if m == nil {
			return ""
		}
		return format.Text(m.Abs())
	}
	switch {
	case f.More != nil && (f.More.Least != nil || f.More.Most != nil):
		return amountRange{"", text(f.More.Least), text(f.More.Most)}
	case f.Max != nil && *f.Max < 0:
		a = amountRange{spent, text(f.Max), text(f.Min)}
	case f.Min != nil && *f.Min > 0:
		a = amountRange{received, text(f.Min), text(f.Max)}
	}
	return a.withoutLeast(f)
}

// withoutLeast removes the smallest possible amount, which stands for "spent" or "received" and was not typed.
func (a amountRange) withoutLeast(f *rows.Filter) amountRange {
	for _, m := range []*money.Milli{f.Min, f.Max} {
		if m != nil && m.Abs() == 1 {
			a.Least = ""
		}
	}
	return a
}

// keptOf returns a listing in its stored form.
func keptOf(l *listing) budget.SavedRows {
	k := registers.KeptOf(&l.Filter)
	if k.Time = string(l.Time); k.Time != "" {
		k.Since, k.Until = 0, 0
	}
	k.Sort, k.Ascending = string(l.Sort), l.Ascending
	return k
}

func (d *filterDrawing) kept() []KeptLink {
	var all []KeptLink
	here := d.listing.url(d.Links)
	for own := range iterutil.Pointers(d.Filters) {
		l := keptListing(own, d.Budget.CurrencyFormat)
		link := KeptLink{Name: own.Name}
		if !own.Lost {
			link.URL = l.url(d.Links)
		}
		if link.Current = link.URL == here; d.MayChange() {
			link.MenuURL = d.To("menu?") + url.Values{"kept-filter": {own.ID}, "back": {here}}.Encode()
		}
		all = append(all, link)
	}
	return all
}

// keepURL returns the address that saves the listing under a name.
func (d *filterDrawing) keepURL() string {
	q := d.listing.matching()
	if q == "" {
		return ""
	}
	return d.To("menu?") + url.Values{"keep-filter": {q}, "back": {d.listing.url(d.Links)}}.Encode()
}

// keepMenu returns the form that saves a filter under a name. It contains the new id, so that a form submitted twice
// saves one filter.
func keepMenu(a *ui.MenuRequest, query string) (*ui.MenuPage, error) {
	if err := a.RequireChange(); err != nil {
		return nil, err
	}
	own, err := a.App.OwnFilters(a.Context(), a.Actor, a.BudgetID)
	if err != nil {
		return nil, err
	}
	it := a.Do("Save filter", "keep-filter", ui.Hidden("id", app.NewID()), ui.Hidden("query", query)).Ask("Save", ui.Field{Name: "name", Label: "Name", Kind: ui.TextField})
	it.Intro, it.Open = "Everyone who shares this budget finds it under Filter.", true
	p := &ui.MenuPage{Heading: "Save filter", Items: []ui.MenuItem{it}}
	if len(own) > 0 {
		others := iterutil.Map(own, func(f registers.OwnFilter) ui.Option { return ui.Option{Value: f.ID, Label: f.Name} })
		p.Items = append(p.Items, a.Do("Replace a saved filter", "replace-filter", ui.Hidden("query", query)).Ask("Replace", ui.ChoiceOf("id", "Filter to replace", others...)))
	}
	return p, nil
}

// keptMenu returns the menu to rename and delete a saved filter.
func keptMenu(a *ui.MenuRequest, id string) (*ui.MenuPage, error) {
	all, at, err := ui.OwnOf(a, "filter", a.App.OwnFilters, func(f registers.OwnFilter) bool { return f.ID == id })
	if err != nil {
		return nil, err
	}
	name := all[at].Name
	items := []ui.MenuItem{a.Rename("filter", name, ui.Hidden("filter", id)), a.DeleteOwn("filter", id, "no transactions change")}
	return &ui.MenuPage{Heading: name, Sub: "Saved filter", Items: items}, nil
}

// rowsToKeep returns the selection of rows in a form's address.
func rowsToKeep(r *ui.Request) (rows budget.SavedRows, err error) {
	q, err := url.ParseQuery(r.Get("query"))
	if err != nil {
		return rows, apperr.New(apperr.Invalid, "the filter cannot be read").WithCause(err)
	}
	b, err := r.App.Budget(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return rows, err
	}
	l, err := listingIn("", q, b.CurrencyFormat, r.Today)
	if err != nil {
		return rows, err
	}
	return keptOf(&l), nil
}
