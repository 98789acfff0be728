package memory

import "sync"

// Lists are the small lists of the budgets looked at lately: every page and every
// change wants the accounts, categories and payees, and they change seldom. K says
// which list of a budget one is.
type Lists[K comparable] struct {
	mu    sync.Mutex
	lists *recent[listKey[K], List]
}

type listKey[K comparable] struct {
	budget int64
	list   K
}

// List is a list with the knowledges that it holds for.
type List struct {
	From, Until int64
	Records     any
	Size        int // how many records
}

// NewLists keeps so many records.
func NewLists[K comparable](most int) *Lists[K] {
	return &Lists[K]{lists: newRecent[listKey[K], List](most)}
}

// Get is a list that is kept of a budget.
func (l *Lists[K]) Get(no int64, k K) (List, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lists.get(listKey[K]{no, k})
}

// Put keeps a list unless there is a later one.
func (l *Lists[K]) Put(no int64, k K, list List) {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := listKey[K]{no, k}
	if have, _ := l.lists.get(key); have.Until <= list.Until {
		l.lists.put(key, list, list.Size)
	}
}

// Forget drops a budget that is gone.
func (l *Lists[K]) Forget(no int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key := range l.lists.places {
		if key.budget == no {
			l.lists.drop(key)
		}
	}
}
