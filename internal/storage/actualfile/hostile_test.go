package actualfile_test

import (
	"archive/zip"
	"bytes"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"holdover/internal/base/apperr"
	"holdover/internal/model/conversion"
	"holdover/internal/storage/actualfile"
)

// files are the two files of an export.
type files struct{ database, metadata []byte }

// exported returns the files of a written export.
func exported(t testing.TB, packed []byte) files {
	t.Helper()
	var f files
	for _, file := range archiveOf(t, packed).Files {
		r, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		switch file.Name {
		case "db.sqlite":
			f.database = content
		case "metadata.json":
			f.metadata = content
		}
	}
	return f
}

// changed returns the files after statements changed the database.
func (f files) changed(t testing.TB, statements ...string) files {
	t.Helper()
	path := filepath.Join(t.TempDir(), "db.sqlite")
	if err := os.WriteFile(path, f.database, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	for _, s := range statements {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return files{read(t, path), f.metadata}
}

// archive returns the files as converters receive them.
func (f files) archive() *conversion.Archive {
	opened := func(content []byte) func() (io.ReadCloser, error) {
		return func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }
	}
	return &conversion.Archive{Files: []conversion.File{
		{Name: "db.sqlite", Size: int64(len(f.database)), Open: opened(f.database)}, {Name: "metadata.json", Size: int64(len(f.metadata)), Open: opened(f.metadata)},
	}}
}

// packed returns the files as a ZIP file with further entries, given as name and content in turn.
func (f files) packed(t testing.TB, folder string, more ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	entries := append([]string{folder + "db.sqlite", string(f.database), folder + "metadata.json", string(f.metadata)}, more...)
	for i := 0; i < len(entries); i += 2 {
		entry, err := w.Create(entries[i])
		if err == nil {
			_, err = entry.Write([]byte(entries[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// firstRow selects a transaction.
const firstRow = " WHERE id = (SELECT id FROM transactions WHERE isChild = 0 AND isParent = 0 ORDER BY id LIMIT 1)"

// Each hostile or damaged database is refused with an error that says what is wrong, or its harmless parts are ignored.
func TestHostileDatabases(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	packed, _ := export(t, household(t, 204))
	base := exported(t, packed)
	random := bytes.Repeat([]byte("\x8f\x11\xc3\x42"), 4096)
	inWAL := bytes.Clone(base.database)
	inWAL[18], inWAL[19] = 2, 2
	for name, c := range map[string]struct {
		files files
		says  string // "" if it is converted
	}{
		"a trigger":       {base.changed(t, "CREATE TRIGGER hostile AFTER INSERT ON transactions BEGIN DELETE FROM accounts; END"), ""},
		"a view":          {base.changed(t, "CREATE VIEW other AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c"), ""},
		"a view as table": {base.changed(t, "ALTER TABLE transactions RENAME TO other", "CREATE VIEW transactions AS SELECT * FROM other"), "has a view in place of the table transactions"},
		"a virtual table": {base.changed(t, "DROP TABLE notes", "CREATE VIRTUAL TABLE notes USING fts5(id, note)"), "has a virtual table in place of the table notes"},
		"a disguised virtual table": {base.changed(t, "DROP TABLE notes", "CREATE VIRTUAL TABLE notes USING fts5(id, note)", "PRAGMA writable_schema = ON",
			"UPDATE sqlite_schema SET sql = replace(sql, 'CREATE VIRTUAL', 'CREATE/**/VIRTUAL') WHERE name = 'notes'"), "has a virtual table in place of the table notes"},
		"ids that repeat": {base.changed(t, "CREATE TABLE other AS SELECT * FROM transactions", "DROP TABLE transactions", "ALTER TABLE other RENAME TO transactions",
			"INSERT INTO transactions SELECT * FROM transactions WHERE isParent = 1"), "transactions have the same id"},
		"many long notes":           {base.changed(t, "INSERT INTO notes "+numbered(68)+" SELECT 'n' || x, printf('%.1000000c', 'x') FROM c"), "longer than 64 MB together"},
		"many parts":                {base.changed(t, "INSERT INTO rules (id, conditions, actions) "+numbered(3500)+" SELECT 'many' || x, "+manyParts+", "+manyParts+" FROM c"), "longer than 64 MB together"},
		"a long rule":               {base.changed(t, `INSERT INTO rules (id, conditions) SELECT 'long', '["' || printf('%.70000c', 'x') || '"]'`), "is too long"},
		"a computed column":         {base.changed(t, "DROP TABLE payee_mapping", "CREATE TABLE payee_mapping (id TEXT PRIMARY KEY, targetId TEXT AS (hex(id)))"), "the column targetId of the table payee_mapping is computed"},
		"an index on an expression": {base.changed(t, "CREATE INDEX hostile ON transactions(abs(amount))"), ""},
		"no table":                  {base.changed(t, "DROP TABLE category_mapping"), "has no table category_mapping"},
		"no column":                 {base.changed(t, "DROP TABLE payee_mapping", "CREATE TABLE payee_mapping (id TEXT PRIMARY KEY)"), "the table payee_mapping has no column targetId"},
		"bytes as amount":           {base.changed(t, "UPDATE transactions SET amount = x'0102'"+firstRow), "a value is not a number"},
		"text as amount":            {base.changed(t, "UPDATE transactions SET amount = 'much'"+firstRow), `the text "much" stands in place of a number`},
		"a fraction as amount":      {base.changed(t, "UPDATE transactions SET amount = 12.5"+firstRow), "12.5 is not a whole number"},
		"an infinite amount":        {base.changed(t, "UPDATE transactions SET amount = 9e999"+firstRow), "+Inf is not a whole number"},
		"no amount":                 {base.changed(t, "UPDATE transactions SET amount = NULL"+firstRow), ""},
		"a huge amount":             {base.changed(t, "UPDATE transactions SET amount = 9223372036854775807"+firstRow), "is too large"},
		"huge amounts":              {base.changed(t, "INSERT INTO transactions (id, acct, date, amount) WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 5000) SELECT 'r' || x, (SELECT id FROM accounts), 20260101, 90000000000000 FROM c"), "too large to add up"},
		"a wrong date":              {base.changed(t, "UPDATE transactions SET date = 20260231"+firstRow), "20260231 is not a date"},
		"a far date":                {base.changed(t, "UPDATE transactions SET date = 99991231"+firstRow), "99991231 is not a date"},
		"a wrong month":             {base.changed(t, "INSERT INTO zero_budgets (id, month, category, amount) SELECT 'x', 202613, id, 5 FROM categories LIMIT 1"), "202613 is not a month"},
		"bytes as id":               {base.changed(t, "UPDATE transactions SET id = x'00'"+firstRow), "a value is not a text"},
		"no id":                     {base.changed(t, "UPDATE transactions SET id = NULL"+firstRow), "the id is missing"},
		"a text that is none":       {base.changed(t, "UPDATE payees SET name = CAST(x'ff41' AS TEXT)"), "is not a text in UTF-8"},
		"a long name":               {base.changed(t, "UPDATE accounts SET name = printf('%.2000c', 'x')"), "is too long"},
		"a long note":               {base.changed(t, "UPDATE transactions SET notes = printf('%.60000c', 'x')"+firstRow), ""},
		"an endless note":           {base.changed(t, "UPDATE transactions SET notes = printf('%.3000000c', 'x')"+firstRow), "contains a record of more than 1 MB"},
		"parents in a circle":       {base.changed(t, "UPDATE transactions SET isChild = 1, parent_id = id"+firstRow), ""},
		"mappings in a circle":      {base.changed(t, "UPDATE category_mapping SET transferId = (SELECT id FROM categories ORDER BY id DESC LIMIT 1)", "UPDATE payee_mapping SET targetId = (SELECT id FROM payees ORDER BY id DESC LIMIT 1)"), ""},
		"an unknown account":        {base.changed(t, "UPDATE transactions SET acct = 'nowhere'"+firstRow), ""},
		"rules that are no JSON":    {base.changed(t, "UPDATE rules SET conditions = '[{', actions = '7'"), ""},
		"patterns that are none":    {base.changed(t, `UPDATE rules SET conditions = '[{"field":"date","op":"is","value":{"start":"0","frequency":"x","interval":-9223372036854775808}},{"op":{},"field":"amount","value":1e400}]'`), ""},
		"a database of another":     {files{read(t, otherDatabase(t)), base.metadata}, "has no table"},
		"with a write-ahead log":    {files{inWAL, base.metadata}, ""},
		"half of it":                {files{base.database[:len(base.database)/2], base.metadata}, "is damaged"},
		"its first page":            {files{base.database[:4096], base.metadata}, "is damaged"},
		"random bytes":              {files{random, base.metadata}, "is not a database, or it is encrypted"},
		"an empty database":         {files{nil, base.metadata}, "is not a database"},
		"metadata that is no JSON":  {files{base.database, []byte("<xml>")}, "metadata.json is not a JSON object"},
		"a list as metadata":        {files{base.database, []byte("[]")}, "metadata.json is not a JSON object"},
		"a number as id":            {files{base.database, []byte(`{"id":7}`)}, "id is not a text"},
		"empty metadata":            {files{base.database, []byte(`{"id":null}`)}, ""},
	} {
		_, err := actualfile.Converter{}.Convert(c.files.archive(), io.Discard, conversion.Options{Currency: "USD"})
		switch {
		case c.says == "" && err != nil:
			t.Errorf("%s: the error is %v, want none", name, err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says) || apperr.KindOf(err) != apperr.Invalid || apperr.HintOf(err) == ""):
			t.Errorf("%s: the error is %v, want one that says %q, and what to do", name, err, c.says)
		}
	}
	if left, err := filepath.Glob(filepath.Join(temporary, "holdover-*")); err != nil || len(left) > 0 {
		t.Errorf("temporary files are left: %v %v", left, err)
	}
}

// numbered begins a statement that selects the numbers x from 1 to n from c.
func numbered(n int) string {
	return fmt.Sprintf("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < %d)", n)
}

// manyParts is a list of 100 conditions or actions in SQL.
const manyParts = "'[{}' || replace(printf('%.99c', ','), ',', ',{}') || ']'"

// Rules with too many conditions or actions are left out with a reason.
func TestRulesOfManyConditions(t *testing.T) {
	packed, _ := export(t, household(t, 204))
	for name, c := range map[string]struct{ conditions, actions, says string }{
		"conditions": {"[" + strings.Repeat(`{"field":"notes","op":"contains","value":"x"},`, 100) + "{}]", "[]", "more than 100 conditions or actions"},
		"actions":    {"[]", "[" + strings.Repeat("{},", 100) + "{}]", "more than 100 conditions or actions"},
		"values":     {`[{"field":"notes","op":"oneOf","value":[` + strings.Repeat(`"x",`, 250) + `"x"]}]`, "[]", "more than 200 conditions"},
	} {
		f := exported(t, packed).changed(t, "DELETE FROM rules", fmt.Sprintf("INSERT INTO rules (id, conditions, actions) VALUES ('r', '%s', '%s')", c.conditions, c.actions))
		_, remarks := convert(t, f.packed(t, ""))
		if !slices.ContainsFunc(remarks.Lost, func(l conversion.Lost) bool { return l.Count == 1 && strings.Contains(l.Value, c.says) }) {
			t.Errorf("%s: the file loses %+v, want a rule with %s", name, remarks.Lost, c.says)
		}
	}
}

// otherDatabase returns the path of a database that is not of Actual.
func otherDatabase(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "other.sqlite")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE t (a)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// The files may be in the root of the archive, which counts first, or in one folder.
func TestFilesInAFolder(t *testing.T) {
	packed, _ := export(t, household(t, 204))
	base := exported(t, packed)
	for name, c := range map[string]struct {
		packed  []byte
		matches bool
	}{
		"in the root":      {base.packed(t, ""), true},
		"in a folder":      {base.packed(t, "Budget/", "Other/metadata.json", "{}"), true},
		"in the root, too": {base.packed(t, "", "Old/db.sqlite", "x", "Old/metadata.json", "x"), true},
		"in two folders":   {base.packed(t, "Budget/", "Old/db.sqlite", "x", "Old/metadata.json", "x"), false},
		"in separate ones": {files{}.packed(t, "x", "a/db.sqlite", "x", "b/metadata.json", "x"), false},
	} {
		a := archiveOf(t, c.packed)
		if got := (actualfile.Converter{}).Matches(a); got != c.matches {
			t.Errorf("%s: the archive matches: %t, want %t", name, got, c.matches)
		}
		if _, err := (actualfile.Converter{}).Convert(a, io.Discard, conversion.Options{Currency: "USD"}); (err == nil) != c.matches {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}
