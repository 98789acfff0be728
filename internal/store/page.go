package store

import (
	"strings"

	"holdover/internal/budget"
)

// cursor is the last row of a chunk.
type cursor struct {
	account budget.AccountNo
	Position
}

// values are the places of a cursor's values for columns.
func (w *where) values(columns []string, c cursor) string {
	places := make([]string, len(columns))
	for i, column := range columns {
		switch column {
		case "account":
			places[i] = w.arg(int64(c.account))
		case "date":
			places[i] = w.arg(int64(c.Date))
		default:
			places[i] = w.arg(int64(c.No))
		}
	}
	return strings.Join(places, ", ")
}

// page is how a chunk is cut out of all rows chosen.
type page struct {
	columns                  []string
	beyond, direction, limit string
}

// cut is the end of a statement that gives the page, with the columns of a table.
func (p *page) cut(table string) string {
	text := p.after(table) + " ORDER BY "
	for i, column := range p.columns {
		if i > 0 {
			text += ", "
		}
		text += table + column + p.direction
	}
	return text + p.limit
}

func (p *page) after(table string) string {
	if p.beyond == "" {
		return ""
	}
	return " AND (" + table + strings.Join(p.columns, ", "+table) + ")" + p.beyond
}
