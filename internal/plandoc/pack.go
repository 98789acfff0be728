package plandoc

import (
	"encoding/binary"
	"encoding/hex"
	"hash/maphash"
	"math/bits"

	"holdover/internal/cal"
	"holdover/internal/money"
)

// pack appends a record as bytes: which fields stood in the file, which of them are not
// zero, and what those hold. Equal bytes are equal records.
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
		return packText(b, *p)
	case *bool: // it is true
		return b
	case *money.Milli:
		return binary.AppendVarint(b, int64(*p))
	case *int:
		return binary.AppendVarint(b, int64(*p))
	case *cal.Date:
		return binary.AppendVarint(b, int64(*p))
	case *cal.Month:
		return binary.AppendVarint(b, int64(*p))
	default:
		return f.nest.pack(b, p)
	}
}

func packRaws(b []byte, all []Raw) []byte {
	b = binary.AppendUvarint(b, uint64(len(all)))
	for _, r := range all {
		b = packText(packText(b, r.Name), r.Value)
	}
	return b
}

// packText appends a text: an id as most have it takes 17 bytes in place of 36.
func packText(b []byte, s string) []byte {
	if id, ok := parseUUID(s); ok {
		return append(append(b, 1), id[:]...)
	}
	if s == "" {
		return append(b, 0)
	}
	return append(binary.AppendUvarint(b, uint64(len(s)+1)), s...)
}

// parseUUID reads an id as programs write it: in lower case, with four dashes.
func parseUUID(s string) (id [16]byte, ok bool) {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return id, false
	}
	at := 0
	for i := range id {
		if at == 8 || at == 13 || at == 18 || at == 23 {
			at++
		}
		high, low := nibble(s[at]), nibble(s[at+1])
		if high|low > 15 {
			return id, false
		}
		id[i] = high<<4 | low
		at += 2
	}
	return id, true
}

func nibble(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	}
	return 0xff
}

// unpacker reads packed records. What was packed is always read back whole: spoilt says
// that the shelf gave other bytes than it was given.
type unpacker struct {
	rest    []byte
	texts   *[1 << 13]string // those read last: most rows name the same accounts and payees
	seed    maphash.Seed
	spoilt  bool
	scratch [36]byte
}

func newUnpacker() *unpacker {
	return &unpacker{texts: new([1 << 13]string), seed: maphash.MakeSeed()}
}

func (t *table[T]) unpack(u *unpacker, rec *T) {
	reset(rec)
	s := t.shape(rec)
	s.decoded = true
	s.present, s.null = uint32(u.uvarint()), uint32(u.uvarint())
	aliased := u.uvarint()
	s.aliased = uint32(aliased >> 1)
	mask := uint32(0)
	if four := u.take(4); four != nil {
		mask = binary.LittleEndian.Uint32(four)
	}
	for ; mask != 0 && !u.spoilt; mask &= mask - 1 {
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
		*p = u.text()
	case *bool:
		*p = true
	case *money.Milli:
		*p = money.Milli(u.varint())
	case *int:
		*p = int(u.varint())
	case *cal.Date:
		*p = cal.Date(u.varint())
	case *cal.Month:
		*p = cal.Month(u.varint())
	default:
		n.unpack(u, p)
	}
}

func (u *unpacker) raws() []Raw {
	var all []Raw
	for n := u.uvarint(); n > 0 && !u.spoilt; n-- {
		all = append(all, Raw{u.text(), u.text()})
	}
	return all
}

func (u *unpacker) uvarint() uint64 {
	v, n := binary.Uvarint(u.rest)
	u.rest = u.rest[max(n, 0):]
	u.spoilt = u.spoilt || n <= 0
	return v
}

func (u *unpacker) varint() int64 {
	v, n := binary.Varint(u.rest)
	u.rest = u.rest[max(n, 0):]
	u.spoilt = u.spoilt || n <= 0
	return v
}

func (u *unpacker) take(n uint64) []byte {
	if n > uint64(len(u.rest)) {
		u.spoilt = true
		return nil
	}
	b := u.rest[:n]
	u.rest = u.rest[n:]
	return b
}

func (u *unpacker) text() string {
	switch n := u.uvarint(); n {
	case 0:
		return ""
	case 1:
		id := u.take(16)
		if id == nil {
			return ""
		}
		return u.string(dashed(&u.scratch, id))
	default:
		return u.string(u.take(n - 1))
	}
}

// dashed writes an id as parseUUID reads it.
func dashed(b *[36]byte, id []byte) []byte {
	hex.Encode(b[0:8], id[0:4])
	hex.Encode(b[9:13], id[4:6])
	hex.Encode(b[14:18], id[6:8])
	hex.Encode(b[19:23], id[8:10])
	hex.Encode(b[24:36], id[10:16])
	b[8], b[13], b[18], b[23] = '-', '-', '-', '-'
	return b[:]
}

// string is b as a text of its own: unlike those of an interner it holds nothing else
// in memory.
func (u *unpacker) string(b []byte) string {
	slot := &u.texts[maphash.Bytes(u.seed, b)&(1<<13-1)]
	if *slot != string(b) {
		*slot = string(b)
	}
	return *slot
}
