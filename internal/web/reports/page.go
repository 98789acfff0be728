package reports

import (
	"html/template"
	"maps"
	"net/url"
	"strconv"

	"holdover/internal/cal"
	"holdover/internal/money"
	"holdover/internal/plot"
	"holdover/internal/report"
	"holdover/internal/ui"
)

// Page is a report: one sentence, its picture, its table, and what can be asked of it.
type Page struct {
	ui.Frame
	Heading string
	Lead    string // the sentence that matters
	BackURL string // a level up; empty on the first
	Back    string
	Reports []Link // the others
	Action  string // of the form
	Ranges  []Link // months often asked for
	From    string // for the fields of the months
	To      string
	Months  bool     // months can be chosen
	Chosen  []Hidden // what else the address says, kept by the form
	By      []Link   // other ways to tell apart
	Picture template.HTML
	Legend  []Key
	Table   Table
	CSVURL  string
	SVGURL  string
	Nothing string // what to say in place of a picture
}

// Template names the page's template.
func (*Page) Template() string { return "report_page" }

// Link leads to a report.
type Link struct {
	Label, URL string
	Current    bool
}

// Hidden is a field of the form that is not seen.
type Hidden struct{ Name, Value string }

// Key says which colour is what in the picture.
type Key struct {
	Colour int
	Name   string
	Line   bool
	Figure ui.Figure
}

// Table is the table of a report.
type Table struct {
	Caption string
	Columns []string // after the name
	Rows    []Row
}

// Row is a line of a table; Class tells the style sheet what kind.
type Row struct {
	Name  string
	URL   string
	Depth int
	Class string // "sum" for totals
	Cells []Cell
	Bar   int // how long its bar is, in hundredths of the longest; 0 is none
}

// Cell is a figure, and where it leads to.
type Cell struct {
	ui.Figure
	URL string
}

// complete puts on the page what all reports have.
func (rd *reading) complete(d *drawn, k *kind) {
	p := &d.page
	p.Title, p.Sidebar = p.Heading, ui.SidebarOf(&d.frame, ui.OnReports, "")
	p.Action = rd.To("reports/" + k.name)
	for _, other := range kinds {
		p.Reports = append(p.Reports, Link{other.title, rd.report(other.name, rd.monthsOnly()), other.name == k.name})
	}
	if k.name != "coming" {
		p.Months, p.From, p.To = true, rd.query.From.String(), rd.query.Until.String()
		p.Ranges = rd.ranges(k.name, d.frame.Budget.FirstMonth)
	}
	for _, field := range []string{"by", "group", "category", "account", "payee", "flag", "days"} {
		for _, v := range rd.url[field] {
			p.Chosen = append(p.Chosen, Hidden{field, v})
		}
	}
	if len(d.chart.Places) > 0 && p.Nothing == "" {
		p.Picture = template.HTML(d.chart.SVG()) //nolint:gosec // package plot escapes every text
	}
	p.CSVURL, p.SVGURL = rd.with(k.name, "as", "csv"), rd.with(k.name, "as", "svg")
}

// report is the address of a report.
func (rd *reading) report(name string, q url.Values) string {
	if len(q) == 0 {
		return rd.To("reports/" + name)
	}
	return rd.To("reports/"+name) + "?" + q.Encode()
}

// with is this address with a field set; an empty value takes it away.
func (rd *reading) with(name string, pairs ...string) string {
	q := maps.Clone(rd.url)
	for i := 0; i < len(pairs); i += 2 {
		q.Del(pairs[i])
		if pairs[i+1] != "" {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	return rd.report(name, q)
}

// monthsOnly is what another report takes over from the address.
func (rd *reading) monthsOnly() url.Values {
	q := url.Values{}
	for _, field := range []string{"from", "to"} {
		if v := rd.url.Get(field); v != "" {
			q.Set(field, v)
		}
	}
	return q
}

func (rd *reading) ranges(name string, first cal.Month) []Link {
	this := rd.Today.Month()
	year := this.First().Year()
	all := min(first, this)
	if first == 0 {
		all = this
	}
	var links []Link
	for _, r := range []struct {
		label    string
		from, to cal.Month
	}{
		{"This month", this, this},
		{"3 months", this.Add(-2), this},
		{"6 months", this.Add(-5), this},
		{"12 months", this.Add(-11), this},
		{strconv.Itoa(year), cal.MakeMonth(year, 1), cal.MakeMonth(year, 12)},
		{strconv.Itoa(year - 1), cal.MakeMonth(year-1, 1), cal.MakeMonth(year-1, 12)},
		{"All", all, this},
	} {
		current := rd.query.From == r.from && rd.query.Until == r.to
		links = append(links, Link{r.label, rd.with(name, "from", r.from.String(), "to", r.to.String()), current})
	}
	return links
}

// places are the months of a report along its picture.
func places(s report.Span, link func(cal.Month) string) []plot.Place {
	var all []plot.Place
	for _, m := range s.All() {
		p := plot.Place{Name: m.Name(), Label: m.First().Time().Format("Jan"), Key: m.String()}
		if s.Months() > 24 {
			p.Label = ""
		}
		if m.Mon() == 1 {
			p.Label = m.First().Time().Format("2006")
		}
		if link != nil {
			p.URL = link(m)
		}
		all = append(all, p)
	}
	return all
}

// bars gives the rows of a table their bars, beside the largest.
func bars(rows []Row, totals []money.Milli) {
	var largest money.Milli
	for _, t := range totals {
		largest = max(largest, t)
	}
	for i, t := range totals {
		if t > 0 {
			rows[i].Bar = max(1, int(float64(t)/float64(largest)*100)) // only for looking at
		}
	}
}

// axis writes amounts of a scale: whole ones without decimals.
func axis(f ui.Figures) func(money.Milli) string {
	whole := f.Format
	whole.DecimalDigits = 0
	return whole.Spoken
}

// neither is an amount that is neither good nor bad below zero.
func neither(f ui.Figure) ui.Figure {
	if f.Sign == ui.Minus {
		f.Sign = ui.Plus
	}
	return f
}
