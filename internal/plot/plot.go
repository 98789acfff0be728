// Package plot draws figures over time as SVG: bars and lines over a scale, which grow with the room that they are given
// while their words keep their size. A picture works without scripts: each place is a link with its figures in words, so
// that pointing and the keyboard reach them. Colours come from classes (series-0 to series-7), of the page or, in a file
// of its own, of the picture itself.
//
// Floor 1: imports floor 0. Start with Chart.
package plot

import (
	"slices"

	"holdover/internal/cal"
	"holdover/internal/money"
)

// Chart is a picture of amounts at places in a row, such as months.
type Chart struct {
	Title  string   // what it shows, for those who do not see it
	Places []Place  // along the bottom, in their order
	Series []Series // each with an amount for each place
	Sum    string   // what piles are together, said of each place; empty where that says nothing
	Zero   bool     // the scale has nothing on it even where all amounts are far from it
	Text   func(money.Milli) string
	Axis   func(money.Milli) string // shorter, for the scale; nil is Text
}

// Place is where amounts stand: a month or a day.
type Place struct {
	Label string // short: "Mar", "2026"; empty where there is no room for one
	Major bool   // its label stays where others give way, such as a year among months
	Name  string // whole: "March 2026"
	Also  string // what is said of it besides its series; empty for nothing
	URL   string // where it leads to; empty for nowhere
	// From and To are the months of the place, as scripts choose some by dragging: "2026-03"; empty where there are none.
	From, To string
}

// MonthAmong is the place of a month among so many: where they are many, years alone have labels.
func MonthAmong(m cal.Month, many int) Place {
	p := Place{Name: m.Name(), Label: m.First().Time().Format("Jan")}
	if many > 24 {
		p.Label = ""
	}
	if m.Mon() == 1 {
		p.Label, p.Major = m.First().Time().Format("2006"), true
	}
	return p
}

// Series is one thing through all places.
type Series struct {
	Name   string
	Kind   Kind
	Colour int // which of the Colours
	Values []money.Milli
	None   []bool // where there is no figure; nil is nowhere
}

// Kind is how a series is drawn.
type Kind int

// The kinds. Stacked bars of one place lie on each other, positive ones upwards and negative ones downwards; bars stand
// side by side. A line goes straight from place to place; steps keep their height until the next.
const (
	Bars Kind = iota
	Stacked
	Line
	Steps
)

// Colours is how many colours there are.
const Colours = 8

func (s *Series) at(i int) (money.Milli, bool) {
	return s.Values[i], s.None == nil || !s.None[i]
}

// barred says that there are bars or piles.
func (c *Chart) barred() bool {
	return slices.ContainsFunc(c.Series, func(s Series) bool { return s.Kind == Bars || s.Kind == Stacked })
}
