package ynabdoc

import (
	"math/bits"

	"holdover/internal/base/civil"
)

// field is one line of a record's table: a member of the JSON object and its Go field.
type field[T any] struct {
	name  string
	alias string       // an older name, or ""
	at    func(*T) any // returns a pointer to the Go field; its type decides how the field is read
	nest  nest         // for arrays of records and objects
	rule  rule
}

// rule is a set of properties of a field.
type rule uint8

const (
	nullable rule = 1 << iota // a record made from scratch writes null for zero
	optional                  // a record made from scratch leaves zero out
	required                  // a live record without it is an error
	minor                     // a value of another type is kept unchanged instead of being an error
	long                      // a long text of the user
)

// longest returns the maximum number of bytes of the field's text.
func (f *field[T]) longest() int {
	if f.rule&long != 0 {
		return maxLong
	}
	return maxName
}

// table defines how a record is read and written. The first field identifies the record in messages.
type table[T any] struct {
	fields   []field[T]
	index    map[string]int // by name; aliases as -1-i
	required uint32
	deleted  int // index of "deleted", or -1
	shape    func(*T) *shape
}

// maxFields is the number of fields that fit the masks of a shape.
const maxFields = 32

func newTable[T any](of func(*T) *shape, fields ...field[T]) *table[T] {
	if len(fields) > maxFields {
		panic("ynabdoc: too many fields for a shape")
	}
	t := &table[T]{fields: fields, index: map[string]int{}, deleted: -1, shape: of}
	for i, f := range fields {
		t.index[f.name] = i
		if f.alias != "" {
			t.index[f.alias] = -1 - i
		}
		if f.rule&required != 0 {
			t.required |= 1 << i
		}
		if f.name == "deleted" {
			t.deleted = i
		}
	}
	return t
}

// requiring returns the table with one more required field.
func (t *table[T]) requiring(name string) *table[T] {
	t.required |= 1 << t.bit(name)
	return t
}

// find returns the field with a name; next is the likely index.
func (t *table[T]) find(name []byte, next int) (i int, alias, known bool) {
	if next < len(t.fields) && string(name) == t.fields[next].name {
		return next, false, true
	}
	i, known = t.index[string(name)]
	if i < 0 {
		return -1 - i, true, true
	}
	return i, false, known
}

// bit returns the mask of the field of that name. It panics if there is no such field, which is an error in the
// program.
func (t *table[T]) bit(name string) int {
	i, ok := t.index[name]
	if !ok || i < 0 {
		panic("ynabdoc: there is no field " + name)
	}
	return i
}

// has reports whether the field has a value, from the file or set later.
func (t *table[T]) has(rec *T, name string) bool {
	i := t.bit(name)
	s := t.shape(rec)
	if s.present&(1<<i) != 0 || !isZero(t.fields[i], rec) {
		return true
	}
	return !s.decoded && t.fields[i].rule&(nullable|optional) == 0
}

// alwaysWrite makes Encode write the fields even if they are zero.
func (t *table[T]) alwaysWrite(rec *T, names []string) {
	s := t.shape(rec)
	for _, name := range names {
		i := t.bit(name)
		s.present |= 1 << i
		s.null &^= 1 << i
	}
}

// leaveOut makes Encode write a record made from scratch without the fields.
func (t *table[T]) leaveOut(rec *T, names []string) {
	s := t.shape(rec)
	if !s.decoded {
		s.decoded = true
		for i, f := range t.fields {
			switch {
			case f.rule&nullable != 0:
				s.null |= 1 << i
			case f.rule&optional == 0:
				s.present |= 1 << i
			}
		}
	}
	for _, name := range names {
		i := t.bit(name)
		s.present &^= 1 << i
		s.null &^= 1 << i
	}
}

// missing returns the first required field without a value and the value found instead; ok is false if nothing is
// missing or the record is deleted.
func (t *table[T]) missing(rec *T) (name, why string, ok bool) {
	if t.deleted >= 0 && *t.fields[t.deleted].at(rec).(*bool) {
		return "", "", false
	}
	s := t.shape(rec)
	for mask := t.required; mask != 0; mask &= mask - 1 {
		i := bits.TrailingZeros32(mask)
		f := t.fields[i]
		switch {
		case s.null&(1<<i) != 0:
			return f.name, "null", true
		case s.present&(1<<i) == 0:
			return f.name, "missing", true
		case isText(f.at(rec)) && isZero(f, rec):
			return f.name, "empty", true
		}
	}
	return "", "", false
}

// label names the record by its first field: "id abc", or a month.
func (t *table[T]) label(rec *T) string {
	switch p := t.fields[0].at(rec).(type) {
	case *string:
		if *p != "" {
			return t.fields[0].name + " " + clip(oneLine(*p), 60)
		}
	case *civil.Month:
		return p.String()
	}
	return ""
}
