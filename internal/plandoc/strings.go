package plandoc

import (
	"hash/maphash"
	"strings"
)

// interner gives equal strings the same memory and packs the bytes of new ones
// into large blocks: a plan names each payee, category and month many times, and
// hundreds of thousands of small strings would each cost an allocation. It
// forgets old strings for new ones, so it needs the same little memory for any
// file.
type interner struct {
	seed  maphash.Seed
	cache [1 << internBits]string
	block strings.Builder
}

const (
	internBits  = 15
	internBlock = 64 << 10
)

func newInterner() *interner { return &interner{seed: maphash.MakeSeed()} }

// of is b as a string.
func (in *interner) of(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	slot := &in.cache[maphash.Bytes(in.seed, b)&(1<<internBits-1)]
	if *slot != string(b) {
		*slot = in.add(b)
	}
	return *slot
}

func (in *interner) add(b []byte) string {
	if len(b) > internBlock/16 {
		return string(b)
	}
	if in.block.Cap()-in.block.Len() < len(b) {
		in.block = strings.Builder{}
		in.block.Grow(internBlock)
	}
	start := in.block.Len()
	in.block.Write(b)
	return in.block.String()[start:]
}
