// Package binenc encodes numbers and texts compactly, in sequence, and decodes them. It is meant for temporary data:
// stored data uses self-describing formats.
//
// Start at Numbers, Texts and Reader.
package binenc

import (
	"encoding/binary"
	"encoding/hex"
	"strings"

	"github.com/google/uuid"
)

// Numbers appends numbers as varints: a small one takes one byte.
func Numbers(b []byte, numbers ...int64) []byte {
	for _, n := range numbers {
		b = binary.AppendVarint(b, n)
	}
	return b
}

// Texts appends texts. A UUID takes 17 bytes instead of 36.
func Texts(b []byte, texts ...string) []byte {
	for _, s := range texts {
		if id, ok := parse(s); ok {
			b = append(append(b, 1), id[:]...)
		} else if s == "" {
			b = append(b, 0)
		} else {
			b = append(binary.AppendUvarint(b, uint64(len(s)+1)), s...)
		}
	}
	return b
}

// idLength is the length of a UUID in text form.
const idLength = 36

// parse parses a UUID in lower case with four dashes.
func parse(s string) (id uuid.UUID, ok bool) {
	if len(s) != idLength || s[8] != '-' || strings.ContainsAny(s, "ABCDEF") {
		return id, false
	}
	id, err := uuid.Parse(s)
	return id, err == nil
}

// Reader decodes numbers and texts in the order in which they were encoded. Spoilt reports whether the bytes were not
// those that were written.
type Reader struct {
	Rest   []byte
	Spoilt bool
	id     [idLength]byte
}

// Uvarint reads an unsigned number.
func (r *Reader) Uvarint() uint64 {
	if len(r.Rest) > 0 && r.Rest[0] < 0x80 { // the common case
		v := r.Rest[0]
		r.Rest = r.Rest[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(r.Rest)
	r.Rest = r.Rest[max(n, 0):]
	r.Spoilt = r.Spoilt || n <= 0
	return v
}

// Number reads one number written by Numbers.
func (r *Reader) Number() int64 {
	v := r.Uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

// Take returns the next n bytes, or nil if fewer remain.
func (r *Reader) Take(n uint64) []byte {
	if n > uint64(len(r.Rest)) {
		r.Spoilt = true
		return nil
	}
	b := r.Rest[:n:n]
	r.Rest = r.Rest[n:]
	return b
}

// TextBytes reads one text written by Texts. The bytes are valid until the next read.
func (r *Reader) TextBytes() []byte {
	switch n := r.Uvarint(); n {
	case 0:
		return nil
	case 1:
		return r.dashed(r.Take(16))
	default:
		return r.Take(n - 1)
	}
}

// Text reads one text written by Texts.
func (r *Reader) Text() string { return string(r.TextBytes()) }

// dashed formats a UUID as parse reads it.
func (r *Reader) dashed(id []byte) []byte {
	if id == nil {
		return nil
	}
	b := r.id[:]
	hex.Encode(b[0:8], id[0:4])
	hex.Encode(b[9:13], id[4:6])
	hex.Encode(b[14:18], id[6:8])
	hex.Encode(b[19:23], id[8:10])
	hex.Encode(b[24:36], id[10:16])
	b[8], b[13], b[18], b[23] = '-', '-', '-', '-'
	return b
}
