package access

import (
	"encoding/binary"
	"hash"
	"hash/fnv"
	"strconv"
)

// Shown takes in what somebody is shown. Its text goes with the form that is sent
// later: where it is another by then, something else would be done than was seen.
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
