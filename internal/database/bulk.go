package database

import (
	"context"
	"strconv"
	"strings"
)

// Bulk inserts many rows of one table, as many in a statement as the database
// takes best. The budget's number is one argument for all rows of a statement, whose
// text is the same for each budget: what was prepared is kept.
type Bulk struct {
	q       *Session
	head    string
	row     string // the place of the budget's number
	columns int
	per     int
	plain   bool   // places are written ?, which SQLite's driver binds faster
	full    string // the statement for per rows
	args    []any  // the budget's number, then the rows
	written int
}

// NewBulk begins to insert rows of a budget.
func NewBulk(q *Session, no int64, table string, columns []string) *Bulk {
	b := &Bulk{
		q: q, per: q.kind.perInsert, columns: len(columns), row: "$1", plain: q.kind.plainPlaces,
		head: "INSERT INTO " + table + " (budget, " + strings.Join(columns, ", ") + ") VALUES ",
	}
	if b.plain {
		b.row = "?"
	}
	b.args = append(make([]any, 0, len(columns)+1), no)
	return b
}

func (b *Bulk) statement(rows int) string {
	var text strings.Builder
	text.WriteString(b.head)
	for r := range rows {
		if r > 0 {
			text.WriteString(", ")
		}
		text.WriteString("(" + b.row)
		if b.plain {
			text.WriteString(strings.Repeat(", ?", b.columns))
		} else {
			text.WriteString(Places(2+r*b.columns, b.columns))
		}
		text.WriteString(")")
	}
	return text.String()
}

// Add inserts a row.
func (b *Bulk) Add(values []any) error {
	b.args = append(b.args, values...)
	if b.rows() < b.per {
		return nil
	}
	if b.full == "" {
		b.full = b.statement(b.per)
	}
	return b.write(b.full)
}

// rows is how many wait to be written.
func (b *Bulk) rows() int { return (len(b.args) - 1) / b.columns }

// Done writes what is left.
func (b *Bulk) Done() error {
	rows, args := b.rows(), b.args
	if b.args = nil; rows == 0 {
		return nil
	}
	return b.q.Write(b.statement(rows), args...)
}

// write runs a statement. Each takes microseconds: watching the context during
// every one would cost more than looking at it now and then.
func (b *Bulk) write(statement string) error {
	if b.written++; b.written%256 == 0 && b.q.ctx.Err() != nil {
		return b.q.ctx.Err()
	}
	unwatched := *b.q
	unwatched.ctx = context.WithoutCancel(b.q.ctx)
	_, err := unwatched.Exec(statement, b.args...)
	b.args = b.args[:1]
	return err
}

// Places is ", $first, $first+1, …".
func Places(first, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(", $" + strconv.Itoa(first+i))
	}
	return b.String()
}
