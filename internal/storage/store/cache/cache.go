package cache

import "holdover/internal/base/lru"

// Cache contains entries of budgets. It is safe for concurrent use.
type Cache struct{ entries *lru.Cache }

// Entry is a value with the range of change numbers for which it is valid.
type Entry struct {
	From, Until int64
	Value       any // immutable once cached
	Bytes       int // estimated size
}

// key identifies an entry. The budget is 0 for entries of no budget.
type key struct {
	budget int64
	of     any
}

// perEntry is the size of an entry in bytes, without its value.
const perEntry = 200

// New returns a cache of at most the given number of bytes.
func New(bytes int) *Cache { return &Cache{lru.New(bytes)} }

// Size returns the estimated size of all entries in bytes.
func (c *Cache) Size() int { return c.entries.Size() }

// Get returns an entry of a budget.
func (c *Cache) Get(budget int64, of any) (e Entry, found bool) {
	e, found = c.entries.Get(key{budget, of}).(Entry)
	return e, found
}

// Put sets an entry of a budget unless there is a later one.
func (c *Cache) Put(budget int64, of any, e Entry) {
	c.entries.PutIf(key{budget, of}, e, e.Bytes+perEntry, func(present any) bool { return present.(Entry).Until <= e.Until })
}

// DropBudget removes all entries of a budget.
func (c *Cache) DropBudget(budget int64) {
	c.entries.RemoveFunc(func(k any) bool { return k.(key).budget == budget })
}
