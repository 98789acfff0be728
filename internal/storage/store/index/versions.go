package index

import (
	"context"
	"slices"
	"sync"

	"holdover/internal/base/keylock"
	"holdover/internal/base/lru"
	"holdover/internal/logic/rowindex"
)

// Cache caches rowindex's indexes of recently used budgets. The key of an index is the number of a budget's last
// change, which a read takes from its own transaction, so a read never gets the index of another state. The index at
// the next change is made from the previous one and the journal, for changes of this process and of others.
type Cache struct {
	making keylock.Locks[int64]
	mu     sync.Mutex // held while a history is replaced
	// histories contains the indexes of budgets, by budget number. The size of a history in the cache is the number
	// of rows of its newest index.
	histories *lru.Cache
}

// history contains the latest indexes of a budget, oldest first. They share most of their rows. It is immutable once
// cached.
type history struct {
	versions []Version
	unstored int // rows of the newest index that the index in the database lacks
}

// Version is an index with the number of the change at which it was made.
type Version struct {
	Knowledge int64
	Index     *rowindex.Index
}

// MostVersions is the number of changes that may happen during one read.
const MostVersions = 8

// NewCache returns a cache of indexes with the given total number of rows.
func NewCache(rows int) *Cache { return &Cache{histories: lru.New(rows)} }

// Get returns the index at a change. make makes it from an earlier index, or from nil if no earlier index exists. One
// read at a time makes an index of a budget; concurrent reads wait for it.
func (c *Cache) Get(ctx context.Context, no, knowledge int64, make func(*Version) (x *rowindex.Index, read int, err error)) (*rowindex.Index, error) {
	if v := c.Latest(no, knowledge); v != nil && v.Knowledge == knowledge {
		return v.Index, nil
	}
	unlock, err := c.making.Lock(ctx, no)
	if err != nil {
		return nil, err
	}
	defer unlock()
	from := c.Latest(no, knowledge)
	if from != nil && from.Knowledge == knowledge {
		return from.Index, nil
	}
	x, read, err := make(from)
	if err == nil {
		c.put(no, Version{knowledge, x}, read)
	}
	return x, err
}

// Most returns the maximum number of rows in the cache.
func (c *Cache) Most() int { return c.histories.Max() }

func (c *Cache) history(no int64) history {
	h, _ := c.histories.Get(no).(history)
	return h
}

// Latest returns the newest index of a budget up to a change, or nil.
func (c *Cache) Latest(no, knowledge int64) *Version {
	h := c.history(no)
	for i := len(h.versions) - 1; i >= 0; i-- {
		if h.versions[i].Knowledge <= knowledge {
			return &h.versions[i]
		}
	}
	return nil
}

// Add caches an index that was made without reading rows and is not stored in the database.
func (c *Cache) Add(no int64, v Version) { c.put(no, v, v.Index.Rows()) }

// put caches the newest index of a budget; read is the number of rows that were read for it. The index of a read that
// began earlier does not replace it.
func (c *Cache) put(no int64, v Version, read int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.history(no)
	h.unstored += read
	if last := len(h.versions) - 1; last < 0 || h.versions[last].Knowledge < v.Knowledge {
		if v.Index.Fresh() > v.Index.Rows()/2 { // earlier ones share too few rows with it
			h.versions = nil
		}
		h.versions = append(slices.Clone(h.versions), v)
		h.versions = h.versions[max(0, len(h.versions)-MostVersions):]
	}
	c.replace(no, h)
}

// replace caches a history. One budget may fill the whole cache, however many rows it has.
func (c *Cache) replace(no int64, h history) {
	c.histories.Put(no, h, min(h.versions[len(h.versions)-1].Index.Rows(), c.Most()))
}

// Unstored returns how many rows of a budget's index the database lacks.
func (c *Cache) Unstored(no int64) int { return c.history(no).unstored }

// MarkStored records that an index was stored in the database when the database lacked the given number of its rows.
func (c *Cache) MarkStored(no int64, rows int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if h := c.history(no); len(h.versions) > 0 {
		h.unstored -= rows
		c.replace(no, h)
	}
}

// Drop removes a budget.
func (c *Cache) Drop(no int64) { c.histories.Take(no) }
