package budgetsession

import (
	"encoding/binary"
	"hash"
	"hash/fnv"
	"strconv"
)

// PreviewHash hashes the data displayed to the user. The form that confirms a preview contains the hash: if it has changed,
// the operation would differ from the preview.
type PreviewHash struct{ hash.Hash64 }

// NewPreviewHash has taken in nothing yet.
func NewPreviewHash() PreviewHash { return PreviewHash{fnv.New64a()} }

// Number takes in a number.
func (s PreviewHash) Number(n int64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(n))
	s.Write(b[:])
}

func (s PreviewHash) String() string { return strconv.FormatUint(s.Sum64(), 36) }
