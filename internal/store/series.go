package store

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/database"
	"holdover/internal/money"
)

// Derived figures lie in table series: one row per category or account with all
// its months packed. A household of twenty years has some 300 such rows, where
// one row for each figure and month would be 60,000: that is what makes a budget
// with a million transactions open as fast as one with a thousand.
type figure int64

const (
	budgeted  figure = 1 // by category: the cells' budgeted amounts
	activity  figure = 2 // by category, 0 for none: lines on budget accounts
	cleared   figure = 3 // by account: rows cleared or reconciled
	uncleared figure = 4 // by account: the others
	rowCount  figure = 5 // by account: how many rows
	// Of cards that are kept as envelopes alone:
	charged  figure = 6 // by card and category: lines on the card but transfers within the budget
	refunded figure = 7 // of them, the lines above zero
	paid     figure = 8 // by card: transfers within the budget
)

type seriesKey struct {
	figure figure
	no     int64
}

// series is one figure through the months; values[0] belongs to first.
type series struct {
	first  cal.Month
	values []int64
}

func (s *series) last() cal.Month { return s.first.Add(len(s.values) - 1) }

// add adds to a month, growing either way.
func (s *series) add(m cal.Month, amount int64) {
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

// trim leaves off the zeros at both ends.
func (s *series) trim() {
	for len(s.values) > 0 && s.values[0] == 0 {
		s.values, s.first = s.values[1:], s.first.Add(1)
	}
	for n := len(s.values); n > 0 && s.values[n-1] == 0; n-- {
		s.values = s.values[:n-1]
	}
}

// through is the sum of all months up to and with m.
func (s *series) through(m cal.Month) int64 {
	var sum int64
	for i, v := range s.values {
		if s.first.Add(i) > m {
			break
		}
		sum += v
	}
	return sum
}

func (s *series) total() int64 {
	var sum int64
	for _, v := range s.values {
		sum += v
	}
	return sum
}

// pack writes the values as signed varints: a few bytes for each month.
func (s *series) pack() []byte {
	packed := make([]byte, 0, 4*len(s.values))
	for _, v := range s.values {
		packed = binary.AppendVarint(packed, v)
	}
	return packed
}

func unpack(first cal.Month, packed []byte) (series, error) {
	s := series{first: first, values: make([]int64, 0, len(packed)/2)}
	for len(packed) > 0 {
		v, n := binary.Varint(packed)
		if n <= 0 {
			return series{}, database.DamagedBy(fmt.Errorf("a packed series from month %d is damaged", first))
		}
		s.values, packed = append(s.values, v), packed[n:]
	}
	return s, nil
}

// figures are the derived figures of one budget, or what is to be added to them.
type figures map[seriesKey]*series

func (f figures) add(kind figure, no int64, m cal.Month, amount int64) {
	if amount == 0 {
		return
	}
	k := seriesKey{kind, no}
	s := f[k]
	if s == nil {
		s = &series{}
		f[k] = s
	}
	s.add(m, amount)
}

// addTransaction counts a row in, or with sign -1 out.
func (f figures) addTransaction(t *budget.Transaction, in counted, sign int64) {
	m, state := t.Date.Month(), cleared
	if t.Cleared == budget.Uncleared {
		state = uncleared
	}
	f.add(state, int64(t.Account), m, sign*int64(t.Amount))
	f.add(rowCount, int64(t.Account), m, sign)
	if !in.onBudget(t.Account) {
		return
	}
	for line := range t.Lines {
		f.add(activity, int64(line.Category), m, sign*int64(line.Amount))
	}
	if in.isCard(t.Account) {
		f.addCharges(t, in, sign)
	}
}

func (f figures) addCell(c *budget.Cell, sign int64) {
	f.add(budgeted, int64(c.Category), c.Month, sign*int64(c.Budgeted))
}

// sorted are the keys in the table's order.
func (f figures) sorted() []seriesKey {
	keys := make([]seriesKey, 0, len(f))
	for k := range f {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b seriesKey) int {
		if a.figure != b.figure {
			return int(a.figure - b.figure)
		}
		return int(a.no - b.no)
	})
	return keys
}

// loadFigures reads the figures of a budget.
func loadFigures(s *database.Session, no int64) (figures, error) {
	f := figures{}
	return f, s.Each(selectSeries, []any{no}, scanSeries(f))
}

// loadKeys reads some figures; one that is not there is empty.
func loadKeys(s *database.Session, no int64, keys []seriesKey) (figures, error) {
	f := make(figures, len(keys))
	for _, k := range keys {
		f[k] = &series{}
	}
	query, args := selectKeys(no, keys)
	return f, s.Each(query, args, scanSeries(f))
}

// seriesTogether is how many figures one statement stores.
const seriesTogether = 64

// store writes some of the figures, in one statement as long as they are few.
func (f figures) store(s *database.Session, no int64, keys []seriesKey) error {
	var kept []seriesKey
	for _, k := range keys {
		one := f[k]
		if one.trim(); len(one.values) > 0 {
			kept = append(kept, k)
			continue
		}
		if err := s.Write("DELETE FROM series WHERE budget = $1 AND kind = $2 AND no = $3", no, int64(k.figure), k.no); err != nil {
			return err
		}
	}
	for some := range slices.Chunk(kept, seriesTogether) {
		args, rows := []any{no}, make([]string, len(some))
		for i, k := range some {
			one := f[k]
			rows[i] = "($1" + database.Places(len(args)+1, 5) + ")"
			args = append(args, int64(k.figure), k.no, int64(one.first), int64(one.last()), one.pack())
		}
		err := s.Write("INSERT INTO series (budget, kind, no, first_month, last_month, packed) VALUES "+strings.Join(rows, ", ")+
			" ON CONFLICT (budget, kind, no) DO UPDATE SET first_month = excluded.first_month, last_month = excluded.last_month, packed = excluded.packed", args...)
		if err != nil {
			return err
		}
	}
	return nil
}

func milli(v int64) money.Milli { return money.Milli(v) }
