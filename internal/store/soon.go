package store

import (
	"slices"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/database"
)

// Soon is what was asked for ahead: it is answered together with what is asked next, or
// when it is wanted.
type Soon[T any] func() (T, error)

// EnteredUntilSoon is EnteredUntil, asked ahead.
func (v *View) EnteredUntilSoon() Soon[map[budget.ScheduledNo]cal.Date] {
	until := map[budget.ScheduledNo]cal.Date{}
	err := v.q.EachAhead("SELECT scheduled, until FROM entered WHERE budget = $1", []any{v.no}, func(r database.Row) error {
		var no, day int64
		err := r.Scan(&no, &day)
		until[budget.ScheduledNo(no)] = cal.Date(day)
		return err
	})
	return func() (map[budget.ScheduledNo]cal.Date, error) {
		if err != nil {
			return nil, err
		}
		return until, v.q.Settle()
	}
}

// TransactionsSoon are all rows that the filter chooses, asked for ahead where they lie in
// the order that is asked for and are few.
func (v *View) TransactionsSoon(f Filter) Soon[[]budget.Transaction] {
	if !inOrder(&f) || f.Limit > 0 {
		return func() ([]budget.Transaction, error) { return collected(nil, v, f) }
	}
	var rows []budget.Transaction
	var split []int
	scan := scanRows(&rows, &split)
	query, args := chunkQuery(&f, v.no, f.After, chunk)
	err := v.q.EachAhead(query, args, scan)
	return func() ([]budget.Transaction, error) {
		if err != nil {
			return nil, err
		}
		if err := v.q.Settle(); err != nil {
			return nil, err
		}
		if len(split) > 0 {
			if err := v.attach(rows, split); err != nil {
				return nil, err
			}
			split = nil
		}
		if len(rows) < chunk {
			return rows, nil
		}
		f.After = PositionOf(&rows[len(rows)-1])
		return collected(rows, v, f)
	}
}

// collected are rows and those that the filter chooses.
func collected(rows []budget.Transaction, v *View, f Filter) ([]budget.Transaction, error) {
	for t, err := range v.Transactions(f) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, t)
	}
	return slices.Clip(rows), nil
}
