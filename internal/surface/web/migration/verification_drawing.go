package migration

import (
	"slices"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/verification"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

type verifyDrawing struct {
	*verification.Report
	ui.Figures
	ui.Links
	all bool // all evidence is listed
}

// page renders the whole comparison.
func (d *verifyDrawing) page() *VerifyPage {
	p := &VerifyPage{
		Frame: ui.Frame{Title: "Verification"}, Mark: markOf(d.Report), Sentence: d.Sentence, ToBudget: d.Report.ToBudget, Reasons: d.Reasons, Numbers: d.numbers(),
		ReportURL: d.To("report"), CleanURL: d.To("clean-up"), BackURL: d.To("verification"),
	}
	for i := len(d.Months) - 1; i >= 0; i-- {
		p.Months = append(p.Months, d.month(&d.Months[i]))
		p.CleanFirst = p.CleanFirst || d.Months[i].Difference != 0
	}
	kept := &reportDrawing{ImportReport: &migration.ImportReport{Verification: *d.Report}, Figures: d.Figures}
	p.Sections = filled(kept.accountsThatDiffer(), kept.figuresThatDiffer(), d.contradictions(), d.ruleDifferences(), d.allAccounts())
	shorten(p.Sections, d.all, d.To("verification?all=1"))
	return p
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
	var all []Number
	matches := func(n int, what string, of int) {
		if of > 0 { // a file without these figures has none to match
			all = append(all, Number{humanize.Count(n), what, "of " + humanize.Count(of)})
		}
	}
	matches(accounts, "accounts match", len(d.Accounts))
	matches(d.Cells.Compared-d.Cells.Different, "category figures match", d.Cells.Compared)
	matches(months, "months with the same To Budget", len(d.Months))
	return append(all, Number{d.Symbol(d.Unexplained).Text, "unexplained", ""})
}

func (d *verifyDrawing) month(m *verification.MonthLine) VerifyMonth {
	line := VerifyMonth{
		Name: m.Month.Name(), URL: verificationURL(d.Links, m.Month), ToBudget: d.Plain(m.ToBudget), Source: d.Plain(m.Source),
		Difference: d.Plain(m.Difference), Unexplained: d.Plain(m.Unexplained), Wrong: m.Unexplained != 0,
	}
	for _, c := range m.Causes {
		line.Causes = append(line.Causes, VerifyCause{Words: migration.CauseWords(c.Cause), Amount: d.Plain(c.Amount)})
	}
	return line
}

func (d *verifyDrawing) contradictions() ReportSection {
	return ReportSection{
		Title: "The file is inconsistent", Warns: true, Intro: "Figures of the file that do not match its own transactions and figures. Holdover calculates them from the transactions.",
		Table: Table{Columns: []Column{{"What", false}}, Rows: iterutil.Map(d.Contradictions, func(text string) []TableCell { return []TableCell{{Text: text}} })},
	}
}

func (d *verifyDrawing) ruleDifferences() ReportSection {
	return ReportSection{
		Title: "Different from YNAB's published rules", Intro: "Figures of YNAB that its published rules do not explain.",
		Table: Table{Columns: []Column{{"What", false}}, Rows: iterutil.Map(d.RuleDifferences, func(text string) []TableCell { return []TableCell{{Text: text}} })},
	}
}

func (d *verifyDrawing) allAccounts() ReportSection {
	s := ReportSection{Title: "All accounts", Table: Table{Columns: []Column{{"Account", false}, {"Here", true}, {"In the file", true}, {"Compared", false}}}}
	for _, a := range d.Accounts {
		word := "matches"
		if a.Blame != "" {
			word = migration.BlameWords(a.Blame)
		}
		s.Table.Rows = append(s.Table.Rows, []TableCell{{Text: a.Name}, figureCell(d.Plain(a.Ours)), figureCell(d.Plain(a.File)), {Text: word}})
	}
	return s
}

// maxEvidence is the number of pieces of evidence that a page lists initially for a cause.
const maxEvidence = 300

// addDetail adds one month with every category to the page.
func (d *verifyDrawing) addDetail(p *VerifyPage, m civil.Month, months []app.Month) {
	detail := &VerifyDetail{VerifyMonth: VerifyMonth{Name: m.Name()}, BudgetURL: d.Links.Month(m)}
	for i := range d.Months {
		if line := &d.Months[i]; line.Month == m {
			detail.VerifyMonth = d.month(line)
			for j, c := range line.Causes {
				d.prove(&detail.Causes[j], c.Cause, m)
			}
			if i > 0 {
				detail.Older = verificationURL(d.Links, d.Months[i-1].Month)
			}
			if i+1 < len(d.Months) {
				detail.Newer = verificationURL(d.Links, d.Months[i+1].Month)
			}
		}
	}
	file := map[string]*verification.CellLine{}
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

func (d *verifyDrawing) prove(c *VerifyCause, cause verification.Cause, m civil.Month) {
	all := migration.EvidenceOf(d.Report, cause, m)
	slices.SortStableFunc(all, func(a, b verification.Evidence) int { return int(a.Month - b.Month) })
	for i := len(all) - 1; i >= 0; i-- {
		if len(c.Evidence) == maxEvidence && !d.all {
			c.More, c.AllURL = "and "+humanize.Number(i+1, "older one", "older ones"), verificationURL(d.Links, m)+"&all=1"
			break
		}
		e := VerifyEvidence{Month: all[i].Month.Name(), URL: verificationURL(d.Links, all[i].Month), Of: all[i].Of, Amount: d.Plain(all[i].Amount)}
		if n := len(all[i].Rows); n > 0 {
			e.Rows = humanize.Number(n, "transaction", "transactions")
		}
		c.Evidence = append(c.Evidence, e)
	}
}

func (d *verifyDrawing) category(c *app.MonthCategory, m civil.Month, differs *verification.CellLine) VerifyCategory {
	file := verification.CellFigures{Budgeted: c.Budgeted, Activity: c.Activity, Balance: c.Balance}
	row := VerifyCategory{Name: c.Name, Group: c.Group, URL: d.Transactions(c.ID, m)}
	if differs != nil {
		file, row.Why = differs.File, migration.BlameWords(differs.Blame)
	}
	row.Budgeted = d.compare("Budgeted", c.Budgeted, file.Budgeted)
	row.Activity = d.compare("Activity", c.Activity, file.Activity)
	row.Balance = d.compare("Balance", c.Balance, file.Balance)
	return row
}

func (d *verifyDrawing) compare(column string, here, file money.Milli) VerifyFigure {
	return VerifyFigure{Column: column, Here: d.Plain(here), File: d.Plain(file), Differs: here != file}
}
