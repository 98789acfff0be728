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
	entries *recent[int64, computed]
}

// computed are the figures of a budget at a knowledge, and what they were computed from.
type computed struct {
	knowledge int64
	lists     lists
	snapshot  *envelope.Snapshot
	sheet     *envelope.Sheet // nil where nothing is
}

// values is how many there are: a figure a month in the lists; five in a cell, some
// fifteen in a month and three in a card's; and what the names of lists take.
func (c *computed) values() int {
	return len(c.lists.zeros)*(len(c.lists.made)+5*len(c.sheet.Rows)+3*len(c.sheet.Cards)+15) + 8*len(c.lists.made)
}

func newSheetCache(most int) *sheetCache {
	return &sheetCache{entries: newRecent[int64, computed](most)}
}

// get is what is kept of a budget, of whichever knowledge.
func (c *sheetCache) get(no int64) computed {
	c.mu.Lock()
	defer c.mu.Unlock()
	of, _ := c.entries.get(no)
	return of
}

// put keeps the newest figures of a budget; a look that began earlier does not
// take their place.
func (c *sheetCache) put(no int64, of computed) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if have, found := c.entries.get(no); !found || have.knowledge < of.knowledge {
		c.entries.put(no, of, of.values())
	}
}

// forget drops a budget that is gone.
func (c *sheetCache) forget(no int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.drop(no)
}
