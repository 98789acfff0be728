package reports

import (
	"slices"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/logic/chart"
	"holdover/internal/logic/report"
	"holdover/internal/surface/ui"
)

func (rd *reading) income() (*drawn, error) {
	got, err := rd.App.IncomeAndExpenses(rd.Context(), rd.Actor, rd.BudgetID, rd.query)
	if err != nil {
		return nil, err
	}
	d, p, f := rd.begin("Income and expenses", got.Reported, got.IncomeAndExpenses.Table)
	if len(got.Income.Lines)+len(got.Expenses.Lines) == 0 {
		p.Lead, p.Nothing = "No income and no spending.", "There are no transactions in these months."
		return d, nil
	}
	d.main, p.Lead = f.Symbol(got.Total).Text, sentencesOf(&got.Budget).income(&got.IncomeAndExpenses)
	d.chart = chart.Chart{
		Title: "Income and expenses by month", Places: stagePlaces(rd.query.Span, rd.alone), Zero: true, Text: f.Format.Spoken, Axis: axis(f),
		Series: []chart.Series{
			{Name: "Income", Kind: chart.Bars, Colour: 0, Values: inStages(rd.query.Span, got.Income.Months)},
			{Name: "Expenses", Kind: chart.Bars, Colour: 1, Values: inStages(rd.query.Span, got.Expenses.Months)},
			{Name: "Left", Kind: chart.Line, Colour: 2, Values: inStages(rd.query.Span, got.Left)},
		},
	}
	p.Legend = []Key{
		{Colour: 0, Name: "Income", Figure: f.Symbol(got.Income.Total)},
		{Colour: 1, Name: "Expenses", Figure: f.Symbol(got.Expenses.Total)},
		{Colour: 2, Name: "Left", Line: true, Figure: f.Symbol(got.Total)},
	}
	p.Table = rd.incomeTable(&got, f)
	p.Table.Note = incomeNote(&got.Budget)
	return d, nil
}

// incomeNote explains what does not count as income with card envelopes.
func incomeNote(b *pageframe.Budget) string {
	if !b.CardEnvelopes {
		return ""
	}
	return "Income on a card is not counted: cards are envelopes, and it reduces the card's debt."
}

// whateverCategory removes the category filter, which applies to expenses only, unless it is one of several conditions of
// which any suffices.
func (rd *reading) whateverCategory() *reading {
	of := *rd
	if rd.ask.Any {
		return &of
	}
	of.ask.Categories, of.ask.Groups = nil, nil
	of.ask.Not = slices.DeleteFunc(slices.Clone(rd.ask.Not), func(field string) bool { return field == "category" })
	return &of
}

func (rd *reading) incomeTable(got *reports.IncomeReport, f ui.Figures) Table {
	of := rd.whateverCategory()
	payees := func(l *report.Line, _ int) string { return of.transactions(rows.CountsAsIncome, "payee", l.ID) }
	tables := lineTables{rd.query.Span, got.Comparison, f}
	t := tables.of("Income and expenses", got.Income.Lines, &got.Income, payees,
		func(l *report.Line, _ int) func(report.Span) string {
			return of.rowsIn(rows.CountsAsIncome, "payee", l.ID)
		})
	t.Rows[len(t.Rows)-1].Name = "Income"
	down := *rd
	down.ask.Kind = report.KindSpending // narrower reports have no income
	out := tables.of("", got.Expenses.Lines, &got.Expenses, down.spendingURL(reports.ByGroup), rd.cellURL(reports.ByGroup))
	out.Rows[len(out.Rows)-1].Name = "Expenses"
	left := tables.of("", nil, &report.Line{Months: got.Left, Total: got.Total, Average: got.Average, Before: got.Before}, nil, nil)
	left.Rows[0].Name = "Left"
	t.Rows = append(append(t.Rows, out.Rows...), left.Rows...)
	return t
}
