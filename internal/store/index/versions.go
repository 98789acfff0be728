package index

import (
	"context"
	"slices"
	"sync"

	"holdover/internal/finder"
)

// Cache keeps the finder's indexes of the budgets looked at lately. As with
// figures, the key is the knowledge that a look read in its own transaction: it
// is never answered from another moment. The next knowledge's index is made from
// the one before and the journal, in this process's changes as in another's.
type Cache struct {
	mu      sync.Mutex
	budgets map[int64]*indexed
	rows    int   // of the newest index of each budget
	most    int   // rows that it keeps
	clock   int64 // counts uses, to tell the least recent
}

// indexed are the latest indexes of one budget. They share most of their rows.
type indexed struct {
	turn     chan struct{} // held by who makes the next
	versions []Version     // oldest first
	used     int64
	behind   int // rows that what is kept in the database is behind the newest
}

// Version is an index with the knowledge that it is at.
type Version struct {
	Knowledge int64
	Index     *finder.Index
}

// MostVersions is how many changes may be made while somebody has one look.
const MostVersions = 8

// NewCache keeps so many rows.
func NewCache(most int) *Cache { return &Cache{budgets: map[int64]*indexed{}, most: most} }

// Get is the index at a knowledge. make makes it from an earlier one, nil where
// there is none; one look at a time does that for a budget, and others wait for
// what comes of it.
func (c *Cache) Get(ctx context.Context, no, knowledge int64, make func(*Version) (x *finder.Index, read int, err error)) (*finder.Index, error) {
	e := c.entry(no)
	if v := c.upTo(e, knowledge); v != nil && v.Knowledge == knowledge {
		return v.Index, nil
	}
	select {
	case e.turn <- struct{}{}:
		defer func() { <-e.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	from := c.upTo(e, knowledge)
	if from != nil && from.Knowledge == knowledge {
		return from.Index, nil
	}
	x, read, err := make(from)
	if err == nil {
		c.put(no, e, Version{knowledge, x}, read)
	}
	return x, err
}

// Most is how many rows it keeps.
func (c *Cache) Most() int { return c.most }

func (c *Cache) entry(no int64) *indexed {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.budgets[no]
	if e == nil {
		e = &indexed{turn: make(chan struct{}, 1)}
		c.budgets[no] = e
	}
	c.clock++
	e.used = c.clock
	return e
}

// Latest is the newest index of a budget up to a knowledge, nil where there is
// none.
func (c *Cache) Latest(no, knowledge int64) *Version { return c.upTo(c.entry(no), knowledge) }

func (c *Cache) upTo(e *indexed, knowledge int64) *Version {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := len(e.versions) - 1; i >= 0; i-- {
		if e.versions[i].Knowledge <= knowledge {
			found := e.versions[i]
			return &found
		}
	}
	return nil
}

// Have keeps the index of a budget's rows that were not read for it, of which the database keeps none.
func (c *Cache) Have(no int64, v Version) {
	c.put(no, c.entry(no), v, v.Index.Rows())
}

// put keeps the newest index of a budget, for which so many rows were read that the database keeps none of; a look that began
// earlier does not take its place.
func (c *Cache) put(no int64, e *indexed, v Version, read int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e.behind += read
	last := len(e.versions) - 1
	if c.budgets[no] != e || last >= 0 && e.versions[last].Knowledge >= v.Knowledge {
		return
	}
	c.rows += v.Index.Rows() - e.rows()
	if v.Index.Fresh() > v.Index.Rows()/2 { // those before share too little with it
		e.versions = nil
	}
	if e.versions = append(e.versions, v); len(e.versions) > MostVersions {
		e.versions = slices.Clone(e.versions[1:])
	}
	for c.rows > c.most && c.dropLeastRecent(no) {
	}
}

// Behind is how many rows what is kept of a budget is behind.
func (c *Cache) Behind(no int64) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.budgets[no]; e != nil {
		return e.behind
	}
	return 0
}

// Kept notes that an index was kept when what was kept before was so far behind.
func (c *Cache) Kept(no int64, behind int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.budgets[no]; e != nil {
		e.behind -= behind
	}
}

// rows is how many rows the newest index has.
func (e *indexed) rows() int {
	if len(e.versions) == 0 {
		return 0
	}
	return e.versions[len(e.versions)-1].Index.Rows()
}

// dropLeastRecent drops the budget whose index has not been used for longest, but
// not one of them, and says whether there was any.
func (c *Cache) dropLeastRecent(but int64) bool {
	oldest := int64(-1)
	for no, e := range c.budgets {
		if no != but && e.rows() > 0 && (oldest < 0 || e.used < c.budgets[oldest].used) {
			oldest = no
		}
	}
	if oldest < 0 {
		return false
	}
	c.drop(oldest)
	return true
}

func (c *Cache) drop(no int64) {
	if e := c.budgets[no]; e != nil {
		c.rows -= e.rows()
		delete(c.budgets, no)
	}
}

// Forget drops a budget that is gone.
func (c *Cache) Forget(no int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop(no)
}
