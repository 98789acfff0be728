package reports

import (
	"net/url"
	"strconv"

	"holdover/internal/app"
	"holdover/internal/cal"
	"holdover/internal/money"
	"holdover/internal/plot"
	"holdover/internal/report"
	"holdover/internal/ui"
)

func (rd *reading) netWorth() (*drawn, error) {
	got, err := rd.App.NetWorth(rd.Context(), rd.Actor, rd.BudgetID, rd.query)
	if err != nil {
		return nil, err
	}
	worth := &got.NetWorth
	d := &drawn{Reported: got.Reported, table: worth.Table}
	f := ui.Figures{Format: got.Budget.CurrencyFormat}
	p := &d.page
	p.Heading = "Net worth"
	if len(worth.Accounts) == 0 {
		p.Lead, p.Nothing = "There are no accounts with anything in them.", "Add an account, or a first transaction."
		return d, nil
	}
	last := len(worth.Net) - 1
	d.main = f.Symbol(worth.Net[last]).Text
	p.Lead = "You are worth " + f.Format.Spoken(worth.Net[last]) + " at the end of " + rd.query.Until.Name() + changeText(worth.Net[last]-worth.Before, f) + "."
	d.chart = plot.Chart{
		Title: "Assets, debts and net worth at each month's end", Places: places(rd.query.Span, nil), Zero: true, Text: f.Format.Spoken, Axis: axis(f),
		Series: []plot.Series{
			{Name: "Assets", Kind: plot.Stacked, Colour: 0, Values: worth.Assets},
			{Name: "Debts", Kind: plot.Stacked, Colour: 1, Values: worth.Debts},
			{Name: "Net worth", Kind: plot.Line, Colour: 2, Values: worth.Net},
		},
	}
	p.Legend = []Key{
		{Colour: 0, Name: "Assets", Figure: f.Symbol(worth.Assets[last])},
		{Colour: 1, Name: "Debts", Figure: f.Symbol(worth.Debts[last])},
		{Colour: 2, Name: "Net worth", Line: true, Figure: f.Symbol(worth.Net[last])},
	}
	p.Table = rd.worthTable(worth, f)
	return d, nil
}

func changeText(change money.Milli, f ui.Figures) string {
	switch {
	case change > 0:
		return ", " + f.Format.Spoken(change) + " more than before these months"
	case change < 0:
		return ", " + f.Format.Spoken(-change) + " less than before these months"
	}
	return ""
}

func (rd *reading) worthTable(worth *report.NetWorth, f ui.Figures) Table {
	t := Table{Caption: "Balances at each month's end"}
	for _, stage := range stages(worth.Span) {
		t.Columns = append(t.Columns, stageName(stage, true))
	}
	row := func(name, url, class string, depth int, amounts []money.Milli) {
		r := Row{Name: name, URL: url, Class: class, Depth: depth}
		for _, a := range atStages(worth.Span, amounts) {
			r.Cells = append(r.Cells, Cell{Figure: f.Plain(a)})
		}
		t.Rows = append(t.Rows, r)
	}
	for _, onBudget := range []bool{true, false} {
		for i := range worth.Accounts {
			if a := &worth.Accounts[i]; a.OnBudget == onBudget {
				row(a.Name, rd.Account(a.ID), "", 0, a.Balances)
			}
		}
	}
	row("Assets", "", "sum", 0, worth.Assets)
	row("Debts", "", "sum", 0, worth.Debts)
	row("Net worth", "", "sum", 0, worth.Net)
	return t
}

func (rd *reading) ageOfMoney() (*drawn, error) {
	got, err := rd.App.AgeOfMoney(rd.Context(), rd.Actor, rd.BudgetID, rd.query)
	if err != nil {
		return nil, err
	}
	d := &drawn{Reported: got.Reported, table: got.AgeOfMoney.Table}
	p := &d.page
	p.Heading = "Age of money"
	days := plot.Series{Name: "Days", Kind: plot.Line, Colour: 0}
	p.Table = Table{Caption: "Age of money at each month's end", Columns: []string{"Days"}}
	var last *int
	for m, age := range got.AgeMonths {
		text, value := "–", money.Milli(0)
		if age != nil {
			last, value, text = age, money.Milli(*age)*1000, strconv.Itoa(*age)
		}
		days.Values, days.None = append(days.Values, value), append(days.None, age == nil)
		p.Table.Rows = append(p.Table.Rows, Row{Name: m.Name(), Cells: []Cell{{Figure: ui.Figure{Text: text, Sign: ui.Plus}}}})
	}
	if last == nil {
		p.Lead, p.Nothing = "Money has no age yet.", "It takes ten payments from cash accounts to tell."
		return d, nil
	}
	d.main = ui.Counted(*last, "day", "days")
	p.Lead = "Money stays " + ui.Counted(*last, "day", "days") + " before it is spent."
	d.chart = plot.Chart{Title: "Age of money in days, at each month's end", Places: places(rd.query.Span, nil), Zero: true, Text: inDays, Series: []plot.Series{days}}
	return d, nil
}

func inDays(m money.Milli) string { return ui.Counted(int(m/1000), "day", "days") }

func (rd *reading) categoryLife() (*drawn, error) {
	got, err := rd.App.CategoryLife(rd.Context(), rd.Actor, rd.BudgetID, rd.ask.Categories[0], rd.query.Span)
	if err != nil {
		return nil, err
	}
	d := &drawn{Reported: got.Reported, table: got.Table}
	f := ui.Figures{Format: got.Budget.CurrencyFormat}
	p := &d.page
	p.Heading, p.Back, p.BackURL = got.Name, got.Group, rd.address(report.KindSpending, spendingOf(rd, got.GroupID))
	p.Table = Table{Caption: got.Name + " by month", Columns: []string{"Budgeted", "Activity", "Balance", "Target"}}
	aim, aims := plot.Series{Name: "Target", Kind: plot.Steps, Colour: 3}, false
	budgeted, spent, balance := plot.Series{Name: "Budgeted", Colour: 0}, plot.Series{Name: "Spent", Colour: 1}, plot.Series{Name: "Balance", Kind: plot.Line, Colour: 2}
	var total app.CategoryMonth
	for _, m := range got.Months {
		budgeted.Values, spent.Values, balance.Values = append(budgeted.Values, m.Budgeted), append(spent.Values, -m.Activity), append(balance.Values, m.Balance)
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
	p.Lead = f.Format.Spoken(total.Budgeted) + " budgeted, " + f.Format.Spoken(-total.Activity) + " spent, " + f.Format.Spoken(end) + " in it at the end of " + rd.query.Until.Name() + "."
	d.chart = plot.Chart{
		Title: got.Name + ": budgeted, spent and balance by month", Zero: true, Text: f.Format.Spoken, Axis: axis(f), Series: []plot.Series{budgeted, spent, balance},
		Places: places(rd.query.Span, func(m cal.Month) string { return rd.Transactions(got.ID, m) }),
	}
	p.Legend = []Key{
		{Colour: 0, Name: "Budgeted", Figure: f.Symbol(total.Budgeted)},
		{Colour: 1, Name: "Spent", Figure: f.Symbol(-total.Activity)},
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
