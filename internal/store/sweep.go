package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"holdover/internal/database"
)

// Deleting a budget is one short change: from then on nobody finds it, and its
// number is in table leftover. What it leaves behind is removed piece by piece,
// each in a transaction of its own, so that nobody's edit waits for a million
// rows to go. A program that ends in between goes on at its next start.

// swept are the tables that are removed in pieces: by what their rows are in
// order within a budget, and so many rows at once.
var swept = []struct {
	table, key string
	rows       int
}{
	{"tx", "account, date, no", 5000},
	{"part", "tx, pos", 5000},
	{"change_row", "change, seq", 5000},
	{"change", "no", 5000},
	{"cell", "category, month", 5000},
	{"original", "document, seq", 16}, // of one megabyte
	{"receipt_data", "sum, seq", 16},
	{"column_piece", "version, seq", 8},
	{"column_set", "knowledge", 1},
}

// sweeping removes in the background what deleted budgets left. Nil is a store
// that does it at once.
type sweeping struct {
	ctx    context.Context //nolint:containedctx // it ends with the store
	cancel context.CancelFunc
	done   sync.WaitGroup
	turn   sync.Mutex
}

func newSweeping(on bool) *sweeping {
	if !on {
		return nil
	}
	w := &sweeping{}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	return w
}

func (w *sweeping) end() {
	if w != nil {
		w.cancel()
		w.done.Wait()
	}
}

// sweep removes what deleted budgets left: in the background where there is
// time, else now. What cannot be removed stays for the next start.
func (s *Store) sweep(ctx context.Context) error {
	if s.sweeping == nil {
		return s.sweepAll(ctx)
	}
	s.sweeping.done.Go(func() {
		s.sweeping.turn.Lock()
		defer s.sweeping.turn.Unlock()
		_ = s.sweepAll(s.sweeping.ctx)
	})
	return nil
}

func (s *Store) sweepAll(ctx context.Context) error {
	var left []int64
	err := s.db.Look(ctx, func(q *database.Session) (err error) {
		left, err = database.List(q, func(r database.Row) (no int64, err error) { return no, r.Scan(&no) }, "SELECT budget FROM leftover ORDER BY budget")
		return err
	})
	if err != nil {
		return err
	}
	for _, no := range left {
		if err := s.sweepBudget(ctx, no); err != nil {
			return err
		}
	}
	if len(left) > 0 {
		return s.db.GiveBack(ctx)
	}
	return nil
}

func (s *Store) sweepBudget(ctx context.Context, no int64) error {
	whole := copied()
	for _, one := range swept {
		delete(whole, one.table)
		for more := true; more; {
			err := s.db.Aside(ctx, func(q *database.Session) error {
				removed, err := q.Exec(fmt.Sprintf("DELETE FROM %[1]s WHERE budget = $1 AND (%[2]s) <= (SELECT %[2]s FROM %[1]s WHERE budget = $1 ORDER BY %[2]s LIMIT 1 OFFSET %[3]d)",
					one.table, one.key, one.rows), no)
				if more = removed > 0; more || err != nil {
					return err
				}
				return deleteRows(q, one.table, no)
			})
			if err != nil {
				return err
			}
		}
	}
	return s.db.Aside(ctx, func(q *database.Session) error {
		for _, table := range slices.Sorted(maps.Keys(whole)) {
			if err := deleteRows(q, table, no); err != nil {
				return err
			}
		}
		return deleteRows(q, "leftover", no)
	})
}
