package store

import (
	"database/sql"
	"encoding/json"
	"strconv"
	"strings"

	"holdover/internal/database"
)

// table is how records of one kind lie in their table. The first columns after
// budget, keys many, are the primary key.
type table[T any] struct {
	name    string
	columns []string
	keys    int
	order   string // the display order of a list
	values  func(*T) []any
	scan    func(database.Row) (T, error)
}

func (t *table[T]) selectText() string {
	return "SELECT " + strings.Join(t.columns, ", ") + " FROM " + t.name + " WHERE budget = $1"
}

func (t *table[T]) keyText() string {
	var b strings.Builder
	for i, column := range t.columns[:t.keys] {
		b.WriteString(" AND " + column + " = $" + strconv.Itoa(i+2))
	}
	return b.String()
}

func (t *table[T]) all(s *database.Session, budget int64) ([]T, error) {
	return database.List(s, t.scan, t.selectText()+" ORDER BY "+t.order, budget)
}

// get is the record of a key, nil where there is none.
func (t *table[T]) get(s *database.Session, budget int64, k key) (*T, error) {
	found, err := database.List(s, t.scan, t.selectText()+t.keyText(), append([]any{budget}, k.args(t.keys)...)...)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

func (t *table[T]) insert(s *database.Session, budget int64, record *T) error {
	query := "INSERT INTO " + t.name + " (budget, " + strings.Join(t.columns, ", ") + ") VALUES ($1" + database.Places(2, len(t.columns)) + ")"
	return s.Write(query, append([]any{budget}, t.values(record)...)...)
}

// update writes the columns that differ; the key stays. Naming a column in an
// UPDATE costs its indexes even where the value is the same.
func (t *table[T]) update(s *database.Session, budget int64, old, new *T) error {
	was, is := t.values(old), t.values(new)
	args := append([]any{budget}, is[:t.keys]...)
	set := ""
	for i, column := range t.columns {
		if was[i] != is[i] {
			args = append(args, is[i])
			set += ", " + column + " = $" + strconv.Itoa(len(args))
		}
	}
	if set == "" {
		return nil
	}
	return s.Write("UPDATE "+t.name+" SET "+set[2:]+" WHERE budget = $1"+t.keyText(), args...)
}

func (t *table[T]) remove(s *database.Session, budget int64, k key) error {
	return s.Write("DELETE FROM "+t.name+" WHERE budget = $1"+t.keyText(), append([]any{budget}, k.args(t.keys)...)...)
}

// insertAll inserts records of a table.
func insertAll[T any](q *database.Session, no int64, t *table[T], records []T) error {
	b := database.NewBulk(q, no, t.name, t.columns)
	for i := range records {
		if err := b.Add(t.values(&records[i])); err != nil {
			return err
		}
	}
	return b.Done()
}

// key names a record within its kind: no, and for a cell its month beside the
// category. Months are records by their month, the info by zero.
type key struct{ no, sub int64 }

func (k key) args(n int) []any { return []any{k.no, k.sub}[:n] }

// optional is null for an empty text.
func optional[T ~string | ~[]byte](v T) any {
	if len(v) == 0 {
		return nil
	}
	return string(v)
}

// raw reads a column of JSON that may be null.
func raw(s sql.NullString) json.RawMessage {
	if !s.Valid {
		return nil
	}
	return json.RawMessage(s.String)
}

// jsonOf writes a part of a record as JSON, null where it has none.
func jsonOf[T any](part *T) any {
	if part == nil {
		return nil
	}
	return string(mustJSON(part))
}

// fromJSON reads what jsonOf writes.
func fromJSON[T any](s sql.NullString, part **T) error {
	if !s.Valid {
		return nil
	}
	return json.Unmarshal([]byte(s.String), part)
}

// sourceID writes a record's id at the source: null where it is the id itself,
// as after an import.
func sourceID(id, source string) any {
	if id == source {
		return nil
	}
	return source
}

func sourceOf(id string, column sql.NullString) string {
	if !column.Valid {
		return id
	}
	return column.String
}
