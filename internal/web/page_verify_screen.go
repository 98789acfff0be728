package web

import (
	"slices"

	"holdover/internal/app"
	"holdover/internal/cal"
	"holdover/internal/money"
	"holdover/internal/reconcile"
)

type verifyDrawing struct {
	*reconcile.Report
	figures
	links
	all bool // all evidence is listed
}

// page draws the whole comparison.
func (d *verifyDrawing) page() *VerifyPage {
	p := &VerifyPage{
		Frame: Frame{Title: "Verification"}, Mark: d.mark(), Sentence: d.Sentence, ToBudget: d.Report.ToBudget, Numbers: d.numbers(),
		ReportURL: d.to("report"), CleanURL: d.to("clean-up"), BackURL: d.to("verification"),
	}
	for i := len(d.Months) - 1; i >= 0; i-- {
		p.Months = append(p.Months, d.month(&d.Months[i]))
	}
	kept := &reportDrawing{Report: &app.Report{Verification: *d.Report}, figures: d.figures}
	for _, s := range []ReportSection{kept.accountsThatDiffer(), kept.figuresThatDiffer(), d.contradictions(), d.allAccounts()} {
		if len(s.Table.Rows) > 0 {
			s.Count = thousands(len(s.Table.Rows))
			p.Sections = append(p.Sections, s)
		}
	}
	return p
}

func (d *verifyDrawing) mark() Mark {
	differs := d.Cells.Different > 0
	for i := range d.Accounts {
		differs = differs || d.Accounts[i].Blame != ""
	}
	for i := range d.Months {
		differs = differs || d.Months[i].Difference != 0
	}
	switch {
	case !d.Sound():
		return Unexplained
	case differs:
		return Explained
	}
	return AllMatch
}

func (d *verifyDrawing) numbers() []Number {
	accounts, months := 0, 0
	for i := range d.Accounts {
		if d.Accounts[i].Blame == "" {
			accounts++
		}
	}
	for i := range d.Months {
		if d.Months[i].Difference == 0 {
			months++
		}
	}
	return []Number{
		{thousands(accounts), "accounts match", "of " + thousands(len(d.Accounts))},
		{thousands(d.Cells.Compared - d.Cells.Different), "category figures match", "of " + thousands(d.Cells.Compared)},
		{thousands(months), "months with the same To Budget", "of " + thousands(len(d.Months))},
		{d.symbol(d.Unexplained).Text, "unexplained", ""},
	}
}

func (d *verifyDrawing) month(m *reconcile.MonthLine) VerifyMonth {
	line := VerifyMonth{
		Name: m.Month.Name(), URL: d.verification(m.Month), ToBudget: d.plain(m.ToBudget), Source: d.plain(m.Source),
		Difference: d.plain(m.Difference), Unexplained: d.plain(m.Unexplained), Wrong: m.Unexplained != 0,
	}
	for _, c := range m.Causes {
		line.Causes = append(line.Causes, VerifyCause{Words: app.CauseWords(c.Cause), Amount: d.plain(c.Amount)})
	}
	return line
}

func (d *verifyDrawing) contradictions() ReportSection {
	s := ReportSection{
		Title: "The file contradicts itself", Warns: true, Intro: "Figures of the file that do not follow from its own rows and figures. Here they do.",
		Table: Table{Columns: []Column{{"What", false}}},
	}
	for _, text := range d.Contradictions {
		s.Table.Rows = append(s.Table.Rows, []TableCell{{Text: text}})
	}
	return s
}

func (d *verifyDrawing) allAccounts() ReportSection {
	s := ReportSection{Title: "All accounts", Table: Table{Columns: []Column{{"Account", false}, {"Here", true}, {"In the file", true}, {"", false}}}}
	for _, a := range d.Accounts {
		word := "matches"
		if a.Blame != "" {
			word = app.BlameWords(a.Blame)
		}
		s.Table.Rows = append(s.Table.Rows, []TableCell{{Text: a.Name}, figureCell(d.plain(a.Ours)), figureCell(d.plain(a.File)), {Text: word}})
	}
	return s
}

// mostEvidence is how many pieces of evidence a page lists for a cause at first.
const mostEvidence = 300

// addDetail puts one month with every category on the page.
func (d *verifyDrawing) addDetail(p *VerifyPage, m cal.Month, months []app.Month) {
	detail := &VerifyDetail{VerifyMonth: VerifyMonth{Name: m.Name()}, BudgetURL: d.links.month(m)}
	for i := range d.Months {
		if line := &d.Months[i]; line.Month == m {
			detail.VerifyMonth = d.month(line)
			for j, c := range line.Causes {
				d.prove(&detail.Causes[j], c.Cause, m)
			}
			if i > 0 {
				detail.Older = d.verification(d.Months[i-1].Month)
			}
			if i+1 < len(d.Months) {
				detail.Newer = d.verification(d.Months[i+1].Month)
			}
		}
	}
	file := map[string]*reconcile.CellLine{}
	for i := range d.Cells.List {
		if c := &d.Cells.List[i]; c.Month == m {
			file[c.Category] = c
		}
	}
	for i := range months {
		for j := range months[i].Categories {
			if c := &months[i].Categories[j]; !c.Income {
				detail.Categories = append(detail.Categories, d.category(c, m, file[c.ID]))
			}
		}
	}
	p.Title, p.Month = "Verification of "+detail.Name, detail
}

func (d *verifyDrawing) prove(c *VerifyCause, cause reconcile.Cause, m cal.Month) {
	all := app.EvidenceOf(d.Report, cause, m)
	slices.SortStableFunc(all, func(a, b reconcile.Evidence) int { return int(a.Month - b.Month) })
	for i := len(all) - 1; i >= 0; i-- {
		if len(c.Evidence) == mostEvidence && !d.all {
			c.More, c.AllURL = "and "+counted(i+1, "older one", "older ones"), d.verification(m)+"&all=1"
			break
		}
		e := VerifyEvidence{Month: all[i].Month.Name(), URL: d.verification(all[i].Month), Of: all[i].Of, Amount: d.plain(all[i].Amount)}
		if n := len(all[i].Rows); n > 0 {
			e.Rows = counted(n, "row", "rows")
		}
		c.Evidence = append(c.Evidence, e)
	}
}

func (d *verifyDrawing) category(c *app.MonthCategory, m cal.Month, differs *reconcile.CellLine) VerifyCategory {
	file := reconcile.CellFigures{Budgeted: c.Budgeted, Activity: c.Activity, Balance: c.Balance}
	row := VerifyCategory{Name: c.Name, Group: c.Group, URL: d.transactions(c.ID, m)}
	if differs != nil {
		file, row.Why = differs.File, app.BlameWords(differs.Blame)
	}
	row.Budgeted = d.compare(c.Budgeted, file.Budgeted)
	row.Activity = d.compare(c.Activity, file.Activity)
	row.Balance = d.compare(c.Balance, file.Balance)
	return row
}

func (d *verifyDrawing) compare(here, file money.Milli) VerifyFigure {
	return VerifyFigure{Here: d.plain(here), File: d.plain(file), Differs: here != file}
}
