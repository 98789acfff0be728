package rowindex

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

func piecesOf(t interface{ Fatal(...any) }, x *Index) (pieces [][]byte) {
	if err := x.Pack(func(p []byte) error { pieces = append(pieces, p); return nil }); err != nil {
		t.Fatal(err)
	}
	return pieces
}

func unpacked(r *Records, pieces [][]byte) (*Index, error) {
	u, err := Unpack(pieces[0])
	if err != nil {
		return nil, err
	}
	var runs []Run
	for _, p := range pieces[1:] {
		run, err := u.Piece(p)
		if err != nil {
			return nil, err
		}
		runs = append(runs, run)
	}
	return u.Index(r, runs)
}

func drawWorld(t *rapid.T) (*world, *dice) {
	w, d := &world{records: drawRecords(t), rows: map[budget.TxNo]Row{}}, &dice{rapid.Uint64().Draw(t, "seed")}
	for no := range budget.TxNo(rapid.SampledFrom([]int{0, 1, 30, 3 * maxRows}).Draw(t, "rows")) {
		w.rows[no+1] = w.row(no+1, d)
	}
	return w, d
}

// A packed and unpacked index returns the same results and can be changed.
func TestAnUnpackedIndexEqualsTheOriginal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, d := drawWorld(t)
		x, err := unpacked(&w.records, piecesOf(t, New(&w.records, w.builder())))
		if err != nil {
			t.Fatal(err)
		}
		w.agrees(t, x)
		r := w.row(100_000, d)
		delete(w.rows, 1)
		w.rows[r.No] = r
		c := x.Change([]budget.TxNo{1, r.No})
		if err := c.Now.Add(&r); err != nil {
			t.Fatal(err)
		}
		x = x.With(c)
		w.agrees(t, x)
		again, err := unpacked(&w.records, piecesOf(t, x))
		if err != nil {
			t.Fatal(err)
		}
		w.agrees(t, again)
	})
}

// Modified bytes are rejected or make another valid index; nothing panics.
func TestModifiedPackedBytesAreHandled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, _ := drawWorld(t)
		pieces := piecesOf(t, New(&w.records, w.builder()))
		i := rapid.IntRange(0, len(pieces)-1).Draw(t, "piece")
		p := bytes.Clone(pieces[i])
		if rapid.Bool().Draw(t, "cut") {
			p = p[:rapid.IntRange(0, len(p)).Draw(t, "length")]
		}
		for range rapid.IntRange(0, 4).Draw(t, "wrong") {
			if len(p) > 0 {
				p[rapid.IntRange(0, len(p)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
			}
		}
		pieces[i] = p
		x, err := unpacked(&w.records, pieces)
		if err != nil {
			return
		}
		f := drawFilter(t, w)
		x.Find(f).Page(f)
		x.PayeeUses()
		x.ByPayee(drawScope(t))
	})
}

// Rows on invalid dates are rejected: monthly sums once searched for the end of such a month forever, and daily sums
// wrote out of bounds.
func TestPackedRowsOnInvalidDatesAreRejected(t *testing.T) {
	for day, valid := range map[civil.Date]bool{20260228: true, 20260231: false, 20260299: false, 20261301: false, 20260100: false, 20269999: false, 0: false, -1: false} {
		b := new(Builder)
		if err := b.Add(&Row{No: 1, Date: day, Cleared: budget.Uncleared}); err != nil {
			t.Fatal(err)
		}
		if _, err := unpacked(&Records{}, piecesOf(t, New(&Records{}, b))); (err == nil) != valid {
			t.Errorf("a row on %d: error %v", day, err)
		}
	}
}
