package budgetsession

import (
	"encoding/binary"
	"hash"
	"hash/fnv"
	"strconv"
)

// Shown hashes the data displayed to the user. The form that confirms a preview contains the hash: if it has changed,
// the operation would differ from the preview.
type Shown struct{ hash.Hash64 }

// NewShown has taken in nothing yet.
func NewShown() Shown { return Shown{fnv.New64a()} }

// Number takes in a number.
func (s Shown) Number(n int64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(n))
	s.Write(b[:])
}

func (s Shown) String() string { return strconv.FormatUint(s.Sum64(), 36) }
