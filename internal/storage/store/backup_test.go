package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/database"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/userstore"
)

// TestBackupAndRestore makes a backup of an open database during writes, and restores it into another folder. No existing file
// is overwritten.
func TestBackupAndRestore(t *testing.T) {
	ctx, folder := t.Context(), t.TempDir()
	s := open(t, Config{Dir: filepath.Join(folder, "here")})
	add := func(name string) {
		t.Helper()
		if _, err := userstore.On(s.DB()).AddUser(ctx, userstore.User{ID: uuid.NewString(), Name: name, Created: start}, false); err != nil {
			t.Fatal(err)
		}
	}
	add("Anna")
	file := filepath.Join(folder, "it's a backup.db")
	if err := s.Backup(ctx, file); err != nil {
		t.Fatal(err)
	}
	add("Ben")
	if err := s.Backup(ctx, file); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("backup over an existing file: error %v, want a conflict", err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("backup file %v, want it readable and writable by its owner only (error %v)", info, err)
	}
	restored := database.Config{Dir: filepath.Join(folder, "there")}
	if err := Restore(ctx, restored, file); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(restored.Dir, "*")); len(left) != 1 {
		t.Errorf("files left behind: %v", left)
	}
	if err := Restore(ctx, restored, file); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("restore over an existing database: error %v, want a conflict", err)
	}
	users, err := userstore.On(open(t, Config{Dir: restored.Dir}).DB()).Users(ctx)
	if err != nil || len(users) != 1 || users[0].Name != "Anna" {
		t.Errorf("restored users: %v, want Anna (error %v)", users, err)
	}
	damagedBackups(ctx, t, file)
}

// TestFilesOfAnOpenDatabaseAreRefusedAsBackup: the file of a data folder that is in use, or was not closed, is refused as a
// backup. The last writes are still in SQLite's journal file next to it, and would be lost.
func TestFilesOfAnOpenDatabaseAreRefusedAsBackup(t *testing.T) {
	source, target := t.TempDir(), database.Config{Dir: t.TempDir()}
	s := open(t, Config{Dir: source})
	if _, err := userstore.On(s.DB()).AddUser(t.Context(), userstore.User{ID: uuid.NewString(), Name: "Anna", Created: start}, false); err != nil {
		t.Fatal(err)
	}
	if err := Restore(t.Context(), target, filepath.Join(source, database.FileName)); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("restore of a database in use: error %v, want a conflict", err)
	}
	if left, _ := filepath.Glob(filepath.Join(target.Dir, "*")); len(left) != 0 {
		t.Errorf("files left behind: %v", left)
	}
}

// TestUnreadableBackupIsNotReportedAsDamaged: a file without read permission is reported as such, not as damaged.
func TestUnreadableBackupIsNotReportedAsDamaged(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root can read every file")
	}
	file := filepath.Join(t.TempDir(), "theirs.db")
	if err := os.WriteFile(file, []byte("SQLite format 3\x00"), 0); err != nil {
		t.Fatal(err)
	}
	if err := Restore(t.Context(), database.Config{Dir: t.TempDir()}, file); apperr.KindOf(err) != apperr.Unavailable {
		t.Error(err)
	}
}

// TestBackupOfAnOlderVersionIsRestored: a backup of an older version is migrated before it is verified. It was once
// called damaged, because it lacked tables that did not exist in its version.
func TestBackupOfAnOlderVersionIsRestored(t *testing.T) {
	for _, version := range []int64{1, 10, 18} {
		old, now := t.TempDir(), t.TempDir()
		db := databasetest.At(t, database.Config{Dir: old}, version)
		err := db.Exec(t.Context(), `INSERT INTO budget (id, source_id, name, currency, date_format, knowledge, next_no, created_at, modified_at, first_month, last_month, accounts, transactions)
			VALUES ('b', 'plan', 'Household', '{"iso_code":"EUR"}', '', 1, 1, $1, $1, 0, 0, 0, 0)`, start.UnixMilli())
		if err == nil {
			err = db.Exec(t.Context(), `INSERT INTO change (budget, no, at, actor, action, label, undoable, row_count, touched) VALUES (1, 1, $1, '', 'import', '', FALSE, 0, '{}')`, start.UnixMilli())
		}
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		if err := Restore(t.Context(), database.Config{Dir: now}, filepath.Join(old, database.FileName)); err != nil {
			t.Errorf("restore of version %d: %v", version, err)
			continue
		}
		if left, _ := filepath.Glob(filepath.Join(now, "*")); len(left) != 1 {
			t.Errorf("version %d: files left behind: %v", version, left)
		}
		all, err := open(t, Config{Dir: now}).Budgets(t.Context())
		if err != nil || len(all) != 1 || all[0].Info.Name != "Household" {
			t.Errorf("version %d: budgets %v (error %v)", version, all, err)
		}
	}
}

// damagedBackups checks that restoring a file that is no backup, or half of one, leaves no file behind.
func damagedBackups(ctx context.Context, t *testing.T, file string) {
	t.Helper()
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"empty file": {}, "plan document": []byte(`{"plan":{}}`), "half a backup": whole[:len(whole)/2]} {
		bad, empty := filepath.Join(t.TempDir(), "bad"), database.Config{Dir: t.TempDir()}
		if err := os.WriteFile(bad, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Restore(ctx, empty, bad); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("restore of %s: error %v, want it invalid", name, err)
		}
		if left, _ := filepath.Glob(filepath.Join(empty.Dir, "*")); len(left) != 0 {
			t.Errorf("restore of %s: files left behind: %v", name, left)
		}
	}
}
