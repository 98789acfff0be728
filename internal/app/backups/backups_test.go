package backups_test

import (
	"bytes"
	"cmp"
	"database/sql"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/app/backups"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	_ "holdover/internal/model/auth/authtest"
	"holdover/internal/storage/database"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// env is an application with an owner, whose backups have a clock that the test sets.
type env struct {
	*testing.T
	app     *app.App
	data    string
	folder  string
	log     bytes.Buffer
	now     time.Time
	backups *backups.Backups
}

func newEnv(t *testing.T, keep int) *env {
	t.Helper()
	e := &env{T: t, data: databasetest.Dir(t), now: time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)}
	e.folder = filepath.Join(e.data, "backups")
	e.app = apptest.OpenLogged(t, store.Config{Dir: e.data}, slog.New(slog.NewTextHandler(&e.log, nil)))
	e.backups = e.app.NewBackups(backups.Config{Folder: e.folder, At: 3 * time.Hour, Keep: keep, Now: func() time.Time { return e.now }})
	return e
}

// at makes the backup that is due at a time and checks the names of all files in the folder.
func (e *env) at(now time.Time, want ...string) {
	e.Helper()
	e.now = now
	e.backups.MakeDue(e.Context())
	e.checkFiles(want...)
}

func (e *env) checkFiles(want ...string) {
	e.Helper()
	entries, err := os.ReadDir(e.folder)
	if err != nil && len(want) > 0 {
		e.Fatal(err)
	}
	var got []string
	for _, entry := range entries {
		if entry.Name() != ".lock" {
			got = append(got, entry.Name())
		}
	}
	if !slices.Equal(got, want) {
		e.Fatalf("at %s: got the files %v, want %v\n%s", e.now, got, want, e.log.String())
	}
}

func utc(day, hour int) time.Time { return time.Date(2026, 11, day, hour, 0, 0, 0, time.UTC) }

// TestBackupIsMadeOnceADay runs the clock over several days: a missed backup is made at the start, each day has one, the oldest are
// deleted, and files of other names stay.
func TestBackupIsMadeOnceADay(t *testing.T) {
	e := newEnv(t, 3)
	e.at(utc(10, 12)) // an empty database is not saved
	testkit.NoError(t, e.app.CreateOwner(t.Context(), "Anna", "plain words for signing in"))
	e.at(utc(10, 12), "holdover-2026-11-10.db")
	e.at(utc(10, 13), "holdover-2026-11-10.db")
	e.at(utc(11, 2), "holdover-2026-11-10.db")
	e.at(utc(11, 3), "holdover-2026-11-10.db", "holdover-2026-11-11.db")
	e.at(utc(14, 1), "holdover-2026-11-10.db", "holdover-2026-11-11.db", "holdover-2026-11-14.db") // that of the 13th was missed
	e.at(utc(14, 4), "holdover-2026-11-10.db", "holdover-2026-11-11.db", "holdover-2026-11-14.db")
	for _, name := range []string{"before-upgrade-12.db", "holdover-2026-11-01.db.txt", "notes.txt"} {
		testkit.NoError(t, os.WriteFile(filepath.Join(e.folder, name), []byte("a file of the user"), 0o600))
	}
	e.at(utc(15, 4), "before-upgrade-12.db", "holdover-2026-11-01.db.txt", "holdover-2026-11-11.db", "holdover-2026-11-14.db", "holdover-2026-11-15.db", "notes.txt")
	for path, want := range map[string]os.FileMode{e.folder: 0o700, filepath.Join(e.folder, "holdover-2026-11-15.db"): 0o600} {
		if info := testkit.Must(os.Stat(path))(t); info.Mode().Perm() != want {
			t.Errorf("%s has the mode %o, want %o", path, info.Mode().Perm(), want)
		}
	}
}

// TestBackupsAfterClockChanges: a clock that was wrong for a while neither stops the backups nor deletes the one just made. Hours
// that a change to summer time skips or repeats give one backup.
func TestBackupsAfterClockChanges(t *testing.T) {
	e := newEnv(t, 2)
	testkit.NoError(t, e.app.CreateOwner(t.Context(), "Anna", "plain words for signing in"))
	e.at(utc(10, 4), "holdover-2026-11-10.db")
	e.at(time.Date(2030, 1, 1, 4, 0, 0, 0, time.UTC), "holdover-2026-11-10.db", "holdover-2030-01-01.db")
	e.at(utc(11, 4), "holdover-2026-11-11.db", "holdover-2030-01-01.db")
	e.at(time.Date(2020, 1, 1, 4, 0, 0, 0, time.UTC), "holdover-2020-01-01.db", "holdover-2030-01-01.db")
	e.at(time.Date(2020, 1, 1, 5, 0, 0, 0, time.UTC), "holdover-2020-01-01.db", "holdover-2030-01-01.db")

	berlin := testkit.Must(time.LoadLocation("Europe/Berlin"))(t)
	e = newEnv(t, 9)
	e.backups.At = 2*time.Hour + 30*time.Minute
	testkit.NoError(t, e.app.CreateOwner(t.Context(), "Anna", "plain words for signing in"))
	e.at(time.Date(2026, 3, 28, 12, 0, 0, 0, berlin), "holdover-2026-03-28.db")
	end := time.Date(2026, 3, 30, 1, 0, 0, 0, berlin)
	for at := time.Date(2026, 3, 29, 0, 0, 0, 0, berlin); at.Before(end); at = at.Add(10 * time.Minute) {
		e.now = at
		e.backups.MakeDue(t.Context())
	}
	e.checkFiles("holdover-2026-03-28.db", "holdover-2026-03-29.db")
	e.at(time.Date(2026, 10, 25, 2, 40, 0, 0, berlin), "holdover-2026-03-28.db", "holdover-2026-03-29.db", "holdover-2026-10-25.db")
	e.at(time.Date(2026, 10, 25, 2, 40, 0, 0, berlin).Add(time.Hour), "holdover-2026-03-28.db", "holdover-2026-03-29.db", "holdover-2026-10-25.db")
	status := testkit.Must(e.backups.Status(t.Context(), app.Machine()))(t)
	if want := time.Date(2026, 10, 26, 2, 30, 0, 0, berlin); !status.Next.Equal(want) {
		t.Errorf("the next backup is at %s, want %s", status.Next, want)
	}
}

// TestFailedBackupKeepsEarlierOnes damages the database, then makes the folder unusable: each failure is logged once, retried after
// an hour, and deletes nothing.
func TestFailedBackupKeepsEarlierOnes(t *testing.T) {
	e := newEnv(t, 1)
	testkit.NoError(t, e.app.CreateOwner(t.Context(), "Anna", "plain words for signing in"))
	apptest.Household(t, e.app, app.Machine())
	e.at(utc(10, 4), "holdover-2026-11-10.db")
	db := testkit.Must(sql.Open("sqlite", database.Address(filepath.Join(e.data, database.FileName))))(t)
	testkit.Must(db.ExecContext(t.Context(), "UPDATE budget SET transactions = transactions + 1"))(t)
	e.at(utc(11, 4), "holdover-2026-11-10.db")
	status := testkit.Must(e.backups.Status(t.Context(), app.Machine()))(t)
	if status.Failure == nil || apperr.CodeOf(status.Failure.Err) != database.Damaged || !strings.Contains(e.log.String(), "the database is damaged") {
		t.Errorf("a damaged database: got the failure %v and the log\n%s", status.Failure, e.log.String())
	}
	testkit.Must(db.ExecContext(t.Context(), "UPDATE budget SET transactions = transactions - 1"))(t)
	testkit.NoError(t, db.Close())
	e.at(utc(11, 6), "holdover-2026-11-11.db")
	e.log.Reset()
	moved := e.folder + "-moved"
	testkit.NoError(t, os.Rename(e.folder, moved))
	testkit.NoError(t, os.WriteFile(e.folder, nil, 0o600)) // a file in place of the folder
	for minute := range 59 {
		e.now = utc(12, 4).Add(time.Duration(minute) * time.Minute)
		e.backups.MakeDue(t.Context())
	}
	if logged := strings.Count(e.log.String(), "no backup was made"); logged != 1 {
		t.Errorf("logged %d times, want once:\n%s", logged, e.log.String())
	}
	if m := e.backups.Metrics(); m.Failures != 2 {
		t.Errorf("%d attempts failed, want one of each day", m.Failures)
	}
	testkit.NoError(t, os.Remove(e.folder))
	testkit.NoError(t, os.Rename(moved, e.folder))
	e.at(utc(12, 5), "holdover-2026-11-12.db")
	if status = testkit.Must(e.backups.Status(t.Context(), app.Machine()))(t); status.Failure != nil {
		t.Errorf("a failure is shown after a success: %v", status.Failure.Err)
	}
}

// TestBackupIsForTheOwner: other users neither see nor make backups.
func TestBackupIsForTheOwner(t *testing.T) {
	e := newEnv(t, 1)
	testkit.NoError(t, e.app.CreateOwner(t.Context(), "Anna", "plain words for signing in"))
	testkit.Must(e.app.AddUser(t.Context(), app.Machine(), "Ben", "other words for signing in"))(t)
	in := testkit.Must(e.app.SignIn(t.Context(), users.Credentials{Name: "Ben", Password: "other words for signing in"}))(t)
	_, err := e.backups.Status(t.Context(), in.Who)
	testkit.WantKind(t, err, apperr.Forbidden)
	_, err = e.backups.MakeNow(t.Context(), in.Who)
	testkit.WantKind(t, err, apperr.Forbidden)
	e.checkFiles()
	testkit.Must(e.backups.MakeNow(t.Context(), app.Machine()))(t)
	e.checkFiles("holdover-2026-11-28-120000.db")
}

// TestRestoreIntoTheEmptyDatabase restores a backup while its server runs: into the empty database only, whole or not at all, and
// two at once give one result. The open application then shows the restored users and figures.
func TestRestoreIntoTheEmptyDatabase(t *testing.T) {
	from := newEnv(t, 1)
	testkit.NoError(t, from.app.CreateOwner(t.Context(), "Anna", "plain words for signing in"))
	id := apptest.Household(t, from.app, app.Machine())
	want := testkit.Must(from.app.Months(t.Context(), app.Machine(), id, app.MonthSpan{}))(t)
	path := testkit.Must(from.backups.MakeNow(t.Context(), app.Machine()))(t)
	whole := testkit.Must(os.ReadFile(path))(t)

	e := newEnv(t, 1)
	for name, content := range map[string][]byte{"cut short": whole[:len(whole)/2], "changed": damaged(whole), "a plan": []byte("{}"), "nothing": nil} {
		if err := e.backups.Restore(t.Context(), name, bytes.NewReader(content)); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("%s: got the error %v, want one of kind invalid", name, err)
		}
		if has := testkit.Must(e.app.HasUsers(t.Context()))(t); has {
			t.Fatalf("%s: was restored", name)
		}
	}
	results := make(chan error)
	for range 2 {
		go func() { results <- e.backups.Restore(t.Context(), "all.db", bytes.NewReader(whole)) }()
	}
	first, second := <-results, <-results
	if (first == nil) == (second == nil) || apperr.KindOf(cmp.Or(first, second)) != apperr.Conflict {
		t.Errorf("two at once: got the errors %v and %v, want one conflict", first, second)
	}
	testkit.Must(e.app.SignIn(t.Context(), users.Credentials{Name: "Anna", Password: "plain words for signing in"}))(t)
	if got := testkit.Must(e.app.Months(t.Context(), app.Machine(), id, app.MonthSpan{}))(t); !reflect.DeepEqual(got, want) {
		t.Errorf("got other months after the restore:\n%v, want\n%v", got, want)
	}
	if found, err := e.app.Check(t.Context()); err != nil || len(found) > 0 {
		t.Errorf("check after the restore: %v (error %v)", found, err)
	}
	if left := testkit.Must(filepath.Glob(filepath.Join(e.data, "*.partial*")))(t); len(left) > 0 {
		t.Errorf("files left behind: %v", left)
	}
	testkit.WantKind(t, e.backups.Restore(t.Context(), "all.db", bytes.NewReader(whole)), apperr.Conflict)
}

// damaged returns a copy of a database whose pages in the middle are overwritten.
func damaged(whole []byte) []byte {
	bad := bytes.Clone(whole)
	middle := len(bad) / 2 / 4096 * 4096
	copy(bad[middle:], make([]byte, 8*4096))
	return bad
}
