package walk

import (
	"log/slog"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/frame"
	"holdover/internal/app/rows"
	"holdover/internal/store"
)

// openBeside is an application of its own over the world's data, which ends with the world. It shares nothing with the
// server but what is written down, as the command line does, and does not begin a process for each question.
func (w *World) openBeside(t testing.TB) func() (*app.App, error) {
	return func() (*app.App, error) {
		a, err := app.Open(t.Context(), store.Config{Dir: w.Dir}, slog.New(slog.DiscardHandler))
		if err != nil {
			return nil, err
		}
		t.Cleanup(func() {
			if err := a.Close(); err != nil {
				t.Error(err)
			}
		})
		return a, nil
	}
}

// read asks beside the server.
func read[T any](t testing.TB, w *World, ask func(*app.App) (T, error)) T {
	t.Helper()
	a, err := w.beside()
	if err != nil {
		t.Fatal(err)
	}
	got, err := ask(a)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// Months are a budget's months as whoever reads the same data beside the server sees them.
func (w *World) Months(t testing.TB, id string) []app.Month {
	t.Helper()
	return read(t, w, func(a *app.App) ([]app.Month, error) {
		return a.Months(t.Context(), app.Machine(), id, app.MonthSpan{})
	})
}

// Accounts are a budget's accounts as whoever reads the same data beside the server sees them.
func (w *World) Accounts(t testing.TB, id string) []frame.Account {
	t.Helper()
	return read(t, w, func(a *app.App) ([]frame.Account, error) { return a.Accounts(t.Context(), app.Machine(), id) })
}

// Rows are a budget's transactions, newest first, as whoever reads the same data beside the server sees them.
func (w *World) Rows(t testing.TB, id string) (all []rows.Row) {
	t.Helper()
	return read(t, w, func(a *app.App) ([]rows.Row, error) {
		err := a.Transactions(t.Context(), app.Machine(), id, rows.Filter{}, func(r rows.Row) error { all = append(all, r); return nil })
		return all, err
	})
}
