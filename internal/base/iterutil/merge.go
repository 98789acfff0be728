package iterutil

import (
	"iter"
	"slices"
)

// Merge iterates in order over the elements of sorted sequences. A sequence may reuse the memory of an element for its
// next one.
func Merge[T any](compare func(a, b T) int, sorted ...iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		type source struct { // a sequence that has more elements
			first T                // the next element that is not yielded yet
			pull  func() (T, bool) // returns the one after it
		}
		byFirst := func(a, b source) int { return compare(a.first, b.first) }
		var sources []source // in order of their first elements
		for _, sequence := range sorted {
			pull, stop := iter.Pull(sequence)
			defer stop()
			if first, ok := pull(); ok {
				sources = append(sources, source{first, pull})
			}
		}
		slices.SortFunc(sources, byFirst)
		for len(sources) > 0 {
			least, others := sources[0], sources[1:]
			if !yield(least.first) {
				return
			}
			var ok bool
			if least.first, ok = least.pull(); !ok {
				sources = others
				continue
			}
			// Move the source behind those with lesser elements.
			i, _ := slices.BinarySearchFunc(others, least, byFirst)
			copy(sources, others[:i])
			sources[i] = least
		}
	}
}
