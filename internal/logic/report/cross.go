package report

import (
	"cmp"
	"slices"

	"holdover/internal/base/money"
)

// Heading is a row or column of a report by two dimensions: a record, or months.
type Heading struct {
	ID    string      `json:"id"` // empty for months
	Name  string      `json:"name"`
	Span  Span        `json:"span,omitzero"` // of months; zero for a record
	Total money.Milli `json:"total"`
}

// CrossCell is an amount of rows and columns: of one of each, except that a line with several tags counts for each of
// them.
type CrossCell struct {
	Rows, Columns []Heading // their totals do not count
	Amount        money.Milli
}

// Cross is a report by two dimensions. The totals of its rows add up to Total, and so do those of its columns, unless
// Overlaps is set: then a line with several tags counts in the row or column of each, but once in the totals across
// them.
type Cross struct {
	Span
	Overlaps bool            `json:"overlaps,omitempty"` // a line counts in several rows or columns
	Rows     []Heading       `json:"rows"`
	Columns  []Heading       `json:"columns"`
	Cells    [][]money.Milli `json:"cells"` // by row, then column
	Total    money.Milli     `json:"total"`
}

// CrossOf adds up cells by their headings. Months are in order of time, and records with the largest total first.
func CrossOf(s Span, cells []CrossCell) Cross {
	c := Cross{Span: s, Rows: headings(cells, func(c *CrossCell) []Heading { return c.Rows }), Columns: headings(cells, func(c *CrossCell) []Heading { return c.Columns })}
	rows, columns := places(c.Rows), places(c.Columns)
	c.Cells = make([][]money.Milli, len(c.Rows))
	for i := range c.Cells {
		c.Cells[i] = make([]money.Milli, len(c.Columns))
	}
	for i := range cells {
		cell := &cells[i]
		c.Overlaps = c.Overlaps || len(cell.Rows) > 1 || len(cell.Columns) > 1
		for r := range cell.Rows {
			row := c.Cells[rows[cell.Rows[r].key()]]
			for k := range cell.Columns {
				row[columns[cell.Columns[k].key()]] += cell.Amount
			}
		}
		c.Total += cell.Amount
	}
	return c
}

// headingKey identifies a heading.
type headingKey struct {
	id   string
	span Span
}

func (h Heading) key() headingKey { return headingKey{h.ID, h.Span} }

// headings returns the distinct headings of cells in order, with their totals.
func headings(cells []CrossCell, of func(*CrossCell) []Heading) []Heading {
	totals := map[headingKey]*Heading{}
	for i := range cells {
		for _, h := range of(&cells[i]) {
			total := totals[h.key()]
			if total == nil {
				h.Total = 0
				total = &h
				totals[h.key()] = total
			}
			total.Total += cells[i].Amount
		}
	}
	all := make([]Heading, 0, len(totals))
	for _, h := range totals {
		all = append(all, *h)
	}
	slices.SortFunc(all, func(a, b Heading) int {
		if a.Span != (Span{}) || b.Span != (Span{}) {
			return cmp.Compare(a.Span.From, b.Span.From)
		}
		return cmp.Or(cmp.Compare(b.Total, a.Total), byName(a.Name, a.ID, b.Name, b.ID))
	})
	return all
}

func places(all []Heading) map[headingKey]int {
	at := make(map[headingKey]int, len(all))
	for i := range all {
		at[all[i].key()] = i
	}
	return at
}

// Limit returns the report with at most a number of rows and columns. The last of each then combines the others; it has
// the given names and no id.
func (c *Cross) Limit(rows, columns int, others func(n int) string) Cross {
	rowAt, rowHeadings := limited(c.Rows, rows, others)
	columnAt, columnHeadings := limited(c.Columns, columns, others)
	less := Cross{Span: c.Span, Overlaps: c.Overlaps, Rows: rowHeadings, Columns: columnHeadings, Cells: make([][]money.Milli, len(rowHeadings)), Total: c.Total}
	for i := range less.Cells {
		less.Cells[i] = make([]money.Milli, len(columnHeadings))
	}
	for i, row := range c.Cells {
		for k, amount := range row {
			less.Cells[rowAt(i)][columnAt(k)] += amount
		}
	}
	return less
}

// limited returns the first headings, and the position of each of all among them.
func limited(all []Heading, most int, others func(n int) string) (at func(int) int, first []Heading) {
	if len(all) <= most {
		return func(i int) int { return i }, all
	}
	rest := Heading{Name: others(len(all) - most + 1)}
	for _, h := range all[most-1:] {
		rest.Total += h.Total
	}
	return func(i int) int { return min(i, most-1) }, append(slices.Clone(all[:most-1]), rest)
}

// Table lists the amounts with the totals of rows and columns.
func (c *Cross) Table() Table {
	t := Table{}
	totals := TableRow{Name: "Total"}
	for _, column := range c.Columns {
		t.Columns = append(t.Columns, column.Name)
		totals.Amounts = append(totals.Amounts, column.Total)
	}
	t.Columns, totals.Amounts = append(t.Columns, "Total"), append(totals.Amounts, c.Total)
	for i, row := range c.Rows {
		t.Rows = append(t.Rows, TableRow{Name: row.Name, Amounts: append(slices.Clone(c.Cells[i]), row.Total)})
	}
	t.Rows = append(t.Rows, totals)
	return t
}
