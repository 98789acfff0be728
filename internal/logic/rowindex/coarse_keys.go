package rowindex

import (
	"math"
	"slices"
	"sync"

	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// coarseKey is a row's key in 16 bits: a row with a smaller key never has a larger coarse key. Counting the coarse keys of a
// million rows takes three or four milliseconds. Only the few rows near the page then need full keys, which saves a third of the
// time of a page in the middle of a million rows (docs/decisions/0097).
type coarseKey = uint16

// keyBuffers is a pool of buffers for coarse keys: 2 MB for a million rows.
var keyBuffers = sync.Pool{New: func() any { return new([]coarseKey) }}

// fewRows is the number of rows up to which sorting full keys is faster than counting coarse ones.
const fewRows = 512

// near returns the found rows that may be among those from first to before last, by position, and the number of rows
// before them.
func (o *ordering) near(first, last int) (all []entry, before int) {
	if o.found.Rows <= fewRows {
		return o.all(), 0
	}
	buffer := keyBuffers.Get().(*[]coarseKey)
	defer keyBuffers.Put(buffer)
	keys := o.appendCoarseKeys((*buffer)[:0])
	*buffer = keys
	counts := new([math.MaxUint16 + 1]int32)
	o.eachSegment(keys, func(_ int, m *marks, keys []coarseKey) {
		m.each(func(row int) { counts[keys[row]]++ })
	})
	low, before := bucketOf(counts, first)
	high, _ := bucketOf(counts, last-1)
	size := 0
	for _, n := range counts[low : int(high)+1] {
		size += int(n)
	}
	all = make([]entry, 0, size)
	keyIn := o.keyIn()
	o.eachSegment(keys, func(i int, m *marks, keys []coarseKey) {
		key := keyIn(o.found.index.segments[i])
		for row, k := range keys {
			if k >= low && k <= high && m.has(row) {
				all = append(all, entry{key(row), uint32(i<<rowBits | row)})
			}
		}
	})
	return all, before
}

// all returns the found rows by position.
func (o *ordering) all() []entry {
	all := make([]entry, 0, o.found.Rows)
	keyIn := o.keyIn()
	for i, m := range o.found.marks {
		if m != nil {
			key := keyIn(o.found.index.segments[i])
			m.each(func(row int) { all = append(all, entry{key(row), uint32(i<<rowBits | row)}) })
		}
	}
	return all
}

// bucketOf returns the coarse key of the row at a place of the order, and the number of rows with a smaller one.
func bucketOf(counts *[math.MaxUint16 + 1]int32, place int) (bucket coarseKey, before int) {
	for k, n := range counts {
		if place < before+int(n) {
			return coarseKey(k), before
		}
		before += int(n)
	}
	return math.MaxUint16, before
}

// eachSegment calls do for the segments with found rows and the coarse keys of their rows.
func (o *ordering) eachSegment(keys []coarseKey, do func(i int, m *marks, keys []coarseKey)) {
	for i, m := range o.found.marks {
		if m != nil {
			n := o.found.index.segments[i].len()
			do(i, m, keys[:n])
			keys = keys[n:]
		}
	}
}

// appendCoarseKeys appends the coarse keys of all rows of the segments with found rows.
func (o *ordering) appendCoarseKeys(keys []coarseKey) []coarseKey {
	add := o.coarseAppender()
	for i, m := range o.found.marks {
		if m != nil {
			keys = add(keys, o.found.index.segments[i])
		}
	}
	return keys
}

// coarseAppender returns a function that appends the coarse keys of a segment.
func (o *ordering) coarseAppender() func([]coarseKey, *segment) []coarseKey {
	switch o.order {
	case ByAccount, ByPayee, ByCategory, ByFlag:
		rank, column := o.ranks()
		short := shortened(rank)
		return func(keys []coarseKey, s *segment) []coarseKey {
			for _, c := range column(s) {
				keys = append(keys, short[c])
			}
			return keys
		}
	case ByCleared:
		return func(keys []coarseKey, s *segment) []coarseKey {
			for _, state := range s.state {
				keys = append(keys, coarseKey(state&clearedBits))
			}
			return keys
		}
	case ByMemo:
		return func(keys []coarseKey, s *segment) []coarseKey {
			for row := range s.no {
				keys = append(keys, coarseKey(textKey(s.memo.at(row), 0)>>48))
			}
			return keys
		}
	}
	return func(keys []coarseKey, s *segment) []coarseKey {
		for _, amount := range s.amount {
			keys = append(keys, coarseAmount(amount))
		}
		return keys
	}
}

// coarseAmount keeps the magnitude and first digits of an amount, since most amounts are close together.
func coarseAmount(m money.Milli) coarseKey {
	n := math.Float64bits(float64(m))
	if m < 0 {
		n = ^n
	} else {
		n |= 1 << 63
	}
	return coarseKey(n >> 48)
}

// shortened returns the ranks in 16 bits, in the same order.
func shortened(ranks []uint64) []coarseKey {
	shift := 0
	for slices.Max(ranks)>>shift > math.MaxUint16 {
		shift++
	}
	short := make([]coarseKey, len(ranks))
	for c, rank := range ranks {
		short[c] = coarseKey(rank >> shift)
	}
	return short
}

// ranks returns the ranks, by code, of the records that rows are sorted by, and the column of the codes.
func (o *ordering) ranks() ([]uint64, func(*segment) []code) {
	b := &o.found.index.books
	switch o.order {
	case ByAccount:
		return ranks(b.accountNames, b.account.size()), func(s *segment) []code { return s.account }
	case ByPayee:
		return ranks(b.payeeNames, b.payee.size()), func(s *segment) []code { return s.payee }
	case ByCategory:
		return ranks(b.categoryNames, b.category.size()), func(s *segment) []code { return s.category }
	}
	folded := make([]string, len(b.flag.keys))
	for i, flag := range b.flag.keys {
		folded[i] = budget.Fold(flag)
	}
	return ranks(folded, b.flag.size()), func(s *segment) []code { return s.flag }
}
