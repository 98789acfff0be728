package migration

import (
	"maps"
	"slices"
	"strings"

	"holdover/internal/model/humanize"

	"holdover/internal/app/migration"
	"holdover/internal/base/money"
	"holdover/internal/logic/verification"
	"holdover/internal/surface/ui"
)

// reportPage renders the report of an import.
func reportPage(r *migration.ImportReport, format money.Format) *ImportReportPage {
	d := &reportDrawing{ImportReport: r, Figures: ui.Figures{Format: format}}
	return &ImportReportPage{
		Frame: ui.Frame{Title: "Import report"}, Mark: markOf(&d.Verification), Sentence: r.Verification.Sentence,
		ToBudget: d.Verification.ToBudget, Reasons: d.Verification.Reasons, Explained: d.explained(), Numbers: d.numbers(), Sections: append(d.verification(), d.sections()...),
	}
}

type reportDrawing struct {
	*migration.ImportReport
	ui.Figures
}

// markOf returns the result of a report's sentence: all figures equal, differences with known causes, or unexplained
// ones.
func markOf(r *verification.Report) Mark {
	switch {
	case !r.Sound():
		return Unexplained
	case r.Differs():
		return Explained
	}
	return AllMatch
}

func (d *reportDrawing) explained() string {
	var says []string
	if n := len(d.Notes.Renames); n > 0 {
		says = append(says, humanize.Number(n, "duplicate name was renamed.", "duplicate names were renamed."))
	}
	if n := len(d.Notes.Contradictions); n > 0 {
		says = append(says, "The file is inconsistent in "+humanize.Number(n, "account figure.", "account figures."))
	}
	if n := d.OtherContradictions(); n > 0 {
		says = append(says, "The file is inconsistent in "+humanize.Number(n, "figure", "figures")+" of months, categories and targets, which verification lists.")
	}
	if n := d.Notes.Links.NotLinked; n > 0 {
		says = append(says, humanize.Number(n, "side of a transfer has no other side.", "sides of transfers have no other side."))
	}
	return strings.Join(says, " ")
}

func (d *reportDrawing) numbers() []Number {
	c, n := d.Counts, d.Notes
	numbers := []Number{
		{humanize.Count(c.Accounts), humanize.Noun(c.Accounts, "account", "accounts"), ui.MonthsText(d.FirstMonth, d.LastMonth)},
		{humanize.Count(c.Categories), humanize.Noun(c.Categories, "category", "categories"), "in " + humanize.Number(c.Groups, "group", "groups")},
		{humanize.Count(c.Transactions), humanize.Noun(c.Transactions, "transaction", "transactions"), humanize.Number(c.Splits, "of them split", "of them split")},
		{humanize.Count(n.Links.Pairs), humanize.Noun(n.Links.Pairs, "transfer", "transfers"), "both sides linked"},
		{humanize.Count(c.Payees), humanize.Noun(c.Payees, "payee", "payees"), ""},
	}
	if c.Scheduled > 0 {
		automatic := "none is automatic yet"
		if c.Automatic > 0 {
			automatic = humanize.Count(c.Automatic) + " automatic, as before"
		}
		numbers = append(numbers, Number{humanize.Count(c.Scheduled), "scheduled", automatic})
	}
	return numbers
}

func (d *reportDrawing) sections() []ReportSection {
	n := &d.Notes
	var all []ReportSection
	var rows [][]TableCell
	add := func(s ReportSection, columns ...Column) {
		s.Table = Table{Columns: columns, Rows: rows}
		all, rows = append(all, s), nil
	}
	for _, c := range n.Contradictions {
		rows = append(rows, []TableCell{{Text: c.Account}, {Text: fieldName(c.Field)}, figureCell(d.Plain(c.Rows)), figureCell(d.Plain(c.File))})
	}
	add(ReportSection{Title: "The file is inconsistent", Warns: true, Open: true, Intro: "An account's figure in the file does not match the sum of its transactions. Holdover uses the sum of the transactions."},
		Column{"Account", false}, Column{"Figure", false}, Column{"Its transactions", true}, Column{"The file says", true})
	for _, w := range n.Warnings {
		rows = append(rows, []TableCell{{Text: w.Text}, countCell(w.Count), {Text: firstOf(w.Records)}})
	}
	add(ReportSection{Title: "To check", Warns: true}, Column{"What", false}, Column{"How many", true}, Column{"Which", false})
	for _, l := range n.Lost {
		rows = append(rows, []TableCell{{Text: l.What}, countCell(l.Count), {Text: l.Value}})
	}
	add(ReportSection{Title: "Left out", Intro: "Data of the file that has no counterpart in Holdover. The file itself is stored and can be downloaded."},
		Column{"What", false}, Column{"How many", true}, Column{"The first", false})
	for _, r := range n.Renames {
		rows = append(rows, []TableCell{{Text: r.From}, {Text: r.To}, {Text: where(r.Group)}})
	}
	add(ReportSection{Title: "Renamed", Intro: "Duplicate names were renamed. The first in the file kept its name."},
		Column{"Was", false}, Column{"Is now", false}, Column{"Where", false})
	for _, s := range n.Links.Unlinked {
		rows = append(rows, []TableCell{{Text: s.Date.String()}, {Text: s.Account}, {Text: s.Other}, figureCell(d.Plain(s.Amount)), {Text: s.Why}})
	}
	add(ReportSection{Title: "Transfers without their other side", Count: humanize.Count(n.Links.NotLinked)},
		Column{"Date", false}, Column{"Account", false}, Column{"Other account", false}, Column{"Amount", true}, Column{"Why", false})
	rows, s := d.accounted()
	add(s, Column{"Records", false}, Column{"In the file", true}, Column{"Imported", true}, Column{"Merged", true}, Column{"Skipped", true}, Column{"Why", false})
	for _, r := range n.Revived {
		rows = append(rows, []TableCell{{Text: r.Kind}, {Text: r.Name}, {Text: r.How}})
	}
	add(ReportSection{Title: "Deleted, but still in use"}, Column{"Record", false}, Column{"Name", false}, Column{"Imported as", false})
	for _, h := range n.Hidden {
		rows = append(rows, []TableCell{{Text: h.Name}, {Text: where(h.Group)}})
	}
	add(ReportSection{Title: "Hidden", Intro: "Toggle Hidden Categories in the menu next to Categories shows them."}, Column{"Name", false}, Column{"Where", false})
	return filled(all...)
}

// firstOf lists the first records of a warning in one text.
func firstOf(records []string) string {
	const shown = 5
	if len(records) > shown {
		return strings.Join(records[:shown], "; ") + "; …"
	}
	return strings.Join(records, "; ")
}

// accounted lists the records of the file and the result of importing them.
func (d *reportDrawing) accounted() (rows [][]TableCell, s ReportSection) {
	total := 0
	for _, name := range slices.Sorted(maps.Keys(d.Notes.Arrays)) {
		c := d.Notes.Arrays[name]
		if c.InFile == 0 {
			continue
		}
		total += c.InFile
		var why []string
		for _, r := range c.Reasons {
			why = append(why, humanize.Count(r.Count)+" "+r.Why)
		}
		rows = append(rows, []TableCell{
			{Text: strings.ReplaceAll(name, "_", " ")},
			countCell(c.InFile), countCell(c.Kept), countCell(c.Merged), countCell(c.Skipped),
			{Text: strings.Join(why, ", ")},
		})
	}
	return rows, ReportSection{Title: "All records", Count: humanize.Count(total), Intro: "The records of the file and how they were imported."}
}

func countCell(n int) TableCell {
	sign := ui.Plus
	if n == 0 {
		sign = ui.Zero
	}
	return TableCell{Text: humanize.Count(n), Numbers: true, Sign: sign}
}

func where(group string) string {
	if group == "" {
		return "a group"
	}
	return "in the group " + group
}

func fieldName(field string) string { return strings.ReplaceAll(field, "_", " ") }
