package figures

import (
	"encoding/binary"
	"fmt"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/storage/database"
)

// Series contains one figure by month; values[0] is the value of month first.
type Series struct {
	first  civil.Month
	values []int64
}

// Empty reports whether it has no months.
func (s *Series) Empty() bool { return len(s.values) == 0 }

// First returns the first month.
func (s *Series) First() civil.Month { return s.first }

// Same reports whether two series are equal.
func (s *Series) Same(other *Series) bool {
	return s.first == other.first && slices.Equal(s.values, other.values)
}

func (s *Series) last() civil.Month { return s.first.Add(len(s.values) - 1) }

// add adds an amount to a month. It extends the series at either end.
func (s *Series) add(m civil.Month, amount int64) {
	switch {
	case len(s.values) == 0:
		s.first, s.values = m, []int64{amount}
		return
	case m < s.first:
		grown := make([]int64, int(s.first-m)+len(s.values))
		copy(grown[s.first-m:], s.values)
		s.first, s.values = m, grown
	case m > s.last():
		s.values = append(s.values, make([]int64, m-s.last())...)
	}
	s.values[m-s.first] += amount
}

// trim removes the zeros at both ends.
func (s *Series) trim() {
	for len(s.values) > 0 && s.values[0] == 0 {
		s.values, s.first = s.values[1:], s.first.Add(1)
	}
	for n := len(s.values); n > 0 && s.values[n-1] == 0; n-- {
		s.values = s.values[:n-1]
	}
}

// Through returns the sum of all months up to and including m.
func (s *Series) Through(m civil.Month) int64 {
	var sum int64
	for i, v := range s.values {
		if s.first.Add(i) > m {
			break
		}
		sum += v
	}
	return sum
}

// Months iterates over the months in which the value is not zero.
func (s *Series) Months(yield func(civil.Month, int64) bool) {
	for i, v := range s.values {
		if v != 0 && !yield(s.first.Add(i), v) {
			return
		}
	}
}

// Total returns the sum of all months.
func (s *Series) Total() int64 { return s.Through(s.last()) }

// pack writes the values as signed varints: a few bytes for each month.
func (s *Series) pack() []byte {
	packed := make([]byte, 0, 4*len(s.values))
	for _, v := range s.values {
		packed = binary.AppendVarint(packed, v)
	}
	return packed
}

// Unpack decodes the output of pack. Invalid months are refused, since they would allocate all months in between.
func Unpack(first civil.Month, packed []byte) (Series, error) {
	s := Series{first: first, values: make([]int64, 0, len(packed)/2)}
	for len(packed) > 0 {
		v, n := binary.Varint(packed)
		if n <= 0 {
			return Series{}, database.DamagedBy(fmt.Errorf("a packed series from month %d is damaged", first))
		}
		s.values, packed = append(s.values, v), packed[n:]
	}
	earliest, latest := civil.MakeMonth(1, 1), civil.MakeMonth(9999, 12)
	if len(s.values) > 0 && (first < earliest || first > latest || s.last() > latest) {
		return Series{}, database.DamagedBy(fmt.Errorf("a series of %d months from month %d lies in months that are none", len(s.values), first))
	}
	return s, nil
}

// Add adds another series, month by month.
func (s *Series) Add(other *Series) {
	for m, v := range other.Months {
		s.add(m, v)
	}
}

// Weight returns the sum of the absolute values.
func (s *Series) Weight() money.Milli {
	var sum money.Milli
	for _, v := range s.values {
		sum = sum.Plus(money.Milli(v).Abs())
	}
	return sum
}

// Balances adds the running sum to the months from first on.
func (s *Series) Balances(first civil.Month, to []money.Milli) {
	var sum int64
	next := 0
	for i := range to {
		for ; next < len(s.values) && s.first.Add(next) <= first.Add(i); next++ {
			sum += s.values[next]
		}
		to[i] += money.Milli(sum)
	}
}
