package ynabdoc

import (
	"hash/maphash"
	"strings"
)

// interner stores equal strings once, and packs the bytes of new ones into large blocks. A plan contains each payee,
// category and month many times, and hundreds of thousands of small strings would each need an allocation. New
// strings replace old ones, so it needs the same small amount of memory for any file, and less for a small one.
type interner struct {
	seed  maphash.Seed
	cache []string // a power of two
	added int      // since the cache has its size
	block strings.Builder
}

const (
	fewestInterned = 1 << 8
	mostInterned   = 1 << 15
	internBlock    = 64 << 10
)

func newInterner() *interner {
	return &interner{seed: maphash.MakeSeed(), cache: make([]string, fewestInterned)}
}

// of returns b as a string.
func (in *interner) of(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	slot := &in.cache[maphash.Bytes(in.seed, b)&uint64(len(in.cache)-1)]
	if *slot == string(b) {
		return *slot
	}
	is := in.add(b)
	*slot = is
	if in.added++; in.added > len(in.cache) && len(in.cache) < mostInterned {
		in.cache, in.added = make([]string, min(8*len(in.cache), mostInterned)), 0
	}
	return is
}

func (in *interner) add(b []byte) string {
	if len(b) > internBlock/16 {
		return string(b)
	}
	if in.block.Cap()-in.block.Len() < len(b) {
		next := min(max(2*in.block.Cap(), internBlock/16), internBlock)
		in.block = strings.Builder{}
		in.block.Grow(next)
	}
	start := in.block.Len()
	in.block.Write(b)
	return in.block.String()[start:]
}
