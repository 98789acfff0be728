package store

import (
	"sync"

	"holdover/internal/envelope"
)

// sheetCache keeps the last computed figures of the budgets looked at lately.
// The key is the knowledge that a look read in its own transaction, so that what
// comes out is never older or newer than the look.
type sheetCache struct {
	mu      sync.Mutex
	entries map[int64]*sheetEntry
	cells   int   // of all entries: categories times months
	clock   int64 // counts uses, to tell the least recent
}

type sheetEntry struct {
	knowledge int64
	snapshot  *envelope.Snapshot
	sheet     *envelope.Sheet
	cells     int
	used      int64
}

// maxCachedCells bounds the cache: a cell takes some 56 bytes in snapshot and
// sheet, so this is about 50 MB, or forty budgets of 240 months and 100 categories.
const maxCachedCells = 1 << 20

func newSheetCache() *sheetCache { return &sheetCache{entries: map[int64]*sheetEntry{}} }

func (c *sheetCache) get(no, knowledge int64) (*envelope.Snapshot, *envelope.Sheet, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entries[no]
	if e == nil || e.knowledge != knowledge {
		return nil, nil, false
	}
	c.clock++
	e.used = c.clock
	return e.snapshot, e.sheet, true
}

// put keeps the newest figures of a budget; a look that began earlier does not
// take their place.
func (c *sheetCache) put(no, knowledge int64, snapshot *envelope.Snapshot, sheet *envelope.Sheet) {
	size := snapshot.Months() * (len(snapshot.Categories) + 1)
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.entries[no]; size > maxCachedCells || e != nil && e.knowledge >= knowledge {
		return
	}
	c.drop(no)
	for c.cells+size > maxCachedCells {
		c.drop(c.leastRecent())
	}
	c.clock++
	c.cells += size
	c.entries[no] = &sheetEntry{knowledge: knowledge, snapshot: snapshot, sheet: sheet, cells: size, used: c.clock}
}

func (c *sheetCache) drop(no int64) {
	if e := c.entries[no]; e != nil {
		c.cells -= e.cells
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
