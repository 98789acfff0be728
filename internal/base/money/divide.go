package money

import (
	"cmp"
	"math/bits"
	"slices"
)

// Divide distributes a total by weights; neither may be negative. Each part is rounded down, and the rest is given to the
// parts with the largest remainders, of equal ones to the first, so that the parts add up to the total. Without any weight
// above 0 all parts are 0. Weights that add up to more than an amount can hold give parts that are too small.
func Divide(total Milli, weights []Milli) []Milli {
	parts := make([]Milli, len(weights))
	var sum Milli
	for _, w := range weights {
		sum = sum.Plus(w)
	}
	if sum == 0 {
		return parts
	}
	remainders, left := make([]uint64, len(weights)), total
	var of []int
	for i, w := range weights {
		if w > 0 {
			hi, lo := bits.Mul64(uint64(total), uint64(w))
			part, rest := bits.Div64(hi, lo, uint64(sum))
			parts[i], remainders[i] = Milli(part), rest //nolint:gosec // at most the total
			left -= parts[i]
			of = append(of, i)
		}
	}
	slices.SortStableFunc(of, func(a, b int) int { return cmp.Compare(remainders[b], remainders[a]) })
	for _, i := range of[:min(left, Milli(len(of)))] {
		parts[i]++
	}
	return parts
}
