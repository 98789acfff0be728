package walk

import (
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/testing/testkit"
)

// Months returns a budget's months, read from the data independently of the server.
func (w *Env) Months(t testing.TB, id string) []app.Month {
	t.Helper()
	return testkit.Must(w.secondApp().Months(t.Context(), app.Machine(), id, app.MonthSpan{}))(t)
}

// Accounts returns a budget's accounts, read from the data independently of the server.
func (w *Env) Accounts(t testing.TB, id string) []pageframe.Account {
	t.Helper()
	return testkit.Must(w.secondApp().Accounts(t.Context(), app.Machine(), id))(t)
}

// Rows returns a budget's transactions, newest first, read from the data independently of the server.
func (w *Env) Rows(t testing.TB, id string) (all []rows.Row) {
	t.Helper()
	testkit.NoError(t, w.secondApp().Transactions(t.Context(), app.Machine(), id, rows.Filter{}, func(r rows.Row) error { all = append(all, r); return nil }))
	return all
}
