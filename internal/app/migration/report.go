package migration

import (
	"encoding/json"
	"fmt"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/importer"
	"holdover/internal/logic/verification"
	"holdover/internal/model/budget"
	"holdover/internal/model/conversion"
	"holdover/internal/model/humanize"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/storage/planfile"
	"holdover/internal/storage/store"
)

// ImportReport is the report about an import, stored with the budget.
type ImportReport struct {
	File       string         `json:"file"` // the file's name, if it was given
	Plan       string         `json:"plan"` // the plan's name in the document
	Name       string         `json:"name"` // the budget's name here
	Currency   string         `json:"currency"`
	FirstMonth civil.Month    `json:"first_month"`
	LastMonth  civil.Month    `json:"last_month"`
	Counts     Counts         `json:"counts"`
	Notes      importer.Notes `json:"notes"`
	// Answers are the user's answers about the format of a file that is not a plan document; nil for a plan document.
	Answers *conversion.Options `json:"answers,omitempty"`
	// Verification is the comparison with the document right after the import.
	Verification verification.Report `json:"verification"`
}

// addConversion adds the remarks and answers of a conversion. remarks is nil if the file is a plan document.
func (r *ImportReport) addConversion(remarks *conversion.Remarks, answers conversion.Options) {
	if remarks != nil {
		r.Notes.AddRemarks(remarks)
		r.Answers = &answers
	}
}

// reading returns the options with which the file is read again.
func (r *ImportReport) reading() planfile.Options {
	how := planfile.Options{Name: r.File}
	if r.Answers != nil {
		how.Answers = *r.Answers
	}
	return how
}

// told returns the data stored with the document from which the budget was made: the report, completed by the
// verification, and the figures of both. The report omits the evidence, which can be large and which Verify finds
// again.
func (r *ImportReport) told(doc *ynabdoc.Document, w *budget.Whole) (store.DocumentSummary, error) {
	report, figures, err := verification.VerifyMade(doc, r.Notes.Roles, w)
	if err != nil {
		return store.DocumentSummary{}, err
	}
	r.Verification = *report
	r.Verification.Evidence = nil
	r.about(w)
	text, err := json.Marshal(r)
	if err != nil {
		return store.DocumentSummary{}, fmt.Errorf("write the report: %w", err)
	}
	return store.DocumentSummary{Report: text, Figures: figures}, nil
}

// about fills in the totals of a whole budget.
func (r *ImportReport) about(w *budget.Whole) {
	r.Currency, r.Counts = w.Info.Currency.ISOCode, countsOf(w)
	months := spanOf(w)
	for t := range w.EachTransaction() {
		if len(t.Parts) > 0 {
			r.Counts.Splits++
		}
		months.Cover(t.Date.Month())
	}
	r.FirstMonth, r.LastMonth = months.First, months.Last
}

// Counts contains the numbers of records in the budget.
type Counts struct {
	Accounts     int `json:"accounts"`
	Groups       int `json:"groups"`     // the application's own Income apart
	Categories   int `json:"categories"` // income apart
	Payees       int `json:"payees"`
	Transactions int `json:"transactions"`
	Splits       int `json:"splits"`
	Scheduled    int `json:"scheduled"`
	Automatic    int `json:"automatic"` // scheduled transactions that are entered automatically, as at the source
}

// countsOf counts all but the splits, for which the rows have to be read.
func countsOf(w *budget.Whole) Counts {
	return Counts{
		Accounts: len(w.Accounts), Payees: len(w.Payees), Transactions: w.CountTransactions(), Scheduled: len(w.Scheduled),
		Groups:     iterutil.Count(w.Groups, func(g *budget.Group) bool { return !g.Income }),
		Categories: iterutil.Count(w.Categories, func(c *budget.Category) bool { return !c.Income }),
		Automatic:  iterutil.Count(w.Scheduled, func(s *budget.Scheduled) bool { return s.AutoEnter }),
	}
}

// Line is a line of the report for users: a label and a text.
type Line struct {
	Label string
	Items []string
}

// Lines summarises the report, most important first; a line without label continues the previous one.
func (r *ImportReport) Lines() []Line {
	c := r.Counts
	lines := []Line{
		{"Imported", []string{fmt.Sprintf("%q as %s (%s), %s to %s", r.Plan, r.Name, r.Currency, r.FirstMonth, r.LastMonth)}},
		{"", []string{
			humanize.Number(c.Accounts, "account", "accounts"),
			humanize.Number(c.Categories, "category", "categories") + " in " + humanize.Number(c.Groups, "group", "groups"),
			humanize.Number(c.Transactions, "transaction", "transactions") + ", " + humanize.Count(c.Splits) + " split",
			humanize.Number(r.Notes.Links.Pairs, "transfer", "transfers") + " linked",
			humanize.Count(c.Scheduled) + " scheduled",
		}},
	}
	lines = append(lines, r.renamed()...)
	lines = append(lines, r.skipped()...)
	lines = append(lines, r.notImported()...)
	lines = append(lines, r.worthALook()...)
	return append(lines, r.verified()...)
}

// verified compares the figures with the file's.
func (r *ImportReport) verified() []Line {
	v := &r.Verification
	same := iterutil.Count(v.Accounts, func(a *verification.AccountLine) bool { return a.Blame == "" })
	said := fmt.Sprintf("%s of %s, %s of %s match the file",
		humanize.Count(same), humanize.Number(len(v.Accounts), "account", "accounts"),
		humanize.Count(v.Cells.Compared-v.Cells.Different), humanize.Number(v.Cells.Compared, "category figure", "category figures"))
	if same < len(v.Accounts) || v.Cells.Different > 0 || v.Cells.Compared == 0 {
		said = strings.TrimSuffix(v.Sentence, ".") // the reasons follow
	}
	lines := []Line{{"Verified", []string{said}}}
	lines = append(lines, Line{"", []string{v.ToBudget}})
	for _, reason := range v.Reasons {
		lines = append(lines, Line{"", []string{"- " + reason}})
	}
	return lines
}

func (r *ImportReport) renamed() []Line {
	if len(r.Notes.Renames) == 0 {
		return nil
	}
	items := make([]string, len(r.Notes.Renames))
	for i, n := range r.Notes.Renames {
		items[i] = strings.TrimSpace(n.From) + " -> " + n.To
		if n.Group != "" {
			items[i] += " (group " + n.Group + ")"
		}
	}
	return []Line{{"Renamed", few(items)}}
}

func (r *ImportReport) skipped() []Line {
	total, deleted := 0, 0
	for _, a := range r.Notes.Arrays {
		total, deleted = total+a.Skipped, deleted+a.Deleted()
	}
	where := "in YNAB"
	if r.Notes.Format != "" {
		where = "before the export"
	}
	text := humanize.Number(total, "record", "records")
	switch {
	case total == 0:
		return nil
	case total == deleted:
		text += " deleted " + where
	case deleted > 0:
		text += ", " + humanize.Count(deleted) + " of them deleted " + where
	}
	return []Line{{"Skipped", []string{text}}}
}

// notImported lists the kinds of data without a counterpart in Holdover.
func (r *ImportReport) notImported() []Line {
	if len(r.Notes.Lost) == 0 {
		return nil
	}
	items := iterutil.Map(r.Notes.Lost, func(l conversion.Lost) string { return l.What + " (" + humanize.Count(l.Count) + ")" })
	return []Line{{"Left out", few(items)}}
}

// worthALook lists the contents of the file that are probably wrong.
func (r *ImportReport) worthALook() []Line {
	var items []string
	if n := len(r.Notes.Revived); n > 0 {
		items = append(items, humanize.Number(n, "deleted record is", "deleted records are")+" still referred to and came in hidden or closed")
	}
	if n := r.Notes.Links.NotLinked; n > 0 {
		items = append(items, humanize.Number(n, "side of a transfer has", "sides of transfers have")+" no other side")
	}
	if n := len(r.Notes.Contradictions); n > 0 {
		items = append(items, "the file is inconsistent in "+humanize.Number(n, "account figure", "account figures"))
	}
	if n := r.OtherContradictions(); n > 0 {
		items = append(items, "the file is inconsistent in "+humanize.Number(n, "figure", "figures")+" of months, categories and targets, which verification lists")
	}
	for _, w := range r.Notes.Warnings {
		items = append(items, strings.TrimSuffix(w.Text, ".")+" ("+humanize.Count(w.Count)+")")
	}
	lines := iterutil.Map(items, func(item string) Line { return Line{"", []string{item}} })
	if len(lines) > 0 {
		lines[0].Label = "Look at"
	}
	return lines
}

// OtherContradictions returns the number of contradictions in the file, apart from those about accounts, that
// verification lists.
func (r *ImportReport) OtherContradictions() int {
	accounts := iterutil.Count(r.Verification.Accounts, func(a *verification.AccountLine) bool { return a.Blame == verification.FileContradicts })
	return max(0, len(r.Verification.Contradictions)-accounts)
}

// few returns the first of many items, and how many more there are.
func few(items []string) []string {
	const shown = 8
	if len(items) <= shown {
		return items
	}
	return append(items[:shown:shown], "and "+humanize.Count(len(items)-shown)+" more")
}

// spanOf returns the months with data, without transactions.
func spanOf(w *budget.Whole) (s civil.Span) {
	for i := range w.Cells {
		s.Cover(w.Cells[i].Month)
	}
	for i := range w.Months {
		s.Cover(w.Months[i].Month)
	}
	for i := range w.Rollovers {
		s.Cover(w.Rollovers[i].From)
	}
	return s
}
