package memory

// Lists are the small lists of the budgets looked at lately: every page and every
// change wants the accounts, categories and payees, and they change seldom. K says
// which list of a budget one is.
type Lists[K comparable] struct {
	lists *recent // of List
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
	return &Lists[K]{lists: newRecent(most)}
}

// Get is a list that is kept of a budget.
func (l *Lists[K]) Get(no int64, k K) (list List, found bool) {
	list, found = l.lists.get(listKey[K]{no, k}).(List)
	return list, found
}

// Put keeps a list unless there is a later one.
func (l *Lists[K]) Put(no int64, k K, list List) {
	l.lists.putOver(listKey[K]{no, k}, list, list.Size, func(have any) bool { return have.(List).Until <= list.Until })
}

// Forget drops a budget that is gone.
func (l *Lists[K]) Forget(no int64) {
	l.lists.dropAll(func(k any) bool { return k.(listKey[K]).budget == no })
}
