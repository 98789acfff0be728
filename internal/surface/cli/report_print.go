package cli

import (
	"fmt"
	"io"
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/reports"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/model/humanize"
)

// reporters are the functions that print each kind of report.
var reporters = map[report.Kind]func(*reporting) error{
	report.KindSpending: (*reporting).spending, report.KindMonth: (*reporting).month, report.KindCalendar: (*reporting).calendar, report.KindIncome: (*reporting).income, report.KindNetWorth: (*reporting).netWorth,
	report.KindAge: (*reporting).age, report.KindCategory: (*reporting).category, report.KindComing: (*reporting).coming,
}

// showReport prints a report's data as JSON, as a table for spreadsheets, or with people.
func showReport[T interface{ Table() report.Table }](r *reporting, got T, err error, people func(*printer)) error {
	if err != nil {
		return err
	}
	if r.flags.csv {
		table := got.Table()
		return r.env.printCSV(func(w io.Writer) error { return table.CSV(w, r.budget.CurrencyFormat) })
	}
	return r.env.show(got, people)
}

func (r *reporting) spending() error {
	if r.ask.Across != "" {
		got, err := r.app.SpendingAcross(r.cmd.Context(), app.Machine(), r.budget.ID, r.query, r.ask.By, r.ask.Across)
		return showReport(r, &got, err, func(p *printer) {
			p.amounts(r.budget, got.Table())
			sayOverlaps(p, got.Overlaps)
		})
	}
	got, err := r.app.Spending(r.cmd.Context(), app.Machine(), r.budget.ID, r.query, r.ask.By)
	return showReport(r, &got, err, func(p *printer) {
		t := r.lineTable(p, got.Comparison)
		r.lines(t, got.Lines, &got.Whole, 0)
		t.rule()
		r.line(t, "Total", &got.Whole, &got.Whole)
		t.print()
		sayOverlaps(p, got.Overlaps)
	})
}

// sayOverlaps explains why lines add up to more than their total.
func sayOverlaps(p *printer, overlaps bool) {
	if overlaps {
		p.say("An expense with several tags counts for each of them, and once in the total.")
	}
}

func (r *reporting) month() error {
	got, err := r.app.MonthSoFar(r.cmd.Context(), app.Machine(), r.budget.ID, r.query, r.app.Today(r.cmd.Context()))
	return showReport(r, &got, err, func(p *printer) {
		p.say("Until %s, beside %s.", got.Until, humanize.Number(got.Compared, "month before", "months before"))
		p.blank()
		t := p.table("", "So far>", "Usual by then>", "Difference>?", "Usual month>?", "")
		var add func(lines []report.SoFarOf, depth int)
		row := func(name string, l *report.SoFarOf) {
			rounded := r.budget.CurrencyFormat.Rounded
			t.row(name, r.amount(p, l.Spent), r.amount(p, rounded(l.Usual)), r.amount(p, rounded(l.Difference())), r.amount(p, rounded(l.All)), gauge{l.Spent, got.Whole.Spent})
		}
		add = func(lines []report.SoFarOf, depth int) {
			for i := range lines {
				row(strings.Repeat("  ", depth)+lines[i].Name, &lines[i])
				add(lines[i].Lines, depth+1)
			}
		}
		add(got.Lines, 0)
		t.rule()
		row("Total", &got.Whole)
		t.print()
	})
}

func (r *reporting) calendar() error {
	got, err := r.app.Calendar(r.cmd.Context(), app.Machine(), r.budget.ID, r.query)
	return showReport(r, &got, err, func(p *printer) {
		t := p.table("", "Day", "Spent>", "Income>", "")
		var most money.Milli
		for _, day := range got.Days.Days {
			most = max(most, day.Spent)
		}
		for _, day := range got.Days.Days {
			t.row(day.Date.Time().Format("Mon"), day.Date.String(), r.amount(p, day.Spent), r.amount(p, day.Income), gauge{max(0, day.Spent), most})
		}
		t.rule()
		t.row("", "Total", r.amount(p, got.Spent), r.amount(p, got.Days.Income), gauge{})
		t.print()
	})
}

func (r *reporting) income() error {
	got, err := r.app.IncomeAndExpenses(r.cmd.Context(), app.Machine(), r.budget.ID, r.query)
	return showReport(r, &got, err, func(p *printer) {
		t := r.lineTable(p, got.Comparison)
		for _, side := range []*report.Line{&got.Income, &got.Expenses} {
			r.line(t, side.Name, side, side)
			r.lines(t, side.Lines, side, 1)
			t.rule()
		}
		left := report.Line{Total: got.Total, Average: got.Average, Before: got.Before}
		r.line(t, "Left", &left, &got.Income)
		t.print()
	})
}

func (r *reporting) netWorth() error {
	got, err := r.app.NetWorth(r.cmd.Context(), app.Machine(), r.budget.ID, r.query)
	return showReport(r, &got, err, func(p *printer) {
		t := p.table("Month", "Assets>?", "Debts>?", "Net worth>", "")
		var largest money.Milli
		for _, net := range got.Net {
			largest = max(largest, net.Abs())
		}
		for i, m := range got.All() {
			t.row(m.String(), r.amount(p, got.Assets[i]), r.amount(p, got.Debts[i]), r.amount(p, got.Net[i]), gauge{got.Net[i], largest})
		}
		t.print()
	})
}

func (r *reporting) age() error {
	got, err := r.app.AgeOfMoney(r.cmd.Context(), app.Machine(), r.budget.ID, r.query)
	return showReport(r, &got, err, func(p *printer) {
		longest := 0
		for _, age := range got.Lines() {
			longest = max(longest, age.Days)
		}
		if longest == 0 {
			p.say("Money has no age yet: it needs ten payments from cash accounts.")
			return
		}
		first := "Month"
		if len(got.Days) > 0 {
			first = "Day"
		}
		t := p.table(first, "Days>", "")
		for _, age := range got.Lines() {
			t.row(age.Name, humanize.Count(age.Days), gauge{money.Milli(age.Days), money.Milli(longest)})
		}
		t.print()
	})
}

func (r *reporting) category() error {
	if len(r.ask.Categories) != 1 {
		return usageError{fmt.Errorf("choose a category with --category")}
	}
	got, err := r.app.CategoryLife(r.cmd.Context(), app.Machine(), r.budget.ID, r.ask.Categories[0], r.query)
	return showReport(r, &got, err, func(p *printer) { r.printCategory(p, got.Months) })
}

func (r *reporting) printCategory(p *printer, months []reports.CategoryMonth) {
	t := p.table("Month", "Budgeted>", "Activity>", "Balance>", "Target>?", "Spent?")
	var most money.Milli
	for _, m := range months {
		most = max(most, -m.Activity)
	}
	for _, m := range months {
		t.row(m.Month.String(), r.amount(p, m.Budgeted), r.amount(p, m.Activity), r.amount(p, m.Balance), r.amount(p, m.Asked()), gauge{max(0, -m.Activity), most})
	}
	t.print()
}

// lineTable is a table of lines, with the previous period if it is known.
type lineTable struct {
	*table
	report.Comparison
}

func (r *reporting) lineTable(p *printer, c report.Comparison) lineTable {
	if !c.BeforeKnown {
		return lineTable{p.table("", "Total>", "A month>", "Share>?", ""), c}
	}
	return lineTable{p.table("", "Total>", "A month>", "Share>?", "Before>?", "Change>?", ""), c}
}

func (r *reporting) lines(t lineTable, lines []report.Line, whole *report.Line, depth int) {
	for i := range lines {
		r.line(t, strings.Repeat("  ", depth)+lines[i].Name, &lines[i], whole)
		r.lines(t, lines[i].Lines, whole, depth+1)
	}
}

func (r *reporting) line(t lineTable, name string, l, whole *report.Line) {
	share := ""
	if l.Share > 0 {
		share = r.budget.CurrencyFormat.Percent(l.Share)
	}
	row := []any{name, r.amount(t.p, l.Total), r.amount(t.p, r.budget.CurrencyFormat.Rounded(l.Average)), share}
	if t.BeforeKnown {
		row = append(row, r.amount(t.p, l.Before), r.amount(t.p, l.Change()))
	}
	t.row(append(row, gauge{l.Total, whole.Total})...)
}

func (r *reporting) amount(p *printer, m money.Milli) figure { return p.amount(r.budget, m) }
