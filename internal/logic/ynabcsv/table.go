package ynabcsv

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"path"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"

	"holdover/internal/base/apperr"
	"holdover/internal/base/csvcell"
	"holdover/internal/model/conversion"
	"holdover/internal/model/humanize"
)

// column is a column of one of the tables.
type column uint8

const (
	accountColumn column = iota
	flagColumn
	checkColumn
	dateColumn
	payeeColumn
	memoColumn
	outflowColumn
	inflowColumn
	clearedColumn
	groupColumn
	categoryColumn
	monthColumn
	assignedColumn
	activityColumn
	outflowsColumn
	availableColumn
	columns
)

// columnNames are the headings of the columns, in lower case. The category has two headings, see headings.
var columnNames = map[string]column{
	"account": accountColumn, "flag": flagColumn, "check number": checkColumn, "date": dateColumn, "payee": payeeColumn,
	"memo": memoColumn, "outflow": outflowColumn, "inflow": inflowColumn, "cleared": clearedColumn,
	"category group": groupColumn, "master category": groupColumn, "month": monthColumn, "assigned": assignedColumn,
	"budgeted": assignedColumn, "activity": activityColumn, "outflows": outflowsColumn, "available": availableColumn,
	"category balance": availableColumn,
}

var (
	registerColumns = []column{accountColumn, dateColumn, payeeColumn, groupColumn, categoryColumn, outflowColumn, inflowColumn}
	planColumns     = []column{monthColumn, groupColumn, categoryColumn, assignedColumn, availableColumn}
)

// unchangedHint is the hint for a table that YNAB cannot have written.
const unchangedHint = "Export the plan again, and do not change the files in another program."

// Limits of the tables.
const (
	longestHeading = 4 << 10
	longestRecord  = 1 << 20
	longestName    = 4000
	longestMemo    = 64 << 10
	mostCells      = 1_000_000 // of all months
	mostLines      = 5_000_000 // of a table
	mostNames      = 500_000   // of accounts, categories, payees and flags
	mostFiles      = 2000      // that are opened to find the tables
)

// table is a file of the export.
type table struct {
	file      conversion.File
	name      string // of the file, without its folders
	delimiter rune
	width     int          // number of columns
	at        [columns]int // positions of the columns from 1, or 0
	isPlan    bool
	fromYNAB4 bool
}

// findTables returns the files of the archive that have the columns of a table.
func findTables(a *conversion.Archive) ([]*table, error) {
	var found []*table
	for i := range a.Files[:min(len(a.Files), mostFiles)] {
		f := a.Files[i]
		name := path.Base(f.Name)
		if strings.HasPrefix(name, "._") || !isTableName(name) {
			continue
		}
		t, err := openTable(f, name)
		if err != nil {
			return nil, err
		}
		if t != nil {
			found = append(found, t)
		}
	}
	return found, nil
}

func isTableName(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".csv", ".tsv", ".txt", "":
		return true
	}
	return false
}

// openTable reads the headings of a file; it returns nil for a file without the columns of a table.
func openTable(f conversion.File, name string) (*table, error) {
	content, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	text := decoded(io.LimitReader(content, longestHeading))
	line, err := text.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, nil //nolint:nilerr,nilnil // an undecodable file is none of the tables
	}
	t := &table{file: f, name: strings.ToValidUTF8(humanize.Clip(name, 150), "\uFFFD"), delimiter: ','}
	for _, d := range "\t;" {
		if strings.ContainsRune(line, d) {
			t.delimiter = d
			break
		}
	}
	r := csv.NewReader(strings.NewReader(line))
	r.Comma, r.LazyQuotes = t.delimiter, true
	headings, err := r.Read()
	if err != nil || !t.readHeadings(headings) {
		return nil, nil //nolint:nilerr,nilnil // a file without such headings is none of the tables
	}
	return t, nil
}

// readHeadings sets the positions of the columns and reports whether they are those of one of the tables.
func (t *table) readHeadings(headings []string) bool {
	t.width = len(headings)
	category := 0
	for i, heading := range headings {
		heading = strings.ToLower(strings.TrimSpace(heading))
		switch c, known := columnNames[heading]; {
		case known && t.at[c] == 0:
			t.at[c] = i + 1
		case heading == "sub category": // of YNAB 4, which has the full name in the column Category
			t.at[categoryColumn], t.fromYNAB4 = i+1, true
		case heading == "category":
			category = i + 1
		}
	}
	if t.at[categoryColumn] == 0 {
		t.at[categoryColumn] = category
	}
	t.isPlan = t.hasAll(planColumns) && (t.has(activityColumn) || t.has(outflowsColumn))
	return t.isPlan || t.hasAll(registerColumns)
}

func (t *table) has(c column) bool { return t.at[c] != 0 }

func (t *table) hasAll(all []column) bool {
	for _, c := range all {
		if !t.has(c) {
			return false
		}
	}
	return true
}

// decoded returns the text of a file as UTF-8, without a byte order mark.
func decoded(content io.Reader) *bufio.Reader {
	text := bufio.NewReaderSize(content, 64<<10)
	mark, _ := text.Peek(3)
	switch {
	case string(mark) == "\xef\xbb\xbf":
		_, _ = text.Discard(3)
	case len(mark) >= 2 && (string(mark[:2]) == "\xff\xfe" || string(mark[:2]) == "\xfe\xff"):
		return bufio.NewReader(unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Reader(text))
	}
	return text
}

// record is a line of a table.
type record struct {
	*table
	line  int
	cells []string
}

// each calls do with every line below the headings.
func (t *table) each(do func(r *record) error) error {
	content, err := t.file.Open()
	if err != nil {
		return err
	}
	defer content.Close()
	bounded := &boundedReader{r: decoded(content)}
	r := csv.NewReader(bounded)
	bounded.consumed = r.InputOffset
	r.Comma, r.FieldsPerRecord, r.ReuseRecord = t.delimiter, -1, true
	for n := 0; ; n++ {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return t.unreadable(err)
		}
		rec := record{table: t, cells: cells}
		rec.line, _ = r.FieldPos(0)
		if n == 0 || len(cells) == 1 && cells[0] == "" {
			continue
		}
		if n > mostLines {
			return rec.fail("the table has more than %s lines", humanize.Count(mostLines)).WithHint("Check that it is the right file.")
		}
		if len(cells) != t.width {
			return rec.fail("it has %d columns, and the headings have %d", len(cells), t.width).
				WithHint(unchangedHint)
		}
		if err := do(&rec); err != nil {
			return err
		}
	}
}

func (t *table) unreadable(err error) error {
	wrong, ok := errors.AsType[*csv.ParseError](err)
	if !ok {
		return err
	}
	return t.fail(wrong.StartLine, "a quotation mark is missing or out of place").WithCause(err).
		WithHint(unchangedHint)
}

func (t *table) fail(line int, format string, args ...any) *apperr.Error {
	err := apperr.New(apperr.Invalid, format, args...)
	err.Message = t.name + ", line " + humanize.Count(line) + ": " + err.Message
	return err
}

func (r *record) fail(format string, args ...any) *apperr.Error {
	return r.table.fail(r.line, format, args...)
}

// excerpt returns a text of the file, shortened for a message.
func excerpt(text string) string { return strings.ToValidUTF8(humanize.Clip(text, 40), "\uFFFD") }

// cell returns a cell without the spaces around it. It is for dates, amounts and fixed words.
func (r *record) cell(c column) string {
	if r.at[c] == 0 {
		return ""
	}
	return strings.TrimSpace(r.cells[r.at[c]-1])
}

// text returns a cell that contains text of the user.
func (r *record) text(c column, longest int) (string, error) {
	if r.at[c] == 0 {
		return "", nil
	}
	text := r.cells[r.at[c]-1]
	if !utf8.ValidString(text) {
		repaired, ok := decodeCESU8(text)
		if !ok {
			return "", r.fail("the text %q is not UTF-8", excerpt(text)).
				WithHint("Export the plan again, and do not open the files in a spreadsheet before the import.")
		}
		text = repaired
	}
	if text = csvcell.Unguard(text); len(text) > longest {
		return "", r.fail("a text is longer than %d bytes", longest).WithHint("Check that it is the right file.")
	}
	return text, nil
}

// decodeCESU8 returns a text as UTF-8 if it contains surrogate pairs of which each half is encoded separately (CESU-8).
// YNAB sometimes writes emojis so.
func decodeCESU8(text string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			high, low := surrogate(text[i:]), surrogate(text[min(i+3, len(text)):])
			if high < 0xD800 || high > 0xDBFF || low < 0xDC00 || low > 0xDFFF {
				return "", false
			}
			r, size = (high-0xD800)<<10+(low-0xDC00)+0x10000, 6
		}
		b.WriteRune(r)
		i += size
	}
	return b.String(), true
}

// surrogate returns the encoded surrogate at the beginning of a text, or 0.
func surrogate(text string) rune {
	if len(text) < 3 || text[0] != 0xED || text[1]&0xE0 != 0xA0 || text[2]&0xC0 != 0x80 {
		return 0
	}
	return 0xD000 | rune(text[1]&0x3F)<<6 | rune(text[2]&0x3F)
}

// boundedReader fails if one record of the table is longer than longestRecord.
type boundedReader struct {
	r         io.Reader
	delivered int64
	consumed  func() int64
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if b.delivered-b.consumed() > longestRecord {
		return 0, apperr.New(apperr.Invalid, "a line of the table is longer than %s", humanize.Bytes(longestRecord)).
			WithHint("A quotation mark may be missing. Export the plan again.")
	}
	n, err := b.r.Read(p)
	b.delivered += int64(n)
	return n, err
}
