package store

import (
	"encoding/json"
	"slices"

	"holdover/internal/model/budget"
	"holdover/internal/storage/store/cache"
	"holdover/internal/storage/store/tables"
)

// cacheKey is the key of a cached value of a budget, except lists and pages.
type cacheKey int

const (
	cachedSheet cacheKey = iota
	cachedOrders
	cachedFigures
	cachedAges
	cachedToDo
	cachedPayments
)

// The estimated size of cached values in memory, in bytes.
const (
	bytesOfFigure = 8
	bytesOfLine   = 100
	bytesOfRecord = 150
)

// latest returns a cached value of a budget and the number of the change at which it was computed. found reports
// whether that is upTo or an earlier change.
func latest[T any](s *Store, budget int64, of cacheKey, upTo int64) (value T, at int64, found bool) {
	e, _ := s.cache.Get(budget, of)
	value, found = e.Value.(T)
	return value, e.Until, found && e.Until <= upTo
}

// putLatest caches a value that was computed from a budget at a change.
func (s *Store) putLatest(budget int64, of cacheKey, at int64, value any, bytes int) {
	s.cache.Put(budget, of, cache.Entry{From: at, Until: at, Value: value, Bytes: bytes})
}

// payments contains the card payments of a budget and the text that they were parsed from.
type payments struct {
	text   string
	parsed []budget.CardPayment
}

// cardPayments parses the card payments of a budget. They are long, and every request reads them with the header.
func (s *Store) cardPayments(no int64, text string) ([]budget.CardPayment, error) {
	e, _ := s.cache.Get(no, cachedPayments)
	if have, is := e.Value.(payments); is && have.text == text {
		return slices.Clone(have.parsed), nil
	}
	var parsed []budget.CardPayment
	if err := json.Unmarshal([]byte(text), &parsed); err != nil {
		return nil, err
	}
	s.cache.Put(no, cachedPayments, cache.Entry{Value: payments{text, parsed}, Bytes: 4 * len(text)})
	return slices.Clone(parsed), nil
}

// listOf is the cache key of a list of a budget: all records of a kind, or another list that depends on that kind
// alone. Like figures, a cached list is valid at the change at which it was read, and at later ones until the journal
// has a change of its kind.
type listOf struct {
	kind Kind
	what string // empty for all records
}

// listed returns all records of a table in the ReadTx's state, as a copy that the caller may change.
func listed[T any](v *ReadTx, t *tables.Of[T], kind Kind) ([]T, error) {
	all, err := shared(v, t, kind)
	return slices.Clone(all), err
}

// shared is like listed, but the caller must not change the result.
func shared[T any](v *ReadTx, t *tables.Of[T], kind Kind) ([]T, error) {
	return sharedAs(v, listOf{kind: kind}, func() ([]T, error) { return t.All(v.q, v.no) })
}

// sharedAs is like shared, for a list other than all records of a kind. Only changes of that kind may change the
// list.
func sharedAs[T any](v *ReadTx, list listOf, read func() ([]T, error)) ([]T, error) {
	if v.written[list.kind] {
		return read()
	}
	all, found, err := atHand[T](v, list)
	if err != nil || found {
		return all, err
	}
	if all, err = read(); err == nil {
		v.store.cache.Put(v.no, list, cache.Entry{From: v.committed(), Until: v.committed(), Value: all, Bytes: bytesOfRecord * len(all)})
	}
	return all, err
}

// atHand returns a cached list if it is still valid. The caller must not change it.
func atHand[T any](v *ReadTx, list listOf) (all []T, found bool, err error) {
	if v.written[list.kind] {
		return nil, false, nil
	}
	at := v.committed()
	have, found := v.store.cache.Get(v.no, list)
	if found && have.Until < at {
		since, known, err := v.touchedAfter(have.Until)
		if err != nil {
			return nil, false, err
		}
		if known && !since.reaches(list) {
			have.Until = at
			v.store.cache.Put(v.no, list, have)
		}
	}
	if !found || at < have.From || have.Until < at {
		return nil, false, nil
	}
	return have.Value.([]T), true, nil
}

// out returns the record of a list for which is(record) is true, or nil. It searches the cached list of the kind;
// listed reports whether there was one. The lists of onEveryPage are read and cached if they are missing.
func out[T any](v *ReadTx, t *tables.Of[T], kind Kind, is func(*T) bool) (record *T, listed bool, err error) {
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

// onEveryPage contains the kinds with small lists that are read for every page.
var onEveryPage = map[Kind]bool{KindAccount: true, KindGroup: true, KindCategory: true}
