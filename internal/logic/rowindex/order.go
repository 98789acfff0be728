package rowindex

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"holdover/internal/model/budget"
)

// entry is a row with its sort key: a number, or the next bytes of a text. The sort is stable with regard to
// position.
type entry struct {
	key uint64
	at  uint32 // segment and row: see place
}

const rowBits = 12 // of an entry's place: a segment has at most maxRows

func (e entry) place() (segment, row int) {
	return int(e.at >> rowBits), int(e.at & (maxRows - 1))
}

// sorted returns the numbers of the rows from first to before last in an order. It sorts only the part it needs: the
// rows are distributed into buckets by their keys, and only the buckets that overlap the page are sorted.
func (f *Found) sorted(order Filter, first, last int) []budget.TxNo {
	if order.Descending {
		first, last = f.Rows-last, f.Rows-first
	}
	o := &ordering{found: f, order: order.Sort, page: make([]budget.TxNo, 0, last-first)}
	if first < last {
		near, before := o.near(first, last)
		o.take(near, first-before, last-before, 0)
	}
	if order.Descending {
		slices.Reverse(o.page)
	}
	return o.page
}

type ordering struct {
	found *Found
	order Sort
	page  []budget.TxNo
}

// keyIn returns, as a function of a segment, the function from a row to its key.
func (o *ordering) keyIn() func(*segment) func(row int) uint64 {
	switch o.order {
	case ByAccount, ByPayee, ByCategory, ByFlag:
		rank, column := o.ranks()
		return func(s *segment) func(int) uint64 {
			codes := column(s)
			return func(row int) uint64 { return rank[codes[row]] }
		}
	case ByCleared:
		return func(s *segment) func(int) uint64 {
			return func(row int) uint64 { return uint64(s.state[row] & clearedBits) }
		}
	case ByMemo:
		return func(s *segment) func(int) uint64 {
			return func(row int) uint64 { return textKey(s.memo.at(row), 0) }
		}
	}
	return func(s *segment) func(int) uint64 {
		return func(row int) uint64 { return uint64(s.amount[row]) ^ 1<<63 } // so that negative amounts sort first
	}
}

// keyBytes is the number of bytes of a text in its key; the key also has the number of remaining bytes, up to one
// more than that.
const keyBytes = 7

func textKey(text []byte, depth int) uint64 {
	text = text[min(depth*keyBytes, len(text)):]
	var next [keyBytes + 1]byte
	copy(next[:], text)
	return binary.BigEndian.Uint64(next[:])&^0xff | uint64(min(len(text), keyBytes+1))
}

// goesOn reports whether texts with this key may differ in later bytes.
func goesOn(key uint64) bool { return key&0xff > keyBytes }

// buckets is the number of buckets of one distribution; up to fewEntries entries are sorted directly.
const (
	buckets    = 4096
	fewEntries = 64
)

// take appends the entries from first to before last, as if all were sorted, to the page. depth is the number of keys
// of a text that are already equal.
func (o *ordering) take(all []entry, first, last, depth int) {
	low, high := uint64(math.MaxUint64), uint64(0)
	for _, e := range all {
		low, high = min(low, e.key), max(high, e.key)
	}
	switch {
	case low == high && o.order == ByMemo && goesOn(low):
		o.take(o.deeper(all, depth+1), first, last, depth+1)
	case low == high:
		o.add(all[first:last])
	case len(all) <= fewEntries:
		slices.SortStableFunc(all, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
		o.runs(all, first, last, depth)
	default:
		o.scatter(all, first, last, depth, low, high)
	}
}

// deeper sets the next keys of texts that are equal so far.
func (o *ordering) deeper(all []entry, depth int) []entry {
	for i := range all {
		segment, row := all[i].place()
		all[i].key = textKey(o.found.index.segments[segment].memo.at(row), depth)
	}
	return all
}

// runs sorts each run of entries with equal keys by the next bytes.
func (o *ordering) runs(all []entry, first, last, depth int) {
	for begin := 0; begin < len(all); {
		end := begin + 1
		for end < len(all) && all[end].key == all[begin].key {
			end++
		}
		if from, to := max(first, begin), min(last, end); from < to {
			o.take(all[begin:end], from-begin, to-begin, depth)
		}
		begin = end
	}
}

// scatter distributes entries into buckets by key, drops the buckets outside the page, and sorts the others.
func (o *ordering) scatter(all []entry, first, last, depth int, low, high uint64) {
	shift := 0
	for (high-low)>>shift >= buckets {
		shift++
	}
	var ends [buckets + 1]int // of each bucket, after a zero
	for _, e := range all {
		ends[(e.key-low)>>shift+1]++
	}
	for i := 1; i <= buckets; i++ {
		ends[i] += ends[i-1]
	}
	from, _ := slices.BinarySearch(ends[:], first+1) // the first end beyond it
	to, _ := slices.BinarySearch(ends[:], last)
	begin := ends[from-1]
	kept := make([]entry, ends[to]-begin)
	at := ends // the position of the next entry of each bucket
	for _, e := range all {
		bucket := int((e.key - low) >> shift)
		if bucket >= from-1 && bucket < to {
			kept[at[bucket]-begin] = e
			at[bucket]++
		}
	}
	for bucket := from - 1; bucket < to; bucket++ {
		here, there := ends[bucket], ends[bucket+1]
		if f, l := max(first, here), min(last, there); f < l {
			o.take(kept[here-begin:there-begin], f-here, l-here, depth)
		}
	}
}

func (o *ordering) add(entries []entry) {
	for _, e := range entries {
		segment, row := e.place()
		o.page = append(o.page, o.found.index.segments[segment].no[row])
	}
}
