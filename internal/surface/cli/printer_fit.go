package cli

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"holdover/internal/base/money"
)

// cutTo is the number of characters to which a text is truncated before a column is omitted.
const cutTo = 8

// narrow fits a table to the terminal: it drops columns, the last first, then shortens the longest texts. Bars are
// shortened before texts of minName characters. It returns the widths of the remaining columns. Without a terminal
// nothing is dropped.
func (t *table) narrow(widths []int) []int {
	for i := len(widths) - 1; i >= 0 && t.p.width > 0 && t.least(widths, true) > t.p.width; i-- {
		if t.spare[i] {
			widths = t.leaveOut(widths, i)
		}
	}
	last := len(widths) - 1
	if t.gauged {
		widths[last] = maxBar
	}
	for over := lineWidth(widths) - t.p.width; over > 0 && t.p.width > 0; over-- {
		shorter := t.longestText(widths)
		if t.gauged && widths[last] > 0 && (shorter < 0 || widths[shorter] <= max(minName, t.p.width/3)) {
			shorter = last
		}
		if shorter < 0 {
			break
		}
		widths[shorter]--
	}
	for _, row := range t.rows {
		for i := range row {
			if t.cut[i] {
				row[i].text = ansi.Truncate(row[i].text, widths[i], "…")
			}
		}
	}
	if t.gauged {
		widths[last] = t.drawBars(widths[last])
	}
	return widths
}

// longestText returns the column with the longest text that can be cut, or -1.
func (t *table) longestText(widths []int) int {
	longest := -1
	for i, w := range widths {
		if t.cut[i] && w > cutTo && (longest < 0 || w > widths[longest]) {
			longest = i
		}
	}
	return longest
}

// least returns the width of a line with cut texts and without bars, with or without the columns that may be omitted.
func (t *table) least(widths []int, withSpare bool) int {
	total := -2
	for i, w := range widths {
		switch {
		case t.spare[i] && !withSpare:
			continue
		case t.gauged && i == len(widths)-1:
			w = 0
		case t.cut[i]:
			w = min(w, cutTo)
		}
		total += w + 2
	}
	return total
}

// lineWidth returns the width of a line with columns of the given widths.
func lineWidth(widths []int) int {
	total := 2 * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	return total
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
	minName = 16 // minimum characters of the longest text before bars are shortened, or a third of the line
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

// drawBars draws the bars of the last column with at most room characters, and returns the width of the column.
func (t *table) drawBars(room int) (width int) {
	for _, row := range t.rows {
		if row == nil {
			continue
		}
		cell := &row[len(row)-1]
		if cell.gauge != nil {
			cell.text = cell.gauge.draw(room)
		}
		width = max(width, ansi.StringWidth(cell.text))
	}
	return width
}
