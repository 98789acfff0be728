package staging

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"slices"
	"sync"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/tempfile"
)

// Rows stores the transactions of an import and iterates over them in the order of the table, any number of times.
// The rows are packed, in memory if there are few, otherwise in a temporary file as sorted runs. Links between
// transfers are stored separately. After all rows are added, several goroutines may iterate concurrently. Always
// close it.
type Rows struct {
	buffer *tempfile.Buffer
	run    []byte   // packed, not sorted yet
	keys   []rowKey // of the rows in run
	ends   []int64  // offsets of the ends of the runs in the buffer
	links  map[budget.Side]budget.OtherSide
	count  int

	mu  sync.Mutex // guards sort and err
	err error
}

// rowPlace is the position of a row in the table.
type rowPlace struct {
	account budget.AccountNo
	no      budget.TxNo
	date    civil.Date
}

// Compare compares transactions by their order in the table.
func Compare(a, b *budget.Transaction) int { return placeOf(a).compare(placeOf(b)) }

func placeOf(t *budget.Transaction) rowPlace { return rowPlace{t.Account, t.No, t.Date} }

func (p rowPlace) compare(o rowPlace) int {
	return cmp.Or(cmp.Compare(p.account, o.account), cmp.Compare(p.date, o.date), cmp.Compare(p.no, o.no))
}

// rowKey is the position of a row in the table and in a run.
type rowKey struct {
	rowPlace
	from, to int32
}

// runSize is the size in bytes at which a run of rows is sorted.
const runSize = 4 << 20

// NewRows returns an empty store of rows.
func NewRows() *Rows {
	return &Rows{buffer: tempfile.New(runSize), links: map[budget.Side]budget.OtherSide{}}
}

// Add adds a row. It returns an Unavailable error if the temporary folder is full.
func (r *Rows) Add(t *budget.Transaction) error {
	from := len(r.run)
	r.run = packRow(r.run, t)
	r.keys = append(r.keys, rowKey{placeOf(t), int32(from), int32(len(r.run))})
	r.count++
	if len(r.run) < runSize {
		return nil
	}
	return r.sort()
}

// Link links a side of a transfer to its other side.
func (r *Rows) Link(side budget.Side, other budget.OtherSide) { r.links[side] = other }

// Count returns the number of rows.
func (r *Rows) Count() int { return r.count }

// Err returns the error of storing or reading rows: an iteration since then was incomplete.
func (r *Rows) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

func (r *Rows) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = cmp.Or(r.err, err)
}

// Close releases the rows. It may be called repeatedly.
func (r *Rows) Close() error { return r.buffer.Close() }

// sort sorts the packed rows in memory and writes them as a run.
func (r *Rows) sort() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil || len(r.keys) == 0 {
		return r.err
	}
	slices.SortFunc(r.keys, func(a, b rowKey) int { return a.compare(b.rowPlace) })
	out := bufio.NewWriterSize(r.buffer, 64<<10)
	for i := range r.keys {
		k := &r.keys[i]
		_, _ = out.Write(binary.AppendUvarint(nil, uint64(k.to-k.from))) // out stores the error
		_, _ = out.Write(r.run[k.from:k.to])
	}
	if r.err = out.Flush(); r.err == nil {
		r.ends = append(r.ends, r.buffer.Size())
	}
	r.run, r.keys = r.run[:0], r.keys[:0]
	return r.err
}

// All iterates over the rows in the order of the table, with some read ahead; each overwrites the previous one. After
// a read error the rest are missing: see Err.
func (r *Rows) All() iter.Seq[*budget.Transaction] { return iterutil.Ahead(r.merged) }

// merged iterates over the merged runs.
func (r *Rows) merged(yield func(*budget.Transaction) bool) {
	if r.sort() != nil {
		return
	}
	var runs []iter.Seq[*budget.Transaction]
	from := int64(0)
	for _, end := range r.ends {
		runs = append(runs, r.read(from, end))
		from = end
	}
	iterutil.Merge(Compare, runs...)(yield)
}

// read iterates over the rows of a run.
func (r *Rows) read(from, end int64) iter.Seq[*budget.Transaction] {
	return func(yield func(*budget.Transaction) bool) {
		in := bufio.NewReaderSize(io.NewSectionReader(r.buffer, from, end-from), 32<<10)
		var packed []byte
		var row budget.Transaction
		for r.Err() == nil {
			size, err := binary.ReadUvarint(in)
			if err == nil {
				packed = slices.Grow(packed[:0], int(size))[:size]
				_, err = io.ReadFull(in, packed)
			}
			if err == io.EOF { //nolint:errorlint // the end of a run is this very error
				return
			}
			if err != nil {
				r.fail(fmt.Errorf("reading the rows of an import back: %w", database.Busy(err)))
				return
			}
			unpackRow(packed, &row)
			if r.link(&row); !yield(&row) {
				return
			}
		}
	}
}

// link sets the other sides of the transfers in a row.
func (r *Rows) link(t *budget.Transaction) {
	if len(t.Parts) == 0 && t.Transfer.Account != 0 {
		if other, linked := r.links[budget.Side{Tx: t.No}]; linked {
			t.Link(0, other)
		}
	}
	for i := range t.Parts {
		if other, linked := r.links[budget.Side{Tx: t.No, Part: t.Parts[i].No}]; linked {
			t.Link(t.Parts[i].No, other)
		}
	}
}
