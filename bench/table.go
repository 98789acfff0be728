package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"holdover/internal/base/iterutil"
)

// none represents a missing measurement in a cell.
const none = "–"

// table is a Markdown table with right-aligned columns, so that it is readable in a terminal too.
type table struct {
	head []string
	rows [][]string
}

func newTable(columns ...string) *table { return &table{head: columns} }

func (t *table) column(names ...string) { t.head = append(t.head, names...) }

func (t *table) row(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) print(w io.Writer) error {
	widths := make([]int, len(t.head))
	for _, row := range append([][]string{t.head}, t.rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell), 3)
		}
	}
	rule := iterutil.Map(widths, func(width int) string { return strings.Repeat("-", width-1) + ":" })
	for _, row := range append([][]string{t.head, rule}, t.rows...) {
		if _, err := io.WriteString(w, line(row, widths)); err != nil {
			return err
		}
	}
	return nil
}

func line(cells []string, widths []int) string {
	var b strings.Builder
	for i, cell := range cells {
		fmt.Fprintf(&b, "| %*s ", widths[i], cell)
	}
	return b.String() + "|\n"
}

func decimals(v float64, n int) string { return strconv.FormatFloat(v, 'f', n, 64) }

// ratio writes a/b, and a dash where either is missing.
func ratio(a, b float64) string {
	if a == 0 || b == 0 {
		return none
	}
	return decimals(a/b, 2) + "×"
}
