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

// folderWithDatabase returns the config of a new data folder. fill creates the database file at the path.
func folderWithDatabase(t *testing.T, fill func(path string)) Config {
	t.Helper()
	dir := t.TempDir()
	fill(filepath.Join(dir, database.FileName))
	return Config{Dir: dir}
}

// openDirectly returns a connection to the database of a config that does not use the store.
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

// execSQL runs statements on a SQLite file, without the store.
func execSQL(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range statements {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%q: got the error %v, want none", statement, err)
		}
	}
}

// TestForeignDatabaseIsNotChanged opens files that are not databases of Holdover. The error names the reason, and the
// file stays as it was.
func TestForeignDatabaseIsNotChanged(t *testing.T) {
	write := func(content []byte) func(string) {
		return func(path string) {
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		fill      func(path string)
		wantWords string
	}{
		"empty file":                  {write(nil), "is empty"},
		"text file":                   {write([]byte("Dear Anna")), "is not a database"},
		"database of another program": {func(path string) { execSQL(t, path, "CREATE TABLE note (text)") }, "belongs to another program"},
		"database of another program with migrations": {func(path string) {
			execSQL(t, path, "CREATE TABLE goose_db_version (version_id, is_applied)", "INSERT INTO goose_db_version VALUES (7, true)")
		}, "belongs to another program"},
	} {
		cfg := folderWithDatabase(t, c.fill)
		path := filepath.Join(cfg.Dir, database.FileName)
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = Open(t.Context(), cfg); apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), c.wantWords) || strings.Contains(err.Error(), "SELECT") {
			t.Errorf("open %s: got the error %v, want an invalid one with %q and without SQL", name, err, c.wantWords)
		}
		after, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(before, after) {
			t.Errorf("%s: got %d bytes after and the error %v, want the %d bytes before, unchanged", name, len(after), err, len(before))
		}
	}
}

// TestDamagedDatabaseIsReportedWithoutSQL damages everything after the header of the file. The error is a sentence
// without SQL.
func TestDamagedDatabaseIsReportedWithoutSQL(t *testing.T) {
	cfg := Config{Dir: t.TempDir()}
	s := open(t, Config{Dir: cfg.Dir})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(cfg.Dir, database.FileName)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 100; i < len(content); i++ { // the header of a SQLite file has 100 bytes
		content[i] ^= 0x5a
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), cfg)
	if apperr.CodeOf(err) != database.Damaged || !strings.Contains(err.Error(), "the database is damaged") || strings.Contains(err.Error(), "SELECT") {
		t.Errorf("got the error %v, want one that says the database is damaged, without SQL", err)
	}
}

// TestNewerDatabaseIsRefused opens a database with a migration that this program does not have, and restores a backup
// of it. Both errors name the cause, and the restore leaves no file behind.
func TestNewerDatabaseIsRefused(t *testing.T) {
	onBothConfigs(t, func(t *testing.T, cfg Config) {
		s := open(t, cfg)
		if _, err := openDirectly(t, cfg).ExecContext(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)"); err != nil {
			t.Fatal(err)
		}
		again, err := Open(t.Context(), cfg)
		if apperr.CodeOf(err) != database.NewerDatabase || !strings.Contains(err.Error(), "newer Holdover") {
			t.Errorf("open a newer database: got the store %v and the error %v, want it refused as newer", again, err)
		}
		if cfg.URL != "" { // only SQLite has backups
			return
		}
		backup := filepath.Join(t.TempDir(), "newer.db")
		if err := s.Backup(t.Context(), backup); err != nil {
			t.Fatal(err)
		}
		into := Config{Dir: filepath.Join(t.TempDir(), "new")}
		if err := Restore(t.Context(), into, backup); apperr.CodeOf(err) != database.NewerDatabase {
			t.Errorf("restore a newer backup: got the error %v, want it refused as newer", err)
		}
		if left, _ := filepath.Glob(filepath.Join(into.Dir, "*")); len(left) > 0 {
			t.Errorf("restore a newer backup: got the files %v, want none", left)
		}
	})
}

// TestMissingFolderIsNotCreated opens a folder that does not exist with a config that requires an existing database. Not
// even its parent folder is created.
func TestMissingFolderIsNotCreated(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "parent", "data")
	if _, err := Open(t.Context(), Config{Dir: dir, Existing: true}); apperr.KindOf(err) != apperr.NotFound {
		t.Errorf("got the error %v, want one of the kind NotFound", err)
	}
	if _, err := os.Stat(filepath.Dir(dir)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the parent folder: got the error %v, want that it does not exist", err)
	}
}

// TestReadOnlyDiskCanBeRead mounts the folder of a database read-only, which needs root: otherwise it is skipped. Reads,
// Check and Backup succeed. A write returns an Unavailable error that names the cause.
func TestReadOnlyDiskCanBeRead(t *testing.T) {
	dir := t.TempDir()
	s := open(t, Config{Dir: dir})
	header, err := s.Import(t.Context(), Import{Whole: household(1, size{accounts: 1, categories: 1, payees: 1}), Meta: meta("begun")})
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	mounted := filepath.Join(t.TempDir(), "read-only")
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
	readOnly := open(t, Config{Dir: mounted})
	budgets, err := readOnly.Budgets(t.Context())
	if err != nil || len(budgets) != 1 {
		t.Errorf("got %d budgets and the error %v, want 1 and none", len(budgets), err)
	}
	if err := readOnly.Ping(t.Context()); err != nil {
		t.Errorf("ping: got the error %v, want none", err)
	}
	err = readOnly.Delete(t.Context(), header.No)
	if apperr.KindOf(err) != apperr.Unavailable || !strings.Contains(err.Error(), "cannot be written") {
		t.Errorf("delete on a read-only disk: got the error %v, want unavailable with the cause", err)
	}
	if found, err := readOnly.Check(t.Context()); err != nil || len(found) > 0 {
		t.Errorf("check on a read-only disk: got the differences %v and the error %v, want none", found, err)
	}
	if err := readOnly.Backup(t.Context(), filepath.Join(t.TempDir(), "backup.db")); err != nil {
		t.Errorf("back up from a read-only disk: got the error %v, want none", err)
	}
}

// TestHostileBackupIsRefused restores backups with additions to the schema, which are refused, because triggers and
// views could run statements. Nothing is left behind.
func TestHostileBackupIsRefused(t *testing.T) {
	s := open(t, Config{Dir: t.TempDir()})
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
		execSQL(t, path, statement)
		into := Config{Dir: filepath.Join(t.TempDir(), "new")}
		if err := Restore(t.Context(), into, path); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("restore with %s: got the error %v, want an invalid one", name, err)
		}
		if left, _ := filepath.Glob(filepath.Join(into.Dir, "*")); len(left) > 0 {
			t.Errorf("restore with %s: got the files %v, want none", name, left)
		}
	}
}

// TestBackupThatIsNoRegularFileIsRefused restores an endless device and a folder.
func TestBackupThatIsNoRegularFileIsRefused(t *testing.T) {
	for _, path := range []string{"/dev/zero", t.TempDir()} {
		if err := Restore(t.Context(), Config{Dir: filepath.Join(t.TempDir(), "new")}, path); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("restore %s: got the error %v, want an invalid one", path, err)
		}
	}
}
