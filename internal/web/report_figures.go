package web

import (
	"strings"

	"holdover/internal/app"
)

// verification is what was compared with the file, and what differs.
func (d *reportDrawing) verification() []ReportSection {
	var all []ReportSection
	for _, s := range []ReportSection{d.accountsThatDiffer(), d.figuresThatDiffer(), d.toBudgetByMonth()} {
		if len(s.Table.Rows) > 0 {
			s.Count = thousands(len(s.Table.Rows))
			all = append(all, s)
		}
	}
	return all
}

func (d *reportDrawing) accountsThatDiffer() ReportSection {
	s := ReportSection{Title: "Accounts that differ", Warns: true, Open: true, Table: Table{
		Columns: []Column{{"Account", false}, {"Here", true}, {"In the file", true}, {"Difference", true}, {"Why", false}},
	}}
	for _, a := range d.Verification.Accounts {
		if a.Blame != "" {
			s.Table.Rows = append(s.Table.Rows, []TableCell{
				{Text: a.Name}, figureCell(d.plain(a.Ours)), figureCell(d.plain(a.File)), figureCell(d.plain(a.Ours - a.File)), {Text: app.BlameWords(a.Blame)},
			})
		}
	}
	return s
}

func (d *reportDrawing) figuresThatDiffer() ReportSection {
	s := ReportSection{Title: "Category figures that differ", Warns: true, Table: Table{
		Columns: []Column{{"Category", false}, {"Month", false}, {"Balance here", true}, {"In the file", true}, {"Why", false}},
	}}
	for _, c := range d.Verification.Cells.List {
		s.Table.Rows = append(s.Table.Rows, []TableCell{
			{Text: c.Group + ": " + c.Name}, {Text: c.Month.Name()}, figureCell(d.plain(c.Ours.Balance)), figureCell(d.plain(c.File.Balance)), {Text: app.BlameWords(c.Blame)},
		})
	}
	return s
}

// toBudgetByMonth is To Budget beside Ready to Assign in the months where the
// two differ, the newest first, with the causes.
func (d *reportDrawing) toBudgetByMonth() ReportSection {
	s := ReportSection{
		Title: "To Budget beside Ready to Assign",
		Intro: "The two follow different rules: YNAB sets money aside for card payments and counts what later months assign. Each month's difference is the sum of its causes.",
		Warns: d.Verification.Unexplained != 0,
		Table: Table{Columns: []Column{{"Month", false}, {"To Budget", true}, {"Ready to Assign", true}, {"Difference", true}, {"Unexplained", true}, {"Causes", false}}},
	}
	months := d.Verification.Months
	for i := len(months) - 1; i >= 0; i-- {
		m := &months[i]
		if m.Difference == 0 && m.Unexplained == 0 {
			continue
		}
		var causes []string
		for _, c := range m.Causes {
			causes = append(causes, d.plain(c.Amount).Text+" "+app.CauseWords(c.Cause))
		}
		s.Table.Rows = append(s.Table.Rows, []TableCell{
			{Text: m.Month.Name()},
			figureCell(d.plain(m.ToBudget)), figureCell(d.plain(m.Source)), figureCell(d.plain(m.Difference)),
			figureCell(d.plain(m.Unexplained)),
			{Text: strings.Join(causes, "; ")},
		})
	}
	return s
}
