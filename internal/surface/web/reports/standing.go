package reports

import (
	"cmp"
	"slices"

	"holdover/internal/app/reports"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/chart"
	"holdover/internal/logic/report"
	"holdover/internal/surface/ui"
)

func (rd *reading) netWorth() (*drawn, error) {
	got, err := rd.App.NetWorth(rd.Context(), rd.Actor, rd.BudgetID, rd.query)
	if err != nil {
		return nil, err
	}
	worth := &got.NetWorth
	d, p, f := begin("Net worth", got.Reported, worth.Table)
	if len(worth.Accounts) == 0 {
		p.Lead, p.Nothing = "No account has a balance yet.", "Add an account, or a first transaction."
		return d, nil
	}
	last := len(worth.Net) - 1
	d.main, p.Lead = f.Symbol(worth.Net[last]).Text, sentencesOf(&got.Budget).netWorth(worth)
	byAccount := rd.ask.By == reports.ByAccount
	p.By = []ui.Link{{Label: "Assets and debts", URL: rd.with("by", ""), Current: !byAccount}, {Label: "Each account", URL: rd.with("by", string(reports.ByAccount)), Current: byAccount}}
	d.chart = chart.Chart{
		Title: "Assets, debts and net worth at each month's end", Places: places(rd.query.Span, rd.alone), Zero: true, Text: f.Format.Spoken, Axis: axis(f),
	}
	net := chart.Series{Name: "Net worth", Kind: chart.Line, Colour: 2, Values: worth.Net}
	if byAccount {
		d.chart.Series, p.Legend = accountPiles(worth.Accounts, f)
		net.Colour = lineColour
	} else {
		d.chart.Series = []chart.Series{{Name: "Assets", Kind: chart.Stacked, Colour: 0, Values: worth.Assets}, {Name: "Debts", Kind: chart.Stacked, Colour: 1, Values: worth.Debts}}
		p.Legend = []Key{{Colour: 0, Name: "Assets", Figure: f.Symbol(worth.Assets[last])}, {Colour: 1, Name: "Debts", Figure: f.Symbol(worth.Debts[last])}}
	}
	d.chart.Series = append(d.chart.Series, net)
	p.Legend = append(p.Legend, Key{Colour: net.Colour, Name: net.Name, Line: true, Figure: f.Symbol(worth.Net[last])})
	p.Table = rd.worthTable(worth, f)
	return d, nil
}

// accountPiles returns the accounts with the largest assets or debts in some month with a colour each, and the others
// combined.
func accountPiles(accounts []report.AccountLife, f ui.Figures) ([]chart.Series, []Key) {
	lines := make([]report.Line, len(accounts))
	for i := range accounts {
		a := &accounts[i]
		lines[i] = report.Line{Name: a.Name, Months: a.Balances, Total: a.Balances[len(a.Balances)-1]}
		for _, b := range a.Balances {
			lines[i].Before = max(lines[i].Before, b.Abs()) // for sorting only
		}
	}
	slices.SortStableFunc(lines, func(a, b report.Line) int { return cmp.Compare(b.Before, a.Before) })
	return stacked(lines, f)
}

func (rd *reading) worthTable(worth *report.NetWorth, f ui.Figures) Table {
	t := Table{Caption: "Balances at each month's end", Columns: iterutil.Map(stages(worth.Span), func(s report.Span) string { return stageName(s, true) })}
	row := func(name, url, class string, depth int, amounts []money.Milli) {
		t.Rows = append(t.Rows, Row{Name: name, URL: url, Class: class, Depth: depth, Cells: cells(iterutil.Map(atStages(worth.Span, amounts), f.Plain)...)})
	}
	for _, side := range []struct {
		name     string
		onBudget bool
		sums     []money.Milli
	}{{"On budget", true, worth.OnBudget}, {"Off budget", false, worth.OffBudget()}} {
		head := len(t.Rows)
		row(side.name, "", "", 0, side.sums)
		for i := range worth.Accounts {
			if a := &worth.Accounts[i]; a.OnBudget == side.onBudget {
				row(a.Name, rd.Account(a.ID), "", 1, a.Balances)
			}
		}
		if len(t.Rows) == head+1 {
			t.Rows = t.Rows[:head]
		}
	}
	row("Assets", "", "sum first", 0, worth.Assets)
	row("Debts", "", "sum", 0, worth.Debts)
	row("Net worth", "", "sum", 0, worth.Net)
	return t
}
