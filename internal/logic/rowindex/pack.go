package rowindex

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"holdover/internal/base/binenc"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// An index is packed into byte slices for storage. Unpacking takes a fraction of the time of reading all rows. The
// first slice contains the keys of the codes, each other one a run of segments. Names are not packed: Unpacking.Index
// takes them from its records.

// PackFormat identifies the format of a packed index. It changes with the columns and with the rules for folding
// text, so that an index of another format is ignored.
var PackFormat = func() int64 {
	h := fnv.New32a()
	_, _ = h.Write([]byte("4 " + unicode.Version + " " + norm.Version))
	return int64(h.Sum32())
}()

// segmentsInPiece is the number of segments in a piece: some 65,000 rows.
const segmentsInPiece = 32

// Pack passes the pieces of an index to piece in order. The callee owns them.
func (x *Index) Pack(piece func([]byte) error) error {
	if err := piece(x.books.pack()); err != nil {
		return err
	}
	to := pieces{done: piece}
	for _, one := range x.segments {
		if err := to.add(one); err != nil {
			return err
		}
	}
	return to.end()
}

// pieces packs segments that arrive in order.
type pieces struct {
	now      packer
	segments int
	done     func([]byte) error
}

func (p *pieces) add(s *segment) error {
	p.now.segment(s)
	if p.segments++; p.segments < segmentsInPiece {
		return nil
	}
	return p.end()
}

// end passes the current slice on.
func (p *pieces) end() error {
	if p.segments == 0 {
		return nil
	}
	piece := p.now
	p.now, p.segments = nil, 0
	return p.done(piece)
}

func (b *interners) pack() []byte {
	var p packer
	numbers(&p, b.account.keys)
	numbers(&p, b.payee.keys)
	numbers(&p, b.category.keys)
	p.count(len(b.flag.keys))
	for _, flag := range b.flag.keys {
		p.count(len(flag))
		p = append(p, flag...)
	}
	return p
}

// packer appends values to bytes; numbers have a variable length.
type packer []byte

func (p *packer) count(n int) { *p = binary.AppendUvarint(*p, uint64(n)) }

func numbers[N ~int64](p *packer, keys []N) {
	p.count(len(keys))
	for _, k := range keys {
		*p = binary.AppendVarint(*p, int64(k))
	}
}

func rising[N ~int64 | ~int32](p *packer, column []N) {
	last := int64(0)
	for _, v := range column {
		*p = binary.AppendVarint(*p, int64(v)-last)
		last = int64(v)
	}
}

func (p *packer) codes(column []code) {
	for _, c := range column {
		*p = binary.AppendUvarint(*p, uint64(c))
	}
}

func (p *packer) segment(s *segment) {
	p.count(s.len())
	p.count(len(s.partOwner))
	rising(p, s.no)
	rising(p, s.date)
	p.codes(s.account)
	p.codes(s.flag)
	for _, is := range s.state {
		*p = append(*p, byte(is))
	}
	p.lines(&s.lines)
	p.lines(&s.parts)
	rising(p, s.partOwner)
	rising(p, s.partNo)
	p.texts(&s.written)
	p.texts(&s.bank)
}

func (p *packer) lines(l *lines) {
	for _, amount := range l.amount {
		*p = binary.AppendVarint(*p, int64(amount))
	}
	p.codes(l.payee)
	p.codes(l.category)
	p.codes(l.other)
	p.texts(&l.memo)
}

func (p *packer) texts(t *texts) {
	for i := range t.ends {
		p.count(int(t.ends[i] - t.begin(i)))
	}
	*p = append(*p, t.bytes...)
}

// errPacked is the error for bytes that Pack did not write.
var errPacked = errors.New("the packed columns are damaged")

// Unpacking restores an index from its pieces.
type Unpacking struct{ books interners }

// Run contains the segments of a piece.
type Run struct{ segments []*segment }

// Unpack starts with the first slice.
func Unpack(first []byte) (*Unpacking, error) {
	u, in := &Unpacking{}, unpacker{Reader: binenc.Reader{Rest: first}}
	unpackBook(&in, &u.books.account, func() budget.AccountNo { return budget.AccountNo(in.Number()) })
	unpackBook(&in, &u.books.payee, func() budget.PayeeNo { return budget.PayeeNo(in.Number()) })
	unpackBook(&in, &u.books.category, func() budget.CategoryNo { return budget.CategoryNo(in.Number()) })
	unpackBook(&in, &u.books.flag, func() string { return string(in.Take(uint64(in.count()))) })
	return u, in.end()
}

// unpackBook reads the keys of codes; the first is none.
func unpackBook[K comparable](in *unpacker, b *interner[K], key func() K) {
	n := in.count()
	if n == 0 {
		return
	}
	b.codes, b.keys, b.own = make(map[K]code, n), make([]K, 0, n), true
	var none K
	for c := range n {
		k := key()
		if _, twice := b.codes[k]; twice || (k == none) != (c == 0) {
			in.Spoilt = true
			return
		}
		if c > 0 {
			b.codes[k] = code(c)
		}
		b.keys = append(b.keys, k)
	}
}

// Piece unpacks another piece. Calls may be concurrent. The index owns the bytes from then on.
func (u *Unpacking) Piece(piece []byte) (r Run, err error) {
	in := unpacker{binenc.Reader{Rest: piece}, &u.books}
	for len(in.Rest) > 0 && !in.Spoilt {
		s := in.segment()
		if in.Spoilt || s.len() == 0 || len(r.segments) == segmentsInPiece {
			return Run{}, errPacked
		}
		r.segments = append(r.segments, s.done())
	}
	return r, in.end()
}

// Index returns the index of all runs in order, with the names of records.
func (u *Unpacking) Index(records *Records, runs []Run) (*Index, error) {
	x := &Index{books: u.books.named(records), waiting: new(waiting)}
	for _, r := range runs {
		x.segments = append(x.segments, r.segments...)
	}
	for i, s := range x.segments {
		if i > 0 {
			if before := x.segments[i-1]; !before.at(before.len() - 1).less(s.at(0)) {
				return nil, errPacked
			}
		}
		x.rows += s.len()
	}
	x.fresh = x.rows
	return x, nil
}

// unpacker reads the output of a packer and validates everything: after the first invalid value it returns only zero
// values.
type unpacker struct {
	binenc.Reader
	books *interners
}

func (in *unpacker) end() error {
	if in.Spoilt || len(in.Rest) > 0 {
		return errPacked
	}
	return nil
}

// count reads the number of values that follow, each of at least one byte.
func (in *unpacker) count() int {
	n := in.Uvarint()
	if n > uint64(len(in.Rest)) {
		in.Spoilt, in.Rest = true, nil
		return 0
	}
	return int(n)
}

func unpackRising[N ~int64 | ~int32](in *unpacker, n int) []N {
	column, last := make([]N, n), int64(0)
	for i := range column {
		last += in.Number()
		column[i] = N(last)
	}
	return column
}

func (in *unpacker) codes(n, size int) []code {
	column := make([]code, n)
	for i := range column {
		c := in.Uvarint()
		if c >= uint64(size) {
			in.Spoilt = true
			return column
		}
		column[i] = code(c)
	}
	return column
}

func (in *unpacker) segment() *segment {
	rows, parts := in.count(), in.count()
	if rows > maxRows {
		in.Spoilt = true
		return nil
	}
	s := &segment{no: unpackRising[budget.TxNo](in, rows), date: unpackRising[civil.Date](in, rows)}
	s.account, s.flag = in.codes(rows, in.books.account.size()), in.codes(rows, in.books.flag.size())
	s.state = make([]state, rows)
	for i, is := range in.Take(uint64(rows)) {
		s.state[i] = state(is)
	}
	s.lines, s.parts = in.lines(rows), in.lines(parts)
	s.partOwner, s.partNo = unpackRising[int32](in, parts), unpackRising[budget.PartNo](in, parts)
	s.written, s.bank = in.texts(rows), in.texts(rows)
	in.Spoilt = in.Spoilt || !s.sound()
	return s
}

func (in *unpacker) lines(n int) lines {
	l := lines{amount: make([]money.Milli, n)}
	for i := range l.amount {
		l.amount[i] = money.Milli(in.Number())
	}
	l.payee, l.category, l.other = in.codes(n, in.books.payee.size()), in.codes(n, in.books.category.size()), in.codes(n, in.books.account.size())
	l.memo = in.texts(n)
	return l
}

func (in *unpacker) texts(n int) texts {
	t := texts{ends: make([]uint32, n)}
	end := uint64(0)
	for i := range t.ends {
		end += in.Uvarint()
		if end > uint64(len(in.Rest)) {
			in.Spoilt = true
			return t
		}
		t.ends[i] = uint32(end)
	}
	t.bytes = in.Take(end)
	return t
}

// sound reports whether rows are sorted, dates and states exist, and all parts are of splits.
func (s *segment) sound() bool {
	for row, is := range s.state {
		if is&clearedBits == clearedBits || is >= everything || row > 0 && !s.at(row-1).less(s.at(row)) {
			return false
		}
		if newDay := row == 0 || s.date[row] != s.date[row-1]; newDay && !s.date[row].Valid() {
			return false
		}
	}
	for part, row := range s.partOwner {
		if row < 0 || int(row) >= s.len() || s.state[row]&split == 0 || part > 0 && row < s.partOwner[part-1] {
			return false
		}
	}
	return true
}
