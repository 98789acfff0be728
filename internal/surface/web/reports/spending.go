package reports

import (
	"cmp"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"

	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/chart"
	"holdover/internal/logic/report"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// The colours of a stack: one for the others combined, and one for a line, which no item has.
const (
	othersColour = chart.Colours - 2
	lineColour   = chart.Colours - 1
)

func (rd *reading) spending() (*drawn, error) {
	if rd.ask.Across != "" {
		return rd.crossSpending()
	}
	by := cmp.Or(rd.ask.By, reports.ByGroup)
	got, err := rd.App.Spending(rd.Context(), rd.Actor, rd.BudgetID, rd.query, by)
	if err != nil {
		return nil, err
	}
	d, p, f := rd.begin("Spending", got.Reported, got.Spending.Table)
	p.Lead, d.main = sentencesOf(&got.Budget).spending(&got.Spending), f.Symbol(got.Whole.Total).Text
	p.By, p.Across = rd.rowWays(by, "", &got.Reported), rd.columnWays(by, "", &got.Reported)
	if len(got.Filters) > 0 {
		p.Back, p.BackURL = "All spending", rd.address(report.KindSpending, rd.sameTime())
	}
	if len(got.Lines) == 0 {
		p.Lead, d.main, p.Nothing = "Nothing was spent in these months.", "", "Choose other months, or remove a filter."
		return d, nil
	}
	d.chart = chart.Chart{
		Title: "Spending by month, grouped by " + by.Name(), Sum: "Total", Places: stagePlaces(rd.query.Span, rd.alone), Zero: true,
		Text: f.Format.Spoken, Axis: axis(f),
	}
	d.drawLines(got.Lines, by, got.Overlaps, f)
	for i := range d.chart.Series {
		d.chart.Series[i].Values = inStages(rd.query.Span, d.chart.Series[i].Values)
	}
	if n := rd.query.Months(); n > 1 && n <= maxMonths && by != reports.ByTag {
		d.average(&got.Whole, f)
	}
	p.Table = lineTables{rd.query.Span, got.Comparison, f}.of("Spending by "+by.Name(), got.Lines, &got.Whole, rd.spendingURL(by), rd.cellURL(by))
	p.Table.Note = overlapNote(by, "")
	return d, nil
}

// average draws a line at the average expenses per month.
func (d *drawn) average(whole *report.Line, f ui.Figures) {
	average := f.Format.Rounded(whole.Average)
	d.chart.Series = append(d.chart.Series, chart.Series{Name: "Average", Kind: chart.Level, Colour: lineColour, Values: slices.Repeat([]money.Milli{average}, len(d.chart.Places))})
	d.page.Legend = append(d.page.Legend, Key{Colour: lineColour, Name: "Average", Line: true, Figure: f.Symbol(average)})
}

// spendingURL returns a function for the address behind a line: a narrower report, or for payees the transactions.
func (rd *reading) spendingURL(by reports.SpendingBy) func(*report.Line, int) string {
	return func(l *report.Line, depth int) string {
		switch {
		case by == reports.ByGroup && depth == 0 && l.ID == rows.None:
			return rd.narrowed(reports.ByPayee, "category", rows.None)
		case by == reports.ByGroup && depth == 0:
			return rd.intoGroup(l.ID, iterutil.Map(l.Lines, func(in report.Line) string { return in.ID }))
		case by == reports.ByGroup || by == reports.ByCategory:
			return rd.narrowed(reports.ByPayee, "category", l.ID)
		case by == reports.ByAccount:
			return rd.narrowed(reports.ByGroup, "account", l.ID)
		case by == reports.ByFlag:
			return rd.narrowed(reports.ByGroup, "flag", l.ID)
		case !rd.isExact(by, l.ID):
			return ""
		case by == reports.ByAccountGroup:
			return rd.narrowed(reports.ByAccount, "account", rows.GroupRef+l.ID)
		case by == reports.ByTag:
			return rd.narrowed(reports.ByGroup, "tag", l.ID)
		}
		return rd.transactions(rows.CountsAsSpending, "payee", l.ID)
	}
}

// intoGroup returns the address of a group's categories, limited to those in the report's filter.
func (rd *reading) intoGroup(group string, categories []string) string {
	if len(rd.ask.Categories) == 0 {
		return rd.narrowed(reports.ByCategory, "group", group)
	}
	return rd.narrowed(reports.ByCategory, "category", categories...)
}

// stageURL returns, for a line, a function for the address of its transactions in a column's months.
type stageURL func(l *report.Line, depth int) func(report.Span) string

// cellURL returns the function for the addresses of transactions behind the columns of a dimension's lines.
func (rd *reading) cellURL(by reports.SpendingBy) stageURL {
	return func(l *report.Line, depth int) func(report.Span) string {
		field := string(by)
		if by == reports.ByGroup && depth == 1 {
			field = string(reports.ByCategory)
		}
		return rd.rowsIn(rows.CountsAsSpending, field, l.ID)
	}
}

// transactions returns the address of the rows that a line sums in the months of the report.
func (rd *reading) transactions(side rows.Side, field, value string) string {
	return rd.rowsIn(side, field, value)(rd.query.Span)
}

// rowsIn returns a function for the address of the rows that a line sums in some months: those of the report with a
// value in a field. It is "" if a register cannot show exactly these.
func (rd *reading) rowsIn(side rows.Side, field, value string) func(report.Span) string {
	at := rd.rowsOf(side, lineValue{field, value})
	return func(s report.Span) string { return withDays(at, s.From.First(), s.Until.Last()) }
}

// lineValue is a value of a field that all lines of a figure have; without a field, it says nothing.
type lineValue struct{ field, value string }

// rowsOf returns the address of the rows with some values, without dates, or of all rows: a page has a thousand such
// addresses that differ only in their dates.
func (rd *reading) rowsOf(side rows.Side, values ...lineValue) string {
	asked := map[string][]string{"category": slices.Clone(rd.ask.Categories), "account": rd.ask.Accounts, "payee": rd.ask.Payees, "flag": rd.ask.Flags, "tag": rd.ask.Tags}
	for _, group := range rd.ask.Groups {
		asked["category"] = append(asked["category"], rows.GroupRef+group)
	}
	not := slices.Clone(rd.ask.Not)
	for _, of := range values {
		if !rd.isExact(reports.SpendingBy(of.field), of.value) {
			return ""
		}
		switch reports.SpendingBy(of.field) {
		case reports.ByGroup:
			of.field = "category"
			if of.value != rows.None {
				of.value = rows.GroupRef + of.value
			}
		case reports.ByAccountGroup:
			of.field, of.value = "account", rows.GroupRef+of.value
		}
		if of.field != "" {
			asked[of.field] = []string{of.value}
		}
		not = slices.DeleteFunc(not, func(n string) bool { return n == of.field })
	}
	q := url.Values{"counts": {string(side)}}
	if len(not) > 0 {
		q[notField] = not
	}
	for name, amount := range amounts(&rd.ask) {
		if *amount != nil {
			q.Set(name, rd.format.Text(**amount))
		}
	}
	regexpsOf(&rd.ask).Write(q)
	if rd.ask.Any {
		q.Set(ui.MatchKey, ui.MatchAny)
	}
	account := ui.AllAccounts
	for name, values := range asked {
		switch {
		case len(values) == 0:
		case slices.Contains(not, name):
			q[name] = values
		case name == "category" && len(values) == 1 && values[0] == rows.None:
			q.Set("uncategorised", "1")
		case name == "account" && len(values) == 1 && !strings.HasPrefix(values[0], rows.GroupRef):
			account = values[0]
		default:
			q[name] = values
		}
	}
	return rd.Account(account) + "?" + q.Encode()
}

// isExact reports whether the report has the same lines with a value of a dimension as a register that is filtered by
// this value instead of the report's filter of the same field.
func (rd *reading) isExact(by reports.SpendingBy, value string) bool {
	switch {
	case rd.ask.Any && by != "": // a register would have one condition more
		return by == reports.ByAccount || by == reports.ByAccountGroup && rd.onlyGroups()
	case by == reports.ByGroup:
		return len(rd.ask.Categories) == 0 // otherwise only some categories of the group
	case by == reports.ByAccountGroup:
		return rd.onlyGroups()
	case by == reports.ByTag:
		tags, none := rd.ask.Tags, []string{rows.None}
		if rd.ask.AllBut("tag") {
			return !slices.Contains(tags, value) && (value == rows.None || slices.Equal(tags, none))
		}
		return tags == nil || slices.ContainsFunc(tags, func(ref string) bool { return ui.SameTag(ref, value) })
	}
	return true
}

// onlyGroups reports whether the report is filtered by whole groups of accounts at most.
func (rd *reading) onlyGroups() bool {
	return !slices.ContainsFunc(rd.ask.Accounts, func(ref string) bool { return !strings.HasPrefix(ref, rows.GroupRef) })
}

// drawLines adds the lines of a dimension to the chart and the legend as a stack. Of tags, it omits the expenses without
// any, next to which the others would be too small, and draws the largest side by side if an expense has several tags.
func (d *drawn) drawLines(lines []report.Line, by reports.SpendingBy, overlaps bool, f ui.Figures) {
	if by == reports.ByTag && len(lines) > 1 {
		d.chart.Sum = ""
		lines = slices.DeleteFunc(slices.Clone(lines), func(l report.Line) bool { return l.ID == rows.None })
	}
	if by != reports.ByTag || !overlaps {
		d.chart.Series, d.page.Legend = stacked(lines, f)
		return
	}
	for i := range lines[:min(len(lines), lineColour)] {
		l := &lines[i]
		d.chart.Series = append(d.chart.Series, chart.Series{Name: l.Name, Kind: chart.Bars, Colour: i, Values: l.Months})
		d.page.Legend = append(d.page.Legend, Key{Colour: i, Name: l.Name, Figure: f.Symbol(l.Total)})
	}
}

// stacked returns the largest lines with a colour each, and the others combined.
func stacked(lines []report.Line, f ui.Figures) (series []chart.Series, legend []Key) {
	add := func(name string, colour int, months []money.Milli, total money.Milli) {
		series = append(series, chart.Series{Name: name, Kind: chart.Stacked, Colour: colour, Values: months})
		legend = append(legend, Key{Colour: colour, Name: name, Figure: f.Symbol(total)})
	}
	named := coloured(lines)
	for i := range lines[:named] {
		colour := i
		if i >= othersColour && named < len(lines) { // the colours again, paler
			colour = chart.Colours + i - othersColour
		}
		add(lines[i].Name, colour, lines[i].Months, lines[i].Total)
	}
	if rest := lines[named:]; len(rest) > 0 {
		months, total := make([]money.Milli, len(rest[0].Months)), money.Milli(0)
		for i := range rest {
			total += rest[i].Total
			for m, amount := range rest[i].Months {
				months[m] += amount
			}
		}
		name, colour := humanize.Number(len(rest), "other", "others"), othersColour
		if named == 0 {
			name, colour = "All "+humanize.Count(len(rest))+", as in the table", 0
		}
		add(name, colour, months, total)
	}
	return series, legend
}

// coloured returns the number of lines with a colour of their own: as many as it takes for the others to be a tenth of
// all, or none if the others would be more than a third. A column that is mostly others says nothing about its parts.
func coloured(lines []report.Line) int {
	if len(lines) <= lineColour {
		return len(lines)
	}
	sizes, rest := make([]float64, len(lines)), 0.0
	for i := range lines {
		for _, amount := range lines[i].Months {
			sizes[i] += math.Abs(float64(amount)) // for display only
		}
		rest += sizes[i]
	}
	all, n := rest, 0
	for ; n < othersColour || n < 2*othersColour && n < len(lines)-1 && rest > all/10; n++ {
		rest -= sizes[n]
	}
	if rest > all/3 {
		return 0
	}
	return n
}

// maxLines is the maximum number of lines of a table; the smallest ones are combined. A download contains all.
const maxLines = 60

// lineTables renders lines: total, average and share, the change if the previous period is known, then by month or by
// year.
type lineTables struct {
	report.Span
	report.Comparison
	ui.Figures
}

func (s lineTables) of(caption string, lines []report.Line, whole *report.Line, toLine func(*report.Line, int) string, toStage stageURL) Table {
	f := s.Figures
	t := Table{Caption: caption, Columns: []string{"Total", "A month", "Share"}}
	if s.BeforeKnown {
		t.Columns = append(t.Columns, "Before", "Change")
	}
	t.Totals = len(t.Columns)
	all := stages(s.Span)
	if s.Months() > 1 {
		for _, stage := range all {
			t.Columns = append(t.Columns, stageName(stage, true))
		}
	}
	var totals []money.Milli
	var add func(l *report.Line, name string, depth int, class string)
	add = func(l *report.Line, name string, depth int, class string) {
		row := Row{Name: name, Depth: depth, Class: class, Cells: cells(
			f.Plain(l.Total), f.Plain(f.Format.Rounded(l.Average)), shareText(f.Format, l.Share),
		)}
		if s.BeforeKnown {
			row.Cells = append(row.Cells, cells(f.Plain(l.Before), uncoloured(f.Plain(l.Change())))...)
		}
		if class == "" {
			row.URL = toLine(l, depth)
		}
		if s.Months() > 1 {
			sums, to := inStages(s.Span, l.Months), func(report.Span) string { return "" }
			if class == "" {
				to = toStage(l, depth)
			}
			for i, stage := range all {
				c := Cell{Figure: f.Plain(sums[i])}
				if sums[i] != 0 {
					c.URL = to(stage)
				}
				row.Cells = append(row.Cells, c)
			}
		}
		t.Rows = append(t.Rows, row)
		totals = append(totals, l.Total)
		for i := range l.Lines {
			add(&l.Lines[i], l.Lines[i].Name, depth+1, "")
		}
	}
	for i := range lines {
		if i == maxLines-1 && len(lines) > maxLines {
			break
		}
		add(&lines[i], lines[i].Name, 0, "")
	}
	bars(t.Rows, totals)
	if len(lines) > maxLines {
		rest := report.Rest(s.Span, s.KnownMonths, lines[maxLines-1:])
		add(&rest, fmt.Sprintf("%d others", len(lines)-maxLines+1), 0, "others")
	}
	add(&report.Line{Months: whole.Months, Total: whole.Total, Average: whole.Average, Before: whole.Before}, "Total", 0, "sum")
	return t
}

func shareText(f money.Format, hundredths int) ui.Figure {
	if hundredths == 0 {
		return dash()
	}
	return ui.Figure{Text: f.Percent(hundredths), Sign: ui.Plus}
}
