package cli

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/storage/database"
	"holdover/internal/storage/store"
	"holdover/internal/storage/store/backup"
	"holdover/internal/testing/testkit"
)

// header is the size of a SQLite file's header. It changes when a database is opened, because it contains the kind of journal.
const header = 100

// TestDatabasesOfEarlierProgramsAreUpgraded upgrades databases that earlier programs made (scripts/old-databases.py). The
// figures are those that the earlier program showed, also after a restore of the backup that the upgrade makes.
func TestDatabasesOfEarlierProgramsAreUpgraded(t *testing.T) {
	for _, file := range testkit.Must(filepath.Glob("testdata/schemas/schema-*.db.gz"))(t) {
		name, _ := strings.CutSuffix(filepath.Base(file), ".db.gz")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			content := oldDatabase(t, name, data)
			want := string(testkit.Must(os.ReadFile("testdata/schemas/" + name + ".txt"))(t))

			var checked store.Rehearsal
			holdoverJSON(t, &checked, "--data", data, "upgrade", "--check")
			if got := fmt.Sprintf("schema-%d", checked.From); got != name || len(checked.Found) > 0 {
				t.Errorf("upgrade --check: %s with the findings %v, want %s without findings", got, checked.Found, name)
			}
			if now := testkit.Must(os.ReadFile(filepath.Join(data, database.FileName)))(t); !bytes.Equal(now[header:], content[header:]) {
				t.Error("upgrade --check changed the database")
			}
			var made store.Upgrade
			holdoverJSON(t, &made, "--data", data, "upgrade")
			if schema := testkit.Must(database.Schema())(t); made.To != schema || (made.Backup == "") != (made.From == schema) {
				t.Errorf("upgrade: %+v, want schema %d and a backup if it was older", made, schema)
			}
			holdover(t, "--data", data, "check")
			if diff := cmp.Diff(want, figures(t, data)); diff != "" {
				t.Errorf("figures differ from the earlier program's (-earlier +now):\n%s", diff)
			}
			if users := holdover(t, "--data", data, "user", "list"); !strings.Contains(users, "Anna") {
				t.Errorf("users: %q, want Anna", users)
			}
			if made.Backup == "" {
				return
			}
			restored := t.TempDir()
			holdover(t, "--data", restored, "restore", made.Backup)
			if diff := cmp.Diff(want, figures(t, restored)); diff != "" {
				t.Errorf("figures of the restored backup differ from the earlier program's (-earlier +now):\n%s", diff)
			}
		})
	}
}

// TestNoUpgradeWithoutABackup prevents the backup by a file that has the name of its folder. The database stays as it is.
func TestNoUpgradeWithoutABackup(t *testing.T) {
	data := t.TempDir()
	content := oldDatabase(t, "schema-24", data)
	blocked := filepath.Join(data, backup.FolderName)
	testkit.NoError(t, os.WriteFile(blocked, nil, 0o600))
	output, err := program(t, "--data", data, "budgets").CombinedOutput()
	if err == nil || !strings.Contains(string(output), "the database was not upgraded, because it could not be saved before") || !strings.Contains(string(output), "nothing was changed") {
		t.Errorf("without a backup: error %v with %q, want a refusal", err, output)
	}
	if now := testkit.Must(os.ReadFile(filepath.Join(data, database.FileName)))(t); !bytes.Equal(now[header:], content[header:]) {
		t.Error("the database was changed without a backup")
	}
	holdover(t, "--data", data, "upgrade", "--without-backup")
	if budgets := holdover(t, "--data", data, "budgets"); !strings.Contains(budgets, "Household") {
		t.Errorf("upgraded without a backup: budgets %q, want Household", budgets)
	}
}

// TestDamagedDatabaseIsNotUpgraded overwrites the first page of the transactions.
func TestDamagedDatabaseIsNotUpgraded(t *testing.T) {
	data := t.TempDir()
	content := oldDatabase(t, "schema-24", data)
	path := filepath.Join(data, database.FileName)
	db := testkit.Must(sql.Open("sqlite", database.Address(path)))(t)
	var page, size int
	err := db.QueryRowContext(t.Context(), "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = 'tx'").Scan(&page, &size)
	testkit.NoError(t, errors.Join(err, db.Close()))
	copy(content[(page-1)*size:], bytes.Repeat([]byte{0x5a}, size))
	testkit.NoError(t, os.WriteFile(path, content, 0o600))
	output, err := program(t, "--data", data, "upgrade").CombinedOutput()
	if err == nil || !strings.Contains(string(output), "the database was not upgraded") {
		t.Errorf("upgrade of a damaged database: error %v with %q, want a refusal", err, output)
	}
	if now := testkit.Must(os.ReadFile(path))(t); !bytes.Equal(now[header:], content[header:]) {
		t.Error("the damaged database was changed")
	}
	if left := testkit.Must(os.ReadDir(filepath.Join(data, backup.FolderName)))(t); len(left) > 0 {
		t.Errorf("files left in the folder of backups: %v", left)
	}
}

// oldDatabase writes a database of an earlier program into a data folder and returns its bytes.
func oldDatabase(t *testing.T, name, data string) []byte {
	t.Helper()
	f := testkit.Must(os.Open("testdata/schemas/" + name + ".db.gz"))(t)
	defer f.Close()
	content := testkit.Must(io.ReadAll(testkit.Must(gzip.NewReader(f))(t)))(t)
	testkit.NoError(t, os.WriteFile(filepath.Join(data, database.FileName), content, 0o600))
	return content
}

// figures returns the figures of the budget, as scripts/old-databases.py writes those of an earlier program.
func figures(t *testing.T, data string) string {
	t.Helper()
	var accounts []struct {
		ID      string
		Balance int64
		Cleared int64 `json:"cleared_balance"`
	}
	var months []struct {
		Month                      string
		Income, Budgeted, Activity int64
		ToBudget                   int64 `json:"to_budget"`
		Categories                 []struct {
			ID                          string
			Budgeted, Activity, Balance int64
		}
	}
	holdoverJSON(t, &accounts, "--data", data, "accounts", "Household")
	holdoverJSON(t, &months, "--data", data, "months", "Household")
	var b strings.Builder
	for _, a := range accounts {
		fmt.Fprintf(&b, "account %s %d %d\n", a.ID, a.Balance, a.Cleared)
	}
	for _, m := range months {
		fmt.Fprintf(&b, "month %s %d %d %d %d\n", m.Month, m.Income, m.Budgeted, m.Activity, m.ToBudget)
		for _, c := range m.Categories {
			fmt.Fprintf(&b, "category %s %s %d %d %d\n", m.Month, c.ID, c.Budgeted, c.Activity, c.Balance)
		}
	}
	return b.String()
}
