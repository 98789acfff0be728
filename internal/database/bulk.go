package database

import (
	"context"
	"strconv"
	"strings"
)

// Bulk inserts many rows of one table, as many in a statement as the database
// takes best. The budget's number is written into the statement: one argument
// less for each row.
type Bulk struct {
	q       *Session
	head    string
	row     string // the budget's number, as text
	columns int
	per     int
	plain   bool   // places are written ?, which SQLite's driver binds faster
	full    string // the statement for per rows
	args    []any
	written int
}

func NewBulk(q *Session, no int64, table string, columns []string) *Bulk {
	b := &Bulk{
		q: q, per: q.kind.perInsert, columns: len(columns), row: strconv.FormatInt(no, 10), plain: q.kind.plainPlaces,
		head: "INSERT INTO " + table + " (budget, " + strings.Join(columns, ", ") + ") VALUES ",
		args: make([]any, 0, q.kind.perInsert*len(columns)),
	}
	b.full = b.statement(b.per)
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
			text.WriteString(Places(1+r*b.columns, b.columns))
		}
		text.WriteString(")")
	}
	return text.String()
}

func (b *Bulk) Add(values []any) error {
	b.args = append(b.args, values...)
	if len(b.args) < b.per*b.columns {
		return nil
	}
	return b.write(b.full)
}

// done writes what is left.
func (b *Bulk) Done() error {
	if len(b.args) == 0 {
		return nil
	}
	return b.write(b.statement(len(b.args) / b.columns))
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
	b.args = b.args[:0]
	return err
}

// places is ", $first, $first+1, …".
func Places(first, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(", $" + strconv.Itoa(first+i))
	}
	return b.String()
}
