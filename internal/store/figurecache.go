package store

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/cal"
	"holdover/internal/database"
)

// figures are those of some kinds, none given is all. They may be shared: they must
// not be changed.
func (v *View) figures(kinds ...figure) (figures, error) {
	if v.settle != nil {
		if err := v.settle(); err != nil {
			return nil, err
		}
	}
	all, err := v.allFigures()
	if err != nil || len(kinds) == 0 {
		return all, err
	}
	some := make(figures, len(all))
	for k, s := range all {
		if slices.Contains(kinds, k.figure) {
			some[k] = s
		}
	}
	return some, nil
}

func (v *View) allFigures() (figures, error) {
	committed, err := v.committedFigures()
	if err != nil || len(v.own) == 0 {
		return committed, err
	}
	all := maps.Clone(committed)
	for k, s := range v.own {
		if all[k] = s; len(s.values) == 0 {
			delete(all, k)
		}
	}
	return all, nil
}

// committedFigures are the figures without a Writer's own changes of them; where
// they are read anew these may be among them.
func (v *View) committedFigures() (figures, error) {
	at, kept := v.committed(), v.store.figures
	have, of, found := kept.upTo(v.no, at)
	if found && of == at {
		return have, nil
	}
	var all figures
	if found {
		touched, known, err := v.touchedAfter(of)
		if err != nil {
			return nil, err
		}
		if known {
			if all, err = v.figuresSince(have, &touched); err != nil {
				return nil, err
			}
		}
	}
	if all == nil {
		var err error
		if all, err = loadFigures(v.q, v.no); err != nil {
			return nil, err
		}
	}
	if len(v.own) == 0 {
		kept.put(v.no, at, all, all.size())
	}
	return all, nil
}

// size is how many values there are.
func (f figures) size() (n int) {
	for _, s := range f {
		n += len(s.values)
	}
	return n
}

// figuresSince are earlier figures with those read again that were touched since. One
// that came out as it was stays the very same.
func (v *View) figuresSince(earlier figures, touched *Touched) (figures, error) {
	keys := touched.keys()
	if len(keys) == 0 && !touched.charged() {
		return earlier, nil
	}
	all, again := maps.Clone(earlier), figures{}
	for _, k := range keys {
		delete(all, k)
	}
	if len(keys) > 0 {
		query, args := selectKeys(v.no, keys)
		if err := v.q.Each(query, args, scanSeries(again)); err != nil {
			return nil, err
		}
	}
	if touched.charged() {
		maps.DeleteFunc(all, func(k seriesKey, _ *series) bool { return touched.charges(k) })
		if err := v.q.Each(selectSeries+touched.chargesText(), []any{v.no}, scanSeries(again)); err != nil {
			return nil, err
		}
	}
	for k, s := range again {
		if was := earlier[k]; was != nil && was.first == s.first && slices.Equal(was.values, s.values) {
			s = was
		}
		all[k] = s
	}
	return all, nil
}

// charges says whether a figure of cards may be another when charges were touched.
// What an account had paid before it was a card counts with the charges.
func (t *Touched) charges(k seriesKey) bool {
	switch k.figure {
	case paid:
		return true
	case charged, refunded:
		_, category := k.pair()
		return t.AllCharges || slices.ContainsFunc(t.Charges, func(c Charge) bool { return c.Category == category })
	}
	return false
}

// chargesText says the same to the database, after selectSeries.
func (t *Touched) chargesText() string {
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	ofPairs := "kind IN (" + number(int64(charged)) + ", " + number(int64(refunded)) + ")"
	if !t.AllCharges {
		list := make([]string, len(t.Charges))
		for i, c := range t.Charges {
			list[i] = number(int64(c.Category))
		}
		ofPairs += " AND (no & " + number(categoryBits) + ") IN (" + strings.Join(list, ", ") + ")"
	}
	return " AND (kind = " + number(int64(paid)) + " OR " + ofPairs + ")"
}

// keys are the figures of accounts and categories that a change may have touched.
func (t *Touched) keys() []seriesKey {
	var keys []seriesKey
	for _, c := range t.Categories {
		keys = append(keys, seriesKey{budgeted, int64(c)}, seriesKey{activity, int64(c)})
	}
	for _, a := range t.Accounts {
		for _, kind := range []figure{cleared, uncleared, rowCount, paid} {
			keys = append(keys, seriesKey{kind, int64(a)})
		}
	}
	return keys
}

// charged says whether what categories have on cards was touched.
func (t *Touched) charged() bool { return t.AllCharges || len(t.Charges) > 0 }

// selectKeys selects the stored figures of some keys: as fromNumbers.
func selectKeys(no int64, keys []seriesKey) (query string, args []any) {
	args = make([]any, 1, 1+2*powerOfTwo(len(keys)))
	args[0] = no
	for i := range powerOfTwo(len(keys)) {
		k := seriesKey{-1, -1} // there is no such figure
		if i < len(keys) {
			k = keys[i]
		}
		args = append(args, int64(k.figure), k.no)
	}
	return "SELECT t.kind, t.no, t.first_month, t.packed FROM (WITH f (kind, no) AS (VALUES " + numbered(2, 2, len(args)/2) + ") SELECT kind, no FROM f) f CROSS JOIN series t" +
		" WHERE t.budget = $1 AND t.kind = f.kind AND t.no = f.no", args
}

// numbered are rows of places for numbers, from place $first on.
func numbered(first, columns, rows int) string {
	var b strings.Builder
	for i := range rows * columns {
		switch {
		case i == 0:
			b.WriteString("(")
		case i%columns == 0:
			b.WriteString("), (")
		default:
			b.WriteString(", ")
		}
		b.WriteString("CAST($" + strconv.Itoa(first+i) + " AS BIGINT)")
	}
	return b.String() + ")"
}

const selectSeries = "SELECT kind, no, first_month, packed FROM series WHERE budget = $1"

func scanSeries(f figures) func(database.Row) error {
	return func(rows database.Row) error {
		var k seriesKey
		var first int64
		var packed []byte
		if err := rows.Scan(&k.figure, &k.no, &first, &packed); err != nil {
			return err
		}
		s, err := unpack(cal.Month(first), packed)
		f[k] = &s
		return err
	}
}
