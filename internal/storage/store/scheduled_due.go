package store

import (
	"context"

	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
)

// Due is a budget with a scheduled transaction that is to be entered automatically.
type Due struct {
	ID        string
	Knowledge int64 // the number of its last change
}

// Due returns the budgets with scheduled transactions that are to be entered automatically up to and including today.
// It is one lookup in an index, for any number of budgets.
func (s *Store) Due(ctx context.Context, today civil.Date) ([]Due, error) {
	return database.ReadList(ctx, s.db, func(r database.Row) (d Due, err error) { return d, r.Scan(&d.ID, &d.Knowledge) },
		`SELECT DISTINCT b.id, b.knowledge FROM scheduled s JOIN budget b ON b.no = s.budget
		LEFT JOIN entered e ON e.budget = s.budget AND e.scheduled = s.no
		WHERE s.enters_on <= $1 AND s.enters_on > coalesce(e.until, 0) ORDER BY b.id`, int64(today))
}

// EnteredUntil returns the last day of each scheduled transaction that was ever entered, even if the entry was
// undone.
func (v *ReadTx) EnteredUntil() (map[budget.ScheduledNo]civil.Date, error) {
	all, err := sharedAs(v, listOf{KindScheduled, "entered"}, func() ([]enteredUntil, error) {
		return database.List(v.q, func(r database.Row) (e enteredUntil, err error) { return e, r.Scan(&e.scheduled, &e.until) },
			"SELECT scheduled, until FROM entered WHERE budget = $1", v.no)
	})
	until := make(map[budget.ScheduledNo]civil.Date, len(all))
	for _, e := range all {
		until[e.scheduled] = e.until
	}
	return until, err
}

type enteredUntil struct {
	scheduled budget.ScheduledNo
	until     civil.Date
}

// Entered stores that a scheduled transaction was entered up to a day. It is not journaled: undo and redo do not
// change it, and the day never decreases. The change counts as one of scheduled transactions.
func (w *WriteTx) Entered(no budget.ScheduledNo, until civil.Date) error {
	w.written[KindScheduled] = true
	return w.q.Write(`INSERT INTO entered (budget, scheduled, until) VALUES ($1, $2, $3)
		ON CONFLICT (budget, scheduled) DO UPDATE SET until = $3 WHERE entered.until < $3`, w.no, int64(no), int64(until))
}
