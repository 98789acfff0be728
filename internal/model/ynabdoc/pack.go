package ynabdoc

import (
	"encoding/binary"
	"math/bits"

	"holdover/internal/base/binenc"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// pack appends an encoded record: which fields were present in the file, which of them are not zero, and their
// values. Equal bytes are equal records.
func (t *table[T]) pack(b []byte, rec *T) []byte {
	s := t.shape(rec)
	more := uint64(0)
	if s.rest != nil {
		more = 1
	}
	b = binary.AppendUvarint(b, uint64(s.present))
	b = binary.AppendUvarint(b, uint64(s.null))
	b = binary.AppendUvarint(b, uint64(s.aliased)<<1|more)
	filled := len(b)
	b = append(b, 0, 0, 0, 0)
	mask := uint32(0)
	for i := range t.fields {
		if f := &t.fields[i]; !isZero(*f, rec) {
			mask |= 1 << i
			b = packField(b, f, rec)
		}
	}
	binary.LittleEndian.PutUint32(b[filled:], mask)
	if more != 0 {
		b = packRaws(packRaws(b, s.rest.extra), s.rest.odd)
	}
	return b
}

func packField[T any](b []byte, f *field[T], rec *T) []byte {
	switch p := f.at(rec).(type) {
	case *string:
		return binenc.Texts(b, *p)
	case *bool: // it is true
		return b
	case *money.Milli:
		return binenc.Numbers(b, int64(*p))
	case *int:
		return binenc.Numbers(b, int64(*p))
	case *civil.Date:
		return binenc.Numbers(b, int64(*p))
	case *civil.Month:
		return binenc.Numbers(b, int64(*p))
	default:
		return f.nest.pack(b, p)
	}
}

func packRaws(b []byte, all []Raw) []byte {
	b = binary.AppendUvarint(b, uint64(len(all)))
	for _, r := range all {
		b = binenc.Texts(b, r.Name, r.Value)
	}
	return b
}

// unpacker reads packed records.
type unpacker struct {
	binenc.Reader
	texts interner
}

func newUnpacker() *unpacker {
	return &unpacker{texts: interner{}}
}

func (t *table[T]) unpack(u *unpacker, rec *T) {
	reset(rec)
	s := t.shape(rec)
	s.decoded = true
	s.present, s.null = uint32(u.Uvarint()), uint32(u.Uvarint())
	aliased := u.Uvarint()
	s.aliased = uint32(aliased >> 1)
	mask := uint32(0)
	if four := u.Take(4); four != nil {
		mask = binary.LittleEndian.Uint32(four)
	}
	for ; mask != 0 && !u.Spoilt; mask &= mask - 1 {
		f := &t.fields[bits.TrailingZeros32(mask)]
		u.field(f.at(rec), f.nest)
	}
	if aliased&1 != 0 {
		s.rest = &rest{extra: u.raws(), odd: u.raws()}
	}
}

func reset[T any](rec *T) {
	var none T
	*rec = none
}

func (u *unpacker) field(p any, n nest) {
	switch p := p.(type) {
	case *string:
		*p = u.texts.of(u.TextBytes())
	case *bool:
		*p = true
	case *money.Milli:
		*p = money.Milli(u.Number())
	case *int:
		*p = int(u.Number())
	case *civil.Date:
		*p = civil.Date(u.Number())
	case *civil.Month:
		*p = civil.Month(u.Number())
	default:
		n.unpack(u, p)
	}
}

func (u *unpacker) raws() []Raw {
	var all []Raw
	for n := u.Uvarint(); n > 0 && !u.Spoilt; n-- {
		all = append(all, Raw{u.texts.of(u.TextBytes()), u.texts.of(u.TextBytes())})
	}
	return all
}
