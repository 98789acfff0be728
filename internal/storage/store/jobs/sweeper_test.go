package jobs

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"holdover/internal/storage/database"
	"holdover/internal/storage/database/databasetest"
)

// An error of a sweep in the background is logged, as no caller waits for it.
func TestSweepErrorsAreLogged(t *testing.T) {
	logged := make(lines, 1)
	cfg := database.Config{Dir: databasetest.Dir(t), Warm: true, Log: slog.New(slog.NewTextHandler(logged, nil))}
	db, err := database.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.ChangeQuietly(t.Context(), func(q *database.Session) error {
		_, err := q.Exec("INSERT INTO leftover (budget) VALUES (7)")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	w := NewSweeper(db, []string{"no_such_table"}, cfg)
	defer w.End()
	if err := w.Sweep(t.Context()); err != nil {
		t.Error(err)
	}
	select {
	case line := <-logged:
		if !strings.Contains(line, "no_such_table") {
			t.Error(line)
		}
	case <-time.After(10 * time.Second):
		t.Error("no error was logged within 10 s")
	}
}

// lines receives the lines of a log.
type lines chan string

func (l lines) Write(b []byte) (int, error) {
	l <- string(b)
	return len(b), nil
}
