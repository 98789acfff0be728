package store

import (
	"database/sql"
	"encoding/json"
	"time"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/database"
	"holdover/internal/money"
)

// Moved is what a change did to the amount budgeted for a category in a month.
type Moved struct {
	Change   int64
	At       time.Time
	Actor    string
	Label    string
	Category budget.CategoryNo
	Month    cal.Month
	Amount   money.Milli // more is positive
}

// Moved is every change of amounts budgeted, in a month or (zero) in all, oldest
// first. What an import brought was not moved.
func (v *View) Moved(m cal.Month) ([]Moved, error) {
	query := `SELECT c.no, c.at, c.actor, c.label, r.no, r.sub, r.old, r.new FROM change_row r
		JOIN change c ON c.budget = r.budget AND c.no = r.change WHERE r.budget = $1 AND r.kind = 'cell'`
	args := []any{v.no}
	if m != 0 {
		query += " AND r.sub = $2"
		args = append(args, int64(m))
	}
	all, err := database.List(v.q, scanMoved, query+" ORDER BY r.change, r.seq", args...)
	kept := all[:0]
	for _, one := range all {
		if one.Amount != 0 { // a note alone was changed
			kept = append(kept, one)
		}
	}
	return kept, err
}

func scanMoved(r database.Row) (m Moved, err error) {
	var at int64
	var before, after sql.NullString
	if err := r.Scan(&m.Change, &at, &m.Actor, &m.Label, &m.Category, &m.Month, &before, &after); err != nil {
		return m, err
	}
	m.At = time.UnixMilli(at).UTC()
	was, err := budgetedOf(before)
	if err != nil {
		return m, err
	}
	is, err := budgetedOf(after)
	m.Amount = is - was
	return m, err
}

// budgetedOf is the amount in a journalled cell; without one it was nothing, or
// is the same before and after.
func budgetedOf(cell sql.NullString) (money.Milli, error) {
	var c struct {
		Budgeted money.Milli `json:"budgeted"`
	}
	if !cell.Valid {
		return 0, nil
	}
	err := json.Unmarshal([]byte(cell.String), &c)
	return c.Budgeted, err
}
