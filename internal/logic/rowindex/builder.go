package rowindex

import (
	"cmp"
	"math"
	"slices"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
)

// Builder collects rows in any order. The zero Builder is ready to use.
type Builder struct {
	all   segment // rows in the order of Add
	books interners
}

func (b *Builder) rows() int { return b.all.len() }

// Add adds a row. It returns an Invalid error for an unknown cleared state.
func (b *Builder) Add(r *Row) error {
	cleared := slices.Index(clearedStates, r.Cleared)
	if cleared < 0 {
		return apperr.New(apperr.Invalid, "a row's cleared state is %q", r.Cleared).WithHint("it is one of uncleared, cleared and reconciled")
	}
	s := &b.all
	is := state(cleared)
	if r.Approved {
		is |= approved
	}
	if len(r.Parts) > 0 {
		is |= split
	}
	if r.Entered {
		is |= entered
	}
	s.no = append(s.no, r.No)
	s.date = append(s.date, r.Date)
	s.account = append(s.account, b.books.account.code(r.Account))
	s.flag = append(s.flag, b.books.flag.code(r.Flag))
	s.state = append(s.state, is)
	s.written.add(unlessFolded(r.Memo))
	s.bank.add([]byte(r.Bank))
	b.line(&s.lines, &r.Line)
	for i := range r.Parts {
		s.partOwner, s.partNo = append(s.partOwner, int32(s.len()-1)), append(s.partNo, r.Parts[i].Part)
		b.line(&s.parts, &r.Parts[i])
	}
	if uint64(max(len(s.memo.bytes), len(s.written.bytes), len(s.bank.bytes), len(s.parts.memo.bytes))) > math.MaxUint32 { // ends of texts are stored in 32 bits
		return apperr.New(apperr.Invalid, "the texts of all rows are longer than 4 GB")
	}
	return nil
}

func (b *Builder) line(to *lines, l *Line) {
	to.amount = append(to.amount, l.Amount)
	to.payee = append(to.payee, b.books.payee.code(l.Payee))
	to.category = append(to.category, b.books.category.code(l.Category))
	to.other = append(to.other, b.books.account.code(l.Other))
	to.memo.fold(l.Memo)
}

// segments yields the rows in order.
func (b *Builder) segments(yield func(*segment) bool) {
	for run := range slices.Chunk(b.order(), someRows) {
		s := newSegment(len(run))
		for _, row := range run {
			s.take(&b.all, int(row))
		}
		if !yield(s.done()) {
			return
		}
	}
}

// order returns the indexes of the rows in order. The rows are first distributed into a bucket for each date, because
// a day has few rows and they are mostly in order already.
func (b *Builder) order() []int32 {
	days := slices.Compact(slices.Sorted(slices.Values(b.all.date)))
	ends := make(map[civil.Date]int, len(days)) // the position of the next row of a day
	for _, day := range b.all.date {
		ends[day]++
	}
	begin := 0
	for _, day := range days {
		ends[day], begin = begin, begin+ends[day]
	}
	order := make([]int32, b.rows())
	for row, day := range b.all.date {
		order[ends[day]] = int32(row)
		ends[day]++
	}
	begin = 0
	for _, day := range days {
		slices.SortFunc(order[begin:ends[day]], func(i, j int32) int { return cmp.Compare(b.all.no[i], b.all.no[j]) })
		begin = ends[day]
	}
	return order
}
