package figures

import (
	"slices"
	"strconv"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/tables"
)

const selectSeries = "SELECT kind, no, first_month, packed FROM series WHERE budget = $1"

// scan reads a stored figure into the set.
func (f Set) scan(rows database.Row) error {
	var k Key
	var first int64
	var packed []byte
	if err := rows.Scan(&k.Kind, &k.No, &first, &packed); err != nil {
		return err
	}
	s, err := Unpack(civil.Month(first), packed)
	f[k] = &s
	return err
}

// Load reads the figures of a budget.
func Load(q *database.Session, no int64) (Set, error) {
	f := Set{}
	return f, q.Each(selectSeries, []any{no}, f.scan)
}

// LoadKeys reads the given figures into the set. Figures that are not stored are left out.
func (f Set) LoadKeys(q *database.Session, no int64, keys []Key) error {
	query, args := selectKeys(no, keys)
	return q.Each(query, args, f.scan)
}

// AskKeys requests the given figures ahead. They are in the set once the next query has returned.
func (f Set) AskKeys(q *database.Session, no int64, keys []Key) error {
	query, args := selectKeys(no, keys)
	return q.EachAhead(query, args, f.scan)
}

// LoadCharges reads the figures on cards of some categories, or of all if categories is nil, and all payments to
// cards.
func (f Set) LoadCharges(q *database.Session, no int64, categories []budget.CategoryNo) error {
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	ofPairs := "kind IN (" + number(int64(Charged)) + ", " + number(int64(Refunded)) + ")"
	if categories != nil {
		list := iterutil.Map(categories, func(c budget.CategoryNo) int64 { return int64(c) })
		ofPairs += " AND (no & " + number(categoryBits) + ") IN (" + tables.Among(list) + ")"
	}
	return q.Each(selectSeries+" AND (kind = "+number(int64(Paid))+" OR "+ofPairs+")", []any{no}, f.scan)
}

// selectKeys returns a query of the stored figures with the given keys, in the form of tables.FromNumbers.
func selectKeys(no int64, keys []Key) (query string, args []any) {
	args = []any{no}
	for _, k := range tables.Padded(keys, Key{-1, -1}) { // a key of no figure
		args = append(args, int64(k.Kind), k.No)
	}
	return "SELECT t.kind, t.no, t.first_month, t.packed FROM (WITH f (kind, no) AS (VALUES " + tables.Numbered(2, 2, len(args)/2) + ") SELECT kind, no FROM f) f CROSS JOIN series t" +
		" WHERE t.budget = $1 AND t.kind = f.kind AND t.no = f.no", args
}

// together is the number of figures that one statement stores.
const together = 64

// Store writes the given figures, up to together in one statement.
func (f Set) Store(q *database.Session, no int64, keys []Key) error {
	var kept []Key
	for _, k := range keys {
		one := f[k]
		if one.trim(); !one.Empty() {
			kept = append(kept, k)
			continue
		}
		if err := q.Write("DELETE FROM series WHERE budget = $1 AND kind = $2 AND no = $3", no, int64(k.Kind), k.No); err != nil {
			return err
		}
	}
	for some := range slices.Chunk(kept, together) {
		args, rows := []any{no}, make([]string, len(some))
		for i, k := range some {
			rows[i] = "($1" + database.Places(len(args)+1, 5) + ")"
			args = append(args, f[k].row(k)...)
		}
		err := q.Write("INSERT INTO series (budget, kind, no, first_month, last_month, packed) VALUES "+strings.Join(rows, ", ")+
			" ON CONFLICT (budget, kind, no) DO UPDATE SET first_month = excluded.first_month, last_month = excluded.last_month, packed = excluded.packed", args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// Table is the table of stored figures.
var Table = tables.Layout{Name: "series", Columns: []string{"kind", "no", "first_month", "last_month", "packed"}}

// Insert writes all figures of a budget that has none stored.
func (f Set) Insert(q *database.Session, no int64) error {
	b := database.NewBulk(q, no, Table.Name, Table.Columns)
	f.Drop()
	for _, k := range f.Sorted() {
		if err := b.Add(f[k].row(k)); err != nil {
			return err
		}
	}
	return b.Done()
}

// row returns the columns of a figure.
func (s *Series) row(k Key) []any {
	return []any{int64(k.Kind), k.No, int64(s.first), int64(s.last()), s.pack()}
}
