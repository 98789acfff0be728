package cli

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"holdover/internal/base/money"
)

// cutTo is the number of characters to which a text is truncated before a column is omitted.
const cutTo = 8

// narrow fits a table to the terminal: it cuts the longest texts, then drops columns, the last first. It returns the
// widths of the remaining columns. Without a terminal nothing is dropped.
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

// over returns the excess width of lines if texts are cut to least, or not cut for 0. Bars and the names next to them
// adapt separately.
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

// tooNarrow reports whether lines would exceed the terminal even with cut texts and dropped columns.
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

// printDown prints each row as several lines: its first cell, then each title with its cell. A cell without a title
// follows the previous one. Only bars are cut; long texts wrap.
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

// hanging wraps a text at a column, with hanging indentation if there is space for more than a few characters.
func (t *table) hanging(text string, column int) string {
	if column+cutTo > t.p.width {
		return text
	}
	return strings.ReplaceAll(ansi.Wrap(text, t.p.width-column, ""), "\n", "\n"+strings.Repeat(" ", column))
}

// gauge is a cell with a bar for an amount relative to the largest one, in the last column of a table. It uses the
// available width.
type gauge struct{ amount, largest money.Milli }

const (
	maxBar  = 24 // characters of the longest bar
	minBar  = 4  // shorter ones are not readable
	minName = 16 // minimum characters of the first column before bars are omitted, or a third of the line
)

// draw returns a bar that has the full width for the largest amount.
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

// fit reserves space for the bars of a table and shortens names in the first column if a line would exceed the
// terminal.
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
