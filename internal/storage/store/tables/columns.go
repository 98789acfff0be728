package tables

import (
	"bytes"
	"database/sql"
	"encoding/json"
)

// JSON encodes types of the domain. It cannot fail, because their raw parts were decoded from JSON.
func JSON(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// optional returns null for an empty text.
func optional[T ~string | ~[]byte](v T) any {
	if len(v) == 0 {
		return nil
	}
	return string(v)
}

// Raw returns the value of a nullable JSON column.
func Raw(s sql.NullString) json.RawMessage {
	if !s.Valid {
		return nil
	}
	return json.RawMessage(s.String)
}

// jsonOf encodes a part of a record as JSON, or null if it has none.
func jsonOf[T any](part *T) any {
	if part == nil {
		return nil
	}
	return string(JSON(part))
}

// fromJSON reads what jsonOf writes.
func fromJSON[T any](s sql.NullString, part **T) error {
	if !s.Valid {
		return nil
	}
	return json.Unmarshal([]byte(s.String), part)
}

// sourceID returns the source's id of a record, or null if it equals the id, as after an import.
func sourceID(id, source string) any {
	if id == source {
		return nil
	}
	return source
}

// SourceOf reads what sourceID writes.
func SourceOf(id string, column sql.NullString) string {
	if !column.Valid {
		return id
	}
	return column.String
}

// Columns returns n variables for the columns of a row and pointers to them. Variables of type any are the fastest
// for database/sql.
func Columns(n int) (column, dest []any) {
	column, dest = make([]any, n), make([]any, n)
	for i := range column {
		dest[i] = &column[i]
	}
	return column, dest
}

// Integer converts a column value of either driver to an integer.
func Integer(v any) int64 {
	n, _ := v.(int64)
	return n
}

// Text converts a column value to a text, empty for null.
func Text(v any) string {
	switch s := v.(type) {
	case string:
		return s
	case []byte:
		return string(s)
	}
	return ""
}

// boolean converts a column value to a bool. SQLite returns numbers.
func boolean(v any) bool {
	switch b := v.(type) {
	case bool:
		return b
	case int64:
		return b != 0
	}
	return false
}
