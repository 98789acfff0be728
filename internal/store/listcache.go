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
	lists    map[listKey]keptList
	records  int // in all lists
	payments map[int64]keptPayments
}

type listKey struct {
	budget int64
	kind   Kind
}

type keptList struct {
	from, until int64 // the knowledges that it holds for
	records     any
	size        int
}

// keptPayments are a budget's card payments beside the text they were read from.
type keptPayments struct {
	text   string
	parsed []budget.CardPayment
}

// The bounds. A cache that is full begins anew.
const (
	maxKeptRecords  = 1 << 18
	maxKeptPayments = 32
)

func newKept() *kept {
	return &kept{lists: map[listKey]keptList{}, payments: map[int64]keptPayments{}}
}

// listed are all records of a table as they stand in a View: the caller's own.
func listed[T any](v *View, t *table[T], kind Kind) ([]T, error) {
	if v.written[kind] {
		return t.all(v.q, v.no)
	}
	at, k, key := v.committed(), v.store.kept, listKey{v.no, kind}
	have, found := k.get(key)
	if found && have.until < at {
		since, known, err := v.touchedAfter(have.until)
		if err != nil {
			return nil, err
		}
		if known && !slices.Contains(since.Kinds, kind) {
			have.until = at
			k.put(key, have)
		}
	}
	if found && have.from <= at && at <= have.until {
		return slices.Clone(have.records.([]T)), nil
	}
	all, err := t.all(v.q, v.no)
	if err == nil && (!found || at > have.until) {
		k.put(key, keptList{from: at, until: at, records: all, size: len(all)})
	}
	return slices.Clone(all), err
}

func (k *kept) get(key listKey) (keptList, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	list, found := k.lists[key]
	return list, found
}

// put keeps a list unless there is a later one.
func (k *kept) put(key listKey, list keptList) {
	k.mu.Lock()
	defer k.mu.Unlock()
	have := k.lists[key]
	if have.until > list.until {
		return
	}
	if k.records += list.size - have.size; k.records > maxKeptRecords {
		clear(k.lists)
		k.records = list.size
	}
	k.lists[key] = list
}

// cardPayments reads a budget's card payments. They are long, and every request
// has them in the header.
func (k *kept) cardPayments(no int64, text string) ([]budget.CardPayment, error) {
	k.mu.Lock()
	have := k.payments[no]
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
	if len(k.payments) >= maxKeptPayments {
		clear(k.payments)
	}
	k.payments[no] = keptPayments{text, parsed}
	return slices.Clone(parsed), nil
}

// forget drops a budget that is gone.
func (k *kept) forget(no int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.payments, no)
	for key, list := range k.lists {
		if key.budget == no {
			k.records -= list.size
			delete(k.lists, key)
		}
	}
}
