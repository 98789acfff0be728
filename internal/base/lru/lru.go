// Package lru is a cache of limited size that drops the least recently used values.
//
// The only type is [Cache].
package lru

import (
	"container/list"
	"sync"
)

// Cache stores values up to a total size. It is safe for concurrent use. It has no type parameters, because every
// package that imports the store would compile its methods again for each kind of value.
type Cache struct {
	mu        sync.Mutex
	max, size int
	entries   map[any]*list.Element
	uses      list.List // of *entry, least recent first
}

type entry struct {
	key, value any
	size       int
}

// New returns a cache for values of a total size of max.
func New(max int) *Cache { return &Cache{max: max, entries: map[any]*list.Element{}} }

// Max returns the largest total size.
func (c *Cache) Max() int { return c.max }

// Size returns the total size of the values.
func (c *Cache) Size() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.size
}

// Get returns the value of a key, or nil.
func (c *Cache) Get(key any) any {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.entries[key]
	if at == nil {
		return nil
	}
	c.uses.MoveToBack(at)
	return at.Value.(*entry).value
}

// Put sets the value of a key and returns the values that were dropped for it. A value that is larger than the cache is dropped.
func (c *Cache) Put(key, value any, size int) (dropped []any) {
	return c.PutIf(key, value, size, func(any) bool { return true })
}

// PutIf is Put if there is no value, or if replaces reports that the present one may be replaced.
func (c *Cache) PutIf(key, value any, size int, replaces func(present any) bool) (dropped []any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.entries[key]; at != nil {
		if present := at.Value.(*entry).value; !replaces(present) {
			c.uses.MoveToBack(at)
			return nil
		}
		dropped = append(dropped, c.remove(at))
	}
	if size > c.max {
		return append(dropped, value)
	}
	c.entries[key] = c.uses.PushBack(&entry{key, value, size})
	for c.size += size; c.size > c.max; {
		dropped = append(dropped, c.remove(c.uses.Front()))
	}
	return dropped
}

// Take removes a key and returns its value, or nil.
func (c *Cache) Take(key any) any {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.entries[key]
	if at == nil {
		return nil
	}
	return c.remove(at)
}

// RemoveFunc removes the keys for which is reports true, and returns their values.
func (c *Cache) RemoveFunc(is func(key any) bool) (removed []any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, at := range c.entries {
		if is(key) {
			removed = append(removed, c.remove(at))
		}
	}
	return removed
}

func (c *Cache) remove(at *list.Element) any {
	e := c.uses.Remove(at).(*entry)
	c.size -= e.size
	delete(c.entries, e.key)
	return e.value
}
