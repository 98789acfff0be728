package rowindex

import (
	"iter"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// The initial and maximum number of rows of a segment. An edit copies the affected segments, which favours small
// ones; a search scans all of them, which favours large ones.
const (
	someRows = 2048
	maxRows  = 4096
)

// segment is a run of rows in the order of their positions, in columns. It is immutable once it is part of an index.
type segment struct {
	no      []budget.TxNo
	date    []civil.Date
	account []code
	flag    []code
	state   []state
	lines
	parts     lines
	partOwner []int32 // the row of each part
	partNo    []budget.PartNo
	written   texts // the notes as written, if they differ from their folded form
	bank      texts // the bank's text for the payee

	bare       marks // rows with a line that has no category
	unapproved marks
	hasTags    bool // notes may have tags: one has their sign
}

// lines contains the columns that rows and parts have in common.
type lines struct {
	amount                 []money.Milli
	payee, category, other []code
	memo                   texts
}

// state packs properties of a row into bits.
type state uint8

const (
	clearedBits state = 3
	approved    state = 4
	split       state = 8
	entered     state = 16
	everything  state = 32 // larger than any state
)

// clearedStates in the order in which they sort.
var clearedStates = []budget.Cleared{budget.Uncleared, budget.ClearedYes, budget.Reconciled}

func newSegment(rows int) *segment {
	s := &segment{
		no: make([]budget.TxNo, 0, rows), date: make([]civil.Date, 0, rows), account: make([]code, 0, rows),
		flag: make([]code, 0, rows), state: make([]state, 0, rows),
	}
	s.lines = lines{
		amount: make([]money.Milli, 0, rows), payee: make([]code, 0, rows), category: make([]code, 0, rows),
		other: make([]code, 0, rows), memo: texts{ends: make([]uint32, 0, rows)},
	}
	s.written.ends, s.bank.ends = make([]uint32, 0, rows), make([]uint32, 0, rows)
	return s
}

func (s *segment) len() int { return len(s.no) }

func (s *segment) at(row int) Position { return Position{s.date[row], s.no[row]} }

// take copies a row of another segment to the end of this one.
func (s *segment) take(from *segment, row int) {
	s.no = append(s.no, from.no[row])
	s.date = append(s.date, from.date[row])
	s.account = append(s.account, from.account[row])
	s.flag = append(s.flag, from.flag[row])
	s.state = append(s.state, from.state[row])
	s.lines.take(&from.lines, row)
	s.written.add(from.written.at(row))
	s.bank.add(from.bank.at(row))
	if from.state[row]&split == 0 {
		return
	}
	first, last := from.partsOf(row)
	for part := first; part < last; part++ {
		s.partOwner, s.partNo = append(s.partOwner, int32(s.len()-1)), append(s.partNo, from.partNo[part])
		s.parts.take(&from.parts, part)
	}
}

// takeRun copies the rows from first to before last, column by column.
func (s *segment) takeRun(from *segment, first, last int) {
	begin := s.len()
	s.no = append(s.no, from.no[first:last]...)
	s.date = append(s.date, from.date[first:last]...)
	s.account = append(s.account, from.account[first:last]...)
	s.flag = append(s.flag, from.flag[first:last]...)
	s.state = append(s.state, from.state[first:last]...)
	s.lines.takeRun(&from.lines, first, last)
	s.written.addRun(&from.written, first, last)
	s.bank.addRun(&from.bank, first, last)
	if !from.splits(first, last) {
		return
	}
	part, _ := slices.BinarySearch(from.partOwner, int32(first))
	end, _ := slices.BinarySearch(from.partOwner, int32(last))
	for _, owner := range from.partOwner[part:end] {
		s.partOwner = append(s.partOwner, int32(begin-first)+owner)
	}
	s.partNo = append(s.partNo, from.partNo[part:end]...)
	s.parts.takeRun(&from.parts, part, end)
}

// splits reports whether any of the rows is a split.
func (s *segment) splits(first, last int) bool {
	return slices.ContainsFunc(s.state[first:last], func(is state) bool { return is&split != 0 })
}

// partsOf returns the range of a row's parts: from first to before last.
func (s *segment) partsOf(row int) (first, last int) {
	first, _ = slices.BinarySearch(s.partOwner, int32(row))
	for last = first; last < len(s.partOwner) && s.partOwner[last] == int32(row); last++ {
	}
	return first, last
}

// linesOf yields the lines of a row, which are its parts or itself, each as its columns and its index in them.
func (s *segment) linesOf(row int) iter.Seq2[*lines, int] {
	return func(yield func(*lines, int) bool) {
		if s.state[row]&split == 0 {
			yield(&s.lines, row)
			return
		}
		first, last := s.partsOf(row)
		for part := first; part < last; part++ {
			if !yield(&s.parts, part) {
				return
			}
		}
	}
}

// partsFrom is partsOf for sequential access: it searches from the end of the previous row's parts.
func (s *segment) partsFrom(at, row int) (first, last int) {
	for first = at; s.partOwner[first] < int32(row); first++ {
	}
	for last = first; last < len(s.partOwner) && s.partOwner[last] == int32(row); last++ {
	}
	return first, last
}

func (l *lines) take(from *lines, i int) {
	l.amount = append(l.amount, from.amount[i])
	l.payee = append(l.payee, from.payee[i])
	l.category = append(l.category, from.category[i])
	l.other = append(l.other, from.other[i])
	l.memo.add(from.memo.at(i))
}

func (l *lines) takeRun(from *lines, first, last int) {
	l.amount = append(l.amount, from.amount[first:last]...)
	l.payee = append(l.payee, from.payee[first:last]...)
	l.category = append(l.category, from.category[first:last]...)
	l.other = append(l.other, from.other[first:last]...)
	l.memo.addRun(&from.memo, first, last)
}

// divided returns segments of a good size with the rows of one that may have become too long, or empty.
func (s *segment) divided() (all []*segment) {
	switch {
	case s.len() == 0:
		return nil
	case s.len() <= maxRows:
		return []*segment{s.done()}
	}
	pieces := (s.len() + someRows - 1) / someRows
	for n := range pieces {
		first, last := n*s.len()/pieces, (n+1)*s.len()/pieces
		piece := newSegment(last - first)
		piece.takeRun(s, first, last)
		all = append(all, piece.done())
	}
	return all
}

// done completes a segment after its last row: it computes the marks needed for every page and releases unused buffer
// space.
func (s *segment) done() *segment {
	for row, is := range s.state {
		if is&approved == 0 {
			s.unapproved.set(row)
		}
		if is&split == 0 && s.category[row] == 0 {
			s.bare.set(row)
		}
	}
	for part, category := range s.parts.category {
		if category == 0 {
			s.bare.set(int(s.partOwner[part]))
		}
	}
	s.hasTags = s.memo.haveSign() || s.parts.memo.haveSign()
	for _, t := range []*texts{&s.memo, &s.parts.memo, &s.written, &s.bank} {
		t.shrink()
	}
	return s
}
