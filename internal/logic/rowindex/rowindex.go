// Package rowindex finds the rows that a register shows: those that match a filter, one page of them in any order,
// their number and their sum. It scans columns of all rows on every call: a million rows take milliseconds, and no
// result needs caching.
//
// An [Index] is immutable: [Index.With] makes another one that shares unchanged segments. A caller that holds an
// index has a consistent snapshot of a budget's rows.
//
// Start with Index, Filter and Found.
package rowindex

import (
	"slices"
	"sort"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Row contains the fields of a row that the index stores.
type Row struct {
	No       budget.TxNo
	Account  budget.AccountNo
	Date     civil.Date
	Cleared  budget.Cleared
	Approved bool
	Entered  bool   // entered here, not imported
	Flag     string // a colour
	Bank     string // the bank's text for the payee
	Line            // for a split, the fields of the whole row
	Parts    []Line // of a split
}

// Line holds the fields common to rows and parts.
type Line struct {
	Amount   money.Milli
	Payee    budget.PayeeNo
	Category budget.CategoryNo
	Other    budget.AccountNo // the account on the other side of a transfer
	Memo     string
	Part     budget.PartNo // zero for a row
}

// Records holds the records with names and kinds that affect searches.
type Records struct {
	Accounts   []budget.Account
	Categories []budget.Category
	Payees     []budget.Payee
}

// Index is an immutable snapshot of a budget's rows. It is safe for concurrent use.
type Index struct {
	segments []*segment // by date and number
	rows     int
	fresh    int // number of rows in segments that the previous index does not have
	books    interners
	waiting  *waiting
}

// New returns the index of the rows of a Builder.
func New(records *Records, b *Builder) *Index {
	x := &Index{rows: b.rows(), fresh: b.rows(), books: b.books.named(records), waiting: new(waiting)}
	x.segments = slices.Collect(b.segments)
	return x
}

// Rows returns the number of rows.
func (x *Index) Rows() int { return x.rows }

// Fresh returns the number of rows that the index does not share with the one that it was made from.
func (x *Index) Fresh() int { return x.fresh }

// Changes describes changed rows: Touched lists the numbers of all that were written or deleted, sorted; Now holds
// those that exist. Records is nil if no name changed.
type Changes struct {
	Touched []budget.TxNo
	Now     *Builder
	Records *Records
}

// Change returns an empty set of changes to the index.
func (x *Index) Change(touched []budget.TxNo) Changes {
	return Changes{Touched: touched, Now: &Builder{books: x.books.shared()}}
}

// With returns the index after the changes.
func (x *Index) With(c Changes) *Index {
	if len(c.Touched) == 0 && c.Now.rows() == 0 && c.Records == nil { // unchanged, including its cached counts
		next := *x
		next.fresh = 0
		return &next
	}
	next := &Index{books: c.Now.books, segments: make([]*segment, 0, len(x.segments)+1), waiting: new(waiting)}
	if c.Records != nil {
		next.books = c.Now.books.named(c.Records)
	}
	come := slices.Collect(c.Now.segments)
	incoming := &incoming{segments: come}
	for i, s := range x.segments {
		var end Position // the start of the next segment
		if i+1 < len(x.segments) {
			end = x.segments[i+1].at(0)
		}
		gone := s.having(c.Touched)
		if len(gone) == 0 && !incoming.before(end) {
			next.segments = append(next.segments, s)
			continue
		}
		made := merged(s, gone, incoming, end)
		next.segments = append(next.segments, made...)
		for _, s := range made {
			next.fresh += s.len()
		}
	}
	if len(x.segments) == 0 {
		next.segments = come
	}
	for _, s := range next.segments {
		next.rows += s.len()
	}
	return next
}

// incoming contains sorted rows that are not placed yet.
type incoming struct {
	segments []*segment
	row      int // of the first segment
}

// before reports whether the next row sorts before a position; zero is the end.
func (in *incoming) before(end Position) bool {
	return len(in.segments) > 0 && (end == Position{} || in.segments[0].at(in.row).less(end))
}

// merged returns a segment without some rows and with the incoming ones before end.
func merged(s *segment, gone []int, in *incoming, end Position) []*segment {
	to := newSegment(s.len() - len(gone) + 1)
	for row := 0; row < s.len(); {
		if len(gone) > 0 && gone[0] == row {
			gone = gone[1:]
			row++
			continue
		}
		in.placeBefore(s.at(row), to)
		stays := s.len()
		if len(gone) > 0 {
			stays = gone[0]
		}
		next := in.after(s, row+1, stays)
		to.takeRun(s, row, next)
		row = next
	}
	in.placeBefore(end, to)
	return to.divided()
}

// after returns the first of some rows that sorts after the next incoming row, or last.
func (in *incoming) after(s *segment, first, last int) int {
	if len(in.segments) == 0 {
		return last
	}
	next := in.segments[0].at(in.row)
	return first + sort.Search(last-first, func(i int) bool { return next.less(s.at(first + i)) })
}

// placeBefore places all rows that sort before a position.
func (in *incoming) placeBefore(end Position, to *segment) {
	for in.before(end) {
		to.take(in.segments[0], in.row)
		if in.row++; in.row == in.segments[0].len() {
			in.segments, in.row = in.segments[1:], 0
		}
	}
}

// having returns the rows of a segment that have a number in the list, in order.
func (s *segment) having(numbers []budget.TxNo) (rows []int) {
	if len(numbers) == 0 {
		return nil
	}
	low, high := numbers[0], numbers[len(numbers)-1]
	for row, no := range s.no {
		if no < low || no > high {
			continue
		}
		if _, found := slices.BinarySearch(numbers, no); found {
			rows = append(rows, row)
		}
	}
	return rows
}
