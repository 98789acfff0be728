package reports

import (
	"slices"
	"strconv"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/chart"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// ageOfMoney renders the report by month, or by day for a few months.
func (rd *reading) ageOfMoney() (*drawn, error) {
	got, err := rd.App.AgeOfMoney(rd.Context(), rd.Actor, rd.BudgetID, rd.query)
	if err != nil {
		return nil, err
	}
	d, p, _ := rd.begin("Age of money", got.Reported, got.AgeOfMoney.Table)
	p.Table = Table{Caption: "Age of money at each month's end", First: "Month", Columns: []string{"Days"}, Narrow: true}
	d.chart = chart.Chart{Title: "Age of money in days, at each month's end", Places: places(rd.query.Span, rd.alone), Zero: true, Text: inDays}
	ages := &ageSeries{Series: chart.Series{Name: "Days", Kind: chart.Line, Colour: 0}}
	if len(got.Days) > 0 {
		p.Table.Caption, p.Table.First = "Age of money day by day", "Day"
		d.chart.Title, d.chart.Places = "Age of money in days, day by day", nil
	}
	for _, day := range got.Days {
		d.chart.Places = append(d.chart.Places, dayPlace(day.Date, got.Days[0].Date))
		if this := rd.Today.Month(); day.Date > rd.Today && rd.query.From <= this && this <= rd.query.Until {
			ages.unknown()
			continue
		}
		p.Table.Rows = append(p.Table.Rows, ages.add(day.Date.In(got.Budget.DateFormat), day.Days))
	}
	if len(got.Days) == 0 {
		for m, age := range got.AgeMonths {
			p.Table.Rows = append(p.Table.Rows, ages.add(m.Name(), age))
		}
	}
	if ages.last == nil {
		p.Lead, p.Nothing = "Money has no age yet.", "It needs ten payments from cash accounts."
		return d, nil
	}
	p.Table.Rows = p.Table.Rows[slices.Index(ages.None, false):] // the time before the tenth payment has no figures
	d.main = humanize.Number(*ages.last, "day", "days")
	p.Lead = "Money stays " + d.main + " before it is spent."
	d.chart.Series = []chart.Series{ages.Series}
	return d, nil
}

// ageSeries is a line of the chart, with the last known age.
type ageSeries struct {
	chart.Series
	last *int
}

// add appends an age, nil for none, and returns the row of the table.
func (s *ageSeries) add(name string, age *int) Row {
	if age == nil {
		s.unknown()
		return Row{Name: name, Cells: cells(dash())}
	}
	s.last, s.Values, s.None = age, append(s.Values, money.Milli(*age)*1000), append(s.None, false)
	return Row{Name: name, Cells: cells(ui.Figure{Text: strconv.Itoa(*age), Sign: ui.Plus})}
}

func (s *ageSeries) unknown() { s.Values, s.None = append(s.Values, 0), append(s.None, true) }

// dayPlace returns a day's place on the axis. The first day of the chart, the first of each month and every fifth day
// have labels.
func dayPlace(day, first civil.Date) chart.Place {
	p := chart.Place{Name: day.Time().Format("2 January 2006"), From: day.Month().String(), To: day.Month().String()}
	if n := day.Day(); day == first || n == 1 || n%5 == 0 && n < 28 { // the last label would exceed the chart, or touch the next first one
		p.Label = day.Time().Format("2 Jan")
	}
	return p
}

func inDays(m money.Milli) string { return humanize.Number(int(m/1000), "day", "days") }
