package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/chart"
	"holdover/internal/logic/report"
	"holdover/internal/surface/ui"
)

// maxAcross is the maximum number of columns of records in a table by two dimensions; the smallest ones are combined. A
// download contains all.
const maxAcross = 20

// crossSpending draws expenses by two dimensions.
func (rd *reading) crossSpending() (*drawn, error) {
	by, across := cmp.Or(rd.ask.By, reports.ByGroup), rd.ask.Across
	got, err := rd.App.SpendingAcross(rd.Context(), rd.Actor, rd.BudgetID, rd.query, rd.coarse(by), rd.coarse(across))
	if err != nil {
		return nil, err
	}
	d, p, f := rd.begin("Spending", got.Reported, got.Table)
	p.By, p.Across = rd.rowWays(by, across, &got.Reported), rd.columnWays(by, across, &got.Reported)
	if len(got.Filters) > 0 {
		p.Back, p.BackURL = "All spending", rd.address(report.KindSpending, rd.sameTime())
	}
	if len(got.Rows) == 0 {
		p.Lead, p.Nothing = "Nothing was spent in these months.", "Choose other months, or remove a filter."
		return d, nil
	}
	t := sentencesOf(&got.Budget)
	p.Lead, d.main = ui.Sentence(t.spent(got.Total, true))+fmt.Sprintf(", by %s and %s.", by.Name(), across.Name()), f.Symbol(got.Total).Text
	c := got.Limit(most(by, maxLines), most(across, maxAcross), func(n int) string { return fmt.Sprintf("%d others", n) })
	d.chart = chart.Chart{Title: fmt.Sprintf("Spending by %s and %s", by.Name(), across.Name()), Sum: "Total", Zero: true, Text: f.Format.Spoken, Axis: axis(f)}
	letters := 10
	if len(c.Columns) > 6 && !across.Alike(reports.ByMonth) { // so that labels do not overlap on a phone
		letters = 7
	}
	for k := range c.Columns {
		place := rd.crossPlace(&c.Columns[k], across, letters)
		if across == reports.ByMonth && rd.coarse(across) == across {
			month := chart.MonthAmong(c.Columns[k].Span.From, len(c.Columns)) // labelled as in other charts
			place.Label, place.Major = month.Label, month.Major
		}
		d.chart.Places = append(d.chart.Places, place)
	}
	d.drawLines(crossLines(&c), by, c.Overlaps, f)
	p.Table = rd.crossTable(&c, by, across, f)
	p.Table.Note = overlapNote(by, across)
	return d, nil
}

// overlapNote explains the totals of a table by tag.
func overlapNote(by, across reports.SpendingBy) string {
	switch reports.ByTag {
	case by:
		return "An expense with several tags counts in the row of each, and once in the total."
	case across:
		return "An expense with several tags counts in the column of each, and once in the total."
	}
	return ""
}

// offered returns the dimensions that the budget has: tags and account groups only where it uses them.
func offered(ways []reports.SpendingBy, current reports.SpendingBy, of *reports.Reported) []reports.SpendingBy {
	return slices.DeleteFunc(slices.Clone(ways), func(way reports.SpendingBy) bool {
		return way != current && (way == reports.ByTag && !of.HasTags || way == reports.ByAccountGroup && len(of.AccountGroups) == 0)
	})
}

// coarse returns years in place of too many months or quarters.
func (rd *reading) coarse(by reports.SpendingBy) reports.SpendingBy {
	if n := rd.query.Months(); by == reports.ByMonth && n > maxMonths || by == reports.ByQuarter && n > 3*maxMonths {
		return reports.ByYear
	}
	return by
}

// most returns the maximum number of headings of a dimension. Months are never combined.
func most(by reports.SpendingBy, records int) int {
	if by.Alike(reports.ByMonth) {
		return reports.MaxMonths
	}
	return records
}

// rowWays returns the links to other dimensions of the rows.
func (rd *reading) rowWays(by, across reports.SpendingBy, of *reports.Reported) (links []ui.Link) {
	ways := reports.SpendingWays
	if across != "" {
		ways = reports.CrossWays
	}
	for _, way := range offered(ways, by, of) {
		if !way.Alike(across) || across == "" {
			links = append(links, ui.Link{Label: ui.Sentence(way.Name()), URL: rd.with("by", strings.TrimPrefix(string(way), string(reports.ByGroup))), Current: way == by})
		}
	}
	return links
}

// columnWays returns the links to other dimensions of the columns; the first is the table of one dimension.
func (rd *reading) columnWays(by, across reports.SpendingBy, of *reports.Reported) (links []ui.Link) {
	if !slices.Contains(reports.SpendingWays, by) { // a table of one dimension has no periods in rows
		links = append(links, ui.Link{Label: "Totals", URL: rd.with("across", "", "by", "")})
	} else {
		links = append(links, ui.Link{Label: "Totals", URL: rd.with("across", ""), Current: across == ""})
	}
	for _, way := range offered(reports.CrossWays, across, of) {
		if !way.Alike(by) {
			links = append(links, ui.Link{Label: ui.Sentence(way.Name()), URL: rd.with("across", string(way)), Current: way == across})
		}
	}
	return links
}

// crossPlace returns the place of a column on the axis.
func (rd *reading) crossPlace(h *report.Heading, across reports.SpendingBy, letters int) chart.Place {
	p := chart.Place{Name: h.Name, Label: shortened(h.Name, letters), URL: rd.crossURL(across, h, "", &report.Heading{Span: rd.query.Span})}
	if h.Span != (report.Span{}) {
		p.From, p.To = h.Span.From.String(), h.Span.Until.String()
	}
	return p
}

// shortened returns the first letters of a name, for the axis.
func shortened(name string, letters int) string {
	all := []rune(name)
	if len(all) <= letters {
		return name
	}
	return strings.TrimSpace(string(all[:letters-1])) + "…"
}

// crossLines returns the rows as lines of a chart, whose months are the columns.
func crossLines(c *report.Cross) []report.Line {
	lines := make([]report.Line, len(c.Rows))
	for i := range c.Rows {
		lines[i] = report.Line{ID: c.Rows[i].ID, Name: c.Rows[i].Name, Months: c.Cells[i], Total: c.Rows[i].Total}
	}
	return lines
}

// crossTable draws the amounts, shaded by their size, with the totals of rows and columns. Each leads to its
// transactions.
func (rd *reading) crossTable(c *report.Cross, by, across reports.SpendingBy, f ui.Figures) Table {
	t := Table{Caption: fmt.Sprintf("Spending by %s and %s", by.Name(), across.Name()), First: ui.Sentence(by.Name())}
	whole := &report.Heading{Span: rd.query.Span}
	cell := func(m money.Milli, row, column *report.Heading) Cell {
		one := Cell{Figure: f.Plain(m)}
		if m != 0 {
			one.URL = rd.crossURL(by, row, across, column)
		}
		return one
	}
	var largest money.Milli
	for _, row := range c.Cells {
		largest = max(largest, slices.Max(row))
	}
	for i := range c.Rows {
		row := Row{Name: c.Rows[i].Name}
		for k := range c.Columns {
			one := cell(c.Cells[i][k], &c.Rows[i], &c.Columns[k])
			one.Heat = heat(c.Cells[i][k], largest)
			row.Cells = append(row.Cells, one)
		}
		row.Cells = append(row.Cells, cell(c.Rows[i].Total, &c.Rows[i], whole))
		t.Rows = append(t.Rows, row)
	}
	sum := Row{Name: "Total", Class: "sum"}
	for k := range c.Columns {
		t.Columns = append(t.Columns, c.Columns[k].Name)
		sum.Cells = append(sum.Cells, cell(c.Columns[k].Total, whole, &c.Columns[k]))
	}
	t.Columns, sum.Cells = append(t.Columns, "Total"), append(sum.Cells, cell(c.Total, whole, whole))
	t.Rows = append(t.Rows, sum)
	return t
}

// heats is the number of shades.
const heats = 4

// heat returns the shade of an amount, from 1 to heats, or 0 for none.
func heat(m, largest money.Milli) int {
	if m <= 0 {
		return 0
	}
	return min(heats, 1+int(m*heats/largest))
}

// crossURL returns the address of the rows of a row and a column, or "" if a register cannot show exactly these. The
// heading of a total is the whole period.
func (rd *reading) crossURL(by reports.SpendingBy, row *report.Heading, across reports.SpendingBy, column *report.Heading) string {
	var of []lineValue
	from, until := rd.query.Span.From, rd.query.Span.Until
	for _, one := range []struct {
		way     reports.SpendingBy
		heading *report.Heading
	}{{by, row}, {across, column}} {
		switch h := one.heading; {
		case h.Span != (report.Span{}):
			from, until = max(from, h.Span.From), min(until, h.Span.Until)
		case h.ID == "": // the others combined
			return ""
		default:
			of = append(of, lineValue{string(one.way), h.ID})
		}
	}
	return withDays(rd.rowsOf(rows.CountsAsSpending, of...), from.First(), until.Last())
}

// withDays adds days to the address of rows, if there is one.
func withDays(at string, from, until civil.Date) string {
	if at == "" {
		return ""
	}
	return at + "&since=" + from.String() + "&until=" + until.String()
}
