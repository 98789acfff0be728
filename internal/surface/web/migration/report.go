package migration

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdover/internal/app/migration"
	"holdover/internal/app/pageframe"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// filesSection lists the files imported into a budget, the newest first.
func filesSection(kept []migration.KeptDocument, l ui.Links, now time.Time) ReportSection {
	s := ReportSection{
		Title: "Files", Count: humanize.Count(len(kept)), Intro: "Every imported file is stored. The budget is compared with one of them; undo returns to an earlier one.",
		Table: Table{Columns: []Column{{"File", false}, {"Imported", false}, {"Use", false}, {"Download", false}}},
	}
	for _, d := range slices.Backward(kept) {
		name, use := cmp.Or(d.File, "File "+strconv.FormatInt(d.No, 10)), ""
		if d.Current {
			use = "compared with"
		}
		download := TableCell{Text: "Download", URL: l.To("original?number=" + strconv.FormatInt(d.No, 10))}
		s.Table.Rows = append(s.Table.Rows, []TableCell{{Text: name}, {Text: ui.Ago(d.At, now)}, {Text: use}, download})
	}
	return s
}

// ShowImportReport shows the report of an import.
func ShowImportReport(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame) error {
	got, err := r.App.Report(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	kept, err := r.App.Documents(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	p := reportPage(&got, f.Budget.CurrencyFormat)
	for _, d := range kept {
		if d.Current {
			p.Checked = "when it was imported, " + ui.Ago(d.At, r.Now)
		}
	}
	if f.MayChange() {
		asked, err := r.App.AskCards(r.Context(), r.Actor, r.BudgetID)
		if err != nil {
			return err
		}
		p.Ask = askCards(asked, ui.Figures{Format: f.Budget.CurrencyFormat}, r.To("report"))
	}
	if len(kept) > 1 {
		p.Sections = append(p.Sections, filesSection(kept, r.Links, r.Now))
	}
	shorten(p.Sections, r.URL.Query().Get("all") != "", r.To("report?all=1"))
	p.BudgetURL, p.VerifyURL = r.Base, r.To("verification")
	if got.Notes.Format == "" {
		p.CleanURL = r.To("clean-up")
	}
	p.Sidebar = ui.SidebarOf(f, ui.OnImportReport, "")
	return r.Render(w, http.StatusOK, p)
}

// ImportReportPage shows the result of an import and whether the figures match.
type ImportReportPage struct {
	ui.Frame
	Mark      Mark
	Sentence  string
	Ask       *CardsQuestion // nil if there is nothing to ask
	Checked   string         // when the figures were compared
	ToBudget  string         // a sentence on To Budget
	Reasons   []string       // causes of the difference
	Explained string         // other remarks
	Numbers   []Number
	Sections  []ReportSection
	BudgetURL string
	VerifyURL string
	CleanURL  string // empty unless the file is a plan document
}

// Mark is the result of a report, and its class name in the style sheet.
type Mark string

// The marks.
const (
	AllMatch    Mark = "match"
	Explained   Mark = "explained"   // differences with known reasons
	Unexplained Mark = "unexplained" // some differences have no known reason
)

// Number is a count in large type.
type Number struct {
	Value string
	Label string
	Note  string
}

// ReportSection is a table that opens on demand.
type ReportSection struct {
	Title string
	Count string
	Intro string
	Warns bool // needs attention
	Open  bool
	Table Table
	// More is the number of rows not listed. AllURL lists them.
	More, AllURL string
}

// maxListed is the number of rows of a section that a page lists initially.
const maxListed = 300

// shorten limits long sections to their first rows, unless all are requested.
func shorten(sections []ReportSection, all bool, url string) {
	for i := range sections {
		s := &sections[i]
		if more := len(s.Table.Rows) - maxListed; more > 0 && !all {
			s.Table.Rows = s.Table.Rows[:maxListed]
			s.More, s.AllURL = "and "+humanize.Count(more)+" more", url
		}
	}
}

// Table is a plain table of a report.
type Table struct {
	Columns []Column
	Rows    [][]TableCell
}

// Column is a column's heading.
type Column struct {
	Title   string
	Numbers bool
}

// TableCell is text or a number in a table.
type TableCell struct {
	Text    string
	Numbers bool
	Sign    ui.Sign
	URL     string // address of a file to download, or empty
}

func (*ImportReportPage) Template() string { return "import_report" }

// figureCell returns the cell of an amount.
func figureCell(f ui.Figure) TableCell { return TableCell{Text: f.Text, Numbers: true, Sign: f.Sign} }

// verification returns the comparison with the file and its differences.
func (d *reportDrawing) verification() []ReportSection {
	return filled(d.accountsThatDiffer(), d.figuresThatDiffer(), d.toBudgetByMonth())
}

// filled returns the sections that have rows, and sets missing counts.
func filled(sections ...ReportSection) (all []ReportSection) {
	for _, s := range sections {
		if len(s.Table.Rows) > 0 {
			s.Count = cmp.Or(s.Count, humanize.Count(len(s.Table.Rows)))
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
				{Text: a.Name}, figureCell(d.Plain(a.Ours)), figureCell(d.Plain(a.File)), figureCell(d.Plain(a.Ours - a.File)), {Text: migration.BlameWords(a.Blame)},
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
			{Text: c.Group + ": " + c.Name}, {Text: c.Month.Name()}, figureCell(d.Plain(c.Ours.Balance)), figureCell(d.Plain(c.File.Balance)), {Text: migration.BlameWords(c.Blame)},
		})
	}
	return s
}

// toBudgetByMonth lists To Budget and Ready to Assign of the months in which they differ, newest first, with the
// causes.
func (d *reportDrawing) toBudgetByMonth() ReportSection {
	s := ReportSection{
		Title: "To Budget and Ready to Assign",
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
			causes = append(causes, d.Plain(c.Amount).Text+" "+migration.CauseWords(c.Cause))
		}
		s.Table.Rows = append(s.Table.Rows, []TableCell{
			{Text: m.Month.Name()},
			figureCell(d.Plain(m.ToBudget)), figureCell(d.Plain(m.Source)), figureCell(d.Plain(m.Difference)),
			figureCell(d.Plain(m.Unexplained)),
			{Text: strings.Join(causes, "; ")},
		})
	}
	return s
}
