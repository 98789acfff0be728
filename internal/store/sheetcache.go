package store

import (
	"sync"

	"holdover/internal/envelope"
)

// sheetCache keeps the last computed figures of the budgets looked at lately, with
// the knowledge that a look read in its own transaction, so that what comes out is
// never older or newer than the look.
type sheetCache struct {
	mu      sync.Mutex
	entries map[int64]*sheetEntry
	values  int   // of all entries
	clock   int64 // counts uses, to tell the least recent
}

type sheetEntry struct {
	computed
	values int
	used   int64
}

// computed are the figures of a budget at a knowledge, and what they were computed from.
type computed struct {
	knowledge int64
	lists     lists
	snapshot  *envelope.Snapshot
	sheet     *envelope.Sheet // nil where nothing is
}

// maxCachedValues bounds the cache, at eight bytes a value: 64 MB, or sixteen budgets
// of 240 months, 100 categories and five cards as envelopes, each of them charged in
// every category.
const maxCachedValues = 1 << 23

// values is how many there are: a figure a month in the lists; five in a cell, some
// fifteen in a month and three in a card's; and what the names of lists take.
func (c *computed) values() int {
	return len(c.lists.zeros)*(len(c.lists.made)+5*len(c.sheet.Rows)+3*len(c.sheet.Cards)+15) + 8*len(c.lists.made)
}

func newSheetCache() *sheetCache { return &sheetCache{entries: map[int64]*sheetEntry{}} }

// get is what is kept of a budget, of whichever knowledge.
func (c *sheetCache) get(no int64) computed {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entries[no]
	if e == nil {
		return computed{}
	}
	c.clock++
	e.used = c.clock
	return e.computed
}

// put keeps the newest figures of a budget; a look that began earlier does not
// take their place.
func (c *sheetCache) put(no int64, of computed) {
	size := of.values()
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.entries[no]; size > maxCachedValues || e != nil && e.knowledge >= of.knowledge {
		return
	}
	c.drop(no)
	for c.values+size > maxCachedValues {
		c.drop(c.leastRecent())
	}
	c.clock++
	c.values += size
	c.entries[no] = &sheetEntry{computed: of, values: size, used: c.clock}
}

func (c *sheetCache) drop(no int64) {
	if e := c.entries[no]; e != nil {
		c.values -= e.values
		delete(c.entries, no)
	}
}

func (c *sheetCache) leastRecent() (oldest int64) {
	var used int64 = -1
	for no, e := range c.entries {
		if used < 0 || e.used < used {
			oldest, used = no, e.used
		}
	}
	return oldest
}

// forget drops a budget that is gone.
func (c *sheetCache) forget(no int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop(no)
}
