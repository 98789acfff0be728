package report

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// The totals of rows, of columns and of all cells are equal, also after rows and columns were combined.
func TestCrossTotalsAreEqualBothWays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var cells []CrossCell
		var sum money.Milli
		month := civil.MakeMonth(2026, 1)
		for range rapid.IntRange(0, 60).Draw(t, "cells") {
			row, column := rapid.IntRange(0, 9).Draw(t, "row"), rapid.IntRange(0, 9).Draw(t, "column")
			at := Span{month.Add(column), month.Add(column)}
			cell := CrossCell{[]Heading{{ID: fmt.Sprint(row), Name: fmt.Sprint("Row ", row)}}, []Heading{{Name: at.From.String(), Span: at}}, money.Milli(rapid.Int64Range(-90_000, 90_000).Draw(t, "amount"))}
			cells = append(cells, cell)
			sum += cell.Amount
		}
		whole := CrossOf(Span{month, month.Add(9)}, cells)
		less := whole.Limit(rapid.IntRange(1, 12).Draw(t, "rows"), rapid.IntRange(1, 12).Draw(t, "columns"), func(n int) string { return fmt.Sprint(n, " others") })
		for name, c := range map[string]*Cross{"whole": &whole, "limited": &less} {
			var rows, columns, all money.Milli
			byColumn := make([]money.Milli, len(c.Columns))
			for i, row := range c.Rows {
				var of money.Milli
				for k, amount := range c.Cells[i] {
					of += amount
					byColumn[k] += amount
				}
				if of != row.Total {
					t.Fatalf("%s: the cells of %s add up to %s, its total is %s", name, row.Name, of, row.Total)
				}
				rows, all = rows+row.Total, all+of
			}
			for k, column := range c.Columns {
				if byColumn[k] != column.Total {
					t.Fatalf("%s: the cells of %s add up to %s, its total is %s", name, column.Name, byColumn[k], column.Total)
				}
				columns += column.Total
			}
			if rows != sum || columns != sum || all != sum || c.Total != sum {
				t.Fatalf("%s: %s by rows, %s by columns, %s by cells, total %s, want %s", name, rows, columns, all, c.Total, sum)
			}
			table := c.Table()
			if last := table.Rows[len(table.Rows)-1].Amounts; last[len(last)-1] != sum || len(table.Columns) != len(c.Columns)+1 {
				t.Fatalf("%s: the table ends with %s, want %s", name, last[len(last)-1], sum)
			}
		}
	})
}

// A line with several tags counts in the row of each, and once in all totals across rows.
func TestCrossOverlaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var cells []CrossCell
		months := Span{civil.MakeMonth(2026, 1), civil.MakeMonth(2026, 4)}
		byTag, byMonth, byBoth, all, overlaps := map[string]money.Milli{}, map[string]money.Milli{}, map[string]money.Milli{}, money.Milli(0), false
		for range rapid.IntRange(0, 30).Draw(t, "cells") {
			m := months.From.Add(rapid.IntRange(0, 3).Draw(t, "month"))
			cell := CrossCell{Columns: []Heading{{Name: m.String(), Span: Span{m, m}}}, Amount: money.Milli(rapid.Int64Range(-900, 900).Draw(t, "amount"))}
			tags := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 1, 3, rapid.ID).Draw(t, "tags")
			for _, tag := range tags {
				cell.Rows = append(cell.Rows, Heading{ID: tag, Name: tag})
				byTag[tag] += cell.Amount
				byBoth[tag+m.String()] += cell.Amount
			}
			byMonth[m.String()] += cell.Amount
			all += cell.Amount
			overlaps = overlaps || len(tags) > 1
			cells = append(cells, cell)
		}
		whole := CrossOf(months, cells)
		less := whole.Limit(4, 4, func(int) string { return "" })
		for _, c := range []*Cross{&whole, &less} {
			if c.Total != all || c.Overlaps != overlaps || len(c.Rows) != len(byTag) || len(c.Columns) != len(byMonth) {
				t.Fatalf("%+v: want the total %s of %d tags, overlaps %v", c, all, len(byTag), overlaps)
			}
			for i, row := range c.Rows {
				if row.Total != byTag[row.ID] {
					t.Fatalf("the tag %s has %s, want %s", row.ID, row.Total, byTag[row.ID])
				}
				for k, column := range c.Columns {
					if column.Total != byMonth[column.Name] || c.Cells[i][k] != byBoth[row.ID+column.Name] {
						t.Fatalf("%s in %s: %s of %s, want %s of %s", row.ID, column.Name, c.Cells[i][k], column.Total, byBoth[row.ID+column.Name], byMonth[column.Name])
					}
				}
			}
		}
	})
}

// Records are in order of their totals, largest first, and months in order of time.
func TestCrossOrder(t *testing.T) {
	jan, feb := civil.MakeMonth(2026, 1), civil.MakeMonth(2026, 2)
	month := func(m civil.Month) []Heading { return []Heading{{Name: m.String(), Span: Span{m, m}}} }
	record := func(name string) []Heading { return []Heading{{ID: name, Name: name}} }
	c := CrossOf(Span{jan, feb}, []CrossCell{{record("b"), month(feb), 5}, {record("a"), month(feb), 2}, {record("c"), month(jan), 3}, {record("a"), month(jan), 1}})
	if got := fmt.Sprint(c.Rows[0].Name, c.Rows[1].Name, c.Rows[2].Name, c.Columns[0].Name, c.Columns[1].Name, c.Cells); got != "bac2026-012026-02[[0.000 0.005] [0.001 0.002] [0.003 0.000]]" {
		t.Errorf("the report is %s", got)
	}
}
