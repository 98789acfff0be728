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
	d, p, f := rd.begin("Net worth", got.Reported, worth.Table)
	if len(worth.Accounts) == 0 {
		p.Lead, p.Nothing = "No account has a balance yet.", "Add an account, or a first transaction."
		return d, nil
	}
	last := len(worth.Net) - 1
	d.main, p.Lead = f.Symbol(worth.Net[last]).Text, sentencesOf(&got.Budget).netWorth(worth)
	byAccount, byGroup := rd.ask.By == reports.ByAccount, rd.ask.By == reports.ByAccountGroup && len(worth.Groups) > 0
	p.By = []ui.Link{{Label: "Assets and debts", URL: rd.with("by", ""), Current: !byAccount && !byGroup}, {Label: "Each account", URL: rd.with("by", string(reports.ByAccount)), Current: byAccount}}
	if len(worth.Groups) > 0 {
		p.By = append(p.By, ui.Link{Label: "Each group", URL: rd.with("by", string(reports.ByAccountGroup)), Current: byGroup})
	}
	d.chart = chart.Chart{
		Title: "Assets, debts and net worth at each month's end", Places: places(rd.query.Span, rd.alone), Zero: true, Text: f.Format.Spoken, Axis: axis(f),
	}
	net := chart.Series{Name: "Net worth", Kind: chart.Line, Colour: 2, Values: worth.Net}
	switch {
	case byAccount:
		d.chart.Series, p.Legend = piles(iterutil.Map(worth.Accounts, func(a report.AccountLife) report.Line { return report.Line{Name: a.Name, Months: a.Balances} }), f)
		net.Colour = lineColour
	case byGroup:
		d.chart.Series, p.Legend = piles(iterutil.Map(worth.Groups, func(g report.GroupWorth) report.Line {
			return report.Line{Name: cmp.Or(g.Name, noGroup), Months: g.Balances}
		}), f)
		net.Colour = lineColour
	default:
		d.chart.Series = []chart.Series{{Name: "Assets", Kind: chart.Stacked, Colour: 0, Values: worth.Assets}, {Name: "Debts", Kind: chart.Stacked, Colour: 1, Values: worth.Debts}}
		p.Legend = []Key{{Colour: 0, Name: "Assets", Figure: f.Symbol(worth.Assets[last])}, {Colour: 1, Name: "Debts", Figure: f.Symbol(worth.Debts[last])}}
	}
	d.chart.Series = append(d.chart.Series, net)
	p.Legend = append(p.Legend, Key{Colour: net.Colour, Name: net.Name, Line: true, Figure: f.Symbol(worth.Net[last])})
	sections := sidesOf(worth)
	if byGroup {
		sections = rd.groupsOf(worth)
	}
	p.Table = rd.worthTable(worth, sections, f)
	return d, nil
}

// piles returns the lines with the largest assets or debts in some month with a colour each, and the others combined.
func piles(lines []report.Line, f ui.Figures) ([]chart.Series, []Key) {
	for l := range iterutil.Pointers(lines) {
		l.Total = l.Months[len(l.Months)-1]
		for _, b := range l.Months {
			l.Before = max(l.Before, b.Abs()) // for sorting only
		}
	}
	slices.SortStableFunc(lines, func(a, b report.Line) int { return cmp.Compare(b.Before, a.Before) })
	return stacked(lines, f)
}

// noGroup is the name of the accounts that are in no group.
const noGroup = "No group"

// worthSection is a part of the table of the net worth: accounts with their total.
type worthSection struct {
	name, url string
	sums      []money.Milli
	has       func(*report.AccountLife) bool
}

// sidesOf returns the accounts on budget and off budget.
func sidesOf(worth *report.NetWorth) []worthSection {
	return []worthSection{
		{"On budget", "", worth.OnBudget, func(a *report.AccountLife) bool { return a.OnBudget }},
		{"Off budget", "", worth.OffBudget(), func(a *report.AccountLife) bool { return !a.OnBudget }},
	}
}

// groupsOf returns the accounts of each group, and those in no group.
func (rd *reading) groupsOf(worth *report.NetWorth) []worthSection {
	return iterutil.Map(worth.Groups, func(g report.GroupWorth) worthSection {
		s := worthSection{cmp.Or(g.Name, noGroup), "", g.Balances, func(a *report.AccountLife) bool { return a.Group == g.ID }}
		if g.ID != "" {
			s.url = rd.AccountGroup(g.ID)
		}
		return s
	})
}

func (rd *reading) worthTable(worth *report.NetWorth, sections []worthSection, f ui.Figures) Table {
	t := Table{Caption: "Balances at each month's end", Columns: iterutil.Map(stages(worth.Span), func(s report.Span) string { return stageName(s, true) })}
	row := func(name, url, class string, depth int, amounts []money.Milli) {
		t.Rows = append(t.Rows, Row{Name: name, URL: url, Class: class, Depth: depth, Cells: cells(iterutil.Map(atStages(worth.Span, amounts), f.Plain)...)})
	}
	for _, section := range sections {
		head := len(t.Rows)
		row(section.name, section.url, "", 0, section.sums)
		for i := range worth.Accounts {
			if a := &worth.Accounts[i]; section.has(a) {
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
