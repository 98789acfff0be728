package store

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/blob"
)

// withDocument returns a store with a household and its document.
func withDocument(t *testing.T, cfg Config) (*Store, Header) {
	t.Helper()
	s := open(t, cfg)
	original, err := blob.NewOriginal()
	if err != nil {
		t.Fatal(err)
	}
	defer original.Close()
	for i := range 1000 {
		if _, err := fmt.Fprintf(original, "the document, line %d\n", i); err != nil {
			t.Fatal(err)
		}
	}
	h, err := s.Import(t.Context(), Import{Whole: household(1, size{accounts: 3, categories: 6, payees: 9, rows: 400, months: 12}), Original: original, Summary: reported("{}"), Meta: meta("imported")})
	if err != nil {
		t.Fatal(err)
	}
	return s, h
}

// elsewhere matches findings that are not about a budget's own figures.
var elsewhere = regexp.MustCompile("document|journal|database|side|part")

// TestCheckFindsExternalChanges covers each kind of external change that Check can detect.
func TestCheckFindsExternalChanges(t *testing.T) {
	for name, c := range map[string]struct{ statement, says string }{
		"no change":                             {"UPDATE tx SET memo = memo", ""},
		"an amount":                             {"UPDATE tx SET amount = amount + 1 WHERE no = (SELECT max(no) FROM tx)", "is not what its rows sum to"},
		"a row":                                 {"DELETE FROM tx WHERE no = (SELECT max(no) FROM tx)", "is not what its rows sum to"},
		"a date":                                {"UPDATE tx SET date = 990000101 WHERE no = (SELECT max(no) FROM tx)", "which is none"},
		"a state":                               {"UPDATE tx SET cleared = 77 WHERE no = (SELECT max(no) FROM tx)", "cannot be read"},
		"a payee":                               {"DELETE FROM payee WHERE no = (SELECT max(payee) FROM tx)", "refers to payee"},
		"a stored figure":                       {"UPDATE series SET first_month = first_month + 1 WHERE kind = 3", "is not what its rows sum to"},
		"the month of a figure":                 {"UPDATE series SET first_month = 9223372036854775807 WHERE kind = 3", "cannot be read"},
		"half a figure":                         {"UPDATE series SET packed = X'FF' WHERE kind = 3", "cannot be read"},
		"a document":                            {"UPDATE original SET chunk = substr(chunk, 1, 30) || X'0000' || substr(chunk, 33)", "document 1 is damaged"},
		"half a document":                       {"UPDATE original SET chunk = substr(chunk, 1, 30)", "document 1 is damaged"},
		"the next number":                       {"UPDATE budget SET next_no = 5", "next number"},
		"the header":                            {"UPDATE budget SET transactions = 7", "and says 7"},
		"a deleted document":                    {"DELETE FROM original", "document 1 is not there"},
		"a document's report":                   {"UPDATE import_report SET report = X'00'", "the report of its document 1 is damaged"},
		"a deleted report of a document":        {"DELETE FROM import_report", "the report of its document 1 is not there"},
		"the number of a journal entry":         {"UPDATE budget SET knowledge = 0", "3 changes up to number 3, and it says 0"},
		"a record in the journal":               {"UPDATE change_row SET old = X'00'", "record 1 of change 2 cannot be read"},
		"a kind of record in the journal":       {"UPDATE change_row SET kind = 'kind'", "record 1 of change 2 cannot be read"},
		"the records in the journal":            {"DELETE FROM change_row WHERE change = 3", "change 3 has 0 records in the journal, and says 1"},
		"a deleted journal entry":               {"DELETE FROM change WHERE no = 2", "2 changes up to number 3"},
		"an index of the database":              {"DROP INDEX tx_id", "its index tx_id is missing"},
		"the other side of a transfer":          {"UPDATE tx SET transfer_tx = 1 WHERE no = (SELECT max(no) FROM tx WHERE NOT split)", "the other side of transaction"},
		"the transfer of a part":                {"UPDATE part SET transfer_tx = 1, transfer_account = 1 WHERE no = (SELECT max(no) FROM part)", "the other side of a part of transaction"},
		"a part without transaction":            {"INSERT INTO part SELECT budget, 1000000, pos, date, no, id || 'x', source_id, amount, payee, category, memo, 0, 0, 0, extra FROM part LIMIT 1", "a part belongs to transaction 1000000"},
		"a scheduled record":                    {"INSERT INTO scheduled (budget, no, id, record) VALUES ((SELECT no FROM budget), 1, 'a', '{}')", "table scheduled is that of another"},
		"rows without a budget in the database": {"INSERT INTO scheduled (budget, no, id, record) VALUES (77, 1, 'a', '{}')", "table scheduled has rows of budget 77"},
		"a share of the database":               {"INSERT INTO share (budget, user_no, role) VALUES ((SELECT no FROM budget), 77, 'owner')", "table share has rows of user 77"},
		"a token of the database":               {"INSERT INTO access_token (digest, short, name, scope, user_no, created_at) VALUES ('a', 'a', 'a', 'full', 77, 0)", "table access_token has rows of user 77"},
		"a budgeted month":                      {"UPDATE cell SET budgeted = budgeted + 10 WHERE category = (SELECT max(category) FROM cell)", "is not what its rows sum to"},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := Config{Dir: t.TempDir()}
			s, h := withDocument(t, cfg)
			for _, name := range []string{"Once", "Twice"} {
				if _, err := s.Change(t.Context(), h.No, meta("renamed"), func(w *WriteTx) error {
					info := w.Info()
					info.Name = name
					return w.PutInfo(info)
				}); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := openDirectly(t, cfg).ExecContext(t.Context(), c.statement); err != nil {
				t.Fatal(err)
			}
			found, err := s.Check(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if c.says == "" && len(found) > 0 || c.says != "" && (len(found) == 0 || !strings.Contains(fmt.Sprint(found), c.says)) {
				t.Errorf("found %v, want %q", found, c.says)
			}
			if err := s.CheckBudget(t.Context(), h.Info.ID); (err != nil) != (c.says != "" && !elsewhere.MatchString(name)) {
				t.Errorf("check of the budget: error %v", err)
			}
			file := filepath.Join(t.TempDir(), "backup.db")
			err = s.Backup(t.Context(), file)
			if (err == nil) != (c.says == "") || err != nil && apperr.CodeOf(err) != database.Damaged {
				t.Errorf("backup: error %v", err)
			}
			if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*")); c.says != "" && len(left) > 0 {
				t.Errorf("files left behind: %v", left)
			}
		})
	}
}

// TestBackupOfADamagedFileFails damages pages of the file.
func TestBackupOfADamagedFileFails(t *testing.T) {
	dir := t.TempDir()
	s, _ := withDocument(t, Config{Dir: dir})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, database.FileName)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for page := 2; page < len(whole)/4096; page += 3 {
		bad := append([]byte(nil), whole...)
		copy(bad[page*4096:], make([]byte, 64))
		cfg := folderWithDatabase(t, func(path string) {
			if err := os.WriteFile(path, bad, 0o600); err != nil {
				t.Fatal(err)
			}
		})
		s, err := Open(t.Context(), cfg)
		if err != nil {
			continue // Open detected the damage
		}
		to := filepath.Join(cfg.Dir, "backup.db")
		if err := s.Backup(t.Context(), to); err == nil {
			found, err := s.Check(t.Context())
			t.Errorf("backup with page %d damaged: got no error; check finds %v (error %v)", page, found, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestDeletedBudgetFreesItsSpace also checks that no rows of the budget are left.
func TestDeletedBudgetFreesItsSpace(t *testing.T) {
	onBothConfigs(t, func(t *testing.T, cfg Config) {
		s := open(t, cfg)
		whole := household(2, size{accounts: 3, categories: 6, payees: 9, rows: 20_000, months: 24})
		h, err := s.Import(t.Context(), Import{Whole: whole, Meta: meta("imported")})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Change(t.Context(), h.No, meta("renamed"), func(w *WriteTx) error {
			return w.Put(&budget.Group{Name: "More"})
		}); err != nil {
			t.Fatal(err)
		}
		full := sizeOf(t, cfg)
		if err := s.Delete(t.Context(), h.No); err != nil {
			t.Fatal(err)
		}
		for _, table := range []string{"tx", "part", "cell", "payee", "series", "change", "change_row", "leftover"} {
			var left int
			if err := openDirectly(t, cfg).QueryRowContext(t.Context(), "SELECT count(*) FROM "+table).Scan(&left); err != nil || left > 0 {
				t.Errorf("%d rows left in %s (error %v)", left, table, err)
			}
		}
		if now := sizeOf(t, cfg); full > 0 && now > full/4 {
			t.Errorf("file has %d bytes after the deletion, %d before", now, full)
		}
	})
}

// sizeOf returns the size of a SQLite file after a checkpoint; 0 for PostgreSQL.
func sizeOf(t *testing.T, cfg Config) int64 {
	t.Helper()
	if cfg.URL != "" {
		return 0
	}
	execSQL(t, filepath.Join(cfg.Dir, database.FileName), "PRAGMA wal_checkpoint(TRUNCATE)")
	info, err := os.Stat(filepath.Join(cfg.Dir, database.FileName))
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// TestSlowReadersOfADocumentDoNotBlockTheBudget stops many readers in the middle of a document and reads the budget in that
// state.
func TestSlowReadersOfADocumentDoNotBlockTheBudget(t *testing.T) {
	s, h := withDocument(t, Config{Dir: t.TempDir()})
	done := make(chan error, 40) // far more than the maximum of concurrent reads
	for range cap(done) {
		r, w := io.Pipe()
		go func() { done <- s.Original(t.Context(), h.No, 0, w) }()
		if _, err := io.ReadFull(r, make([]byte, 10)); err != nil {
			t.Fatal(err)
		}
		defer func() {
			r.Close()
			<-done
		}()
	}
	if _, err := s.Budget(t.Context(), h.Info.ID); err != nil { // would block forever
		t.Error(err)
	}
}
