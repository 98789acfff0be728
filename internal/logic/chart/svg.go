package chart

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"holdover/internal/base/money"
)

// The size of a picture in pixels; its width is that of the page. Amounts are left of it, in a margin defined by the
// style sheet.
const (
	top, foot    = 10, 22
	height       = 240
	inner        = height - top - foot
	gap          = 0.28 // of a place's width, between bars of two places
	shownLabels  = 12
	shownLetters = 30 // of all labels, on a phone
	letter       = 7  // maximum width of a digit next to the scale
)

// SVG returns the picture for a page.
func (c *Chart) SVG() string {
	return onPage("chart"+c.room(), height, c.Title, c.draw)
}

// onPage returns a picture as wide as its container.
func onPage(class string, height int, title string, draw func(*strings.Builder)) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="%s" width="100%%" height="%d" role="group" aria-label="%s">`, class, height, html.EscapeString(title))
	draw(&b)
	b.WriteString("</svg>")
	return b.String()
}

// onPaper returns a picture on white as a separate file with its colours.
func onPaper(class string, width, height int, title string, draw func(*strings.Builder)) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="%s" width="%d" height="%d" role="img" aria-label="%s"><title>%s</title><style>%s</style><rect width="100%%" height="100%%" fill="#fff"/>`,
		class, width, height, html.EscapeString(title), html.EscapeString(title), fileStyle)
	draw(&b)
	b.WriteString("</svg>")
	return b.String()
}

// room returns the class that widens the margin for long amounts: the content security policy forbids inline styles.
func (c *Chart) room() string {
	switch n := c.longest(); {
	case n > 11:
		return " wider"
	case n > 8:
		return " wide"
	}
	return ""
}

// longest returns the length of the longest amount next to the scale.
func (c *Chart) longest() (n int) {
	if len(c.Places) == 0 || len(c.Series) == 0 {
		return 0
	}
	for _, at := range scaleOf(c).lines() {
		n = max(n, utf8.RuneCountInString(c.axis(at)))
	}
	return n
}

// File returns the picture as a separate file of a width in pixels, in light colours.
func (c *Chart) File(width int) string {
	margin := max(64, letter*c.longest()+12)
	return onPaper("chart", width, height+legendHeight, c.Title, func(b *strings.Builder) {
		fmt.Fprintf(b, `<svg x="%d" width="%d" height="%d" overflow="visible">`, margin, width-margin-8, height)
		c.draw(b)
		b.WriteString("</svg>")
		c.legend(b)
	})
}

func (c *Chart) draw(b *strings.Builder) {
	if len(c.Places) == 0 || len(c.Series) == 0 {
		return
	}
	s := scaleOf(c)
	for _, at := range s.lines() {
		y, class := pixel(s.y(at)), "rule"
		if at == 0 {
			class = "rule zero"
		}
		fmt.Fprintf(b, `<line class="%s" x1="0" x2="100%%" y1="%s" y2="%s"/><text class="amount" x="-6" y="%s" dy="4">%s</text>`,
			class, y, y, y, html.EscapeString(c.axis(at)))
	}
	fmt.Fprintf(b, `<svg y="%d" width="100%%" height="%d" viewBox="0 0 1000 %d" preserveAspectRatio="none">`, top, inner, inner)
	c.levels(b, s)
	c.bars(b, s)
	c.lineSeries(b, s)
	b.WriteString("</svg>")
	c.places(b)
}

// axis formats an amount next to its line.
func (c *Chart) axis(at money.Milli) string {
	if c.Axis != nil {
		return c.Axis(at)
	}
	return c.Text(at)
}

// levels draws the lines behind the bars.
func (c *Chart) levels(b *strings.Builder, s scale) {
	for k := range c.Series {
		if l := &c.Series[k]; l.Kind == Level {
			fmt.Fprintf(b, `<path class="line %s" d="M0 %.1fH1000"/>`, Class(l.Colour), s.y(l.Values[0])*inner)
		}
	}
}

// bars draws bars and stacks from the zero line.
func (c *Chart) bars(b *strings.Builder, s scale) {
	side := 0
	for i := range c.Series {
		if c.Series[i].Kind == Bars {
			side++
		}
	}
	width := 1000 / float64(len(c.Places))
	room := width * (1 - gap)
	for place := range c.Places {
		left := width*float64(place) + width*gap/2
		var up, down float64 // the height of the stack so far
		nth := 0
		for k := range c.Series {
			amount, there := c.Series[k].at(place)
			switch c.Series[k].Kind {
			case Bars:
				if there {
					bar(b, c.Series[k].Colour, left+room*float64(nth)/float64(side), room/float64(side), s.y(amount), s.y(0))
				}
				nth++
			case Stacked:
				size := s.y(0) - s.y(amount)
				switch {
				case !there:
				case amount > 0:
					bar(b, c.Series[k].Colour, left, room, s.y(0)-up-size, s.y(0)-up)
					up += size
				default:
					bar(b, c.Series[k].Colour, left, room, s.y(0)-down, s.y(0)-down-size)
					down += size
				}
			case Line, Steps, Level:
			}
		}
	}
}

// bar draws a bar between two heights, in any order.
func bar(b *strings.Builder, colour int, x, width, from, to float64) {
	if from > to {
		from, to = to, from
	}
	if to == from {
		return
	}
	fmt.Fprintf(b, `<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`, Class(colour), x, from*inner, width, (to-from)*inner)
}

// lineSeries draws lines through the middle of the places; a line is broken where a figure is missing.
func (c *Chart) lineSeries(b *strings.Builder, s scale) {
	width := 1000 / float64(len(c.Places))
	for k := range c.Series {
		if c.Series[k].Kind != Line && c.Series[k].Kind != Steps {
			continue
		}
		var path strings.Builder
		joined := false
		for i := range c.Places {
			amount, there := c.Series[k].at(i)
			if !there {
				joined = false
				continue
			}
			x, y := width*(float64(i)+0.5), s.y(amount)*inner
			switch {
			case !joined && !c.Series[k].has(i+1): // a point alone would be invisible
				fmt.Fprintf(&path, "M%.1f %.1fh%.1f", x-width/4, y, width/2)
			case !joined:
				fmt.Fprintf(&path, "M%.1f %.1f", x, y)
			case c.Series[k].Kind == Steps:
				fmt.Fprintf(&path, "H%.1fV%.1f", x, y)
			default:
				fmt.Fprintf(&path, "L%.1f %.1f", x, y)
			}
			joined = true
		}
		if c.barred() { // a line has to be seen before bars of any colour
			fmt.Fprintf(b, `<path class="halo" d="%s"/>`, path.String())
		}
		fmt.Fprintf(b, `<path class="line %s" d="%s"/>`, Class(c.Series[k].Colour), path.String())
	}
}

// places writes the labels, and over each place an element with its figures: a link if it has a target. With little
// space every second label is dropped.
func (c *Chart) places(b *strings.Builder) {
	n, letters := c.labels()
	every := (n + shownLabels - 1) / shownLabels
	crowded := letters/every > shownLetters
	shown := 2*every - c.major()%(2*every) // so that the first major label is not dropped
	for i, p := range c.Places {
		from, width := 100*float64(i)/float64(len(c.Places)), 100/float64(len(c.Places))
		if p.Label != "" {
			if shown%every == 0 {
				class := "label"
				if shown/every%2 == 1 && crowded {
					class = "label second"
				}
				fmt.Fprintf(b, `<text class="%s" x="%.3f%%" y="%d">%s</text>`, class, from+width/2, height-6, html.EscapeString(p.Label))
			}
			shown++
		}
		said, months := html.EscapeString(c.says(i)), ""
		if p.From != "" {
			months = fmt.Sprintf(` data-from="%s" data-to="%s"`, html.EscapeString(p.From), html.EscapeString(p.To))
		}
		area := fmt.Sprintf(`<rect class="place" x="%.3f%%" y="0" width="%.3f%%" height="%d"%s><title>%s</title></rect>`, from, width, height-foot, months, said)
		if p.URL == "" {
			b.WriteString(`<g class="spot">` + area + "</g>")
			continue
		}
		fmt.Fprintf(b, `<a class="spot" href="%s" aria-label="%s">%s</a>`, html.EscapeString(p.URL), said, area)
	}
}

// labels returns the number of labels, at least one, and their total length.
func (c *Chart) labels() (n, letters int) {
	for _, p := range c.Places {
		if p.Label != "" {
			n++
			letters += utf8.RuneCountInString(p.Label)
		}
	}
	return max(1, n), letters
}

// major returns the index of the first major label.
func (c *Chart) major() (before int) {
	for _, p := range c.Places {
		if p.Major {
			return before
		}
		if p.Label != "" {
			before++
		}
	}
	return 0
}

// says returns a place with its figures as text, one per line.
func (c *Chart) says(place int) string {
	lines := []string{c.Places[place].Name}
	var sum money.Milli
	for k := range c.Series {
		if amount, there := c.Series[k].at(place); there {
			lines = append(lines, c.Series[k].Name+": "+c.Text(amount))
			if c.Series[k].Kind == Stacked {
				sum += amount
			}
		}
	}
	if also := c.Places[place].Also; also != "" {
		lines = append(lines, also)
	}
	if c.Sum != "" {
		lines = slices.Insert(lines, 1, c.Sum+": "+c.Text(sum))
	}
	return strings.Join(lines, "\n")
}

func pixel(part float64) string { return fmt.Sprintf("%.1f", top+part*inner) }
