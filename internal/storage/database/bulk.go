package database

import (
	"context"
	"strconv"
	"strings"
)

// Bulk inserts many rows of one table. The number of rows in a statement is the database's fastest (see
// dialect.perInsert). The budget's number is one argument for all rows of a statement. The statement's text is the
// same for each budget, so the prepared statement is reused.
type Bulk struct {
	q       *Session
	head    string
	columns int
	per     int
	full    string            // the statement for the usual number of rows
	alone   map[uint64]string // statements for one row, by the bit set of NULL values
	args    []any             // the budget's number, then the rows
	written int
}

// NewBulk returns a Bulk that inserts rows of the budget with the given number.
func NewBulk(q *Session, no int64, table string, columns []string) *Bulk {
	return &Bulk{
		q: q, per: q.kind.perInsert, columns: len(columns), alone: map[uint64]string{},
		head: "INSERT INTO " + table + " (budget, " + strings.Join(columns, ", ") + ") VALUES ",
		args: append(make([]any, 0, len(columns)+1), no),
	}
}

func (b *Bulk) statement(rows int) string {
	var text strings.Builder
	text.WriteString(b.head)
	for r := range rows {
		if r > 0 {
			text.WriteString(", ")
		}
		text.WriteString("($1" + Places(2+r*b.columns, b.columns) + ")")
	}
	return text.String()
}

// Add inserts a row.
func (b *Bulk) Add(values []any) error {
	if b.per == 1 {
		return b.addAlone(values)
	}
	b.args = append(b.args, values...)
	if b.rows() < b.per {
		return nil
	}
	if b.full == "" {
		b.full = b.statement(b.per)
	}
	return b.write(b.full)
}

// addAlone inserts one row by its own statement, with the NULLs written in its text: SQLite's driver binds a NULL as
// slowly as a number, and binds numbered parameters even more slowly.
func (b *Bulk) addAlone(values []any) error {
	nulls := uint64(0)
	for i, v := range values {
		if v == nil {
			nulls |= 1 << i
			continue
		}
		b.args = append(b.args, v)
	}
	if b.alone[nulls] == "" {
		b.alone[nulls] = b.statementFor(values)
	}
	return b.write(b.alone[nulls])
}

func (b *Bulk) statementFor(values []any) string {
	text := b.head + "(?"
	for _, v := range values {
		if v == nil {
			text += ", NULL"
		} else {
			text += ", ?"
		}
	}
	return text + ")"
}

// rows returns the number of rows that are not written yet.
func (b *Bulk) rows() int { return (len(b.args) - 1) / b.columns }

// Done writes the rows that are left.
func (b *Bulk) Done() error {
	rows, args := b.rows(), b.args
	if b.args = nil; rows == 0 {
		return nil
	}
	return b.q.Write(b.statement(rows), args...)
}

// write runs a statement. Each takes microseconds: a context check in every one would cost more than occasional
// checks here.
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

// Places returns ", $first, $first+1, …" with n parameters.
func Places(first, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(", $" + strconv.Itoa(first+i))
	}
	return b.String()
}
