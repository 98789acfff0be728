package store

import (
	"slices"

	"holdover/internal/store/memory"
	"holdover/internal/store/tables"
)

// listOf says which list of a budget is kept: that of all records of a kind, or another of the
// kind, or beside it. As with figures, it is given out for the knowledge that it was read at, or for
// a later one up to which the journal has no change of its kind.
type listOf struct {
	kind Kind
	what string // empty for all records
}

// listed are all records of a table as they stand in a View: the caller's own.
func listed[T any](v *View, t *tables.Of[T], kind Kind) ([]T, error) {
	all, err := shared(v, t, kind)
	return slices.Clone(all), err
}

// shared is listed, but not to be changed.
func shared[T any](v *View, t *tables.Of[T], kind Kind) ([]T, error) {
	return sharedAs(v, listOf{kind: kind}, func() ([]T, error) { return t.All(v.q, v.no) })
}

// sharedAs is shared for another list than that of all records of a kind: one that changes
// of the kind alone can change.
func sharedAs[T any](v *View, list listOf, read func() ([]T, error)) ([]T, error) {
	if v.written[list.kind] {
		return read()
	}
	all, found, err := atHand[T](v, list)
	if err != nil || found {
		return all, err
	}
	if all, err = read(); err == nil {
		v.store.lists.Put(v.no, list, memory.List{From: v.committed(), Until: v.committed(), Records: all, Size: len(all)})
	}
	return all, err
}

// atHand is a list that is kept, where it still holds. It is not to be changed.
func atHand[T any](v *View, list listOf) (all []T, found bool, err error) {
	if v.written[list.kind] {
		return nil, false, nil
	}
	at := v.committed()
	have, found := v.store.lists.Get(v.no, list)
	if found && have.Until < at {
		since, known, err := v.touchedAfter(have.Until)
		if err != nil {
			return nil, false, err
		}
		if known && !since.reaches(list) {
			have.Until = at
			v.store.lists.Put(v.no, list, have)
		}
	}
	if !found || at < have.From || have.Until < at {
		return nil, false, nil
	}
	return have.Records.([]T), true, nil
}

// out is the record that is meant out of the list of its kind, nil for none, where that
// list is at hand. Of what every page lists it is read.
func out[T any](v *View, t *tables.Of[T], kind Kind, is func(*T) bool) (record *T, listed bool, err error) {
	all, found, err := atHand[T](v, listOf{kind: kind})
	if err == nil && !found && onEveryPage[kind] && !v.written[kind] {
		all, err = shared(v, t, kind)
		found = true
	}
	if err != nil || !found {
		return nil, false, err
	}
	if i := slices.IndexFunc(all, func(r T) bool { return is(&r) }); i >= 0 {
		record = new(all[i])
	}
	return record, true, nil
}

// onEveryPage are the kinds whose lists are small and are shown, or looked at, everywhere.
var onEveryPage = map[Kind]bool{KindAccount: true, KindGroup: true, KindCategory: true}
