package reports

import (
	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/chart"
	"holdover/internal/logic/report"
	"holdover/internal/surface/ui"
)

// monthSoFar renders a month by day, next to the usual amounts.
func (rd *reading) monthSoFar() (*drawn, error) {
	got, err := rd.App.MonthSoFar(rd.Context(), rd.Actor, rd.BudgetID, rd.query, rd.Today)
	if err != nil {
		return nil, err
	}
	is := &got.SoFar
	d, p, f := rd.begin("Month so far", got.Reported, is.Table)
	p.Ranges = rd.monthsAround(is.Month)
	p.Lead, d.main = sentencesOf(&got.Budget).soFar(is), f.Symbol(is.Whole.Spent).Text
	if len(is.Lines) == 0 {
		p.Lead, d.main = "Nothing was spent in "+is.Month.Name()+" or in the months before.", ""
		p.Nothing = "Spending is shown here day by day."
		return d, nil
	}
	d.chart = rd.soFarChart(is, f)
	p.Legend = []Key{{Colour: 0, Name: is.Month.Name(), Line: true, Figure: f.Symbol(is.Whole.Spent)}}
	if is.Compared > 0 {
		then := " until then"
		if is.Until == is.Month.Last() {
			then = ""
		}
		p.Legend = append(
			p.Legend,
			Key{Colour: 2, Name: "Usual" + then, Line: true, Figure: f.Symbol(f.Format.Rounded(is.Whole.Usual))},
			Key{Colour: 6, Name: is.Month.Add(-1).Name() + then, Line: true, Figure: f.Symbol(is.Whole.Last)},
		)
	}
	p.Table = rd.soFarTable(is, f)
	return d, nil
}

// monthsAround returns links to the adjacent months within the budget, and to the current month.
func (rd *reading) monthsAround(m civil.Month) []ui.Link {
	var links []ui.Link
	for _, near := range []civil.Month{m.Add(-1), m, m.Add(1)} {
		link := rd.other(near.Name(), report.Span{From: near, Until: near})
		if near == m {
			link = ui.Link{Label: m.Name(), URL: rd.with(), Current: true}
		}
		if link.URL != "" {
			links = append(links, link)
		}
	}
	if m != rd.Today.Month() {
		links = append(links, ui.Link{Label: "This month", URL: rd.with("time", "")})
	}
	return links
}

// soFarChart draws the cumulated days; each past day links to its expenses.
func (rd *reading) soFarChart(is *report.SoFar, f ui.Figures) chart.Chart {
	c := chart.Chart{Title: "Spending in " + is.Month.Name() + " day by day, beside what is usual", Zero: true, Text: f.Format.Spoken, Axis: axis(f)}
	spent := chart.Series{Name: is.Month.Name(), Kind: chart.Line, Colour: 0}
	usual := chart.Series{Name: "Usual", Kind: chart.Line, Colour: 2}
	last := chart.Series{Name: is.Month.Add(-1).Name(), Kind: chart.Line, Colour: 6}
	rows, before := rd.rowsOf(rows.CountsAsSpending), money.Milli(0)
	for _, day := range is.Days {
		p := dayPlace(day.Date, is.Days[0].Date)
		p.From, p.To = "", "" // all days are of one month
		amount := money.Milli(0)
		if day.Spent != nil {
			amount = *day.Spent
			p.Also = soMuch("On this day", "Refunded on this day", amount-before, f)
			if amount != before {
				p.URL = withDays(rows, day.Date, day.Date)
			}
			before = amount
		}
		c.Places = append(c.Places, p)
		spent.Values, spent.None = append(spent.Values, amount), append(spent.None, day.Spent == nil)
		usual.Values, last.Values = append(usual.Values, f.Format.Rounded(day.Usual)), append(last.Values, day.Last)
	}
	c.Series = []chart.Series{spent}
	if is.Compared > 0 {
		c.Series = []chart.Series{last, usual, spent}
	}
	return c
}

// soFarTable lists the expenses; each line links to a narrower report, each figure of the month to its transactions.
func (rd *reading) soFarTable(is *report.SoFar, f ui.Figures) Table {
	t := Table{Caption: "Spending in " + is.Month.Name(), Columns: []string{"So far", "Usual by then", "Difference", "Month before by then", "Usual month"}}
	if is.Until == is.Month.Last() {
		t.Columns = []string{"Spent", "Usual", "Difference", "Month before", "Usual month"}
	}
	var largest []money.Milli
	var add func(l *report.SoFarOf, name string, depth int, class string)
	add = func(l *report.SoFarOf, name string, depth int, class string) {
		row := Row{Name: name, Depth: depth, Class: class, Cells: cells(
			f.Plain(l.Spent), f.Plain(f.Format.Rounded(l.Usual)), uncoloured(f.Plain(f.Format.Rounded(l.Difference()))), f.Plain(l.Last), f.Plain(f.Format.Rounded(l.All)),
		)}
		if class == "" {
			row.URL = rd.soFarDown(l, depth, is.Month)
			if depth == 1 && l.Spent != 0 {
				row.Cells[0].URL = withDays(rd.rowsOf(rows.CountsAsSpending, lineValue{string(reports.ByCategory), l.ID}), is.Month.First(), is.Until)
			}
		}
		t.Rows, largest = append(t.Rows, row), append(largest, l.Spent)
		for i := range l.Lines {
			add(&l.Lines[i], l.Lines[i].Name, depth+1, "")
		}
	}
	for i := range is.Lines {
		add(&is.Lines[i], is.Lines[i].Name, 0, "")
	}
	bars(t.Rows, largest)
	add(&is.Whole, "Total", 0, "sum")
	if is.Until == is.Month.Last() { // a whole month is compared with whole months
		t.Columns = t.Columns[:4]
		for i := range t.Rows {
			t.Rows[i].Cells = t.Rows[i].Cells[:4]
		}
	}
	return t
}

// soFarDown returns the address of the month's narrower spending report.
func (rd *reading) soFarDown(l *report.SoFarOf, depth int, m civil.Month) string {
	of := *rd
	of.ask.Kind, of.url = report.KindSpending, withoutFields(rd.url, "time")
	of.url.Set("from", m.String())
	of.url.Set("to", m.String())
	if depth == 0 && l.ID != rows.None {
		categories := iterutil.Map(l.Lines, func(s report.SoFarOf) string { return s.ID })
		return of.intoGroup(l.ID, categories)
	}
	return of.narrowed(reports.ByPayee, "category", l.ID)
}
