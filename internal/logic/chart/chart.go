// Package chart draws figures over time as SVG: bars and lines over a scale, which grow with the available width while
// their text keeps its size. A picture works without scripts: each place is a link with its figures as text,
// reachable by pointer and keyboard. Colours come from the classes series-0 to series-7 of the page or, in a separate
// file, of the picture itself.
//
// Start with Chart.
package chart

import (
	"fmt"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// Chart is a picture of amounts at places in a row, such as months.
type Chart struct {
	Title  string   // the text alternative
	Places []Place  // along the bottom, in their order
	Series []Series // each with an amount for each place
	Sum    string   // the label of a stack's sum; empty for none
	Zero   bool     // the scale includes zero even if all amounts are far from it
	Text   func(money.Milli) string
	Axis   func(money.Milli) string // shorter, for the scale; nil is Text
}

// Place is a position on the time axis: a month or a day.
type Place struct {
	Label string // short: "Mar", "2026"; may be empty
	Major bool   // its label is kept when others are dropped, such as a year among months
	Name  string // whole: "March 2026"
	Also  string // additional text; may be empty
	URL   string // the target of its link; may be empty
	// From and To are the months of the place for selection by dragging: "2026-03"; may be empty.
	From, To string
}

// MonthAmong returns the place of a month; among many months only years have labels.
func MonthAmong(m civil.Month, many int) Place {
	p := Place{Name: m.Name(), Label: m.First().Time().Format("Jan")}
	if many > 24 {
		p.Label = ""
	}
	if m.Mon() == 1 {
		p.Label, p.Major = m.First().Time().Format("2006"), true
	}
	return p
}

// Series is the figures of one thing at all places.
type Series struct {
	Name   string
	Kind   Kind
	Colour int // which of the Colours; the same number of further ones are paler
	Values []money.Milli
	None   []bool // places without a figure; nil for none
}

// Kind is the form in which a series is drawn.
type Kind int

// The kinds. Stacked bars of a place are drawn on top of each other, positive ones upwards and negative ones
// downwards; bars are drawn side by side. A line is straight from place to place; steps keep their height until the
// next place. A level has one amount everywhere and is drawn behind the bars.
const (
	Bars Kind = iota
	Stacked
	Line
	Steps
	Level
)

// Colours is the number of colours that are easy to tell apart.
const Colours = 8

// Class returns the classes of a colour in style sheets.
func Class(colour int) string {
	if colour >= Colours {
		return fmt.Sprintf("series-%d pale", colour%Colours)
	}
	return fmt.Sprintf("series-%d", colour)
}

func (s *Series) at(i int) (money.Milli, bool) {
	return s.Values[i], s.has(i)
}

// has reports whether there is a figure for a place.
func (s *Series) has(i int) bool { return i < len(s.Values) && (s.None == nil || !s.None[i]) }

// barred reports whether there are bars or stacks.
func (c *Chart) barred() bool {
	return slices.ContainsFunc(c.Series, func(s Series) bool { return s.Kind == Bars || s.Kind == Stacked })
}
