package bring

import (
	"strconv"
	"strings"

	"holdover/internal/cleanup"
	"holdover/internal/money"
	"holdover/internal/ui"
	"holdover/internal/words"
)

// Plot is To Budget by month as lines in a box of plotWidth by plotHeight:
// before, after, and what YNAB showed.
type Plot struct {
	Label                 string // what it shows, for those who do not see it
	Before, After, Source string // points of a polyline
	Zero                  string // the height of nothing, empty where it is outside
	Top, Bottom           ui.Figure
	First, Last           string
	Width, Height         int
}

const (
	plotWidth  = 720
	plotHeight = 128
	plotMargin = 6
)

// plotOf draws the months of a proposal; nil where there are too few.
func plotOf(p *cleanup.Proposal, f ui.Figures) *Plot {
	n := len(p.Months)
	if n < 2 {
		return nil
	}
	lo, hi := money.Milli(0), money.Milli(0)
	for i := range p.Months {
		m := &p.Months[i]
		lo, hi = min(lo, m.Before, m.After), max(hi, m.Before, m.After)
		if m.Source != nil {
			lo, hi = min(lo, *m.Source), max(hi, *m.Source)
		}
	}
	s := plotScale{n: n, lo: lo, hi: max(hi, lo+1)}
	plot := &Plot{
		Top: f.Symbol(hi), Bottom: f.Symbol(lo), Zero: s.y(0), Width: plotWidth, Height: plotHeight,
		First: p.Months[0].Month.Name(), Last: p.Months[n-1].Month.Name(),
	}
	var before, after, source []string
	for i := range p.Months {
		m := &p.Months[i]
		before, after = append(before, s.point(i, m.Before)), append(after, s.point(i, m.After))
		if m.Source != nil {
			source = append(source, s.point(i, *m.Source))
		}
	}
	plot.Before, plot.After, plot.Source = strings.Join(before, " "), strings.Join(after, " "), strings.Join(source, " ")
	was, is, of := p.Matched()
	plot.Label = "To Budget from " + plot.First + " to " + plot.Last + ", between " + plot.Bottom.Text + " and " + plot.Top.Text
	if of > 0 {
		plot.Label += ". It is YNAB's figure in " + words.Count(was) + " of " + words.Number(of, "month", "months") + " before and in " + words.Count(is) + " after"
	}
	return plot
}

// plotScale brings months and amounts into the box.
type plotScale struct {
	n      int
	lo, hi money.Milli
}

func (s plotScale) point(i int, amount money.Milli) string {
	x := plotMargin + float64(i)*float64(plotWidth-2*plotMargin)/float64(s.n-1)
	return strconv.FormatFloat(x, 'f', 1, 64) + "," + s.y(amount)
}

// y is the height of an amount; it is only for looking at.
func (s plotScale) y(amount money.Milli) string {
	part := float64(s.hi-amount) / float64(s.hi-s.lo)
	return strconv.FormatFloat(plotMargin+part*(plotHeight-2*plotMargin), 'f', 1, 64)
}
