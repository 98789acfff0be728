package store

import (
	"database/sql"
	"encoding/json"
	"math"
	"time"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/moneymovement"
	"holdover/internal/storage/database"
)

// BudgetedSince returns the changes of budgeted amounts in a month, or in all months if m is zero, oldest first.
// Amounts of an import are not included.
func (v *ReadTx) BudgetedSince(m civil.Month) ([]moneymovement.Budgeted, error) {
	first, last := int64(m), int64(m)
	if m == 0 {
		first, last = 1, math.MaxInt64
	}
	all, err := database.List(v.q, scanBudgeted, selectBudgeted+" ORDER BY r.change, r.seq", v.no, first, last)
	// A change of a note alone changes no amount.
	return iterutil.Where(all, func(b moneymovement.Budgeted) bool { return b.Amount != 0 }), err
}

// selectBudgeted uses the index of changes to cells, by month, because most of a journal is about transactions.
const selectBudgeted = `SELECT c.no, c.at, c.actor, c.label, r.no, r.sub, r.old, r.new FROM change_row r
	JOIN change c ON c.budget = r.budget AND c.no = r.change WHERE r.budget = $1 AND r.kind = 'cell' AND r.sub >= $2 AND r.sub <= $3`

func scanBudgeted(r database.Row) (b moneymovement.Budgeted, err error) {
	var at int64
	var before, after sql.NullString
	if err := r.Scan(&b.Change, &at, &b.Actor, &b.Label, &b.Category, &b.Month, &before, &after); err != nil {
		return b, err
	}
	b.At = time.UnixMilli(at).UTC()
	was, err := budgetedOf(before)
	if err != nil {
		return b, err
	}
	is, err := budgetedOf(after)
	b.Amount = is - was
	return b, err
}

// budgetedOf returns the amount in a journaled cell. It returns zero if the cell is null: then the amount was zero,
// or did not change.
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
