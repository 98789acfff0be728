package chart

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// Calendar is a picture of a month, with a week in each row. Days with larger amounts are darker.
type Calendar struct {
	Title string
	Week  [7]string // the days of a week, from the first column on
	First int       // the column of the first day
	Days  []Day
}

// Day is a day of a calendar.
type Day struct {
	Place
	Lines []string // text below its number
	Part  float64  // the darkness, from 0 to 1
}

const (
	weekHeight  = 22
	dayHeight   = 58
	lightest    = 0.08
	darkest     = 0.35
	dayLetters  = 5 // of an amount, on a phone; longer ones are smaller
	calendarEnd = 4
)

func (c *Calendar) height() int {
	return weekHeight + (c.First+len(c.Days)+6)/7*dayHeight + calendarEnd
}

// SVG returns the picture for a page.
func (c *Calendar) SVG() string {
	return onPage("chart calendar", c.height(), c.Title, c.draw)
}

// File returns the picture as a separate file of a width in pixels, in light colours.
func (c *Calendar) File(width int) string {
	return onPaper("chart calendar", width, c.height(), c.Title, c.draw)
}

func (c *Calendar) draw(b *strings.Builder) {
	const wide = 100.0 / 7
	for n, name := range c.Week {
		fmt.Fprintf(b, `<text class="label" x="%.3f%%" y="14">%s</text>`, wide*(float64(n)+0.5), html.EscapeString(name))
	}
	for n := range c.Days {
		d := &c.Days[n]
		at := c.First + n
		said := html.EscapeString(d.Name + "\n" + d.Also)
		open, end := `<g class="spot">`, "</g>"
		if d.URL != "" {
			open, end = fmt.Sprintf(`<a class="spot" href="%s" aria-label="%s">`, html.EscapeString(d.URL), said), "</a>"
		}
		fmt.Fprintf(b, `<svg x="%.3f%%" y="%d" width="%.3f%%" height="%d">`, wide*float64(at%7), weekHeight+at/7*dayHeight, wide, dayHeight)
		if d.Part > 0 {
			fmt.Fprintf(b, `<rect class="heat" width="100%%" height="100%%" fill-opacity="%.2f"/>`, lightest+(darkest-lightest)*d.Part)
		}
		fmt.Fprintf(b, `<text class="number" x="6" y="16">%s</text>`, html.EscapeString(d.Label))
		for i, line := range d.Lines {
			class := "day-amount"
			if utf8.RuneCountInString(line) > dayLetters {
				class += " long"
			}
			fmt.Fprintf(b, `<text class="%s" x="100%%" dx="-6" y="%d">%s</text>`, class, 34+16*i, html.EscapeString(line))
		}
		fmt.Fprintf(b, `%s<rect class="place" width="100%%" height="100%%"><title>%s</title></rect>%s</svg>`, open, said, end)
	}
}
