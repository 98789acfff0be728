package ynabdoc

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"sync/atomic"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
)

// Spill is a temporary file to which a decoding writes the packed transactions of a plan, so that they need not fit in
// memory.
type Spill interface {
	io.Writer
	io.ReaderAt
}

// spilledRows contains the transactions of a plan and their parts in a spill file.
type spilledRows struct {
	spill   Spill
	end     int64                 // the offset of the next bytes, including those not written yet
	waiting []byte                // the next bytes of the spill file
	failed  atomic.Pointer[error] // the first error; several goroutines may read
	rows    packedRecords[Transaction]
	parts   packedRecords[Subtransaction]
	index   *Index
}

func (s *spilledRows) err() error {
	if err := s.failed.Load(); err != nil {
		return *err
	}
	return nil
}

func (s *spilledRows) fail(err error) {
	if err != nil {
		s.failed.CompareAndSwap(nil, &err)
	}
}

func newSpilledRows(p *Plan, to Spill) *spilledRows {
	s := &spilledRows{spill: to, waiting: make([]byte, 0, spillPiece+spillPiece/4), index: newIndex(p)}
	s.rows, s.parts = newPacked(s, transactions), newPacked(s, subtransactions)
	return s
}

// spillPiece is the number of bytes written and read at once.
const spillPiece = 64 << 10

// flush writes the waiting bytes.
func (s *spilledRows) flush() error {
	if s.err() == nil && len(s.waiting) > 0 {
		_, err := s.spill.Write(s.waiting)
		s.fail(err)
	}
	s.waiting = s.waiting[:0]
	return s.err()
}

// packedRecords contains the records of an array in a spill file. An array is written completely before the next one
// begins.
type packedRecords[T any] struct {
	spilled *spilledRows
	of      packing[T]
	at      []int64          // the offset of each record
	end     int64            // the offset of the end of the last record
	random  *recordReader[T] // for random access
}

// packing is the table of the records. It is an interface, because packages that import Plan would otherwise
// instantiate the tables again.
type packing[T any] interface {
	pack(b []byte, rec *T) []byte
	unpack(u *unpacker, rec *T)
}

func newPacked[T any](spilled *spilledRows, of *table[T]) packedRecords[T] {
	return packedRecords[T]{spilled: spilled, of: of}
}

// add packs a record and writes it to the spill file, sooner or later.
func (p *packedRecords[T]) add(rec *T) error {
	if t, ok := any(rec).(*Transaction); ok {
		p.spilled.index.add(len(p.at), t)
	}
	before := len(p.spilled.waiting)
	p.at = append(p.at, p.spilled.end)
	p.spilled.waiting = p.of.pack(p.spilled.waiting, rec)
	p.spilled.end += int64(len(p.spilled.waiting) - before)
	p.end = p.spilled.end
	if len(p.spilled.waiting) < spillPiece {
		return nil
	}
	return p.spilled.flush()
}

// reader returns a reader for random access.
func (p *packedRecords[T]) reader() *recordReader[T] {
	if p.random == nil {
		p.random = p.newReader()
	}
	return p.random
}

func (p *packedRecords[T]) newReader() *recordReader[T] {
	return &recordReader[T]{packedRecords: p, unpacker: newUnpacker()}
}

// recordReader reads records back. It is not safe for concurrent use.
type recordReader[T any] struct {
	*packedRecords[T]
	unpacker *unpacker
	window   []byte // the bytes read last
	from     int64  // the offset of window
}

// bytes returns the bytes of a record, valid until the next call.
func (p *recordReader[T]) bytes(i int) []byte {
	begin, end := p.at[i], p.end
	if i+1 < len(p.at) {
		end = p.at[i+1]
	}
	if begin < p.from || end > p.from+int64(len(p.window)) {
		p.read(begin, end)
	}
	if p.spilled.err() != nil {
		return nil
	}
	return p.window[begin-p.from : end-p.from]
}

// read fills the window from begin to at least end.
func (p *recordReader[T]) read(begin, end int64) {
	size := min(max(end-begin, spillPiece), p.end-begin)
	if int64(cap(p.window)) < size {
		p.window = make([]byte, size)
	}
	p.window, p.from = p.window[:size], begin
	n, err := p.spilled.spill.ReadAt(p.window, begin)
	if n < len(p.window) {
		p.spilled.fail(spillReadError(err))
	}
}

// spillReadError returns the error for a spill file that cannot be read or has changed.
func spillReadError(err error) error {
	return apperr.New(apperr.Unavailable, "what was read of the plan document could not be read back from the temporary folder").WithCause(err)
}

// get reads a record into rec, which is zero after an error: see Plan.Err.
func (p *recordReader[T]) get(i int, rec *T) {
	p.unpacker.Rest = p.bytes(i)
	if p.spilled.err() == nil {
		p.of.unpack(p.unpacker, rec)
		if p.unpacker.Spoilt {
			p.spilled.fail(spillReadError(errors.New("other bytes came back")))
		}
	}
	if p.spilled.err() != nil {
		reset(rec)
	}
}

// all yields the records, until one cannot be read.
func (p *recordReader[T]) all(yield func(*T) bool) {
	var one T
	for i := range p.at {
		if p.get(i, &one); p.spilled.err() != nil || !yield(&one) {
			return
		}
	}
}

// spilledRecordsOf returns the spilled records of an array, or nil if they stay in memory.
func spilledRecordsOf[T any](d *decoder, of *table[T]) *packedRecords[T] {
	s := d.doc.Plan.spilled
	if s == nil {
		return nil
	}
	for _, p := range []any{&s.rows, &s.parts} {
		if p, ok := p.(*packedRecords[T]); ok && p.of == of {
			return p
		}
	}
	return nil
}

// CountTransactions returns the number of rows of the plan.
func (p *Plan) CountTransactions() int {
	if p.spilled != nil {
		return len(p.spilled.rows.at)
	}
	return len(p.Transactions)
}

// CountSubtransactions returns the number of parts in the separate array.
func (p *Plan) CountSubtransactions() int {
	if p.spilled != nil {
		return len(p.spilled.parts.at)
	}
	return len(p.Subtransactions)
}

// EachTransaction yields the rows, from memory or from the spill file. Rows from a spill file overwrite each other,
// and after a read error the rest are missing: see Err.
func (p *Plan) EachTransaction() iter.Seq2[int, *Transaction] {
	return eachOf(p, p.Transactions, (*spilledRows).rowsOf)
}

func (s *spilledRows) rowsOf() *packedRecords[Transaction]     { return &s.rows }
func (s *spilledRows) partsOf() *packedRecords[Subtransaction] { return &s.parts }

// eachOf yields the records of an array, from memory or from the spill file.
func eachOf[T any](p *Plan, inMemory []T, in func(*spilledRows) *packedRecords[T]) iter.Seq2[int, *T] {
	return func(yield func(int, *T) bool) {
		if p.spilled == nil {
			for i := range inMemory {
				if !yield(i, &inMemory[i]) {
					return
				}
			}
			return
		}
		i := 0
		for one := range iterutil.Ahead(in(p.spilled).newReader().all) {
			if !yield(i, one) {
				return
			}
			i++
		}
	}
}

// Transaction returns a copy of a row.
func (p *Plan) Transaction(i int) (t Transaction) {
	if p.spilled == nil {
		return p.Transactions[i]
	}
	p.spilled.rows.reader().get(i, &t)
	return t
}

// Subtransaction returns a copy of a part of the separate array.
func (p *Plan) Subtransaction(i int) (s Subtransaction) {
	if p.spilled == nil {
		return p.Subtransactions[i]
	}
	p.spilled.parts.reader().get(i, &s)
	return s
}

// SameTransactions reports whether two rows have equal records.
func (p *Plan) SameTransactions(i, j int) bool {
	if p.spilled == nil {
		return bytes.Equal(transactions.pack(nil, &p.Transactions[i]), transactions.pack(nil, &p.Transactions[j]))
	}
	rows := p.spilled.rows.reader()
	first := bytes.Clone(rows.bytes(i))
	return bytes.Equal(first, rows.bytes(j))
}

// Err returns the error of reading rows from the spill file.
func (p *Plan) Err() error {
	if p.spilled == nil {
		return nil
	}
	return p.spilled.err()
}
