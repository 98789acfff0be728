package database

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"holdover/internal/base/apperr"
)

// TestFileErrorsNameTheirCause checks two errors. A directory without read permission was reported as an unreachable
// database server, and invalid JSON in a damaged file was reported with the SQL statement that read it.
func TestFileErrorsNameTheirCause(t *testing.T) {
	broken := json.Unmarshal([]byte("%"), new(any))
	statement := statement{text: "SELECT more FROM tx"}
	for says, err := range map[string]error{
		"may not access /data/holdover.db": &fs.PathError{Op: "stat", Path: "/data/holdover.db", Err: syscall.EACCES},
		"no space left":                    &fs.PathError{Op: "write", Path: "/data/x", Err: syscall.ENOSPC},
		"the database is damaged":          statement.failed(broken),
		"cannot be reached":                fmt.Errorf("dial: %w", syscall.ECONNREFUSED),
	} {
		got := Busy(err)
		if apperr.KindOf(got) != apperr.Unavailable || !strings.Contains(got.Error(), says) || strings.Contains(got.Error(), "SELECT") {
			t.Errorf("Busy(%v) = %v, want it unavailable with %q and without SQL", err, got, says)
		}
	}
}

// TestServerLostDuringACommitLeavesItUncertain checks the loss of one of several servers. If it was lost during a commit, the change
// was reported as not made. If it was lost before, or while it received rows for a lookup, that was reported as a
// defect of the program.
func TestServerLostDuringACommitLeavesItUncertain(t *testing.T) {
	inner := func(says string) error {
		s := statement{text: "COMMIT"}
		return s.failed(&pgconn.PgError{Code: innerError, Message: says})
	}
	handing := statement{text: "UPDATE budget"}
	if err := handing.failed(&pgconn.PgError{Code: ioError, Message: "failed to COPY to shard 0 on /tmp/worker:5432"}); !isLost(err) || apperr.KindOf(Busy(err)) != apperr.Unavailable {
		t.Errorf("failed COPY to another server: error %v, want it lost and unavailable", Busy(err))
	}
	for says, lost := range map[string]bool{
		"server closed the connection unexpectedly": true, "could not receive data from server: Connection reset by peer": true,
		"could not commit transaction for shard 102123 on at least one active node": false,
	} {
		if err := inner(says); !inDoubt(err) {
			t.Errorf("error %q during a commit is not reported as uncertain", says)
		} else if got := apperr.KindOf(Busy(err)) == apperr.Unavailable; got != lost {
			t.Errorf("error %q: unavailable %t, want %t", says, got, lost)
		}
	}
	s := statement{text: "COMMIT"}
	if inDoubt(s.failed(&pgconn.PgError{Code: "23505"})) {
		t.Error("a refused commit is reported as uncertain")
	}
}

// TestRequestsWaitForARecoveringServer: with a thousand budgets PostgreSQL took longer to recover from a crash than
// the four seconds for which a request waited, so requests failed three times after one kill.
func TestRequestsWaitForARecoveringServer(t *testing.T) {
	starting := fmt.Errorf("acquiring: %w", &pgconn.PgError{Code: "57P03", Message: "the database system is in recovery mode"})
	refused := fmt.Errorf("dial: %w", syscall.ECONNREFUSED)
	for _, try := range []struct {
		err          error
		stood, since time.Duration
		again        bool
	}{
		{starting, 0, startingPatience - time.Second, true},
		{starting, 0, startingPatience, false},
		{refused, 0, lostPatience - time.Second, true},
		{refused, 0, lostPatience, false},
		{refused, silence, 0, true}, // the server has sent no response
		{refused, silence + lostPatience, 0, false},
	} {
		now := time.Now()
		r := retry{begun: now.Add(-try.stood)}
		if try.since > 0 {
			r.lost, r.made = now.Add(-try.since), 1
		}
		if err := r.again(t.Context(), try.err); (err == nil) != try.again {
			t.Errorf("retry of %v after %v of %v: error %v, want a retry: %t", try.err, try.stood, try.since, err, try.again)
		}
	}
}
