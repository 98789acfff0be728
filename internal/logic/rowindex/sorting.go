package rowindex

import (
	"io"
	"iter"
	"slices"

	"holdover/internal/base/binenc"
	"holdover/internal/base/iterutil"
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
	spill Spill
	most  int // the maximum number of unsorted rows
	now   *Builder
	runs  [][]location
	size  int64
	err   error // of reading the runs
}

// location is the place of a packed segment in the spill file.
type location struct {
	at   int64
	size int
}

// NewSorting returns a Sorting that uses an empty Spill.
func NewSorting(spill Spill) *Sorting {
	return &Sorting{spill: spill, most: sortedAtOnce, now: &Builder{all: *newSegment(sortedAtOnce)}}
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
	var run []location
	for one := range s.now.segments {
		var p packer
		p.segment(one)
		if _, err := s.spill.Write(p); err != nil {
			return err
		}
		run = append(run, location{s.size, len(p)})
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
	runs := iterutil.Map(s.runs, s.read)
	to := newSegment(someRows)
	for at := range iterutil.Merge(rowAt.compare, runs...) {
		if to.take(at.segment, at.row); to.len() < someRows {
			continue
		}
		if err := done(to.done()); err != nil {
			return err
		}
		to = newSegment(someRows)
	}
	if s.err != nil || to.len() == 0 {
		return s.err
	}
	return done(to.done())
}

// rowAt is a row of a segment.
type rowAt struct {
	segment *segment
	row     int
}

func (a rowAt) compare(b rowAt) int { return a.segment.at(a.row).compare(b.segment.at(b.row)) }

// read iterates over the rows of a run, until an error.
func (s *Sorting) read(run []location) iter.Seq[rowAt] {
	return func(yield func(rowAt) bool) {
		var bytes []byte
		for _, place := range run {
			bytes = slices.Grow(bytes[:0], place.size)[:place.size]
			if _, err := s.spill.ReadAt(bytes, place.at); err != nil && err != io.EOF { //nolint:errorlint // ReadAt returns io.EOF itself
				s.err = err
				return
			}
			in := unpacker{binenc.Reader{Rest: bytes}, &s.now.books}
			one := in.segment()
			if s.err = in.end(); s.err != nil {
				return
			}
			for row := range one.len() {
				if !yield(rowAt{one, row}) {
					return
				}
			}
		}
	}
}
