package reports

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/chart"
	"holdover/internal/logic/report"
	"holdover/internal/surface/ui"
)

// calendar renders a month as a calendar: each day with its expenses, income and a link to them.
func (rd *reading) calendar() (*drawn, error) {
	got, err := rd.App.Calendar(rd.Context(), rd.Actor, rd.BudgetID, rd.query)
	if err != nil {
		return nil, err
	}
	is := &got.Days
	d, p, f := rd.begin("Calendar", got.Reported, is.Table)
	p.Ranges = rd.monthsAround(is.Month)
	if !slices.ContainsFunc(is.Days, func(day report.DayOf) bool { return day.Spent != 0 || day.Income != 0 }) {
		p.Lead, p.Nothing = "Nothing was spent in "+is.Month.Name()+".", "Spending and income are shown here by day."
		return d, nil
	}
	d.main, p.Lead = f.Symbol(is.Spent).Text, sentencesOf(&got.Budget).days(is)
	d.month = rd.monthPicture(is, f, got.Budget.DateFormat)
	p.Legend = []Key{{Colour: 0, Name: "Spent", Figure: f.Symbol(is.Spent)}} // income has a plus
	p.Table = rd.dayTable(is, f, got.Budget.DateFormat)
	p.Table.Note = incomeNote(&got.Budget)
	return d, nil
}

func (rd *reading) monthPicture(is *report.Days, f ui.Figures, dates string) *chart.Calendar {
	begins := 1 // weeks begin on Monday, unless the budget's date format begins with the month
	if strings.HasPrefix(dates, "MM") {
		begins = 0
	}
	c := &chart.Calendar{Title: "Spending and income on the days of " + is.Month.Name(), First: (int(is.Month.First().Time().Weekday()) - begins + 7) % 7}
	for n := range c.Week {
		c.Week[n] = [7]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"}[(n+begins)%7]
	}
	most := money.Milli(0)
	for _, day := range is.Days {
		most = max(most, day.Spent)
	}
	for _, day := range is.Days {
		c.Days = append(c.Days, rd.pictured(day, most, f))
	}
	return c
}

// pictured returns a day with abbreviated amounts and a link to its transactions: to the expenses if it has both.
func (rd *reading) pictured(day report.DayOf, most money.Milli, f ui.Figures) chart.Day {
	one := chart.Day{Place: chart.Place{
		Label: strconv.Itoa(day.Date.Day()), Name: day.Date.Time().Format("2 January 2006"),
		Also: soMuch("Spent", "Refunded", day.Spent, f) + "\n" + soMuch("Income", "Income reversed", day.Income, f),
	}}
	if day.Spent != 0 {
		one.Lines, one.URL = append(one.Lines, short(day.Spent, f)), rd.dayRows(rows.CountsAsSpending, day.Date)
	}
	if day.Income != 0 {
		one.Lines = append(one.Lines, sign(day.Income)+short(day.Income, f))
		one.URL = cmp.Or(one.URL, rd.dayRows(rows.CountsAsIncome, day.Date))
	}
	if day.Spent > 0 {
		one.Part = float64(day.Spent) / float64(most) // for display only
	}
	return one
}

// dayRows returns the address of a day's transactions on a side. The category filter applies to expenses only.
func (rd *reading) dayRows(side rows.Side, day civil.Date) string {
	of := rd
	if side == rows.CountsAsIncome {
		of = rd.whateverCategory()
	}
	return withDays(of.rowsOf(side), day, day)
}

// soMuch returns the absolute value of an amount after a label, which is below for a negative amount.
func soMuch(name, below string, m money.Milli, f ui.Figures) string {
	if m < 0 {
		name = below
	}
	return name + ": " + f.Format.Spoken(m.Abs())
}

// sign returns a plus for income; a refund of income has its minus.
func sign(income money.Milli) string {
	if income > 0 {
		return "+"
	}
	return ""
}

// short abbreviates an amount: without decimals from one unit on, large ones in thousands or millions.
func short(m money.Milli, f ui.Figures) string {
	whole := f
	whole.Format.DecimalDigits = 0
	switch size := m.Abs(); {
	case size < 1000:
		return f.Plain(m).Text
	case size < 100_000_000:
		return whole.Plain(whole.Format.Rounded(m)).Text
	case size < 100_000_000_000:
		return whole.Plain(whole.Format.Rounded(m/1000)).Text + "k"
	}
	return whole.Plain(whole.Format.Rounded(m/1_000_000)).Text + "m"
}

// dayTable lists the days with expenses or income.
func (rd *reading) dayTable(is *report.Days, f ui.Figures, dates string) Table {
	t := Table{Caption: "The days of " + is.Month.Name(), First: "Day", Columns: []string{"Spent", "Income"}, Narrow: true}
	for _, day := range is.Days {
		if day.Spent == 0 && day.Income == 0 {
			continue
		}
		row := Row{Name: day.Date.In(dates), Cells: cells(f.Plain(day.Spent), f.Plain(day.Income))}
		if day.Spent != 0 {
			row.Cells[0].URL = rd.dayRows(rows.CountsAsSpending, day.Date)
		}
		if day.Income != 0 {
			row.Cells[1].URL = rd.dayRows(rows.CountsAsIncome, day.Date)
		}
		t.Rows = append(t.Rows, row)
	}
	t.Rows = append(t.Rows, Row{Name: "Total", Class: "sum", Cells: cells(f.Plain(is.Spent), f.Plain(is.Income))})
	return t
}
