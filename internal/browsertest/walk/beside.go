package walk

import (
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/frame"
	"holdover/internal/app/rows"
	"holdover/internal/testkit"
)

// Months are a budget's months as whoever reads the same data beside the server sees them.
func (w *World) Months(t testing.TB, id string) []app.Month {
	t.Helper()
	return testkit.Must(w.beside().Months(t.Context(), app.Machine(), id, app.MonthSpan{}))(t)
}

// Accounts are a budget's accounts as whoever reads the same data beside the server sees them.
func (w *World) Accounts(t testing.TB, id string) []frame.Account {
	t.Helper()
	return testkit.Must(w.beside().Accounts(t.Context(), app.Machine(), id))(t)
}

// Rows are a budget's transactions, newest first, as whoever reads the same data beside the server sees them.
func (w *World) Rows(t testing.TB, id string) (all []rows.Row) {
	t.Helper()
	testkit.NoError(t, w.beside().Transactions(t.Context(), app.Machine(), id, rows.Filter{}, func(r rows.Row) error { all = append(all, r); return nil }))
	return all
}
