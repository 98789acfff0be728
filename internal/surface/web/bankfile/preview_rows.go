package bankfile

import (
	"slices"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/rows"
	"holdover/internal/model/humanize"
)

// bankFilters select rows by the effect of the import.
var bankFilters = []struct {
	value, label string
	has          func(*bankimport.Row) bool
}{
	{"all", "All", func(*bankimport.Row) bool { return true }},
	{"new", "New", func(r *bankimport.Row) bool { return r.Verdict == bankimport.VerdictNew && !r.Left }},
	{"alike", "Possible duplicates", func(r *bankimport.Row) bool { return r.Asked }},
	{"matched", "Match existing", func(r *bankimport.Row) bool { return r.Verdict == bankimport.VerdictMatch && !r.Asked }},
	{"there", "Already in the account", func(r *bankimport.Row) bool { return r.Verdict == bankimport.VerdictImported }},
	{"deleted", "Deleted", func(r *bankimport.Row) bool { return r.Verdict == bankimport.VerdictDeleted }},
	{"left", "Left out", func(r *bankimport.Row) bool { return r.Left && r.Verdict != bankimport.VerdictImported }},
}

// rows adds the rows of the page, and the filters.
func (d *bankFileDrawing) rows(p *BankPreview) {
	chosen := bankFilters[0]
	for _, f := range bankFilters {
		if f.value == d.where {
			chosen = f
		}
	}
	counts := make([]int, len(bankFilters))
	var shown []*bankimport.Row
	for i := range d.File.Rows {
		row := &d.File.Rows[i]
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
			p.Filters = append(p.Filters, BankFilter{f.value, f.label, humanize.Count(counts[k]), f.value == chosen.value})
		}
	}
	last := max(1, (len(shown)+rows.PageSize-1)/rows.PageSize)
	page := min(d.page, last)
	from := (page - 1) * rows.PageSize
	to := min(len(shown), from+rows.PageSize)
	p.Pages = BankPages{From: humanize.Count(from + 1), To: humanize.Count(to), Total: humanize.Count(len(shown)), Show: chosen.value, Page: page, Newer: page - 1}
	if page < last {
		p.Pages.Older = page + 1
	}
	for _, row := range shown[from:to] {
		p.Rows = append(p.Rows, d.row(row))
	}
}

func (d *bankFileDrawing) row(r *bankimport.Row) BankRowLine {
	line := BankRowLine{No: r.No, Date: d.day(r.Date), Payee: r.Payee, Notes: r.Memo, Amount: d.Plain(r.Amount), Left: r.Left, Category: r.WhatFor(), ByRules: r.ByRules}
	line.Name = line.Date + " " + line.Payee + " " + line.Amount.Text
	if r.BankText != r.Payee {
		line.BankText = r.BankText
	}
	if r.Existing != nil && (r.Verdict != bankimport.VerdictImported || r.Existing.Date != r.Date || r.Existing.Payee != r.Payee) {
		line.Here = d.day(r.Existing.Date) + "  " + r.Existing.Payee + "  " + d.Plain(r.Existing.Amount).Text
		if r.Existing.Memo != "" {
			line.Here += "  " + r.Existing.Memo
		}
	}
	line.Kind, line.Ticked = rowHere, r.Verdict == bankimport.VerdictNew && !r.Left
	switch {
	case r.Asked:
		line.Kind, line.Says = "", "Possible duplicate"
	case r.Verdict == bankimport.VerdictImported:
		line.Says, line.Quiet = "Already in the account", true
		if r.DecidedByBalance {
			line.Says = "Already in the account, by the closing balance"
		}
	case r.Verdict == bankimport.VerdictDeleted:
		line.Says, line.Quiet = "Deleted earlier", true
	case r.Verdict == bankimport.VerdictMatch:
		line.Says, line.Matches = "Match existing", true
	case r.Existing == nil && !r.Deleted || d.held.Options.AddDeleted:
		line.Says, line.Kind = "New", rowNew
		if r.DecidedByBalance {
			line.Says = "New, by the closing balance"
		}
	default:
		line.Matches = true // the box says "Add as new"
	}
	if r.LeftByRule != "" && r.Verdict == bankimport.VerdictNew {
		line.Kind = rowHere
	}
	switch {
	case r.Left:
		line.Says, line.Category, line.ByRules = "Left out", "", nil
		if r.LeftByRule != "" {
			line.Says = "Left out by a rule: " + r.LeftByRule
		}
	case r.OtherHalf != nil:
		line.Half = d.day(r.OtherHalf.Date) + "  " + r.OtherHalf.Account + "  " + r.OtherHalf.Payee + "  " + d.Plain(r.OtherHalf.Amount).Text
		line.CanLink, line.Linked = !r.Linked || slices.Contains(d.held.Options.Link, r.No), r.Linked
	}
	return line
}
