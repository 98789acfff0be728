package actualfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"holdover/internal/base/apperr"
	"holdover/internal/model/conversion"
	"holdover/internal/storage/tempfile"
)

// database is the temporary copy of an export's database, opened for reading.
type database struct {
	ctx    context.Context
	db     *sql.DB
	conn   *sql.Conn
	path   string
	tables map[string]map[string]bool // the columns of each table that is read
}

// The limits of SQLite on the database, in bytes and in instructions of a statement.
const (
	maxRecord  = 1 << 20
	maxProgram = 10_000
)

// sqliteMagic is the beginning of every SQLite database.
const sqliteMagic = "SQLite format 3\x00"

// open copies the database of an export and opens the copy.
func open(ctx context.Context, file *conversion.File) (*database, error) {
	if file.Size > maxDatabase {
		return nil, apperr.New(apperr.Invalid, "%s is larger than 500 MB, which Actual does not export", file.Name).WithHint(exportAgainHint)
	}
	path, err := copyOf(file)
	if err != nil {
		return nil, err
	}
	d := &database{ctx: ctx, path: path}
	if err := d.connect(); err != nil {
		d.close()
		return nil, err
	}
	_ = os.Remove(path) // where the system permits it, so that no file remains if the process is killed
	return d, nil
}

// copyOf copies the database to a temporary file and returns its path.
func copyOf(file *conversion.File) (path string, err error) {
	from, err := file.Open()
	if err != nil {
		return "", err
	}
	defer from.Close()
	head := make([]byte, len(sqliteMagic))
	if n, err := io.ReadFull(from, head); string(head[:n]) != sqliteMagic {
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return "", err
		}
		return "", apperr.New(apperr.Invalid, "%s is not a database, or it is encrypted", file.Name).WithHint(exportAgainHint)
	}
	to, err := tempfile.Create()
	if err != nil {
		return "", err
	}
	_, err = io.Copy(to, io.MultiReader(strings.NewReader(sqliteMagic), from))
	if err := errors.Join(err, to.Close()); err != nil {
		return "", errors.Join(err, os.Remove(to.Name()))
	}
	return to.Name(), nil
}

// connect opens the copy for reading only, with a schema that SQLite does not trust: its triggers, views and functions have
// no effect.
func (d *database) connect() error {
	name := filepath.ToSlash(d.path)
	if !strings.HasPrefix(name, "/") { // C:/…
		name = "/" + name
	}
	query := url.Values{"mode": {"ro"}, "immutable": {"1"}, "_pragma": {
		"trusted_schema(0)", "cell_size_check(1)", "query_only(1)", "mmap_size(0)", "cache_size(-32768)", "temp_store(1)",
	}}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: name}).EscapedPath()+"?"+query.Encode())
	if err != nil {
		return err
	}
	d.db = db
	if d.conn, err = db.Conn(d.ctx); err != nil {
		return d.explain(err)
	}
	for limit, most := range map[int]int{sqlite3.SQLITE_LIMIT_LENGTH: maxRecord, sqlite3.SQLITE_LIMIT_VDBE_OP: maxProgram, sqlite3.SQLITE_LIMIT_ATTACHED: 0} {
		if _, err := sqlite.Limit(d.conn, limit, most); err != nil {
			return err
		}
	}
	return d.readSchema()
}

// close closes and deletes the copy.
func (d *database) close() {
	if d.conn != nil {
		_ = d.conn.Close()
	}
	if d.db != nil {
		_ = d.db.Close()
	}
	_ = os.Remove(d.path)
}

// requiredColumns lists the columns without which a table cannot be read, by table. Other columns have defaults, because
// they were added later or are less important.
var requiredColumns = map[string]string{
	"accounts":         "id name offbudget closed tombstone",
	"category_groups":  "id name is_income sort_order tombstone",
	"categories":       "id name is_income cat_group sort_order tombstone",
	"category_mapping": "id transferId",
	"payees":           "id name transfer_acct tombstone",
	"payee_mapping":    "id targetId",
	"transactions":     "id isParent isChild acct category amount description notes date transferred_id parent_id sort_order tombstone",
	"zero_budgets":     "month category amount carryover",
}

// optionalTables lists the tables that older files do not have, or that only some budgets use.
var optionalTables = []string{
	"account_groups", "banks", "custom_reports", "dashboard", "messages_clock", "messages_crdt", "notes", "payee_locations", "preferences",
	"reflect_budgets", "rules", "schedules", "schedules_json_paths", "schedules_next_date", "tags", "transaction_filters", "zero_budget_months",
}

// readSchema lists the columns of the tables that are read, and checks that they are ordinary tables. SQLite stores the
// definitions of these in one form. pragma_table_list is not used: it compiles every view, which can take minutes.
func (d *database) readSchema() error {
	kinds := map[string]string{}
	err := d.each("SELECT lower(name), type, substr(sql, 1, 100) FROM sqlite_schema WHERE type IN ('table', 'view')", func(r *record) {
		name, kind, definition := r.text(), r.text(), r.text()
		if kind == "table" && !strings.HasPrefix(definition, "CREATE TABLE ") {
			kind = "virtual table"
		}
		kinds[name] = kind
	})
	if err != nil {
		return err
	}
	d.tables = map[string]map[string]bool{}
	for table := range requiredColumns {
		if err := d.readColumns(table, kinds[strings.ToLower(table)]); err != nil {
			return err
		}
	}
	for _, table := range optionalTables {
		if kind := kinds[table]; kind != "" {
			if err := d.readColumns(table, kind); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *database) readColumns(table, kind string) error {
	if kind != "table" {
		what := "has no table"
		if kind != "" {
			what = fmt.Sprintf("has a %s in place of the table", kind)
		}
		return apperr.New(apperr.Invalid, "%s %s %s: it is not a database of Actual", databaseName, what, table).WithHint(exportAgainHint)
	}
	columns := map[string]bool{}
	generated := ""
	err := d.each("SELECT name, hidden FROM pragma_table_xinfo('"+table+"')", func(r *record) {
		name := r.text()
		if r.integer() != 0 {
			generated = name
		}
		columns[name] = true
	})
	switch {
	case err != nil:
		return err
	case generated != "":
		return apperr.New(apperr.Invalid, "%s: the column %s of the table %s is computed, which those of Actual are not", databaseName, generated, table).WithHint(exportAgainHint)
	}
	for name := range strings.FieldsSeq(requiredColumns[table]) {
		if !columns[name] {
			return apperr.New(apperr.Invalid, "%s: the table %s has no column %s", databaseName, table, name).
				WithHint("The file is from before 2022 or damaged. Open it in a current version of Actual and export it again.")
		}
	}
	d.tables[table] = columns
	return nil
}

// has reports whether a table exists.
func (d *database) has(table string) bool { return d.tables[table] != nil }

// column returns the SQL of a column, or otherwise if the table does not have it.
func (d *database) column(table, name, otherwise string) string {
	if d.tables[table][name] {
		return table + "." + name
	}
	return otherwise
}

// explain returns an error about the file for an error of SQLite.
func (d *database) explain(err error) error {
	if err == nil {
		return nil
	}
	if _, known := errors.AsType[*apperr.Error](err); known {
		return err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return apperr.New(apperr.Invalid, "reading %s takes too long", databaseName).WithHint(exportAgainHint)
	}
	f := apperr.New(apperr.Invalid, "%s is damaged", databaseName).WithCause(err).WithHint(exportAgainHint)
	if e, is := errors.AsType[*sqlite.Error](err); is {
		switch e.Code() & 0xff {
		case sqlite3.SQLITE_TOOBIG:
			f.Message = fmt.Sprintf("%s contains a record of more than 1 MB", databaseName)
		case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOMEM:
			return apperr.New(apperr.Unavailable, "the temporary folder %s cannot be used", os.TempDir()).WithCause(err).WithHint("make room there, or name another folder in the variable TMPDIR")
		}
	}
	return f
}
