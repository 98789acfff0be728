package migration

import (
	"html/template"

	"holdover/internal/base/money"
	"holdover/internal/logic/chart"
	"holdover/internal/logic/cleanup"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// The colours of a clean-up's chart.
const (
	afterColour  = 0
	sourceColour = 1
	beforeColour = 6
)

// Plot is a chart of To Budget by month: before, after, and YNAB's figure if the file has it.
type Plot struct {
	Picture template.HTML
	Source  bool
}

// plotOf returns the chart of a proposal's months; nil for too few.
func plotOf(p *cleanup.Proposal, f ui.Figures) *Plot {
	n := len(p.Months)
	if n < 2 {
		return nil
	}
	source := chart.Series{Name: "YNAB showed", Kind: chart.Line, Colour: sourceColour}
	before, after := chart.Series{Name: "Before", Kind: chart.Line, Colour: beforeColour}, chart.Series{Name: "After", Kind: chart.Line, Colour: afterColour}
	picture := chart.Chart{
		Title: "To Budget from " + p.Months[0].Month.Name() + " to " + p.Months[n-1].Month.Name(), Zero: true,
		Text: func(m money.Milli) string { return f.Symbol(m).Text }, Axis: func(m money.Milli) string { return f.Plain(m).Text },
	}
	for i := range p.Months {
		m := &p.Months[i]
		picture.Places = append(picture.Places, chart.MonthAmong(m.Month, n))
		before.Values, after.Values = append(before.Values, m.Before), append(after.Values, m.After)
		showed := money.Milli(0)
		if m.Source != nil {
			showed = *m.Source
		}
		source.Values, source.None = append(source.Values, showed), append(source.None, m.Source == nil)
	}
	picture.Series = []chart.Series{source, before, after}
	was, is, of := p.Matched()
	if of > 0 {
		picture.Title += ". It matches YNAB in " + humanize.Count(was) + " of " + humanize.Number(of, "month", "months") + " before and in " + humanize.Count(is) + " after"
	}
	return &Plot{template.HTML(picture.SVG()), of > 0} //nolint:gosec // package plot escapes every text
}
