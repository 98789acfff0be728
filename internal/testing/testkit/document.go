package testkit

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"sync"
	"testing"
)

// EditPlan returns a plan document after change was applied to its plan, under any leading key. Numbers are
// json.Number.
//
// Each document is decoded once: change gets a copy, and unchanged records keep their first encoding.
func EditPlan(t testing.TB, text []byte, change func(plan map[string]any)) []byte {
	t.Helper()
	read := Must(decoded(text))(t)
	e := editing{read, map[uintptr]map[string]any{}}
	doc := e.copied(read.doc).(map[string]any)
	plan := doc
	for _, key := range []string{"data", "plan", "budget"} {
		if inner, ok := plan[key].(map[string]any); ok {
			plan = inner
		}
	}
	change(plan)
	return Must(e.append(nil, doc))(t)
}

// readDocument is an immutable decoded document with the encoding of each record.
type readDocument struct {
	doc     map[string]any
	written map[uintptr][]byte // by object
}

// documents caches decoded documents by their text.
var documents struct {
	sync.Mutex
	read map[string]*readDocument
}

func decoded(text []byte) (*readDocument, error) {
	documents.Lock()
	defer documents.Unlock()
	if d := documents.read[string(text)]; d != nil {
		return d, nil
	}
	d := &readDocument{written: map[uintptr][]byte{}}
	read := json.NewDecoder(bytes.NewReader(text))
	read.UseNumber()
	if err := read.Decode(&d.doc); err != nil {
		return nil, err
	}
	if err := d.write(d.doc); err != nil {
		return nil, err
	}
	if documents.read == nil {
		documents.read = map[string]*readDocument{}
	}
	documents.read[string(text)] = d
	return d, nil
}

// write records the encoding of the records in a value, which are the objects in its lists.
func (d *readDocument) write(value any) (err error) {
	switch value := value.(type) {
	case map[string]any:
		for _, member := range value {
			if err := d.write(member); err != nil {
				return err
			}
		}
	case []any:
		for _, one := range value {
			if err := d.write(one); err != nil {
				return err
			}
			if record, ok := one.(map[string]any); ok {
				if d.written[identity(record)], err = (editing{d, nil}).append(nil, record); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// identity distinguishes objects that exist at the same time.
func identity(object map[string]any) uintptr { return reflect.ValueOf(object).Pointer() }

// editing is a copy of a document that is being changed.
type editing struct {
	*readDocument
	copyOf map[uintptr]map[string]any // the original of each of its objects
}

func (e editing) copied(value any) any {
	switch value := value.(type) {
	case map[string]any:
		object := maps.Clone(value)
		for name, member := range value {
			switch member.(type) {
			case map[string]any, []any:
				object[name] = e.copied(member)
			}
		}
		e.copyOf[identity(object)] = value
		return object
	case []any:
		list := make([]any, len(value))
		for i, one := range value {
			list[i] = e.copied(one)
		}
		return list
	}
	return value
}

// append writes a value, as package json does.
func (e editing) append(to []byte, value any) (_ []byte, err error) {
	switch value := value.(type) {
	case map[string]any:
		original := e.copyOf[identity(value)]
		if text := e.written[identity(original)]; text != nil && same(original, value) {
			return append(to, text...), nil
		}
		for i, name := range slices.Sorted(maps.Keys(value)) {
			to = append(to, "{,"[min(i, 1)])
			if to, err = e.append(to, name); err != nil {
				return nil, err
			}
			if to, err = e.append(append(to, ':'), value[name]); err != nil {
				return nil, err
			}
		}
		if len(value) == 0 {
			to = append(to, '{')
		}
		return append(to, '}'), nil
	case []any:
		if value == nil {
			return append(to, "null"...), nil
		}
		to = append(to, '[')
		for i, one := range value {
			if i > 0 {
				to = append(to, ',')
			}
			if to, err = e.append(to, one); err != nil {
				return nil, err
			}
		}
		return append(to, ']'), nil
	}
	text, err := json.Marshal(value)
	return append(to, text...), err
}

// same reports whether a value is unchanged.
func same(before, after any) bool {
	switch before := before.(type) {
	case map[string]any:
		after, ok := after.(map[string]any)
		if !ok || len(before) != len(after) {
			return false
		}
		for name, member := range before {
			if now, exists := after[name]; !exists || !same(member, now) {
				return false
			}
		}
		return true
	case []any:
		after, ok := after.([]any)
		return ok && slices.EqualFunc(before, after, same)
	}
	return before == after
}
