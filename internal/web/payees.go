package web

import (
	"net/url"
	"strconv"

	"holdover/internal/app"
)

// payeeDrawing draws the page of payees.
type payeeDrawing struct {
	*app.Payees
	links
	asked url.Values
}

func (d *payeeDrawing) page() *PayeesPage {
	p := &PayeesPage{
		Frame: Frame{Title: "Payees", Sidebar: sidebarOf(&d.Frame, OnPayees, "")}, URL: d.to("payees"),
		Summary: counted(d.All, "payee", "payees"), Search: d.asked.Get("q"), Sort: d.asked.Get("sort"),
		Unused: d.Unused, OnlyUnused: d.asked.Has("unused"), Pager: d.pager(),
		EmptyTitle: "No payees", EmptyText: "A payee is made with the first row that names it.",
	}
	p.Filters = []Filter{
		{Label: "All " + thousands(d.All), URL: d.at("unused", ""), Current: !p.OnlyUnused},
		{Label: "Unused " + thousands(d.Unused), URL: d.at("unused", "1"), Current: p.OnlyUnused},
	}
	switch {
	case p.Search != "":
		p.EmptyTitle, p.EmptyText = "No payee is called so", "Nothing has “"+p.Search+"” in its name."
	case p.OnlyUnused:
		p.EmptyTitle, p.EmptyText = "Every payee is used", "Each one has a row or a scheduled transaction."
	}
	for i := range d.Page {
		p.Rows = append(p.Rows, d.row(&d.Page[i]))
	}
	for i := range d.ForAccounts {
		row := d.row(&d.ForAccounts[i])
		row.RowsURL = d.account(d.ForAccounts[i].Account)
		p.ForAccounts = append(p.ForAccounts, row)
	}
	d.columns(p)
	if d.MayChange() {
		p.MenuURL, p.DoURL, p.ChosenURL = d.to("menu"), d.to("do/"), d.to("payees/chosen")
		p.Alike = d.alike()
		p.AlikeText = thousands(alikeNames(p.Alike)) + " names look alike"
	}
	return p
}

func (d *payeeDrawing) row(one *app.Payee) PayeeRow {
	row := PayeeRow{ID: one.ID, Name: one.Name, Uses: thousands(one.Uses), Category: one.Category, Never: "never"}
	if one.Scheduled > 0 {
		row.Never = "scheduled"
	}
	if one.Uses > 0 {
		row.RowsURL = d.payeeRows(one.ID)
		row.Last, row.ISOLast = one.Last.In(d.Budget.DateFormat), one.Last.String()
	}
	return row
}

func (d *payeeDrawing) columns(p *PayeesPage) {
	for _, c := range []struct {
		label, class string
		sort         app.PayeeSort
	}{{"Name", "name", app.PayeesByName}, {"Uses", "num uses", app.PayeesByUses}, {"Last used", "last", app.PayeesByLast}} {
		p.Columns = append(p.Columns, SortColumn{
			Label: c.label, URL: d.at("sort", string(c.sort)), Current: p.Sort == string(c.sort), Class: c.class, Falling: c.sort != app.PayeesByName,
		})
	}
}

func (d *payeeDrawing) alike() []AlikePayees {
	var all []AlikePayees
	for _, group := range d.Alike {
		one := AlikePayees{Into: group[0].Name}
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

func alikeNames(groups []AlikePayees) (n int) {
	for _, g := range groups {
		n += len(g.Names)
	}
	return n
}

// at is the page's address with something else asked for, from the beginning.
func (d *payeeDrawing) at(name, value string) string {
	q := url.Values{}
	for _, kept := range []string{"q", "sort", "unused"} {
		if d.asked.Has(kept) {
			q.Set(kept, d.asked.Get(kept))
		}
	}
	if q.Set(name, value); value == "" {
		q.Del(name)
	}
	if len(q) == 0 {
		return d.to("payees")
	}
	return d.to("payees?") + q.Encode()
}

func (d *payeeDrawing) pager() Pager {
	to := d.From + len(d.Page) - 1
	p := Pager{From: thousands(d.From), To: thousands(to), Total: thousands(d.Chosen)}
	page := (d.From-1)/app.PagePayees + 1
	if page > 1 {
		p.Previous = PageLink{"Back", d.at("page", strconv.Itoa(page-1))}
	}
	if to < d.Chosen {
		p.Next = PageLink{"More", d.at("page", strconv.Itoa(page+1))}
	}
	return p
}
