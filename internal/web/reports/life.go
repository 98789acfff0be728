package reports

import (
	"net/url"
	"strings"

	"holdover/internal/app"
	"holdover/internal/money"
	"holdover/internal/plot"
	"holdover/internal/report"
	"holdover/internal/ui"
)

func (rd *reading) categoryLife() (*drawn, error) {
	got, err := rd.App.CategoryLife(rd.Context(), rd.Actor, rd.BudgetID, rd.ask.Categories[0], rd.query.Span)
	if err != nil {
		return nil, err
	}
	d := &drawn{Reported: got.Reported, table: got.Table}
	f := ui.Figures{Format: got.Budget.CurrencyFormat}
	p := &d.page
	p.Heading, p.Back, p.BackURL = got.Name, got.Group, rd.address(report.KindSpending, spendingOf(rd, got.GroupID))
	p.Table = Table{Caption: got.Name + " by month", First: "Month", Columns: []string{"Budgeted", "Activity", "Balance", "Target"}}
	aim, aims := plot.Series{Name: "Target", Kind: plot.Steps, Colour: 3}, false
	budgeted, spent, balance := plot.Series{Name: "Budgeted", Colour: 0}, plot.Series{Name: "Spent", Colour: 1}, plot.Series{Name: "Balance", Kind: plot.Line, Colour: 2}
	out := money.Milli(-1) // what was spent is shown as it is spoken of, without a sign
	if got.Payment {
		spent.Name, out = "Activity", 1
	}
	var total app.CategoryMonth
	for _, m := range got.Months {
		budgeted.Values, spent.Values, balance.Values = append(budgeted.Values, m.Budgeted), append(spent.Values, out*m.Activity), append(balance.Values, m.Balance)
		total.Budgeted, total.Activity = total.Budgeted+m.Budgeted, total.Activity+m.Activity
		aim.Values, aim.None, aims = append(aim.Values, m.Asked()), append(aim.None, m.Target == nil), aims || m.Target != nil
		p.Table.Rows = append(p.Table.Rows, Row{Name: m.Month.Name(), URL: rd.Month(m.Month), Cells: []Cell{
			{Figure: f.Plain(m.Budgeted)}, {Figure: f.Plain(m.Activity), URL: rd.Transactions(got.ID, m.Month)}, {Figure: f.Plain(m.Balance)}, {Figure: f.Plain(m.Asked())},
		}})
	}
	if !aims { // a column of nothing says nothing
		p.Table.Columns = p.Table.Columns[:3]
		for i := range p.Table.Rows {
			p.Table.Rows[i].Cells = p.Table.Rows[i].Cells[:3]
		}
	}
	end := got.Months[len(got.Months)-1].Balance
	d.main = f.Symbol(end).Text
	p.Lead = tellerOf(&got.Budget).life(&got)
	d.chart = plot.Chart{
		Title: got.Name + ": budgeted, " + strings.ToLower(spent.Name) + " and balance by month", Zero: true, Text: f.Format.Spoken, Axis: axis(f), Series: []plot.Series{budgeted, spent, balance},
		Places: places(rd.query.Span, func(s report.Span) string { return rd.Transactions(got.ID, s.From) }),
	}
	p.Legend = []Key{
		{Colour: 0, Name: "Budgeted", Figure: f.Symbol(total.Budgeted)},
		{Colour: 1, Name: spent.Name, Figure: f.Symbol(out * total.Activity)},
		{Colour: 2, Name: "Balance", Line: true, Figure: f.Symbol(end)},
	}
	if aims {
		d.chart.Series = append(d.chart.Series, aim)
		p.Legend = append(p.Legend, Key{Colour: 3, Name: "Target", Line: true, Figure: f.Symbol(aim.Values[len(aim.Values)-1])})
	}
	return d, nil
}

func spendingOf(rd *reading, group string) url.Values {
	q := rd.sameTime()
	q.Set("by", string(app.ByCategory))
	q.Set("group", group)
	return q
}
