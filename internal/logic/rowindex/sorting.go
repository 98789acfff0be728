package rowindex

import (
	"container/heap"
	"io"

	"holdover/internal/base/binenc"
)

// sortedAtOnce is the number of unsorted rows that a Sorting holds.
const sortedAtOnce = segmentsInPiece * someRows

// Spill is temporary storage for bytes, such as a spill file.
type Spill interface {
	io.Writer
	io.ReaderAt
}

// Sorting accepts rows in any order, such as those of an import, and builds their index or its packed form while
// holding at most some 65,000 of them in memory: the others are in a spill file, in sorted runs.
type Sorting struct {
	shelf Spill
	most  int // the maximum number of unsorted rows
	now   *Builder
	runs  [][]shelved
	size  int64
}

// shelved is the location of a packed segment.
type shelved struct {
	at   int64
	size int
}

// NewSorting returns a Sorting that uses an empty Spill.
func NewSorting(shelf Spill) *Sorting {
	return &Sorting{shelf: shelf, most: sortedAtOnce, now: &Builder{all: *newSegment(sortedAtOnce)}}
}

// Add adds a row. It returns the errors of [Builder.Add] and of the spill file.
func (s *Sorting) Add(r *Row) error {
	if err := s.now.Add(r); err != nil || s.now.rows() < s.most {
		return err
	}
	return s.Sort()
}

// Sort writes the rows in memory to the spill file as a sorted run. It returns the errors of the spill file.
func (s *Sorting) Sort() error {
	if s.now.rows() == 0 {
		return nil
	}
	var run []shelved
	for one := range s.now.segments {
		var p packer
		p.segment(one)
		if _, err := s.shelf.Write(p); err != nil {
			return err
		}
		run = append(run, shelved{s.size, len(p)})
		s.size += int64(len(p))
	}
	s.runs = append(s.runs, run)
	s.now = &Builder{all: *newSegment(s.most), books: s.now.books}
	return nil
}

// Pack passes the pieces of the index of the rows to piece, as [Index.Pack] does.
func (s *Sorting) Pack(piece func([]byte) error) error {
	if err := piece(s.now.books.pack()); err != nil {
		return err
	}
	to := pieces{done: piece}
	if err := s.each(to.add); err != nil {
		return err
	}
	return to.end()
}

// Index returns the index of the rows, with the names of records.
func (s *Sorting) Index(records *Records) (*Index, error) {
	x := &Index{books: s.now.books.named(records), waiting: new(waiting)}
	err := s.each(func(one *segment) error {
		x.segments, x.rows = append(x.segments, one), x.rows+one.len()
		return nil
	})
	x.fresh = x.rows
	return x, err
}

// each passes all segments in order to done.
func (s *Sorting) each(done func(*segment) error) error {
	if err := s.Sort(); err != nil {
		return err
	}
	if len(s.runs) == 1 {
		return s.alone(s.runs[0], done)
	}
	var left sortedRuns
	for _, run := range s.runs {
		one := &sortedRun{of: s, rest: run}
		if err := one.read(); err != nil {
			return err
		}
		left = append(left, one)
	}
	heap.Init(&left)
	to := newSegment(someRows)
	for len(left) > 0 {
		first := left[0]
		to.take(first.segment, first.row)
		if err := first.next(); err != nil {
			return err
		}
		if first.segment == nil {
			heap.Pop(&left)
		} else {
			heap.Fix(&left, 0)
		}
		if to.len() == someRows || len(left) == 0 {
			if err := done(to.done()); err != nil {
				return err
			}
			to = newSegment(someRows)
		}
	}
	return nil
}

// alone passes on the segments of the only run.
func (s *Sorting) alone(run []shelved, done func(*segment) error) error {
	for one := (&sortedRun{of: s, rest: run}); ; one.bytes = nil { // the segment owns its texts
		if err := one.read(); err != nil || one.segment == nil {
			return err
		}
		if err := done(one.segment.done()); err != nil {
			return err
		}
	}
}

// sortedRun is a run that is being read.
type sortedRun struct {
	of      *Sorting
	rest    []shelved
	bytes   []byte
	segment *segment // nil at the end
	row     int
}

func (r *sortedRun) next() error {
	if r.row++; r.row < r.segment.len() {
		return nil
	}
	return r.read()
}

func (r *sortedRun) read() error {
	r.segment, r.row = nil, 0
	if len(r.rest) == 0 {
		return nil
	}
	place := r.rest[0]
	r.rest = r.rest[1:]
	r.bytes = append(r.bytes[:0], make([]byte, place.size)...)
	if _, err := r.of.shelf.ReadAt(r.bytes, place.at); err != nil && err != io.EOF { //nolint:errorlint // the end of the shelf is this very error
		return err
	}
	in := unpacker{binenc.Reader{Rest: r.bytes}, &r.of.now.books}
	r.segment = in.segment()
	return in.end()
}

// sortedRuns is a heap of the runs with remaining rows, ordered by their first row.
type sortedRuns []*sortedRun

func (r sortedRuns) Len() int      { return len(r) }
func (r sortedRuns) Swap(i, j int) { r[i], r[j] = r[j], r[i] }
func (r sortedRuns) Less(i, j int) bool {
	return r[i].segment.at(r[i].row).less(r[j].segment.at(r[j].row))
}
func (r *sortedRuns) Push(x any) { *r = append(*r, x.(*sortedRun)) } //nolint:forcetypeassert // as package heap has it
func (r *sortedRuns) Pop() any {
	last := len(*r) - 1
	x := (*r)[last]
	*r = (*r)[:last]
	return x
}
