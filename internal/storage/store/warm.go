package store

import (
	"context"
	"slices"
	"time"

	"holdover/internal/logic/rowindex"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/index"
)

// warmRows is the number of rows from which an index is made in advance. Below it, the first read makes the index in
// about 30 ms.
const warmRows = 20_000

const (
	// keptBehind is the number of rows written since an index was stored, from which it is stored again: reading that
	// many rows takes some 50 ms.
	keptBehind = 2000
	// keepPatience is the time that a server waits at its end for an index to be stored.
	keepPatience = 10 * time.Second
)

// Warm makes the index of the budget's rows in the background, so that the first search does not wait for it. It does
// nothing without [Config].Warm, for a small budget, and if an index is cached.
func (v *ReadTx) Warm() {
	s := v.store
	if s.warming != nil && v.header.Transactions >= warmRows && s.indexes.Latest(v.no, v.header.Knowledge) == nil {
		s.warm(v.no)
	}
}

// CountsAtOnce reports whether rows are counted without a wait: the index is cached, or quickly made.
func (v *ReadTx) CountsAtOnce() bool {
	return v.header.Transactions < warmRows || v.store.indexes.Latest(v.no, v.header.Knowledge) != nil
}

func (s *Store) warm(no int64) {
	s.warming.Start(no, func(ctx context.Context) error {
		return s.ReadTx(ctx, no, func(v *ReadTx) error {
			_, err := v.rowIndex()
			return err
		})
	})
}

// keepIndex stores the index of a large budget in the database, in the background of a server, if the stored one is
// far behind.
func (v *ReadTx) keepIndex() { v.store.keepIndex(v.no, v.header.Knowledge, v.index) }

func (s *Store) keepIndex(no, knowledge int64, x *rowindex.Index) {
	unstored := s.indexes.Unstored(no)
	if s.warming == nil || x.Rows() < warmRows || unstored <= keptBehind {
		return
	}
	s.warming.Start(-no, func(ctx context.Context) error {
		defer s.indexes.MarkStored(no, unstored) // also after an error, so that not every read tries again
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), keepPatience)
		defer cancel()
		return index.Keep(ctx, s.db, no, knowledge, x.Pack)
	})
}

// warmLatest makes the indexes of the large budgets that were changed last, as many as fit into half of the cache,
// when a server starts.
func (s *Store) warmLatest(ctx context.Context) error {
	if s.warming == nil {
		return nil
	}
	return s.db.Read(ctx, func(q *database.Session) error {
		all, err := database.List(q, func(r database.Row) (b large, err error) { return b, r.Scan(&b.no, &b.rows) },
			"SELECT no, transactions FROM budget WHERE transactions >= $1 ORDER BY modified_at DESC, no LIMIT 100", int64(warmRows))
		for _, b := range fitting(all, int64(s.indexes.Most()/2)) { // the other half is for budgets in use
			s.warm(b.no)
		}
		return err
	})
}

// large is the number of a budget and the number of its rows.
type large struct{ no, rows int64 }

// fitting returns the budgets that fit together, in order. A smaller budget may fit after a larger one did not.
func fitting(all []large, room int64) []large {
	return slices.DeleteFunc(all, func(b large) bool {
		if b.rows > room {
			return true
		}
		room -= b.rows
		return false
	})
}
