package iterutil

import (
	"iter"
	"slices"
)

// Merge iterates in order over the elements of sorted sequences. An element may be overwritten by the next one of its
// sequence.
func Merge[T any](compare func(a, b T) int, sorted ...iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		type head struct {
			next  T
			after func() (T, bool)
		}
		byNext := func(a, b head) int { return compare(a.next, b.next) }
		var heads []head // in order of their next elements
		for _, s := range sorted {
			after, stop := iter.Pull(s)
			defer stop()
			if first, ok := after(); ok {
				heads = append(heads, head{first, after})
			}
		}
		slices.SortFunc(heads, byNext)
		for len(heads) > 0 {
			least, others := heads[0], heads[1:]
			if !yield(least.next) {
				return
			}
			var ok bool
			if least.next, ok = least.after(); !ok {
				heads = others
				continue
			}
			at, _ := slices.BinarySearchFunc(others, least, byNext)
			copy(heads, others[:at])
			heads[at] = least
		}
	}
}
