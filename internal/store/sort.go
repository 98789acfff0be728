package store

import (
	"cmp"
	"database/sql"
	"maps"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/budget"
	"holdover/internal/cal"
)

// Sort is what rows are in order of. Rows that are alike in it stay in the order
// of their dates.
type Sort int

// The orders. Names are compared without regard to case; what has none comes
// first.
const (
	ByDate Sort = iota
	ByAmount
	ByPayee
	ByCategory // split rows have none of their own
	ByMemo
	ByCleared
	ByFlag
	// AsStored is the order that costs least, account by account: for reading
	// very many rows. Neither After nor Offset go with it.
	AsStored
)

var sortColumns = map[Sort]string{
	ByAmount: "amount", ByPayee: "payee", ByCategory: "category", ByMemo: "memo", ByCleared: "cleared", ByFlag: "flag",
}

// place is a row with what it is sorted by: a number (amounts, and the ranks of
// names), or a text.
type place struct {
	at     Position
	number int64
	text   string
}

func comparePlaces(a, b place) int {
	if a.number != b.number {
		return cmp.Compare(a.number, b.number)
	}
	if a.text != b.text {
		return cmp.Compare(a.text, b.text)
	}
	return cmp.Or(cmp.Compare(a.at.Date, b.at.Date), cmp.Compare(a.at.No, b.at.No))
}

// sorted gives rows in another order than by date: it reads what they are sorted
// by alone, and looks up the rows of the page.
func (v *View) sorted(f Filter, find *search, yield func(budget.Transaction, error) bool) {
	places, err := v.places(f, find)
	if err != nil {
		yield(budget.Transaction{}, err)
		return
	}
	slices.SortFunc(places, comparePlaces)
	if f.Descending {
		slices.Reverse(places)
	}
	skip, given := min(f.Offset, len(places)), 0
	if find.exact() {
		places, skip = places[skip:], 0
	}
	for part := range slices.Chunk(places, min(chunk, max(f.Limit, 32))) {
		rows, err := v.at(part)
		if err != nil {
			yield(budget.Transaction{}, err)
			return
		}
		for _, p := range part {
			t := rows[p.at.No]
			if !find.exact() && !find.matches(t) {
				continue
			}
			if skip--; skip >= 0 {
				continue
			}
			given++
			if !yield(*t, nil) || given == f.Limit {
				return
			}
		}
	}
}

// places are all rows that the filter chooses with what they are sorted by.
func (v *View) places(f Filter, find *search) ([]place, error) {
	ranks, err := v.ranks(f.Sort)
	if err != nil {
		return nil, err
	}
	query, args := f.placesQuery(v.no, find)
	var all []place
	var date, no, by any
	dest := []any{&date, &no, &by}
	err = v.q.each(query, args, func(r *sql.Rows) error {
		if err := r.Scan(dest...); err != nil {
			return err
		}
		p := place{at: Position{cal.Date(integer(date)), budget.TxNo(integer(no))}, number: integer(by), text: fold(text(by))}
		if ranks != nil {
			p.number = ranks[p.number]
		}
		all = append(all, p)
		return nil
	})
	return all, err
}

// ranks are the places of payees or categories among their names, nil where rows
// are not sorted by a name.
func (v *View) ranks(by Sort) (map[int64]int64, error) {
	names := map[int64]string{}
	switch by {
	case ByPayee:
		all, err := v.Payees()
		if err != nil {
			return nil, err
		}
		for _, p := range all {
			names[int64(p.No)] = fold(p.Name)
		}
	case ByCategory:
		all, err := v.Categories()
		if err != nil {
			return nil, err
		}
		for _, c := range all {
			names[int64(c.No)] = fold(c.Name)
		}
	default:
		return nil, nil
	}
	inOrder := slices.SortedFunc(maps.Keys(names), func(a, b int64) int {
		return cmp.Or(cmp.Compare(names[a], names[b]), cmp.Compare(a, b))
	})
	ranks := make(map[int64]int64, len(names))
	for i, no := range inOrder {
		ranks[no] = int64(i + 1)
	}
	return ranks, nil
}

// at looks rows up by their places. The list is joined, not asked for with IN:
// SQLite would read the whole budget for a long one.
func (v *View) at(places []place) (map[budget.TxNo]*budget.Transaction, error) {
	list := make([]string, len(places))
	for i, p := range places {
		list[i] = "(" + strconv.FormatInt(int64(p.at.No), 10) + ")"
	}
	rows, err := v.rows(nil, "WITH f (no) AS (VALUES "+strings.Join(list, ", ")+") SELECT t."+strings.Join(txColumns, ", t.")+
		" FROM f CROSS JOIN tx t WHERE t.budget = $1 AND t.no = f.no", []any{v.no})
	found := make(map[budget.TxNo]*budget.Transaction, len(rows))
	for i := range rows {
		found[rows[i].No] = &rows[i]
	}
	return found, err
}
