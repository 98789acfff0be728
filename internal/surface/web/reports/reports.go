// Package reports contains the reports: spending, calendar, income and expenses, net worth, age of money, the history
// of a category and upcoming rows, each with a chart, a table of the same figures, and links to the transactions.
//
// Start with Show, then page.go.
package reports

import (
	"embed"
	"net/http"
	"net/url"
	"strconv"

	"holdover/internal/app/reports"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/chart"
	"holdover/internal/logic/report"
	"holdover/internal/surface/ui"
)

//go:embed templates/*.html
var templates embed.FS

// Feature returns the templates of this package and its changes and menus, for package web.
func Feature() ui.Feature {
	return ui.Feature{
		Templates: templates, Changes: changes(),
		Menus:        []ui.Menu{{Name: "keep-report", Draw: keepMenu}, {Name: "report", Draw: ownMenu}},
		Destinations: destinations(), Find: find,
	}
}

// kind is a kind of report with a page.
type kind struct {
	name  report.Kind
	title string // title in the list; empty for a report with links only from its category
	draw  func(*reading) (*drawn, error)
}

// kinds are the reports in the order of their list.
var kinds = []kind{
	{report.KindSpending, "Spending", (*reading).spending},
	{report.KindMonth, "Month so far", (*reading).monthSoFar},
	{report.KindCalendar, "Calendar", (*reading).calendar},
	{report.KindIncome, "Income and expenses", (*reading).income},
	{report.KindNetWorth, "Net worth", (*reading).netWorth},
	{report.KindAge, "Age of money", (*reading).ageOfMoney},
	{report.KindComing, "Upcoming", (*reading).upcoming},
	{report.KindCategory, "", (*reading).categoryLife},
}

// drawn is a rendered report before its page is completed.
type drawn struct {
	reports.Reported
	page  Page
	chart chart.Chart
	month *chart.Calendar     // in place of the chart
	table func() report.Table // table for a download
	main  string              // main figure for the thumbnail
}

// begin returns an empty report with a heading, its page, and the budget's format of amounts. From then on, the period is
// that of the report.
func (rd *reading) begin(heading string, of reports.Reported, table func() report.Table) (*drawn, *Page, ui.Figures) {
	rd.query.Span = of.Period
	d := &drawn{Reported: of, table: table, page: Page{Heading: heading}}
	return d, &d.page, ui.Figures{Format: of.Budget.CurrencyFormat}
}

// picture returns the chart of the report.
func (d *drawn) picture() interface {
	SVG() string
	File(width int) string
} {
	if d.month != nil {
		return d.month
	}
	return &d.chart
}

// unlinked removes the links from the chart, for a thumbnail, which is a link itself.
func (d *drawn) unlinked() {
	for i := range d.chart.Places {
		d.chart.Places[i].URL = ""
	}
	if d.month != nil {
		for i := range d.month.Days {
			d.month.Days[i].URL = ""
		}
	}
}

// reading is a request for a report.
type reading struct {
	*ui.Request
	ask   reports.Ask
	query reports.Query // with the months of the period relative to today
	url   url.Values    // fields of the address, without the download format
	// format is the budget's format of amounts, if the report is limited by amounts.
	format money.Format
}

// Show responds with a report: its page, its table or its chart.
func Show(w http.ResponseWriter, r *ui.Request) error {
	name := report.Kind(r.PathValue("report"))
	if kindOf(name) == nil || name == report.KindCategory {
		return apperr.New(apperr.NotFound, "report %q not found", name).WithHint("the Reports page lists them")
	}
	return show(w, r, name)
}

// Category responds with the report of a category.
func Category(w http.ResponseWriter, r *ui.Request) error { return show(w, r, report.KindCategory) }

func kindOf(name report.Kind) *kind {
	return iterutil.First(kinds, func(k kind) bool { return k.name == name })
}

func show(w http.ResponseWriter, r *ui.Request, name report.Kind) error {
	rd, err := read(r, name)
	if err != nil {
		return err
	}
	k := kindOf(name)
	d, err := k.draw(rd)
	if err != nil {
		return rd.refuse(w, err)
	}
	if as := r.URL.Query().Get("as"); as != "" {
		return d.take(w, string(name), as)
	}
	rd.complete(d, k)
	return r.RenderBudgetPage(w, &d.Frame, &d.page)
}

// read parses the address of a report.
func read(r *ui.Request, name report.Kind) (*reading, error) {
	q := r.URL.Query()
	if name == report.KindCategory {
		q.Set("category", r.PathValue("category"))
	}
	h, isChosen := r.Horizon()
	if isChosen && name == report.KindComing && !q.Has("days") {
		q.Set("days", strconv.Itoa(h.Until(r.Today).Since(r.Today)))
	}
	ask, err := askOf(name, q, r.Today.Month())
	if err != nil {
		return nil, err
	}
	rd, err := readingOf(r, ask)
	if err != nil {
		return nil, err
	}
	if isChosen && q.Has("days") {
		rd.url.Set("days", q.Get("days")) // the default number of days too: this browser may have another default
	}
	if q.Has(ownField) {
		rd.url.Set(ownField, q.Get(ownField))
	}
	if out := looked(r.Request, r.Today.Month()); len(out) > 0 {
		rd.url[outField] = out
	}
	return rd, nil
}

// take sends a report's table or chart as a file.
func (d *drawn) take(w http.ResponseWriter, name, as string) error {
	switch as {
	case "csv":
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		w.Header().Set("Content-Disposition", `attachment; filename="`+url.PathEscape(name)+`.csv"`)
		t := d.table()
		return t.CSV(w, d.Budget.CurrencyFormat)
	case "svg":
		w.Header().Set("Content-Type", "image/svg+xml")
		w.Header().Set("Content-Disposition", `attachment; filename="`+url.PathEscape(name)+`.svg"`)
		_, err := w.Write([]byte(d.picture().File(960)))
		return err
	}
	return apperr.New(apperr.Invalid, "a report cannot be downloaded as %q", as).WithHint("choose csv or svg")
}
