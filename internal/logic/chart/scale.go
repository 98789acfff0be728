package chart

import (
	"math"
	"slices"

	"holdover/internal/base/money"
)

// scale brings amounts into the height of a picture.
type scale struct{ low, high, step money.Milli }

// maxSteps is the maximum number of lines of a scale above its lowest.
const maxSteps = 5

// scaleOf covers all amounts with round steps.
func scaleOf(c *Chart) scale {
	low, high := c.span()
	if c.Zero {
		low, high = min(low, 0), max(high, 0)
	}
	if low == high {
		high += 1000 // one of the unit
	}
	step := roundStep(low, high)
	s := scale{low: floorTo(low, step), high: -floorTo(-high, step), step: step}
	return s
}

// span returns the lowest and the highest amount drawn; stacked bars count as a whole.
func (c *Chart) span() (low, high money.Milli) {
	first := true
	take := func(m money.Milli) {
		if first || m < low {
			low = m
		}
		if first || m > high {
			high = m
		}
		first = false
	}
	for i := range c.Places {
		var up, down money.Milli
		for k := range c.Series {
			amount, there := c.Series[k].at(i)
			switch {
			case !there:
			case c.Series[k].Kind != Stacked:
				take(amount)
			case amount > 0:
				up += amount
			default:
				down += amount
			}
		}
		if c.stacked() {
			take(up)
			take(down)
		}
	}
	return low, high
}

func (c *Chart) stacked() bool {
	return slices.ContainsFunc(c.Series, func(s Series) bool { return s.Kind == Stacked })
}

// roundStep returns 1, 2 or 5 times a power of ten, such that at most maxSteps steps are needed.
func roundStep(low, high money.Milli) money.Milli {
	for power := money.Milli(1); power < math.MaxInt64/100; power *= 10 {
		for _, n := range []money.Milli{1, 2, 5} {
			step := n * power
			if -floorTo(-high, step)/step-floorTo(low, step)/step <= maxSteps {
				return step
			}
		}
	}
	return math.MaxInt64 / 4
}

func floorTo(m, step money.Milli) money.Milli {
	rest := m % step
	if rest < 0 {
		rest += step
	}
	return m - rest
}

// y returns the distance of an amount from the top as a fraction of the height. It is for display only.
func (s scale) y(m money.Milli) float64 {
	return (float64(s.high) - float64(m)) / (float64(s.high) - float64(s.low))
}

// lines returns the amounts at which the scale has a line, from the top.
func (s scale) lines() []money.Milli {
	var all []money.Milli
	for m := s.high; m >= s.low; m -= s.step {
		all = append(all, m)
	}
	return all
}
