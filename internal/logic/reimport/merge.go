package reimport

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	"holdover/internal/base/iterutil"
)

const (
	keptChanged = "it was changed here"
	keptDeleted = "it was deleted here"
	keptUsed    = "it is still used here"
	keptAccount = "its account was deleted here"
	keptPayee   = "its payee was deleted here"
	keptGone    = "its category was deleted here"
	keptNamed   = "an account or a category that it names was deleted here"
)

// kind defines how records of a kind are compared.
type kind[T any, No ~int64] struct {
	name     string
	no       func(*T) No
	describe func(*T) Change
	// unit contains fields that only make sense together: all of them are taken over, or none.
	unit []string
}

// untold are fields without information about changes: position, ids, and hidden data, which is taken over without a
// message.
var untold = []string{"no", "id", "source_id", "sort", "extra", "shown"}

// records compares the records of a kind and returns those to write and those to delete.
func records[T any, No ~int64](c *comparison, k kind[T, No], was, is, now []T) (put []T, gone []No) {
	wasBy, isBy, nowBy := byNumber(k, was), byNumber(k, is), byNumber(k, now)
	for after := range iterutil.Pointers(is) {
		before, here := wasBy[k.no(after)], nowBy[k.no(after)]
		switch {
		case before == nil && here == nil:
			put = append(put, *after)
			c.add(k.change(New, after))
		case before == nil:
		case equal(before, after):
			if quiet, ok := k.quiet(before, after, here); ok {
				put = append(put, quiet)
			}
		case here == nil:
			change := k.change(Changed, after)
			change.Kept = keptDeleted
			c.add(change)
		default:
			if merged, change, ok := k.merge(before, after, here); ok {
				put = append(put, merged)
				c.add(change)
			} else if change.Kept != "" {
				c.add(change)
			}
		}
	}
	for before := range iterutil.Pointers(was) {
		here := nowBy[k.no(before)]
		if isBy[k.no(before)] != nil || here == nil {
			continue
		}
		change := k.change(Deleted, before)
		if equal(before, here) {
			gone = append(gone, k.no(before))
		} else {
			change.Kept = keptChanged
		}
		c.add(change)
	}
	return put, gone
}

func byNumber[T any, No ~int64](k kind[T, No], list []T) map[No]*T {
	return iterutil.PtrByKey(list, k.no)
}

func (k *kind[T, No]) change(action Action, record *T) Change {
	change := k.describe(record)
	change.Action, change.Kind = action, k.name
	if k.no != nil {
		change.no = int64(k.no(record))
	}
	return change
}

var unseen = []string{"extra", "shown"}

// quiet returns our record with the hidden data of the newer one. ok reports whether that differs.
func (k *kind[T, No]) quiet(was, is, here *T) (merged T, ok bool) {
	if here == nil || reflect.DeepEqual(was, is) {
		return merged, false
	}
	before, after, result := fieldsOf(was), fieldsOf(is), fieldsOf(here)
	if !takeUnseen(before, after, result) {
		return merged, false
	}
	return recordOf[T](result), true
}

func takeUnseen(before, after, result fields) (taken bool) {
	for _, field := range unseen {
		if !bytes.Equal(before[field], after[field]) && bytes.Equal(before[field], result[field]) {
			result.take(field, after)
			taken = true
		}
	}
	return taken
}

// merge takes over the fields that changed at the source and not here. ok reports whether there is something to
// write.
func (k *kind[T, No]) merge(was, is, here *T) (merged T, change Change, ok bool) {
	change = k.change(Changed, is)
	if stands := k.describe(here).Name; stands != change.Name {
		change.Was = stands
	}
	before, after, result := fieldsOf(was), fieldsOf(is), fieldsOf(here)
	differ := func(a, b fields, field string) bool { return !bytes.Equal(a[field], b[field]) }
	unitKept := slices.ContainsFunc(k.unit, func(f string) bool { return differ(before, after, f) }) &&
		slices.ContainsFunc(k.unit, func(f string) bool { return differ(before, result, f) })
	names := maps.Clone(before)
	maps.Copy(names, after)
	for _, field := range slices.Sorted(maps.Keys(names)) {
		switch {
		case slices.Contains(untold, field) || !differ(before, after, field) || !differ(result, after, field):
		case unitKept && slices.Contains(k.unit, field) || differ(before, result, field):
			change.KeptFields = append(change.KeptFields, field)
		default:
			change.Fields = append(change.Fields, field)
			result.take(field, after)
		}
	}
	takeUnseen(before, after, result)
	if len(change.KeptFields) > 0 {
		change.Kept = keptChanged
	}
	naming := func(field string) bool { return slices.Contains([]string{"name", "account", "payee"}, field) }
	if change.Was != "" && !slices.ContainsFunc(change.Fields, naming) { // its name here does not change
		change.Name, change.Was = change.Was, ""
	}
	if len(change.Fields) == 0 {
		return merged, change, false
	}
	return recordOf[T](result), change, true
}

// fields maps the fields of a record to their JSON values.
type fields map[string]json.RawMessage

func (f fields) take(field string, from fields) {
	if text, has := from[field]; has {
		f[field] = text
	} else {
		delete(f, field)
	}
}

func fieldsOf(record any) fields {
	text, err := json.Marshal(record)
	f := fields{}
	if err == nil {
		err = json.Unmarshal(text, &f)
	}
	if err != nil { // records always encode
		panic(err)
	}
	return f
}

func recordOf[T any](f fields) (record T) {
	text, err := json.Marshal(f)
	if err == nil {
		err = json.Unmarshal(text, &record)
	}
	if err != nil { // fields of records of one type always decode
		panic(err)
	}
	return record
}

// equal reports whether two records are equal, apart from the untold fields.
func equal[T any](a, b *T) bool {
	if reflect.DeepEqual(a, b) {
		return true
	}
	left, right := fieldsOf(a), fieldsOf(b)
	for _, field := range untold {
		delete(left, field)
		delete(right, field)
	}
	return maps.EqualFunc(left, right, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) })
}
