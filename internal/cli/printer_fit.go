package cli

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"holdover/internal/money"
)

// cutTo is how many characters are left of a text before a column is left out.
const cutTo = 8

// narrow lets a table fit the terminal: the longest texts are cut, then columns are left out, the last first. It gives
// the widths of the columns that stay. Without a terminal nothing is left out.
func (t *table) narrow(widths []int) []int {
	for t.over(widths, cutTo) > 0 {
		i := lastOf(t.spare)
		if i < 0 {
			break
		}
		widths = t.leaveOut(widths, i)
	}
	for over := t.over(widths, 0); over > 0; over-- {
		longest := -1
		for i, w := range widths {
			if t.cut[i] && w > cutTo && (longest < 0 || w > widths[longest]) {
				longest = i
			}
		}
		if longest < 0 {
			break
		}
		widths[longest]--
	}
	for _, row := range t.rows {
		for i := range row {
			if t.cut[i] {
				row[i].text = ansi.Truncate(row[i].text, widths[i], "…")
			}
		}
	}
	return widths
}

// over is by how much lines are longer than the terminal's where what can be cut is cut to least, 0 for not at all. Bars and the
// names beside them give way by themselves.
func (t *table) over(widths []int, least int) int {
	if t.p.width == 0 {
		return 0
	}
	total := 2 * (len(widths) - 1)
	for i, w := range widths {
		switch {
		case t.gauged && i == 0:
			w = min(w, max(minName, t.p.width/3))
		case t.cut[i] && least > 0:
			w = min(w, least)
		}
		total += w
	}
	return total - t.p.width
}

func lastOf(columns []bool) int {
	for i, is := range slices.Backward(columns) {
		if is {
			return i
		}
	}
	return -1
}

func (t *table) leaveOut(widths []int, i int) []int {
	t.gauged = t.gauged && i < len(widths)-1
	t.right, t.cut, t.spare = slices.Delete(t.right, i, i+1), slices.Delete(t.cut, i, i+1), slices.Delete(t.spare, i, i+1)
	for n, row := range t.rows {
		if row != nil {
			t.rows[n] = slices.Delete(row, i, i+1)
		}
	}
	return slices.Delete(widths, i, i+1)
}

// tooNarrow says that lines would be longer than the terminal's though texts are cut and columns left out.
func (t *table) tooNarrow(widths []int) bool {
	least := -2
	for i, w := range widths {
		if t.cut[i] || t.gauged && i == 0 {
			w = min(w, cutTo)
		}
		if !t.spare[i] {
			least += w + 2
		}
	}
	return t.p.width > 0 && least > t.p.width
}

// printDown prints each row as lines: its first cell, then the titles of the others with what is in them. A cell without a
// title stands behind the one before it. Nothing is cut or left out but bars; long texts go on in the next line.
func (t *table) printDown() {
	head, rows := t.rows[0], t.rows[1:]
	titles, figures := 0, 0
	for i := 1; i < len(head); i++ {
		titles = max(titles, ansi.StringWidth(head[i].text))
		for _, row := range rows {
			if row != nil && t.right[i] {
				figures = max(figures, ansi.StringWidth(row[i].text))
			}
		}
	}
	for _, row := range rows {
		if row == nil {
			t.p.write(strings.Repeat("─", t.p.width) + "\n")
			continue
		}
		text := row[0].text
		for i := 1; i < len(row); i++ {
			if row[i].text == "" {
				continue
			}
			if head[i].text != "" {
				text += "\n    " + t.set(head[i], titles, false)
			}
			text += "  "
			if t.right[i] {
				text += t.set(row[i], figures, true)
			} else {
				text += t.hanging(row[i].text, ansi.StringWidth(text[strings.LastIndexByte(text, '\n')+1:]))
			}
		}
		t.p.write(strings.TrimPrefix(text, "\n") + "\n")
	}
}

// hanging is a text that begins at a column, in lines that all do, where there is room for more than a few letters.
func (t *table) hanging(text string, column int) string {
	if column+cutTo > t.p.width {
		return text
	}
	return strings.ReplaceAll(ansi.Wrap(text, t.p.width-column, ""), "\n", "\n"+strings.Repeat(" ", column))
}

// gauge is a cell that draws an amount beside the largest one, in the last column of a table: as long as the terminal has room.
// It is only for looking at.
type gauge struct{ amount, largest money.Milli }

const (
	maxBar  = 24 // characters of the longest bar
	minBar  = 4  // shorter ones tell nothing
	minName = 16 // characters of the first column before bars give way, or a third of the line
)

// draw draws a bar that is as long as room where the amount is the largest.
func (g gauge) draw(room int) string {
	if g.largest <= 0 || g.amount == 0 || room < minBar {
		return ""
	}
	eighths := int(float64(g.amount.Abs()) / float64(g.largest) * float64(room) * 8)
	eighths = min(max(eighths, 1), room*8)
	drawn := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		drawn += string([]rune(" ▏▎▍▌▋▊▉")[rest])
	}
	return drawn
}

// fit makes room for the bars of a table, and shortens names of its first column where a line would be longer than the
// terminal's.
func (t *table) fit(widths []int) {
	last := len(widths) - 1
	room := maxBar
	if t.p.width > 0 {
		taken := 2 * last
		for _, w := range widths[:last] {
			taken += w
		}
		if over := taken + maxBar - t.p.width; over > 0 {
			shorter := min(widths[0], max(minName, t.p.width/3, widths[0]-over))
			taken -= widths[0] - shorter
			widths[0] = shorter
		}
		if over := taken - t.p.width; over > 0 {
			widths[0] = max(cutTo, widths[0]-over)
		}
		room = min(maxBar, t.p.width-taken)
	}
	for _, row := range t.rows {
		if row == nil {
			continue
		}
		row[0].text = ansi.Truncate(row[0].text, widths[0], "…")
		if g := row[last].gauge; g != nil {
			row[last].text = g.draw(room)
			widths[last] = max(widths[last], ansi.StringWidth(row[last].text))
		}
	}
}
