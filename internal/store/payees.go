package store

import (
	"database/sql"

	"holdover/internal/budget"
	"holdover/internal/cal"
)

// PayeeUse is what a payee is used for.
type PayeeUse struct {
	Lines int      // rows and parts of splits
	Last  cal.Date // the newest of them
}

// PayeeUses are the payees that rows or parts name, from the indexes alone.
func (v *View) PayeeUses() (map[budget.PayeeNo]PayeeUse, error) {
	uses := map[budget.PayeeNo]PayeeUse{}
	for _, table := range []string{transactions.name, parts.name} {
		query := "SELECT payee, count(*), max(date) FROM " + table + " WHERE budget = $1 AND payee > 0 GROUP BY payee"
		err := v.q.each(query, []any{v.no}, func(r *sql.Rows) error {
			var no, lines, last int64
			err := r.Scan(&no, &lines, &last)
			use := uses[budget.PayeeNo(no)]
			uses[budget.PayeeNo(no)] = PayeeUse{Lines: use.Lines + int(lines), Last: max(use.Last, cal.Date(last))}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return uses, nil
}
