package store

import (
	"sync"

	"holdover/internal/budget"
	"holdover/internal/envelope"
)

// orderCache keeps the lines of the cells in which their order matters, for the
// budgets looked at lately: an edit asks for those again that it touched.
type orderCache struct {
	mu      sync.Mutex
	entries map[int64]orderEntry
	lines   int // of all entries
}

type orderEntry struct {
	knowledge int64
	cells     map[budget.CellKey][]envelope.CardLine // not changed once it is here
	lines     int
}

// maxOrderLines bounds the cache, at some 100 bytes each. A cache that is full begins anew.
const maxOrderLines = 1 << 18

func newOrderCache() *orderCache { return &orderCache{entries: map[int64]orderEntry{}} }

// at gives what is kept of a budget and still holds at a knowledge.
func (c *orderCache) at(v *View, knowledge int64) (map[budget.CellKey][]envelope.CardLine, error) {
	c.mu.Lock()
	e, found := c.entries[v.no]
	c.mu.Unlock()
	if !found || e.knowledge > knowledge {
		return nil, nil
	}
	if e.knowledge == knowledge && v.written == nil {
		return e.cells, nil
	}
	touched, known, err := v.touchedAfter(e.knowledge)
	if v.changed != nil {
		touched.join(*v.changed)
	}
	if err != nil || !known || touched.AllCharges {
		return nil, err
	}
	fresh := make(map[budget.CellKey][]envelope.CardLine, len(e.cells))
	for cell, lines := range e.cells {
		fresh[cell] = lines
	}
	for _, t := range touched.Charges {
		delete(fresh, budget.CellKey{Category: t.Category, Month: t.Month})
	}
	return fresh, nil
}

func (c *orderCache) put(no, knowledge int64, cells map[budget.CellKey][]envelope.CardLine) {
	size := 0
	for _, lines := range cells {
		size += len(lines)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	have := c.entries[no]
	if size > maxOrderLines || have.knowledge > knowledge {
		return
	}
	if c.lines += size - have.lines; c.lines > maxOrderLines {
		clear(c.entries)
		c.lines = size
	}
	c.entries[no] = orderEntry{knowledge, cells, size}
}

// forget drops a budget that is gone.
func (c *orderCache) forget(no int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines -= c.entries[no].lines
	delete(c.entries, no)
}
