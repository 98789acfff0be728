package store

import (
	"context"
	"sync"

	"holdover/internal/budget"
	"holdover/internal/each"
	"holdover/internal/finder"
	"holdover/internal/spool"
	"holdover/internal/store/index"
)

// passing makes the index of a large budget that is brought in from its rows as they pass by: whoever looks at all of them first
// does not wait for them to be read again.
type passing struct {
	shelf  *spool.Spool
	rows   *finder.Sorting // nil where the budget is small, or something went wrong
	now    finder.Row
	packs  bool           // what is asked for is the pieces, not the index
	pieces [][]byte       // of the index
	under  sync.WaitGroup // what goes on beside
}

// passingInMemory is how many bytes of packed rows stay in memory.
const passingInMemory = 1 << 20

func newPassing(rows int, packs bool) *passing {
	p := &passing{shelf: spool.New(passingInMemory), packs: packs}
	if rows >= warmRows {
		p.rows = finder.NewSorting(p.shelf)
	}
	return p
}

func (p *passing) close() {
	p.under.Wait()
	_ = p.shelf.Close()
}

// row takes a row. What goes wrong costs the index, not the import: it is made of all rows then, when it is wanted.
func (p *passing) row(t *budget.Transaction) {
	if p.rows == nil {
		return
	}
	index.Fill(&p.now, t)
	if p.rows.Add(&p.now) != nil {
		p.rows = nil
	}
}

// over says that all rows have passed. They are put in order while the database makes its own indexes, of which it needs one processor.
func (p *passing) over() {
	if p.rows == nil {
		return
	}
	p.under.Go(func() {
		if p.order() != nil {
			p.rows = nil
		}
	})
}

func (p *passing) order() error {
	if !p.packs {
		return p.rows.Sort()
	}
	return p.rows.Pack(func(piece []byte) error {
		p.pieces = append(p.pieces, piece)
		return nil
	})
}

// packed hands out the pieces of the index.
func (p *passing) packed(piece func([]byte) error) error { return each.Do(p.pieces, piece) }

// keepPassed keeps the index of a budget that has just been brought in: a server has it at hand, and keeps it in the database in
// the background; a command keeps it before it ends. What goes wrong costs the index, as in row.
func (s *Store) keepPassed(ctx context.Context, h *Header, w *budget.Whole, p *passing) {
	p.under.Wait()
	if p.rows == nil {
		return
	}
	if p.packs {
		_ = index.Keep(ctx, s.db, h.No, h.Knowledge, p.packed)
		return
	}
	x, err := p.rows.Index(&finder.Records{Accounts: w.Accounts, Categories: w.Categories, Payees: w.Payees})
	if err != nil {
		return
	}
	s.indexes.Add(h.No, index.Version{Knowledge: h.Knowledge, Index: x})
	s.keepIndex(h.No, h.Knowledge, x)
}
