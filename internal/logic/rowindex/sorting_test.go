package rowindex

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	diff "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"holdover/internal/model/budget"
)

// memorySpill is a Spill in memory.
type memorySpill struct{ bytes.Buffer }

func (s *memorySpill) ReadAt(p []byte, at int64) (int, error) { return copy(p, s.Bytes()[at:]), nil }

// Rows sorted with a spill file give the same index, and the same packed form, as rows in memory.
func TestSortingWithASpillFileGivesTheSameIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &dice{rapid.Uint64().Draw(t, "seed")}
		w := &world{records: drawRecords(t), rows: map[budget.TxNo]Row{}}
		n := rapid.SampledFrom([]int{0, 1, 299, 300, 301, 6000}).Draw(t, "rows")
		for no := range budget.TxNo(n) {
			w.rows[no+1] = w.row(no+1, d)
		}
		s, b := NewSorting(&memorySpill{}), new(Builder)
		s.most = 300
		for _, no := range slices.Collect(maps.Keys(w.rows)) {
			r := w.rows[no]
			if err := s.Add(&r); err != nil {
				t.Fatal(err)
			}
			if err := b.Add(&r); err != nil {
				t.Fatal(err)
			}
		}
		var pieces [][]byte
		if err := s.Pack(func(p []byte) error { pieces = append(pieces, p); return nil }); err != nil {
			t.Fatal(err)
		}
		want := New(&w.records, b)
		x, err := unpacked(&w.records, pieces)
		if err != nil {
			t.Fatal(err)
		}
		again, err := s.Index(&w.records)
		if err != nil {
			t.Fatal(err)
		}
		for _, index := range []*Index{x, again} {
			if index.Rows() != n || index.Fresh() != n || !slices.EqualFunc(piecesOf(t, want), piecesOf(t, index), bytes.Equal) {
				t.Fatalf("the sorted index of %d rows has %d, or differs", n, index.Rows())
			}
			f := drawFilter(t, w)
			if mismatch := diff.Diff(want.Find(f).Page(f), index.Find(f).Page(f)); mismatch != "" {
				t.Fatalf("the rows found differ:\n%s", mismatch)
			}
		}
	})
}
