package store

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/testing/testkit"
)

func addGroup(w *WriteTx) error {
	id := uuid.NewString()
	return w.Put(&budget.Group{ID: id, Name: id})
}

// TestCancelledWaitLeavesNoChange cancels a request while it waits.
func TestCancelledWaitLeavesNoChange(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *Store) {
		h, err := s.Import(t.Context(), Import{Whole: household(1, size{accounts: 1, categories: 1, payees: 1}), Meta: meta("begun")})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(apperr.Track(t.Context()))
		_, err = s.Change(ctx, h.No, meta("left"), func(w *WriteTx) error {
			cancel()
			return addGroup(w)
		})
		if !errors.Is(err, context.Canceled) || apperr.OutcomeOf(ctx) != apperr.Unchanged {
			t.Errorf("cancelled change: error %v with outcome %v, want it cancelled and unchanged", err, apperr.OutcomeOf(ctx))
		}
		if _, err := s.Change(t.Context(), h.No, meta("after"), addGroup); err != nil {
			t.Error(err)
		}
	})
}

// TestKilledConnectionsAreReplaced: after the server closed every connection, reads and changes succeed. A read in
// progress returns an Unavailable error.
func TestKilledConnectionsAreReplaced(t *testing.T) {
	url := databasetest.Postgres(t)
	s, h := withDocument(t, Config{URL: url})
	var all sync.WaitGroup
	for range 12 { // the maximum number of idle connections
		all.Go(func() { _, _ = s.Budgets(t.Context()) })
	}
	all.Wait()
	for range 2 {
		kill(t, url)
		if _, err := s.Budgets(t.Context()); err != nil {
			t.Error(err)
		}
		kill(t, url)
		if _, err := s.Change(t.Context(), h.No, meta("after"), addGroup); err != nil {
			t.Error(err)
		}
	}
	err := s.ReadTx(t.Context(), h.No, func(v *ReadTx) error {
		kill(t, url)
		_, err := v.Cells()
		return err
	})
	if f, ok := errors.AsType[*apperr.Error](err); !ok || f.Kind != apperr.Unavailable || f.Cause == nil {
		t.Errorf("read during the kill: error %v, want unavailable with a cause", err)
	}
}

// kill closes every other connection to a database.
func kill(t *testing.T, url string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"); err != nil {
		t.Fatal(err)
	}
}

// TestOutcomeOfALostCommitIsChecked: the response to COMMIT never arrives, and the next connection works. A committed change
// is reported as saved.
func TestOutcomeOfALostCommitIsChecked(t *testing.T) {
	line := testkit.TapPostgres(t)
	s, h := withDocument(t, Config{URL: line.URL})
	ctx := apperr.Track(t.Context())
	done, err := s.Change(ctx, h.No, meta("saved"), func(w *WriteTx) error {
		line.CutAfter("COMMIT")
		return addGroup(w)
	})
	if err != nil || done.No == 0 || apperr.OutcomeOf(ctx) != apperr.Changed {
		t.Errorf("change whose COMMIT got no response: %+v with outcome %v, want it changed (error %v)", done, apperr.OutcomeOf(ctx), err)
	}
	if line.WillCut() {
		t.Error("the connection was not cut")
	}
	ctx = apperr.Track(t.Context())
	_, err = s.Change(ctx, h.No, meta("not saved"), func(w *WriteTx) error {
		line.CutBefore("COMMIT")
		return addGroup(w)
	})
	if apperr.CodeOf(err) != database.InDoubt || apperr.OutcomeOf(ctx) != apperr.NotKnown {
		t.Errorf("cut before the COMMIT: error %v with outcome %v, want it in doubt", err, apperr.OutcomeOf(ctx))
	}
}

// TestRequestsWaitForARestartingServer: every connection is closed, and new ones are refused for a moment. No read or
// change fails.
func TestRequestsWaitForARestartingServer(t *testing.T) {
	line := testkit.TapPostgres(t)
	s, h := withDocument(t, Config{URL: line.URL})
	line.Refuse(5)
	kill(t, line.Direct)
	if _, err := s.Budgets(t.Context()); err != nil {
		t.Error(err)
	}
	line.Refuse(5)
	kill(t, line.Direct)
	if _, err := s.Change(t.Context(), h.No, meta("after"), addGroup); err != nil {
		t.Error(err)
	}
}
