package store

import (
	"context"
	"sync"

	"holdover/internal/base/iterutil"
	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store/index"
	"holdover/internal/storage/tempfile"
)

// importIndexer makes the index of a large budget from its rows during the import, so that the first search does not read
// all rows again.
type importIndexer struct {
	spill  *tempfile.Buffer
	rows   *rowindex.Sorting // nil if the budget is small, or after an error
	now    rowindex.Row
	packs  bool           // make the pieces, not the index
	pieces [][]byte       // of the index
	under  sync.WaitGroup // the work in the background
}

// passingInMemory is the number of bytes of packed rows that stay in memory.
const passingInMemory = 1 << 20

func newPassing(rows int, packs bool) *importIndexer {
	p := &importIndexer{spill: tempfile.New(passingInMemory), packs: packs}
	if rows >= warmRows {
		p.rows = rowindex.NewSorting(p.spill)
	}
	return p
}

func (p *importIndexer) close() {
	p.under.Wait()
	_ = p.spill.Close()
}

// row adds a row. An error discards the index, not the import: the index is then made from all rows when it is
// needed.
func (p *importIndexer) row(t *budget.Transaction) {
	if p.rows == nil {
		return
	}
	index.Fill(&p.now, t)
	if p.rows.Add(&p.now) != nil {
		p.rows = nil
	}
}

// over is called after the last row. It sorts the rows in the background, while the database builds its indexes on
// one processor.
func (p *importIndexer) over() {
	if p.rows == nil {
		return
	}
	p.under.Go(func() {
		if p.order() != nil {
			p.rows = nil
		}
	})
}

func (p *importIndexer) order() error {
	if !p.packs {
		return p.rows.Sort()
	}
	return p.rows.Pack(func(piece []byte) error {
		p.pieces = append(p.pieces, piece)
		return nil
	})
}

// packed calls piece with each piece of the index.
func (p *importIndexer) packed(piece func([]byte) error) error { return iterutil.Each(p.pieces, piece) }

// keepPassed stores the index of a budget that was just imported. A server caches it, and stores it in the database
// in the background. A command stores it in the database before it ends. Errors are handled as in row.
func (s *Store) keepPassed(ctx context.Context, h *Header, w *budget.Whole, p *importIndexer) {
	p.under.Wait()
	if p.rows == nil {
		return
	}
	if p.packs {
		_ = index.Keep(ctx, s.db, h.No, h.Knowledge, p.packed)
		return
	}
	x, err := p.rows.Index(&rowindex.Records{Accounts: w.Accounts, Categories: w.Categories, Payees: w.Payees})
	if err != nil {
		return
	}
	s.indexes.Add(h.No, index.Version{Knowledge: h.Knowledge, Index: x})
	s.keepIndex(h.No, h.Knowledge, x)
}
