package web

import (
	"holdover/internal/app"
	"holdover/internal/cal"
)

func (d *bankFileDrawing) day(day cal.Date) string { return day.In(d.budget.DateFormat) }

// deletedRows is how many rows were deleted here earlier, added again or not.
func (d *bankFileDrawing) deletedRows() int {
	n := 0
	for i := range d.BankFile.Rows {
		if d.BankFile.Rows[i].Deleted {
			n++
		}
	}
	return n
}

// bankFilters choose rows by what happens to them.
var bankFilters = []struct {
	value, label string
	has          func(*app.BankRow) bool
}{
	{"all", "All", func(*app.BankRow) bool { return true }},
	{"new", "New", func(r *app.BankRow) bool { return r.Verdict == app.BankNew && !r.Left }},
	{"alike", "Look alike", func(r *app.BankRow) bool {
		return r.Verdict == app.BankLikely || r.Verdict == app.BankNew && r.Here != nil
	}},
	{"there", "Here already", func(r *app.BankRow) bool { return r.Verdict == app.BankThere }},
	{"deleted", "Deleted", func(r *app.BankRow) bool { return r.Verdict == app.BankDeleted }},
	{"left", "Left out", func(r *app.BankRow) bool { return r.Left && r.Verdict != app.BankThere }},
}

// rows are those of the page, with what chooses among them.
func (d *bankFileDrawing) rows(p *BankPreview) {
	chosen := bankFilters[0]
	for _, f := range bankFilters {
		if f.value == d.where {
			chosen = f
		}
	}
	counts := make([]int, len(bankFilters))
	var shown []*app.BankRow
	for i := range d.BankFile.Rows {
		row := &d.BankFile.Rows[i]
		for k, f := range bankFilters {
			if f.has(row) {
				counts[k]++
			}
		}
		if chosen.has(row) {
			shown = append(shown, row)
		}
	}
	for k, f := range bankFilters {
		if counts[k] > 0 {
			p.Filters = append(p.Filters, BankFilter{f.value, f.label, thousands(counts[k]), f.value == chosen.value})
		}
	}
	last := max(1, (len(shown)+app.PageRows-1)/app.PageRows)
	page := min(d.page, last)
	from := (page - 1) * app.PageRows
	to := min(len(shown), from+app.PageRows)
	p.Pages = BankPages{From: thousands(from + 1), To: thousands(to), Total: thousands(len(shown)), Show: chosen.value, Page: page, Newer: page - 1}
	if page < last {
		p.Pages.Older = page + 1
	}
	for _, row := range shown[from:to] {
		p.Rows = append(p.Rows, d.row(row))
	}
}

func (d *bankFileDrawing) row(r *app.BankRow) BankRowLine {
	line := BankRowLine{No: r.No, Date: d.day(r.Date), Payee: r.Payee, Notes: r.Memo, Amount: d.plain(r.Amount), Left: r.Left, Category: r.Category}
	line.Name = line.Date + " " + line.Payee + " " + line.Amount.Text
	if r.BankText != r.Payee {
		line.BankText = r.BankText
	}
	if r.Here != nil && (r.Verdict != app.BankThere || r.Here.Date != r.Date || r.Here.Payee != r.Payee) {
		line.Here = d.day(r.Here.Date) + "  " + r.Here.Payee + "  " + d.plain(r.Here.Amount).Text
		if r.Here.Memo != "" {
			line.Here += "  " + r.Here.Memo
		}
	}
	switch r.Verdict {
	case app.BankThere:
		line.Says, line.Quiet = "Here already", true
	case app.BankDeleted:
		line.Says, line.Quiet = "Deleted here earlier", true
	case app.BankLikely:
		line.Says, line.Alike, line.Choice = "Looks like one that is here", true, "same"
	case app.BankNew:
		line.Says, line.Box = "New", true
		if r.Here != nil {
			line.Says, line.Alike, line.Box, line.Choice = "Looks like one that is here", true, false, "add"
		}
	}
	if r.Left && !line.Quiet {
		line.Choice, line.Category = "leave", ""
		if line.Box {
			line.Says = "Left out"
		}
	}
	return line
}
