package store

import (
	"encoding/json"
	"slices"
	"sync"

	"holdover/internal/budget"
)

// kept are the small lists of the budgets looked at lately: every page and every
// change wants the accounts, categories and payees, and they change seldom. As
// with figures, a list is given out for the knowledge that it was read at, or for
// a later one up to which the journal has no change of its kind.
type kept struct {
	mu       sync.Mutex
	lists    *recent[listKey, keptList]
	payments *recent[int64, keptPayments]
}

type listKey struct {
	budget int64
	kind   Kind
	what   string // of the kind, or beside it; empty for all its records
}

type keptList struct {
	from, until int64 // the knowledges that it holds for
	records     any
	size        int // how many records
}

// keptPayments are a budget's card payments beside the text they were read from.
type keptPayments struct {
	text   string
	parsed []budget.CardPayment
}

func newKept(b bounds) *kept {
	return &kept{lists: newRecent[listKey, keptList](b.records), payments: newRecent[int64, keptPayments](b.payments)}
}

// listed are all records of a table as they stand in a View: the caller's own.
func listed[T any](v *View, t *table[T], kind Kind) ([]T, error) {
	all, err := shared(v, t, kind)
	return slices.Clone(all), err
}

// shared is listed, but not to be changed.
func shared[T any](v *View, t *table[T], kind Kind) ([]T, error) {
	return sharedAs(v, kind, "", func() ([]T, error) { return t.all(v.q, v.no) })
}

// sharedAs is shared for another list than that of all records of a kind: one that changes
// of the kind alone can change.
func sharedAs[T any](v *View, kind Kind, what string, read func() ([]T, error)) ([]T, error) {
	if v.written[kind] {
		return read()
	}
	all, found, err := atHand[T](v, kind, what)
	if err != nil || found {
		return all, err
	}
	if all, err = read(); err == nil {
		v.store.kept.put(listKey{v.no, kind, what}, keptList{from: v.committed(), until: v.committed(), records: all, size: len(all)})
	}
	return all, err
}

// atHand is the list that is kept of a kind, where it still holds. It is not to be changed.
func atHand[T any](v *View, kind Kind, what string) (all []T, found bool, err error) {
	if v.written[kind] {
		return nil, false, nil
	}
	at, k, key := v.committed(), v.store.kept, listKey{v.no, kind, what}
	have, found := k.get(key)
	if found && have.until < at {
		since, known, err := v.touchedAfter(have.until)
		if err != nil {
			return nil, false, err
		}
		if known && !slices.Contains(since.Kinds, kind) {
			have.until = at
			k.put(key, have)
		}
	}
	if !found || at < have.from || have.until < at {
		return nil, false, nil
	}
	return have.records.([]T), true, nil
}

// out is the record that is meant out of the list of its kind, nil for none, where that
// list is at hand. Of what every page lists it is read.
func out[T any](v *View, t *table[T], kind Kind, is func(*T) bool) (record *T, listed bool, err error) {
	all, found, err := atHand[T](v, kind, "")
	if err == nil && !found && onEveryPage[kind] && !v.written[kind] {
		all, err = shared(v, t, kind)
		found = true
	}
	if err != nil || !found {
		return nil, false, err
	}
	if i := slices.IndexFunc(all, func(r T) bool { return is(&r) }); i >= 0 {
		one := all[i]
		record = &one
	}
	return record, true, nil
}

// onEveryPage are the kinds whose lists are small and are shown, or looked at, everywhere.
var onEveryPage = map[Kind]bool{KindAccount: true, KindGroup: true, KindCategory: true}

func (k *kept) get(key listKey) (keptList, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.lists.get(key)
}

// put keeps a list unless there is a later one.
func (k *kept) put(key listKey, list keptList) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if have, _ := k.lists.get(key); have.until <= list.until {
		k.lists.put(key, list, list.size)
	}
}

// cardPayments reads a budget's card payments. They are long, and every request
// has them in the header.
func (k *kept) cardPayments(no int64, text string) ([]budget.CardPayment, error) {
	k.mu.Lock()
	have, _ := k.payments.get(no)
	k.mu.Unlock()
	if have.text == text {
		return slices.Clone(have.parsed), nil
	}
	var parsed []budget.CardPayment
	if err := json.Unmarshal([]byte(text), &parsed); err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.payments.put(no, keptPayments{text, parsed}, len(text))
	return slices.Clone(parsed), nil
}

// forget drops a budget that is gone.
func (k *kept) forget(no int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.payments.drop(no)
	for key := range k.lists.places {
		if key.budget == no {
			k.lists.drop(key)
		}
	}
}
