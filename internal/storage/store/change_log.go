package store

import (
	"encoding/json"
	"slices"
	"sync"

	"holdover/internal/base/iterutil"
	"holdover/internal/base/lru"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
)

// changeLog stores the latest changes of recently used budgets in memory. A cached value is valid until data that it
// was made from changes. The log answers that, mostly without the database: changes of other processes are read once.
type changeLog struct {
	mu      sync.Mutex
	budgets *lru.Cache // of *recentChanges, by budget number
}

// recentChanges contains all changes of a budget after one change, up to and including another.
type recentChanges struct {
	after, until int64
	changes      []Change // numbers and touched figures, oldest first
}

const (
	maxChanges       = 64   // per budget; older cached values are read again
	maxLoggedBudgets = 4096 // some kilobytes each
)

func newChangeLog() *changeLog { return &changeLog{budgets: lru.New(maxLoggedBudgets)} }

// committed returns the number of the last committed change that the ReadTx sees. A WriteTx's own changes come after it.
func (v *ReadTx) committed() int64 {
	if v.written != nil {
		return v.header.Knowledge - 1
	}
	return v.header.Knowledge
}

// touchedAfter returns the figures touched by the changes after knowledge, up to the ReadTx's. known is false if there
// are too many changes.
func (v *ReadTx) touchedAfter(knowledge int64) (all Touched, known bool, err error) {
	after, known, err := v.changesAfter(knowledge)
	for i := range after {
		all.join(after[i].Touched)
	}
	return all, known, err
}

// changesAfter returns these changes. known is false also if an earlier version wrote one of them.
func (v *ReadTx) changesAfter(knowledge int64) (after []Change, known bool, err error) {
	at, n := v.committed(), v.store.changes
	if at-knowledge > maxChanges {
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
		if len(after[i].Touched.Kinds) == 0 { // written by an earlier version, which did not store the kinds
			return nil, false, nil
		}
	}
	return after, true, nil
}

// rowsAfter returns the rows that were written after a change, up to the ReadTx's. renamed reports whether accounts,
// categories or payees were written. known is false if the journal must be read instead.
func (v *ReadTx) rowsAfter(knowledge int64) (rows []budget.TxNo, renamed, known bool, err error) {
	if v.written != nil { // a WriteTx's own changes are not in the log
		return nil, false, false, nil
	}
	after, known, err := v.changesAfter(knowledge)
	for c := range iterutil.Pointers(after) {
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

// between returns the changes after one, up to and including another, if the log contains all of them.
func (l *changeLog) between(no, after, until int64) (some []Change, found bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	e := l.of(no)
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

func (l *changeLog) of(no int64) *recentChanges {
	e, _ := l.budgets.Get(no).(*recentChanges)
	return e
}

// add logs all changes after one, up to and including another.
func (l *changeLog) add(no, after, until int64, changes ...Change) {
	l.mu.Lock()
	defer l.mu.Unlock()
	e := l.of(no)
	if e == nil || e.until < after {
		e = &recentChanges{after: after, until: after}
		l.budgets.Put(no, e, 1)
	}
	for i := range changes {
		if c := &changes[i]; c.No > e.until {
			e.changes = append(e.changes, Change{No: c.No, Touched: c.Touched, rows: c.rows})
		}
	}
	e.until = max(e.until, until)
	if over := len(e.changes) - maxChanges; over > 0 {
		e.after = e.changes[over-1].No
		e.changes = slices.Clone(e.changes[over:])
	}
}

// drop removes a budget.
func (l *changeLog) drop(no int64) { l.budgets.Take(no) }
