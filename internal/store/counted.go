package store

import (
	"database/sql"
	"strings"

	"holdover/internal/money"
)

// SumOfLines is what the filter's category has of the rows that the filter
// chooses, whatever its limit: of a split row the parts in that category alone.
// Over the accounts on budget and a month it is the category's activity.
func (v *View) SumOfLines(f Filter) (money.Milli, error) {
	var find *search
	if strings.TrimSpace(f.Text) != "" {
		var err error
		if find, err = v.newSearch(f.Text); err != nil {
			return 0, err
		}
	}
	w := &where{}
	from := f.from(w, v.no, find, page{})
	category := w.arg(int64(f.Category))
	query := "SELECT CAST(sum(CASE WHEN t.split THEN (SELECT COALESCE(sum(l.amount), 0) FROM part l WHERE l.budget = t.budget AND l.tx = t.no AND l.category = " + category + ")" +
		" WHEN t.category = " + category + " THEN t.amount ELSE 0 END) AS BIGINT)" + from + w.text.String()
	var sum sql.NullInt64
	_, err := v.q.one(query, w.args, &sum)
	return money.Milli(sum.Int64), err
}
