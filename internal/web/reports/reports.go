// Package reports is where people look rather than read: spending, income and expenses, net worth, the age of money, the life
// of a category and what is coming, each with a picture, a table of the same figures, and a way down to the transactions.
//
// Floor 5: a room of package web; may import ui, httpx, app and the nouns below. Start with Show, then page.go.
package reports

import (
	"embed"
	"net/http"
	"net/url"
	"slices"

	"holdover/internal/app"
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/plot"
	"holdover/internal/report"
	"holdover/internal/ui"
)

//go:embed templates/*.html
var templates embed.FS

// Room is what the room hands to the table of package web.
func Room() ui.Room { return ui.Room{Templates: templates} }

// kind is a report that has a page of its own.
type kind struct {
	name, title, about string // in the address; in the list; what it answers
	draw               func(*reading) (*drawn, error)
}

// kinds are the reports in the order of their list.
var kinds = []kind{
	{"spending", "Spending", "Where the money went", (*reading).spending},
	{"income", "Income and expenses", "What came in, what went out, what was left", (*reading).income},
	{"net-worth", "Net worth", "What you own and owe", (*reading).netWorth},
	{"age-of-money", "Age of money", "How long money stays before it is spent", (*reading).ageOfMoney},
	{"coming", "What is coming", "The days ahead of each account", (*reading).coming},
}

// drawn is a report before it is put on a page.
type drawn struct {
	frame app.Frame
	page  Page
	chart plot.Chart
	table report.Table // to take along
}

// reading is somebody who asks for a report.
type reading struct {
	*ui.Request
	query app.ReportQuery
	url   url.Values // of the address, without what it is taken along as
}

// Show answers with a report: its page, its table or its picture.
func Show(w http.ResponseWriter, r *ui.Request) error {
	at := slices.IndexFunc(kinds, func(k kind) bool { return k.name == r.PathValue("report") })
	if at < 0 {
		return fault.New(fault.NotFound, "there is no report %q", r.PathValue("report")).WithHint("the page Reports lists them")
	}
	return show(w, r, &kinds[at])
}

// Category answers with a category's life.
func Category(w http.ResponseWriter, r *ui.Request) error {
	return show(w, r, &kind{name: "categories/" + url.PathEscape(r.PathValue("category")), draw: (*reading).categoryLife})
}

func show(w http.ResponseWriter, r *ui.Request, k *kind) error {
	rd, err := read(r)
	if err != nil {
		return err
	}
	d, err := k.draw(rd)
	if err != nil {
		return err
	}
	as := r.URL.Query().Get("as")
	if as != "" {
		return d.take(w, k.name, as)
	}
	rd.complete(d, k)
	return r.RenderBudgetPage(w, &d.frame, &d.page)
}

// read is what an address asks for: the twelve months up to this one where it names no others.
func read(r *ui.Request) (*reading, error) {
	q := r.URL.Query()
	q.Del("as")
	q.Del("done")
	rd := &reading{Request: r, url: q, query: app.ReportQuery{
		Groups: list(q, "group"), Categories: list(q, "category"), Accounts: list(q, "account"), Payees: list(q, "payee"), Flags: list(q, "flag"),
	}}
	var err error
	if rd.query.Until, err = month(q, "to", r.Today.Month()); err != nil {
		return nil, err
	}
	rd.query.From, err = month(q, "from", rd.query.Until.Add(-11))
	return rd, err
}

// list are the values of a field that say something.
func list(q url.Values, field string) []string {
	return slices.DeleteFunc(slices.Clone(q[field]), func(v string) bool { return v == "" })
}

func month(q url.Values, field string, otherwise cal.Month) (cal.Month, error) {
	text := q.Get(field)
	if text == "" {
		return otherwise, nil
	}
	m, err := cal.ParseMonth(text)
	if err != nil {
		return 0, fault.New(fault.Invalid, "%q is no month", text).AtField(field).WithHint("a month is written 2026-03")
	}
	return m, nil
}

// take sends a report's table or picture as a file.
func (d *drawn) take(w http.ResponseWriter, name, as string) error {
	switch as {
	case "csv":
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		w.Header().Set("Content-Disposition", `attachment; filename="`+url.PathEscape(name)+`.csv"`)
		return d.table.CSV(w, d.frame.Budget.CurrencyFormat)
	case "svg":
		w.Header().Set("Content-Type", "image/svg+xml")
		w.Header().Set("Content-Disposition", `attachment; filename="`+url.PathEscape(name)+`.svg"`)
		_, err := w.Write([]byte(d.chart.File(960)))
		return err
	}
	return fault.New(fault.Invalid, "a report cannot be taken along as %q", as).WithHint("as is csv or svg")
}
