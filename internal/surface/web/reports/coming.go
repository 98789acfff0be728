package reports

import (
	"cmp"
	"slices"
	"strconv"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/chart"
	"holdover/internal/logic/report"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// daysAhead is the default number of days of the forecast.
const daysAhead = 90

// upcoming renders the report of upcoming transactions and balances.
func (rd *reading) upcoming() (*drawn, error) {
	days := cmp.Or(rd.ask.Days, daysAhead)
	got, err := rd.App.ComingReport(rd.Context(), rd.Actor, rd.BudgetID, rd.Today, days, rd.ask.Targets)
	if err != nil {
		return nil, err
	}
	ahead := &got.Coming
	d, p, f := rd.begin("Upcoming", got.Reported, ahead.Table)
	for _, n := range daysOffered(days) {
		p.Ranges = append(p.Ranges, ui.Link{Label: humanize.Number(n, "day", "days"), URL: rd.with("days", strconv.Itoa(n)), Current: n == days})
	}
	p.By = []ui.Link{{Label: "Without targets", URL: rd.with("targets", ""), Current: !rd.ask.Targets}, {Label: "With targets", URL: rd.with("targets", "1"), Current: rd.ask.Targets}}
	p.Lead = sentencesOf(&got.Budget).upcoming(ahead)
	if len(ahead.Accounts) == 0 {
		p.Nothing = "There are no open accounts."
		return d, nil
	}
	if first := firstBelow(ahead); first != nil {
		d.main = first.BelowZero.In(got.Budget.DateFormat)
	}
	d.chart = upcomingChart(ahead, f)
	for i, s := range d.chart.Series {
		p.Legend = append(p.Legend, Key{Colour: i, Name: s.Name, Line: true, Figure: f.Symbol(s.Values[len(s.Values)-1])})
	}
	p.Table = rd.upcomingTable(ahead, f, got.Budget.DateFormat)
	if len(ahead.Events) > 0 {
		p.More = append(p.More, rd.eventsTable(ahead, f, got.Budget.DateFormat))
	}
	p.More = append(p.More, rd.monthsTable(ahead, f))
	return d, nil
}

// daysOffered returns the numbers of days that the report offers, among them the present one.
func daysOffered(days int) []int {
	offered := []int{30, 90, 180, 365}
	if !slices.Contains(offered, days) {
		offered = append(offered, days)
		slices.Sort(offered)
	}
	return offered
}

// firstBelow returns the account that becomes negative first, or nil.
func firstBelow(ahead *report.Coming) (first *report.AccountAhead) {
	for i := range ahead.Accounts {
		if a := &ahead.Accounts[i]; a.BelowZero != 0 && (first == nil || a.BelowZero < first.BelowZero) {
			first = a
		}
	}
	return first
}

// maxSeries is the maximum number of accounts in the chart.
const maxSeries = chart.Colours - 1

// upcomingChart draws the daily balances of the first accounts that have an event, or of the first accounts if there
// are no events.
func upcomingChart(ahead *report.Coming, f ui.Figures) chart.Chart {
	c := chart.Chart{Title: "Forecast account balances", Zero: true, Text: f.Format.Spoken, Axis: axis(f)}
	// Each month is labelled at its first day in the chart. A label covers two days for each month of the chart; today has
	// no label if that of the next month would overlap it.
	labelDays := 2 * len(ahead.ToBudget)
	todayFits := ahead.Today.Month().Last().Day()-ahead.Today.Day() >= labelDays
	var days []civil.Date
	for day := ahead.Today; day <= ahead.Until; day = day.AddDays(1) {
		p := chart.Place{Name: day.Time().Format("2 January 2006")}
		if day.Day() == 1 || day == ahead.Today && todayFits {
			p.Label = day.Time().Format("Jan")
		}
		c.Places, days = append(c.Places, p), append(days, day)
	}
	for a := range iterutil.Pointers(ahead.Accounts) {
		if len(c.Series) == maxSeries {
			break
		}
		if isUnchanged := len(a.Days) == 1; isUnchanged && len(ahead.Events) > 0 {
			continue
		}
		s := chart.Series{Name: a.Name, Kind: chart.Steps, Colour: len(c.Series)}
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

// upcomingTable lists the accounts with their present, lowest and last balance.
func (rd *reading) upcomingTable(ahead *report.Coming, f ui.Figures, dates string) Table {
	t := Table{Caption: "Forecast of accounts", Columns: []string{"Now", "Lowest", "At the end"}}
	day := sentences{dates: dates}.day
	for a := range iterutil.Pointers(ahead.Accounts) {
		row := Row{Name: a.Name, URL: rd.Account(a.ID), Cells: cells(f.Plain(a.Now), f.Plain(a.Lowest), f.Plain(a.End))}
		switch {
		case a.BelowZero != 0 && a.BelowZero != a.LowestOn:
			row.Class, row.Sub = "warn", "below zero on "+day(a.BelowZero)+", lowest on "+day(a.LowestOn)
		case a.BelowZero != 0:
			row.Class, row.Sub = "warn", "below zero on "+day(a.BelowZero)
		case a.Lowest != a.Now:
			row.Sub = "lowest on " + day(a.LowestOn)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// monthsTable lists the forecast of To Budget by month.
func (rd *reading) monthsTable(ahead *report.Coming, f ui.Figures) Table {
	t := Table{Caption: "Forecast of To Budget", First: "Month", Seen: true, Narrow: true, Columns: []string{"Now", "Upcoming income", "Expected"}}
	if rd.ask.Targets {
		t.Columns = []string{"Now", "Upcoming income", "Needed for targets", "Expected"}
	}
	for _, m := range ahead.ToBudget {
		row := Row{Name: m.Month.Name(), URL: rd.Month(m.Month), Cells: cells(f.Plain(m.ToBudget), f.Plain(m.Income))}
		if rd.ask.Targets {
			row.Cells = append(row.Cells, Cell{Figure: uncoloured(f.Plain(-m.Targets))})
		}
		row.Cells = append(row.Cells, Cell{Figure: f.Plain(m.Ahead)})
		t.Rows = append(t.Rows, row)
	}
	return t
}

// eventsTable lists the known events, with the balance of the account after each.
func (rd *reading) eventsTable(ahead *report.Coming, f ui.Figures, dates string) Table {
	t := Table{Caption: "Upcoming transactions", Seen: true, Columns: []string{"Amount", "Balance after"}, Narrow: true}
	type account struct {
		name    string
		balance money.Milli
	}
	accounts := map[string]*account{}
	for i := range ahead.Accounts {
		accounts[ahead.Accounts[i].ID] = &account{ahead.Accounts[i].Name, ahead.Accounts[i].Now}
	}
	for i, e := range ahead.Events {
		if i == maxLines {
			t.Note = humanize.Number(len(ahead.Events)-maxLines, "later one is", "later ones are") + " left out here."
			break
		}
		a := accounts[e.AccountID]
		a.balance += e.Amount
		t.Rows = append(t.Rows, Row{Name: cmp.Or(e.Name, "No payee"), Sub: e.Date.In(dates) + " · " + a.name, URL: rd.Account(e.AccountID), Cells: cells(uncoloured(f.Plain(e.Amount)), f.Plain(a.balance))})
	}
	return t
}
