package reports

import (
	"net/url"
	"slices"
	"strings"

	"holdover/internal/app/reports"
	"holdover/internal/base/money"
	"holdover/internal/logic/chart"
	"holdover/internal/logic/report"
	"holdover/internal/surface/ui"
)

func (rd *reading) categoryLife() (*drawn, error) {
	got, err := rd.App.CategoryLife(rd.Context(), rd.Actor, rd.BudgetID, rd.ask.Categories[0], rd.query)
	if err != nil {
		return nil, err
	}
	d, p, f := rd.begin(got.Name, got.Reported, got.Table)
	p.Back, p.BackURL = got.Group, rd.address(report.KindSpending, spendingOf(rd, got.GroupID))
	d.main, p.Lead = f.Symbol(got.Months[len(got.Months)-1].Balance).Text, sentencesOf(&got.Budget).life(&got)
	d.chart, p.Legend = rd.lifeChart(&got, f)
	p.Table = rd.lifeTable(&got, f)
	return d, nil
}

// hasTarget reports whether any month has a target; otherwise its column is omitted.
func hasTarget(is *reports.CategoryLife) bool {
	return slices.ContainsFunc(is.Months, func(m reports.CategoryMonth) bool { return m.Target != nil })
}

// lifeChart draws budgeted amounts, expenses and balances. Expenses are positive.
func (rd *reading) lifeChart(is *reports.CategoryLife, f ui.Figures) (chart.Chart, []Key) {
	budgeted, spent, balance := chart.Series{Name: "Budgeted", Colour: 0}, chart.Series{Name: "Spent", Colour: 1}, chart.Series{Name: "Balance", Kind: chart.Line, Colour: 2}
	target, out := chart.Series{Name: "Target", Kind: chart.Steps, Colour: 3}, money.Milli(-1)
	if is.Payment {
		spent.Name, out = "Activity", 1
	}
	var total reports.CategoryMonth
	for _, m := range is.Months {
		budgeted.Values, spent.Values, balance.Values = append(budgeted.Values, m.Budgeted), append(spent.Values, out*m.Activity), append(balance.Values, m.Balance)
		target.Values, target.None = append(target.Values, m.Asked()), append(target.None, m.Target == nil)
		total.Budgeted, total.Activity = total.Budgeted+m.Budgeted, total.Activity+m.Activity
	}
	last := len(is.Months) - 1
	c := chart.Chart{
		Title: is.Name + ": budgeted, " + strings.ToLower(spent.Name) + " and balance by month", Zero: true, Text: f.Format.Spoken, Axis: axis(f), Series: []chart.Series{budgeted, spent, balance},
		Places: places(rd.query.Span, func(s report.Span) string { return rd.Transactions(is.ID, s.From) }),
	}
	legend := []Key{
		{Colour: 0, Name: "Budgeted", Figure: f.Symbol(total.Budgeted)},
		{Colour: 1, Name: spent.Name, Figure: f.Symbol(out * total.Activity)},
		{Colour: 2, Name: "Balance", Line: true, Figure: f.Symbol(is.Months[last].Balance)},
	}
	if hasTarget(is) {
		c.Series = append(c.Series, target)
		legend = append(legend, Key{Colour: 3, Name: "Target", Line: true, Figure: f.Symbol(target.Values[last])})
	}
	return c, legend
}

func (rd *reading) lifeTable(is *reports.CategoryLife, f ui.Figures) Table {
	t := Table{Caption: is.Name + " by month", First: "Month", Columns: []string{"Budgeted", "Activity", "Balance"}}
	target := hasTarget(is)
	if target {
		t.Columns = append(t.Columns, "Target")
	}
	for _, m := range is.Months {
		row := Row{Name: m.Month.Name(), URL: rd.Month(m.Month), Cells: []Cell{
			{Figure: f.Plain(m.Budgeted)}, {Figure: f.Plain(m.Activity), URL: rd.Transactions(is.ID, m.Month), Moved: true}, {Figure: f.Plain(m.Balance)},
		}}
		if target {
			row.Cells = append(row.Cells, Cell{Figure: f.Plain(m.Asked())})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func spendingOf(rd *reading, group string) url.Values {
	q := rd.sameTime()
	q.Set("by", string(reports.ByCategory))
	q.Set("group", group)
	return q
}
