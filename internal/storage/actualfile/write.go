package actualfile

import (
	"archive/zip"
	"context"
	"crypto/sha1"
	"database/sql"
	_ "embed" // the tables
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"modernc.org/sqlite"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/exporter"
	"holdover/internal/model/budget"
	"holdover/internal/storage/tempfile"
)

//go:embed schema.sql
var schema string

//go:embed groups.sql
var groupsSchema string

//go:embed indexes.sql
var indexes string

// Write writes a budget as an export that Actual opens. It returns the data that such a file cannot contain. It returns an
// error if amounts are finer than Actual's unit, because rounding would change balances.
//
// The same budget gives the same bytes. The id in the file is derived from the content, so that a later export of the
// budget becomes a second budget in Actual. With the same id, its import would replace the first.
func Write(w io.Writer, src *exporter.Source) ([]exporter.Omitted, error) {
	file, err := tempfile.Create()
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name()) //nolint:errcheck // writeDatabase has removed it, where the system permits that
	defer file.Close()
	wr := newWriter(src)
	if err := wr.writeDatabase(file.Name()); err != nil {
		return nil, err
	}
	return wr.omitted, wr.pack(w, file)
}

// writer is the state of one export.
type writer struct {
	*exporter.Source
	ctx          context.Context
	tx           *sql.Tx
	unit         money.Milli
	omitted      exporter.Omissions
	tooFine      []string // the first records with an amount that is finer than unit
	tooFineCount int

	accounts   map[budget.AccountNo]*exporter.Account
	transfers  map[budget.AccountNo]string // the transfer payee of each account
	payees     map[budget.PayeeNo]*budget.Payee
	payeeIDs   map[budget.PayeeNo]string
	categories map[budget.CategoryNo]*budget.Category // that are written
	names      map[string]bool                        // of schedules
	schedules  map[string][]writtenCondition          // the conditions of the rules of schedules, by the ids of these
	ruleIDs    map[string]bool
	begun      map[budget.AccountNo]bool // a transaction was written
	written    written
}

func newWriter(src *exporter.Source) *writer {
	return &writer{
		Source: src, ctx: context.Background(), unit: unitOf(src.Info.Currency.ISOCode),
		accounts: map[budget.AccountNo]*exporter.Account{}, transfers: map[budget.AccountNo]string{}, payees: map[budget.PayeeNo]*budget.Payee{},
		payeeIDs: map[budget.PayeeNo]string{}, categories: map[budget.CategoryNo]*budget.Category{}, names: map[string]bool{}, schedules: map[string][]writtenCondition{}, ruleIDs: map[string]bool{}, begun: map[budget.AccountNo]bool{},
		written: written{rows: map[budget.CategoryNo]int{}, input: input{held: map[civil.Month]money.Milli{}}},
	}
}

// writeDatabase fills a database with the budget. The file is not needed after an error, so SQLite writes no journal.
func (w *writer) writeDatabase(path string) (err error) {
	name := filepath.ToSlash(path)
	if !strings.HasPrefix(name, "/") { // C:/…
		name = "/" + name
	}
	db, err := sql.Open("sqlite", "file:"+name+"?_pragma=journal_mode(off)&_pragma=synchronous(off)&_pragma=cache_size(-32768)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	conn, err := db.Conn(w.ctx)
	if err != nil {
		return temporaryFolderError(err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	tables := schema
	if len(w.AccountGroups) > 0 {
		tables += groupsSchema
	}
	if _, err := conn.ExecContext(w.ctx, tables); err != nil {
		return temporaryFolderError(err)
	}
	_ = os.Remove(path) // where the system allows that, nothing stays if the process is killed
	if w.tx, err = conn.BeginTx(w.ctx, nil); err != nil {
		return err
	}
	defer w.tx.Rollback() //nolint:errcheck // after the commit it does nothing
	for _, write := range []func() error{
		w.writeSettings, w.writeAccounts, w.writeAccountGroups, w.writeTags, w.writePayees, w.writeLocations, w.writeGroups, w.writeCategories, w.writeBudgets, w.writeMonths,
		w.writeRows, w.writeRules, w.writeSchedules, w.compareFigures,
	} {
		if err := write(); err != nil {
			return temporaryFolderError(err)
		}
	}
	if err := w.checkPrecision(); err != nil {
		return err
	}
	if err := w.tx.Commit(); err != nil {
		return temporaryFolderError(err)
	}
	_, err = conn.ExecContext(w.ctx, indexes)
	return temporaryFolderError(err)
}

// temporaryFolderError returns the error for a user of an error of SQLite. Other errors are returned unchanged.
func temporaryFolderError(err error) error {
	if _, is := errors.AsType[*sqlite.Error](err); !is {
		return err
	}
	return apperr.New(apperr.Unavailable, "the file for Actual could not be written to the temporary folder %s", os.TempDir()).WithCause(err).
		WithHint("make room there, or name another folder in the variable TMPDIR")
}

// maxTooFineNamed is the number of records that an error about precision names.
const maxTooFineNamed = 5

// units returns an amount in Actual's unit. It records an amount that is finer; what returns the name of its record.
func (w *writer) units(amount money.Milli, what func() string) int64 {
	if amount%w.unit != 0 {
		if w.tooFineCount++; len(w.tooFine) < maxTooFineNamed {
			w.tooFine = append(w.tooFine, what())
		}
	}
	return int64(amount / w.unit)
}

// checkPrecision returns an error if amounts are finer than Actual's unit.
func (w *writer) checkPrecision() error {
	if w.tooFineCount == 0 {
		return nil
	}
	unit := "hundredths"
	if w.unit == 1000 {
		unit = "whole units"
	}
	return apperr.New(apperr.Invalid, "Actual stores amounts in %s, and %d amounts of this budget are finer: %s", unit, w.tooFineCount, strings.Join(w.tooFine, "; ")).
		WithHint("Round these amounts, or choose another format.")
}

// safeID matches ids that Actual can use in formulas and queries.
var safeID = regexp.MustCompile(`^[0-9A-Za-z_-]{1,64}$`)

// idOf returns the id of a record in the file: its id in Holdover if Actual can use that, otherwise a UUID derived from it.
func idOf(kind, id string) string {
	if safeID.MatchString(id) {
		return id
	}
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte(kind+" "+id)).String()
}

// insert adds a record to a table; columns are separated by spaces.
func (w *writer) insert(table, columns string, values ...any) error {
	marks := strings.TrimSuffix(strings.Repeat("?,", len(values)), ",")
	_, err := w.tx.ExecContext(w.ctx, "INSERT INTO "+table+" ("+strings.ReplaceAll(columns, " ", ",")+") VALUES ("+marks+")", values...)
	return err
}

// nullIfEmpty returns nil for an empty text.
func nullIfEmpty(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// flag returns 1 or 0.
func flag(is bool) int {
	if is {
		return 1
	}
	return 0
}

// sortStep is the distance between the sort orders of two records, so that Actual can put others between them.
const sortStep = 16384

// writeSettings writes the settings of the budget and an empty page of the dashboard.
func (w *writer) writeSettings() error {
	if w.Info.ExpectedIncome != 0 {
		w.omitted.Omit("the expected income", w.Info.Currency.Text(w.Info.ExpectedIncome))
	}
	settings := [][2]string{{"budgetType", "envelope"}, {"defaultCurrencyCode", w.Info.Currency.ISOCode}}
	for theirs, ours := range dateFormats {
		if ours == w.Info.DateFormat {
			settings = append(settings, [2]string{"dateFormat", theirs})
		}
	}
	if name := numberFormatOf(w.Info.Currency); name != "" {
		settings = append(settings, [2]string{"numberFormat", name})
	}
	for _, s := range settings {
		if err := w.insert("preferences", "id value", s[0], s[1]); err != nil {
			return err
		}
	}
	return w.insert("dashboard_pages", "id name", idOf("dashboard", "main page"), "Main")
}

// numberFormatOf returns Actual's number format with the same separators, or "".
func numberFormatOf(f money.Format) string {
	switch f.GroupSeparator + f.DecimalSeparator {
	case ",.":
		return "comma-dot"
	case ".,":
		return "dot-comma"
	case "\u00a0,", " ,":
		return "space-comma"
	case "'.", "’.":
		return "apostrophe-dot"
	}
	return ""
}

// pack writes the ZIP file. It has no dates, so that the same budget gives the same bytes.
func (w *writer) pack(out io.Writer, content *os.File) error {
	hash := sha1.New()
	size, err := io.Copy(hash, content)
	if err != nil {
		return err
	}
	if size > maxDatabase-maxMetadata {
		return apperr.New(apperr.Invalid, "the file would be larger than 500 MB, which Actual does not open").WithHint("Choose another format.")
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return err
	}
	meta := metadata{ID: w.folder() + "-" + hex.EncodeToString(hash.Sum([]byte(w.Info.ID)))[:7], BudgetName: w.Info.Name, ResetClock: true}
	text, err := json.Marshal(meta)
	if err != nil {
		return err
	}
	archive := zip.NewWriter(out)
	type entry struct {
		name string
		from io.Reader
	}
	entries := []entry{{databaseName, content}, {metadataName, strings.NewReader(string(text))}}
	if text := exporter.OmittedText(slices.Concat(w.Lacks, w.omitted)...); text != "" {
		entries = append(entries, entry{exporter.OmittedName, strings.NewReader(text)})
	}
	for _, f := range entries {
		entry, err := archive.CreateHeader(&zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: time.Time{}})
		if err != nil {
			return err
		}
		if _, err := io.Copy(entry, f.from); err != nil {
			return err
		}
	}
	return archive.Close()
}

// unsafeInFolder are the characters that Actual replaces in the name of a budget's folder.
var unsafeInFolder = regexp.MustCompile(`[^A-Za-z0-9]+`)

// folder returns the name of the folder that Actual would create for the budget.
func (w *writer) folder() string {
	name := strings.Trim(unsafeInFolder.ReplaceAllString(w.Info.Name, "-"), "-")
	if name == "" {
		return "Budget"
	}
	return name[:min(len(name), 60)]
}

// describe names a row in an error.
func (w *writer) describe(t *budget.Transaction, amount money.Milli) string {
	return fmt.Sprintf("%s in %s on %s", amount, w.accounts[t.Account].Name, t.Date)
}
