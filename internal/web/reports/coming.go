package reports

import (
	"cmp"
	"strconv"

	"holdover/internal/cal"
	"holdover/internal/plot"
	"holdover/internal/report"
	"holdover/internal/ui"
)

// daysAhead is how far what is coming is looked for unless an address says another.
const daysAhead = 90

func (rd *reading) coming() (*drawn, error) {
	days := cmp.Or(rd.ask.Days, daysAhead)
	got, err := rd.App.ComingReport(rd.Context(), rd.Actor, rd.BudgetID, rd.Today, days, rd.ask.Targets)
	if err != nil {
		return nil, err
	}
	ahead := &got.Coming
	d := &drawn{Reported: got.Reported, table: ahead.Table}
	f := ui.Figures{Format: got.Budget.CurrencyFormat}
	p := &d.page
	p.Heading = "What is coming"
	for _, n := range []int{30, 90, 180, 365} {
		p.Ranges = append(p.Ranges, Link{ui.Counted(n, "day", "days"), rd.with("days", strconv.Itoa(n)), n == days})
	}
	p.By = []Link{{"As it stands", rd.with("targets", ""), !rd.ask.Targets}, {"With what targets ask for", rd.with("targets", "1"), rd.ask.Targets}}
	p.Lead = rd.comingLead(ahead, f, got.Budget.DateFormat)
	if len(ahead.Accounts) == 0 {
		p.Nothing = "There are no open accounts."
		return d, nil
	}
	if first := firstBelow(ahead); first != nil {
		d.main = first.BelowZero.In(got.Budget.DateFormat)
	}
	d.chart = comingChart(ahead, f)
	for i, s := range d.chart.Series {
		p.Legend = append(p.Legend, Key{Colour: i, Name: s.Name, Line: true, Figure: f.Symbol(s.Values[len(s.Values)-1])})
	}
	p.Table = rd.comingTable(ahead, f, got.Budget.DateFormat)
	return d, nil
}

// comingLead names the first account that would go below zero.
func (rd *reading) comingLead(ahead *report.Coming, f ui.Figures, dates string) string {
	if a := firstBelow(ahead); a != nil {
		return a.Name + " goes below zero on " + a.BelowZero.In(dates) + "; its lowest is " + f.Format.Spoken(a.Lowest) + " on " + a.LowestOn.In(dates) + "."
	}
	if len(ahead.Events) == 0 {
		return "Nothing is scheduled until " + ahead.Until.In(dates) + "."
	}
	return ui.Counted(len(ahead.Events), "transaction is", "transactions are") + " known to come until " + ahead.Until.In(dates) + "; no account goes below zero."
}

// firstBelow is the account that goes below zero first, nil where none does.
func firstBelow(ahead *report.Coming) (first *report.AccountAhead) {
	for i := range ahead.Accounts {
		if a := &ahead.Accounts[i]; a.BelowZero != 0 && (first == nil || a.BelowZero < first.BelowZero) {
			first = a
		}
	}
	return first
}

// comingChart draws the accounts that change, day by day; those that change most first.
func comingChart(ahead *report.Coming, f ui.Figures) plot.Chart {
	c := plot.Chart{Title: "Balances of accounts in the days ahead", Zero: true, Text: f.Format.Spoken, Axis: axis(f)}
	last := cal.Month(0)
	var days []cal.Date
	for day := ahead.Today; day <= ahead.Until; day = day.AddDays(1) {
		p := plot.Place{Name: day.Time().Format("2 January 2006")}
		if day.Month() != last && (day.Day() == 1 || last == 0) {
			p.Label, last = day.Time().Format("Jan"), day.Month()
		}
		c.Places, days = append(c.Places, p), append(days, day)
	}
	for i := range ahead.Accounts {
		a := &ahead.Accounts[i]
		if len(c.Series) == maxSeries || len(a.Days) == 1 && len(ahead.Events) > 0 {
			continue
		}
		s := plot.Series{Name: a.Name, Kind: plot.Steps, Colour: len(c.Series)}
		next, balance := 0, a.Now
		for _, day := range days {
			for ; next < len(a.Days) && a.Days[next].Date <= day; next++ {
				balance = a.Days[next].Balance
			}
			s.Values = append(s.Values, balance)
		}
		c.Series = append(c.Series, s)
	}
	return c
}

func (rd *reading) comingTable(ahead *report.Coming, f ui.Figures, dates string) Table {
	t := Table{Caption: "Accounts in the days ahead", Columns: []string{"Now", "Lowest", "On", "At the end"}}
	for i := range ahead.Accounts {
		a := &ahead.Accounts[i]
		class := ""
		if a.BelowZero != 0 {
			class = "warn"
		}
		t.Rows = append(t.Rows, Row{Name: a.Name, URL: rd.Account(a.ID), Class: class, Cells: []Cell{
			{Figure: f.Plain(a.Now)}, {Figure: f.Plain(a.Lowest)}, {Figure: ui.Figure{Text: a.LowestOn.In(dates)}}, {Figure: f.Plain(a.End)},
		}})
	}
	for _, m := range ahead.ToBudget {
		if m.Income != 0 || m.Targets != 0 || m.Month == ahead.Today.Month() {
			t.Rows = append(t.Rows, Row{Name: "To Budget, " + m.Month.Name(), URL: rd.Month(m.Month), Class: "sum", Cells: []Cell{
				{Figure: f.Plain(m.ToBudget)}, {Figure: dash()}, {Figure: dash()}, {Figure: f.Plain(m.Ahead)},
			}})
			if m.Targets != 0 {
				t.Rows = append(t.Rows, Row{Name: "Targets ask for, " + m.Month.Name(), URL: rd.Month(m.Month), Depth: 1, Cells: []Cell{
					{Figure: f.Plain(-m.Targets)}, {Figure: dash()}, {Figure: dash()}, {Figure: dash()},
				}})
			}
		}
	}
	return t
}

func dash() ui.Figure { return ui.Figure{Text: "–", Sign: ui.Zero} }
