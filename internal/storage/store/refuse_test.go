package store

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/database"
)

// inFolder returns the config of a data folder with a database that fill creates.
func inFolder(t *testing.T, fill func(path string)) Config {
	t.Helper()
	dir := t.TempDir()
	fill(filepath.Join(dir, database.FileName))
	return Config{Dir: dir}
}

// openDirectly returns a direct connection to the database, independent of the store.
func openDirectly(t *testing.T, cfg Config) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", database.Address(filepath.Join(cfg.Dir, database.FileName)))
	if cfg.URL != "" {
		db, err = sql.Open("pgx", cfg.URL)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func execute(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, one := range statements {
		if _, err := db.ExecContext(t.Context(), one); err != nil {
			t.Fatalf("execute %q: %v", one, err)
		}
	}
}

// TestForeignDatabaseIsNotChanged: a file that is not a database of Holdover is not changed, and the error
// names the reason.
func TestForeignDatabaseIsNotChanged(t *testing.T) {
	write := func(content []byte) func(string) {
		return func(path string) {
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		fill func(path string)
		says string
	}{
		"empty file":                  {write(nil), "is empty"},
		"text file":                   {write([]byte("Dear Anna")), "is not a database"},
		"database of another program": {func(path string) { execute(t, path, "CREATE TABLE note (text)") }, "belongs to another program"},
		"database of another program with migrations": {func(path string) {
			execute(t, path, "CREATE TABLE goose_db_version (version_id, is_applied)", "INSERT INTO goose_db_version VALUES (7, true)")
		}, "belongs to another program"},
	} {
		cfg := inFolder(t, c.fill)
		path := filepath.Join(cfg.Dir, database.FileName)
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = Open(t.Context(), cfg); apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "SELECT") {
			t.Errorf("open %s: error %v, want it invalid with %q and without SQL", name, err, c.says)
		}
		after, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(before, after) {
			t.Errorf("%s: the file was changed (error %v)", name, err)
		}
	}
}

// TestDamagedDatabaseIsReportedWithoutSQL: the error is a sentence without SQL.
func TestDamagedDatabaseIsReportedWithoutSQL(t *testing.T) {
	cfg := Config{Dir: t.TempDir()}
	s := opened(t, cfg.Dir)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(cfg.Dir, database.FileName)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 100; i < len(content); i++ {
		content[i] ^= 0x5a
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), cfg)
	if apperr.CodeOf(err) != database.Damaged || !strings.Contains(err.Error(), "the database is damaged") || strings.Contains(err.Error(), "SELECT") {
		t.Error(err)
	}
}

// TestNewerDatabaseIsRefused: the error names the cause, and nothing is written.
func TestNewerDatabaseIsRefused(t *testing.T) {
	onBothConfigs(t, func(t *testing.T, cfg Config) {
		s := open(t, cfg)
		if _, err := openDirectly(t, cfg).ExecContext(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)"); err != nil {
			t.Fatal(err)
		}
		again, err := Open(t.Context(), cfg)
		if apperr.CodeOf(err) != database.NewerDatabase || !strings.Contains(err.Error(), "newer Holdover") {
			t.Errorf("open a newer database: %v with error %v, want it refused as newer", again, err)
		}
		if cfg.URL != "" {
			return
		}
		backup := filepath.Join(t.TempDir(), "newer.db")
		if err := s.Backup(t.Context(), backup); err != nil {
			t.Fatal(err)
		}
		into := Config{Dir: filepath.Join(t.TempDir(), "new")}
		if err := Restore(t.Context(), into, backup); apperr.CodeOf(err) != database.NewerDatabase {
			t.Errorf("restore of a newer backup: error %v, want it refused as newer", err)
		}
		if left, _ := filepath.Glob(filepath.Join(into.Dir, "*")); len(left) > 0 {
			t.Errorf("files left behind: %v", left)
		}
	})
}

// TestFolderWithoutADatabaseStaysEmpty: no database is created if the config requires an existing database.
func TestFolderWithoutADatabaseStaysEmpty(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "hous", "hold")
	if _, err := Open(t.Context(), Config{Dir: dir, Existing: true}); apperr.KindOf(err) != apperr.NotFound {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Dir(dir)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("folder was created (error %v)", err)
	}
}

// TestReadOnlyDiskCanBeRead: reads, Check and Backup succeed, and a write returns an Unavailable error that names
// the cause.
func TestReadOnlyDiskCanBeRead(t *testing.T) {
	dir := t.TempDir()
	s := open(t, Config{Dir: dir})
	h, err := s.Import(t.Context(), Import{Whole: household(1, size{accounts: 1, categories: 1, payees: 1}), Meta: meta("begun")})
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	mounted := filepath.Join(t.TempDir(), "disc")
	if err := os.Mkdir(mounted, 0o700); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mount", "--bind", dir, mounted).CombinedOutput(); err != nil {
		t.Skipf("cannot mount a folder: %s", out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", mounted).CombinedOutput(); err != nil {
			t.Errorf("unmount: %v: %s", err, out)
		}
	})
	if out, err := exec.Command("mount", "-o", "remount,bind,ro", mounted).CombinedOutput(); err != nil {
		t.Fatalf("mount read-only: %v: %s", err, out)
	}
	read := open(t, Config{Dir: mounted})
	all, err := read.Budgets(t.Context())
	if err != nil || len(all) != 1 {
		t.Errorf("%d budgets, want 1 (error %v)", len(all), err)
	}
	if err := read.Ping(t.Context()); err != nil {
		t.Error(err)
	}
	err = read.Delete(t.Context(), h.No)
	if apperr.KindOf(err) != apperr.Unavailable || !strings.Contains(err.Error(), "cannot be written") {
		t.Errorf("delete on a read-only disk: error %v, want unavailable with the cause", err)
	}
	if found, err := read.Check(t.Context()); err != nil || len(found) > 0 {
		t.Errorf("check on a read-only disk: differences %v (error %v)", found, err)
	}
	if err := read.Backup(t.Context(), filepath.Join(t.TempDir(), "backup.db")); err != nil {
		t.Error(err)
	}
}

// TestHostileBackupIsRefused: a backup with additions to the schema is refused, because triggers and views could run
// statements. So are endless files.
func TestHostileBackupIsRefused(t *testing.T) {
	s := opened(t, t.TempDir())
	good := filepath.Join(t.TempDir(), "good.db")
	if err := s.Backup(t.Context(), good); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	for name, statement := range map[string]string{
		"a trigger": "CREATE TRIGGER t AFTER INSERT ON session BEGIN UPDATE user_account SET password = 'x'; END",
		"a view":    "CREATE VIEW v AS SELECT * FROM user_account",
		"a table":   "CREATE TABLE more (text)",
		"a column":  "ALTER TABLE account ADD COLUMN more TEXT DEFAULT 'x'",
	} {
		path := filepath.Join(t.TempDir(), "bad.db")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		execute(t, path, statement)
		into := Config{Dir: filepath.Join(t.TempDir(), "new")}
		if err := Restore(t.Context(), into, path); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("restore with %s: error %v, want it invalid", name, err)
		}
		if left, _ := filepath.Glob(filepath.Join(into.Dir, "*")); len(left) > 0 {
			t.Errorf("restore with %s: files left behind: %v", name, left)
		}
	}
	for _, endless := range []string{"/dev/zero", t.TempDir()} {
		if err := Restore(t.Context(), Config{Dir: filepath.Join(t.TempDir(), "new")}, endless); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("restore %s: error %v, want it invalid", endless, err)
		}
	}
}
