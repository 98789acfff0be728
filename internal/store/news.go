package store

import (
	"encoding/json"
	"slices"
	"sync"

	"holdover/internal/budget"
	"holdover/internal/database"
	"holdover/internal/each"
)

// news are the latest changes of the budgets that are looked at. What is kept of a
// budget in memory holds until something changes that it was made of: whoever asks
// learns it here, mostly without asking the database, which is read once after each
// change of another process.
type news struct {
	mu      sync.Mutex
	budgets map[int64]*newsOf
}

// newsOf has every change of a budget after one and up to another.
type newsOf struct {
	after, until int64
	changes      []Change // their numbers and what they touched, oldest first
}

// The bounds. A full list of budgets begins anew.
const (
	maxNews        = 64   // changes of one budget: who is further behind reads anew
	maxNewsBudgets = 4096 // at some kilobytes each
)

func newNews() *news { return &news{budgets: map[int64]*newsOf{}} }

// committed is the knowledge of what is committed of the budget as the View sees it: a
// Writer's own changes come on top of it.
func (v *View) committed() int64 {
	if v.written != nil {
		return v.header.Knowledge - 1
	}
	return v.header.Knowledge
}

// touchedAfter is what changed after a knowledge and up to that of the View; known is
// false where that is too much to be told.
func (v *View) touchedAfter(knowledge int64) (all Touched, known bool, err error) {
	after, known, err := v.changesAfter(knowledge)
	for i := range after {
		all.join(after[i].Touched)
	}
	return all, known, err
}

// changesAfter are those changes, as far as news tell of them.
func (v *View) changesAfter(knowledge int64) (after []Change, known bool, err error) {
	at, n := v.committed(), v.store.news
	if at-knowledge > maxNews {
		return nil, false, nil
	}
	after, found := n.between(v.no, knowledge, at)
	if !found {
		if after, err = database.List(v.q, scanTouched, "SELECT no, touched FROM change WHERE budget = $1 AND no > $2 AND no <= $3 ORDER BY no", v.no, knowledge, at); err != nil {
			return nil, false, err
		}
		n.add(v.no, knowledge, at, after...)
	}
	for i := range after {
		if len(after[i].Touched.Kinds) == 0 { // an earlier program's, which did not say
			return nil, false, nil
		}
	}
	return after, true, nil
}

// rowsAfter are the rows that were written after a knowledge and up to that of the View,
// and whether records that rows name were, where that is known without the journal.
func (v *View) rowsAfter(knowledge int64) (rows []budget.TxNo, renamed, known bool, err error) {
	if v.written != nil { // a Writer's own changes are in no news
		return nil, false, false, nil
	}
	after, known, err := v.changesAfter(knowledge)
	for c := range each.In(after) {
		known = known && (c.rows != nil || !slices.Contains(c.Touched.Kinds, KindTransaction))
		rows = append(rows, c.rows...)
		renamed = renamed || slices.ContainsFunc(c.Touched.Kinds, func(k Kind) bool { return k == KindAccount || k == KindCategory || k == KindPayee })
	}
	return rows, renamed, known, err
}

func scanTouched(r database.Row) (c Change, err error) {
	var touched string
	if err := r.Scan(&c.No, &touched); err != nil {
		return c, err
	}
	return c, json.Unmarshal([]byte(touched), &c.Touched)
}

// between are the changes after one and up to another, where all of them are here.
func (n *news) between(no, after, until int64) (some []Change, found bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	e := n.budgets[no]
	if e == nil || after < e.after || until > e.until {
		return nil, after == until
	}
	for i := range e.changes {
		if c := &e.changes[i]; c.No > after && c.No <= until {
			some = append(some, *c)
		}
	}
	return some, true
}

// add takes in all changes after one and up to another.
func (n *news) add(no, after, until int64, changes ...Change) {
	n.mu.Lock()
	defer n.mu.Unlock()
	e := n.budgets[no]
	if e == nil && len(n.budgets) >= maxNewsBudgets {
		clear(n.budgets)
	}
	if e == nil || e.until < after {
		e = &newsOf{after: after, until: after}
		n.budgets[no] = e
	}
	for i := range changes {
		if c := &changes[i]; c.No > e.until {
			e.changes = append(e.changes, Change{No: c.No, Touched: c.Touched, rows: c.rows})
		}
	}
	e.until = max(e.until, until)
	if over := len(e.changes) - maxNews; over > 0 {
		e.after = e.changes[over-1].No
		e.changes = slices.Clone(e.changes[over:])
	}
}

// Forget drops a budget that is gone.
func (n *news) Forget(no int64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.budgets, no)
}
