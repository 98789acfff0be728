package rowindex

import (
	"math/bits"

	"holdover/internal/base/money"
)

// marks has a bit for each row of a segment.
type marks [maxRows / 64]uint64

func (m *marks) set(row int)   { m[row>>6] |= 1 << (row & 63) }
func (m *marks) clear(row int) { m[row>>6] &^= 1 << (row & 63) }

func (m *marks) has(row int) bool { return m[row>>6]>>(row&63)&1 != 0 }

// between marks rows from first to before last.
func (m *marks) between(first, last int) {
	for row := first; row < last; {
		if row&63 == 0 && last-row >= 64 {
			m[row>>6] = ^uint64(0)
			row += 64
			continue
		}
		m.set(row)
		row++
	}
}

// and keeps the marks that others has too.
func (m *marks) and(others *marks) {
	for i := range m {
		m[i] &= others[i]
	}
}

// or adds the marks of others.
func (m *marks) or(others *marks) {
	for i := range m {
		m[i] |= others[i]
	}
}

// without removes the marks that others has.
func (m *marks) without(others *marks) {
	for i := range m {
		m[i] &^= others[i]
	}
}

// each calls do for each marked row, in order.
func (m *marks) each(do func(row int)) {
	for i, word := range m {
		for ; word != 0; word &= word - 1 {
			do(i<<6 + bits.TrailingZeros64(word))
		}
	}
}

// sum returns the sum of the amounts of the marked rows.
func (m *marks) sum(amounts []money.Milli) (total money.Milli) {
	for i, word := range m {
		for ; word != 0; word &= word - 1 {
			total += amounts[i<<6+bits.TrailingZeros64(word)]
		}
	}
	return total
}

func (m *marks) count() (n int) {
	for _, word := range m {
		n += bits.OnesCount64(word)
	}
	return n
}

// keep keeps the marks of rows with a value that satisfies right.
func keep[T any](m *marks, column []T, right func(T) bool) {
	m.each(func(row int) {
		if !right(column[row]) {
			m.clear(row)
		}
	})
}

// keepEqual is keep for one value, the most frequent condition. It shifts each result into a word without a jump, and so
// scans a column in less than a nanosecond a row.
func keepEqual(m *marks, column []code, value code) {
	for i := 0; i<<6 < len(column); i++ {
		if m[i] == 0 {
			continue
		}
		var word uint64
		rows := column[i<<6 : min(i<<6+64, len(column))]
		for _, is := range rows {
			var equal uint64
			if is == value {
				equal = 1 << 63
			}
			word = word>>1 | equal
		}
		m[i] &= word >> (64 - len(rows))
	}
}
