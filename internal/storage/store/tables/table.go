package tables

import (
	"strconv"
	"strings"

	"holdover/internal/storage/database"
)

// Of is the table of one kind of record. The first columns after budget, keys in number, are the primary key.
type Of[T any] struct {
	Layout
	Scan   func(database.Row) (T, error)
	keys   int
	order  string // display order
	values func(*T) []any
}

// Layout is a table with its columns except budget.
type Layout struct {
	Name    string
	Columns []string
}

// Select returns a query of the budget's records, to which conditions and an order can be appended.
func (t *Of[T]) Select() string {
	return "SELECT " + strings.Join(t.Columns, ", ") + " FROM " + t.Name + " WHERE budget = $1"
}

func (t *Of[T]) keyText() string {
	var b strings.Builder
	for i, column := range t.Columns[:t.keys] {
		b.WriteString(" AND " + column + " = $" + strconv.Itoa(i+2))
	}
	return b.String()
}

// All returns the budget's records in order.
func (t *Of[T]) All(s *database.Session, budget int64) ([]T, error) {
	return database.List(s, t.Scan, t.Select()+" ORDER BY "+t.order, budget)
}

// Get returns the record with a key, or nil.
func (t *Of[T]) Get(s *database.Session, budget int64, k Key) (*T, error) {
	return t.one(s, t.keyText(), append([]any{budget}, k.args(t.keys)...)...)
}

func (t *Of[T]) one(s *database.Session, condition string, args ...any) (*T, error) {
	found, err := database.List(s, t.Scan, t.Select()+condition, args...)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// WithID returns the record with an id, or nil.
func (t *Of[T]) WithID(s *database.Session, budget int64, id string) (*T, error) {
	return t.one(s, " AND id = $2", budget, id)
}

// Put replaces a record: old is nil for an insert, new is nil for a deletion.
func (t *Of[T]) Put(s *database.Session, budget int64, k Key, old, new *T) error {
	switch {
	case new == nil:
		return t.remove(s, budget, k)
	case old == nil:
		return t.Insert(s, budget, new)
	}
	return t.update(s, budget, old, new)
}

// Insert writes a new record.
func (t *Of[T]) Insert(s *database.Session, budget int64, record *T) error {
	query := "INSERT INTO " + t.Name + " (budget, " + strings.Join(t.Columns, ", ") + ") VALUES ($1" + database.Places(2, len(t.Columns)) + ")"
	return s.Write(query, append([]any{budget}, t.values(record)...)...)
}

// update writes the columns that differ, except the key. A column in an UPDATE costs the maintenance of its indexes
// even if its value is the same.
func (t *Of[T]) update(s *database.Session, budget int64, old, new *T) error {
	was, is := t.values(old), t.values(new)
	args := append([]any{budget}, is[:t.keys]...)
	set := ""
	for i, column := range t.Columns {
		if was[i] != is[i] {
			args = append(args, is[i])
			set += ", " + column + " = $" + strconv.Itoa(len(args))
		}
	}
	if set == "" {
		return nil
	}
	return s.Write("UPDATE "+t.Name+" SET "+set[2:]+" WHERE budget = $1"+t.keyText(), args...)
}

func (t *Of[T]) remove(s *database.Session, budget int64, k Key) error {
	return s.Write("DELETE FROM "+t.Name+" WHERE budget = $1"+t.keyText(), append([]any{budget}, k.args(t.keys)...)...)
}

// InsertAll writes new records in few statements.
func (t *Of[T]) InsertAll(q *database.Session, no int64, records []T) error {
	b := database.NewBulk(q, no, t.Name, t.Columns)
	for i := range records {
		if err := b.Add(t.values(&records[i])); err != nil {
			return err
		}
	}
	return b.Done()
}

// DeleteAll deletes all rows of a budget in a table.
func DeleteAll(q *database.Session, table string, no int64) error {
	return q.Run("DELETE FROM "+table+" WHERE budget = $1", no)
}

// Key identifies a record within its kind: its number, and for a cell also its month. The key of a month is the
// month, that of the info is zero.
type Key struct{ No, Sub int64 }

func (k Key) args(n int) []any { return []any{k.No, k.Sub}[:n] }
