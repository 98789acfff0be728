package budgetsession

import (
	"encoding/binary"
	"hash"
	"hash/fnv"
	"strconv"
)

// PreviewHash computes the hash of the data in a preview of an operation. The form that confirms the operation contains
// the hash. If the data have another hash by then, the operation would differ from the preview, and is refused.
type PreviewHash struct{ hash.Hash64 }

// NewPreviewHash returns the hash of no data. Data are added by Write and Number.
func NewPreviewHash() PreviewHash { return PreviewHash{fnv.New64a()} }

// Number adds a number to the data.
func (h PreviewHash) Number(n int64) {
	var content [8]byte
	binary.LittleEndian.PutUint64(content[:], uint64(n))
	h.Write(content[:])
}

// String returns the hash in the digits and letters of base 36.
func (h PreviewHash) String() string { return strconv.FormatUint(h.Sum64(), 36) }
