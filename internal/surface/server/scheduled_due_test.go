package server

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
)

// TestServerEntersSchedulesOnEachNewDay runs the server past midnight. Due transactions are entered at the start and when the day
// changes, each once.
func TestServerEntersSchedulesOnEachNewDay(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	a := apptest.New(t)
	id, rows := scheduledHome(t, a, civil.MakeDate(2026, 12, 30))

	var now, looks atomic.Int64
	setClock := func(y int, m time.Month, d, h int) { now.Store(time.Date(y, m, d, h, 59, 0, 0, time.Local).Unix()) }
	clock := func() time.Time {
		looks.Add(1)
		return time.Unix(now.Load(), 0)
	}
	wait := func(want int) {
		t.Helper()
		enough := looks.Load() + 4 // the first check may have started with the old time, and the last may still run
		for begin := time.Now(); looks.Load() < enough; time.Sleep(time.Millisecond) {
			if time.Since(begin) > time.Minute {
				t.Fatalf("schedules were entered %d times within a minute", looks.Load())
			}
		}
		if got := rows(); got != want {
			t.Fatalf("%d rows of %s, not %d", got, id, want)
		}
	}
	for _, restart := range []struct{ evening, after int }{{1, 2}, {4, 5}} { // 31 December is entered late, then the new year
		setClock(2026, 12, 30+restart.evening, 23)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); enterDue(ctx, a, log, clock, 5*time.Millisecond) }()
		wait(restart.evening + 1)
		setClock(2026, 12, 30+restart.after, 0)
		wait(restart.after + 1)
		stop()
		<-done
	}
}

// scheduledHome creates a budget with a daily scheduled transaction from a day on. list returns the number of entered
// rows.
func scheduledHome(t *testing.T, a *app.App, first civil.Date) (id string, list func() int) {
	t.Helper()
	id = apptest.Household(t, a, app.Machine())
	accounts, err := a.Accounts(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	entry := schedules.Entry{Frequency: "daily", AutoEnter: true, Entry: rows.Entry{Account: accounts[0].ID, Date: first, Amount: -10, PayeeName: "The baker"}}
	if _, _, err := a.AddScheduled(t.Context(), app.Machine(), id, entry); err != nil {
		t.Fatal(err)
	}
	return id, func() (n int) {
		err := a.Transactions(t.Context(), app.Machine(), id, rows.Filter{Payee: "The baker"}, func(rows.Row) error { n++; return nil })
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
}
