package money

import "math/bits"

// Distribute divides an amount in proportion to weights, which are not negative. Each share is a multiple of step, the
// smallest unit of the currency, and differs from the exact one by less than a step; the shares with the largest
// remainders are rounded up, the first of equal ones first. The sum of the shares is exactly the amount: the part of it
// that is finer than a step is added to the first share with a weight. Without any weight, all weights are equal.
func Distribute(amount, step Milli, weights []Milli) []Milli {
	shares := make([]Milli, len(weights))
	if len(weights) == 0 {
		return shares
	}
	var sum uint64
	for _, w := range weights {
		sum += uint64(w)
	}
	if sum == 0 {
		return Distribute(amount, step, equalWeights(len(weights)))
	}
	sign := Milli(1)
	if amount < 0 {
		sign = -1
	}
	units := uint64(amount.Abs() / step)
	remainders := make([]uint64, len(weights)) // each times 1/sum of a step
	left := units
	for i, w := range weights {
		high, low := bits.Mul64(units, uint64(w))
		whole, remainder := bits.Div64(high, low, sum)
		shares[i], remainders[i] = sign*step*Milli(whole), remainder
		left -= whole
	}
	for ; left > 0; left-- {
		at := indexOfLargest(remainders)
		shares[at] += sign * step
		remainders[at] = 0
	}
	for i, w := range weights {
		if w > 0 {
			shares[i] += amount - sign*step*Milli(units)
			break
		}
	}
	return shares
}

func equalWeights(n int) []Milli {
	weights := make([]Milli, n)
	for i := range weights {
		weights[i] = 1
	}
	return weights
}

func indexOfLargest(values []uint64) (at int) {
	for i, v := range values {
		if v > values[at] {
			at = i
		}
	}
	return at
}
