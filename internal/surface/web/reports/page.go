package reports

import (
	"cmp"
	"html/template"
	"slices"
	"strings"

	"holdover/internal/app/reports"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/chart"
	"holdover/internal/logic/report"
	"holdover/internal/surface/ui"
)

// Page is a report: one sentence, its chart, its table and its controls.
type Page struct {
	ui.Frame
	Heading string
	Lead    string // the main sentence
	Paper   string // the months, for printing, where their selection is omitted
	BackURL string // the next wider report; empty for the widest
	Back    string
	Reports []ui.Link  // links to the other reports
	Action  string     // address of the form
	Ranges  []ui.Link  // frequent periods
	Months  *Months    // nil if the months cannot be chosen
	Chosen  []ui.Field // other fields of the address, which the form keeps
	By      []ui.Link  // other dimensions
	Across  []ui.Link  // other dimensions of the columns
	// Filters are the values included in the report, each with a link to remove it.
	Filters               []ui.Link
	FilterURL, FilterSpot string // form of the filters; empty for a report without filters
	Own                   SaveControls
	Picture               template.HTML
	Legend                []Key
	Table                 Table
	More                  []Table // tables below it
	CSVURL                string
	SVGURL                string
	Nothing               string // message in place of a chart
}

// Template names the page's template.
func (*Page) Template() string { return "report_page" }

// Tables returns all tables, in order.
func (p *Page) Tables() []Table { return append([]Table{p.Table}, p.More...) }

// Key maps a colour of the chart to its meaning.
type Key struct {
	Colour int
	Name   string
	Line   bool
	Figure ui.Figure
}

// Class returns the classes of its colour.
func (k Key) Class() string { return chart.Class(k.Colour) }

// Table is a table of a report.
type Table struct {
	Caption string
	Seen    bool     // the caption is a heading, with several tables
	Narrow  bool     // few columns, which should not be far apart
	Note    string   // the omitted data
	First   string   // heading of the first column; empty for the default
	Columns []string // headings of the other columns
	Totals  int      // the number of columns before the months; 0 for a table without them
	Rows    []Row
}

// Row is a line of a table; Class is its kind for the style sheet.
type Row struct {
	Name  string
	Sub   string // smaller text below the name
	URL   string
	Depth int
	Class string // "sum" for totals
	Cells []Cell
	Bar   int // length of its bar in percent of the longest; 0 for none
}

// Cell is a figure with a link.
type Cell struct {
	ui.Figure
	URL   string
	Moved bool // income or expenses, which are not red if negative
	Heat  int  // its shade; 0 for none
}

// cells returns figures without links.
func cells(figures ...ui.Figure) []Cell {
	return iterutil.Map(figures, func(f ui.Figure) Cell { return Cell{Figure: f} })
}

// complete adds the common parts of all reports to the page.
func (rd *reading) complete(d *drawn, k *kind) {
	p := &d.page
	p.Title, p.Sidebar = p.Heading, ui.SidebarOf(&d.Frame, ui.OnReports, "")
	p.Action = rd.address(k.name, nil)
	for _, other := range kinds {
		if other.title != "" {
			p.Reports = append(p.Reports, ui.Link{Label: other.title, URL: rd.address(other.name, rd.sameTime()), Current: other.name == k.name})
		}
	}
	if k.name != report.KindComing && k.name != report.KindMonth && k.name != report.KindCalendar {
		p.Months, p.Ranges = rd.months(), rd.ranges()
		p.Paper = report.TimeOf(rd.query.Span).Title()
	}
	kept := withoutFields(rd.url, "from", "to", "time", outField)
	if k.name == report.KindCategory {
		kept.Del("category")
	}
	p.Chosen = ui.HiddenFields(kept)
	slices.SortFunc(p.Chosen, func(a, b ui.Field) int { return cmp.Compare(a.Name+a.Value, b.Name+b.Value) })
	if (len(d.chart.Places) > 0 || d.month != nil) && p.Nothing == "" {
		p.Picture = template.HTML(d.picture().SVG()) //nolint:gosec // package plot escapes every text
	}
	p.CSVURL, p.SVGURL = rd.with("as", "csv"), rd.with("as", "svg")
	if p.BackURL == "" {
		p.Back, p.BackURL = "Reports", rd.To("reports")
	}
	if k.filterable() {
		p.FilterURL = rd.To("reports/filter/" + string(k.name))
		p.FilterSpot = p.FilterURL + "?" + rd.url.Encode()
	}
	for _, one := range d.Filters {
		if k.name != report.KindCategory {
			label := one.Name
			if one.Not {
				label = "Not: " + label
			}
			p.Filters = append(p.Filters, ui.Link{Label: label, URL: rd.without(one)})
		}
	}
	if k.filterable() && k.name != report.KindNetWorth {
		p.Filters = append(p.Filters, rd.conditionLinks()...)
	}
	if at := rd.amountsText(); at != "" {
		p.Filters = append(p.Filters, ui.Link{Label: at, URL: rd.with("least", "", "most", "")})
	}
	rd.completeOwn(d)
}

// conditionLinks returns links that remove each regular expression, and the choice of any condition.
func (rd *reading) conditionLinks() (links []ui.Link) {
	for _, name := range ui.RegexpKeys {
		if is := regexpsOf(&rd.ask)[name]; is.Text != "" {
			links = append(links, ui.Link{Label: ui.RegexpText(name, is), URL: rd.with(name, "")})
		}
	}
	if rd.ask.Any {
		links = append(links, ui.Link{Label: "Any of these", URL: rd.with(ui.MatchKey, "")})
	}
	return links
}

// amountsText describes the bounds on amounts, or returns "" for none.
func (rd *reading) amountsText() string {
	text := func(m *money.Milli) string { return rd.format.Spoken(*m) }
	switch least, most := rd.ask.Least, rd.ask.Most; {
	case least != nil && most != nil:
		return text(least) + " to " + text(most)
	case least != nil:
		return text(least) + " or more"
	case most != nil:
		return text(most) + " or less"
	}
	return ""
}

// filterable reports whether the report can be filtered.
func (k *kind) filterable() bool {
	return k.name == report.KindSpending || k.name == report.KindMonth || k.name == report.KindCalendar || k.name == report.KindIncome || k.name == report.KindNetWorth
}

// without returns this address without a value of a filter.
func (rd *reading) without(one reports.ChosenFilter) string {
	q := withoutFields(rd.url, one.Field)
	for _, v := range rd.url[one.Field] {
		if v != one.ID && v != one.Name {
			q.Add(one.Field, v)
		}
	}
	return rd.address(rd.ask.Kind, q)
}

// ranges returns links to frequent periods.
func (rd *reading) ranges() []ui.Link {
	var links []ui.Link
	now := cmp.Or(rd.ask.Time, report.TwelveMonths)
	for _, t := range report.Times {
		value := string(t)
		if t == report.TwelveMonths {
			value = ""
		}
		links = append(links, ui.Link{Label: t.Title(), URL: rd.with("time", value), Current: t == now})
	}
	return links
}

// bars adds bars to the rows of a table, relative to the largest.
func bars(rows []Row, totals []money.Milli) {
	var largest money.Milli
	for _, t := range totals {
		largest = max(largest, t)
	}
	for i, t := range totals {
		if t > 0 {
			rows[i].Bar = max(1, int(float64(t)/float64(largest)*100)) // for display only
		}
	}
}

// axis formats amounts of a scale: whole ones without decimals, large ones abbreviated.
func axis(f ui.Figures) func(money.Milli) string {
	whole := f.Format
	whole.DecimalDigits = 0
	return func(m money.Milli) string {
		for _, large := range []struct {
			one  money.Milli
			word string
		}{{1e15, "tn"}, {1e12, "bn"}, {1e9, "m"}} {
			if part := large.one / 1000; m.Abs() >= large.one && m%part == 0 {
				number := whole.Text((m / part).Abs())
				return strings.Replace(whole.Spoken(m/part), number, number+"\u00a0"+large.word, 1)
			}
		}
		return whole.Spoken(m)
	}
}

// uncoloured returns a figure that is not coloured as negative.
func uncoloured(f ui.Figure) ui.Figure {
	if f.Sign == ui.Minus {
		f.Sign = ui.Plus
	}
	return f
}

// dash is the figure of a missing value.
func dash() ui.Figure { return ui.Figure{Text: "–", Sign: ui.Zero} }
