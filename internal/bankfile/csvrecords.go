package bankfile

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"strings"

	"holdover/internal/each"
	"holdover/internal/fault"
)

// record is one record of a CSV file with the line it begins on.
type record struct {
	line  int
	cells []string
}

func (r record) cell(column int) string {
	if column < 1 || column > len(r.cells) {
		return ""
	}
	return strings.TrimSpace(r.cells[column-1])
}

func (r record) empty() bool {
	for i := range r.cells {
		if r.cell(i+1) != "" {
			return false
		}
	}
	return true
}

// balanceLine is what the record says where it is a balance or a sum among the
// rows; nothing for a row.
func (r record) balanceLine() string {
	for i := range min(len(r.cells), mostColumns) {
		text := r.cell(i + 1)
		if len(text) <= longestBalanceLine && balanceLines[strings.Trim(strings.ToLower(text), ":.|* ")] {
			return text
		}
	}
	return ""
}

const longestBalanceLine = 40

// Bounds of a table: what exceeds them is no statement of an account, and would
// cost many times the memory of the file.
const (
	mostColumns    = 500       // that a mapping can speak of
	mostSeparators = 2000      // in a line, those inside texts included
	mostCells      = 2_000_000 // of a file
)

// bounded says where a table exceeds the bounds, before anything is made of it.
func bounded(text, delimiter string) error {
	number, cells := 0, 0
	for line := range strings.Lines(text) {
		number++
		n := strings.Count(line, delimiter)
		if cells += n + 1; n > mostSeparators || cells > mostCells {
			return fault.New(fault.Invalid, "the table is too large near line %d: a file may have %d columns and %d cells", number, mostColumns, mostCells).
				WithCode(TooLarge).WithHint("download the account's movements for a shorter time, or check that it is the right file")
		}
	}
	return nil
}

// tableText is the text of a table with lines that end as they do today: old
// programs end them with a carriage return alone.
func tableText(data []byte, encoding string) string {
	text := decodeAs(data, encoding, "")
	if !strings.Contains(text, "\n") {
		return strings.ReplaceAll(text, "\r", "\n")
	}
	return text
}

// readRecords reads all records, at most limit of them, unless the table is too large.
func readRecords(text, delimiter string, limit int) ([]record, error) {
	records, _, err := readAsWritten(text, delimiter, limit)
	return records, err
}

// readAsWritten is readRecords, and says whether all quotation marks are as they
// should be.
func readAsWritten(text, delimiter string, limit int) (records []record, strict bool, err error) {
	if err := bounded(text, delimiter); err != nil {
		return nil, false, err
	}
	if records, strict = readStrict(text, delimiter, limit); strict {
		return records, true, nil
	}
	return readByLine(text, delimiter, limit), false, nil
}

func csvReader(text io.Reader, delimiter string) *csv.Reader {
	r := csv.NewReader(text)
	r.Comma = rune(delimiter[0])
	r.FieldsPerRecord = -1
	return r
}

// readStrict says no where a quotation mark stands where none may.
func readStrict(text, delimiter string, limit int) ([]record, bool) {
	r := csvReader(strings.NewReader(text), delimiter)
	var records []record
	for len(records) < limit {
		cells, err := r.Read()
		if err != nil {
			return records, errors.Is(err, io.EOF)
		}
		line, _ := r.FieldPos(0)
		records = append(records, record{line, cells})
	}
	return records, true
}

// readByLine takes every line as a record of its own, so that a quotation mark
// that is never closed costs its line and not all that comes after it.
func readByLine(text, delimiter string, limit int) []record {
	var records []record
	number := 0
	buffer := bufio.NewReader(nil) // one for all lines
	for line := range strings.Lines(text) {
		number++
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			records = append(records, record{number, splitLine(line, delimiter, buffer)})
		}
		if len(records) >= limit {
			break
		}
	}
	return records
}

// longestLine is in bytes. What is longer is no row, and is not parted.
const longestLine = 1 << 20

func splitLine(line, delimiter string, buffer *bufio.Reader) []string {
	if len(line) > longestLine {
		return []string{line}
	}
	buffer.Reset(strings.NewReader(line))
	cells, err := csvReader(buffer, delimiter).Read()
	if err != nil {
		return splitLoosely(line, delimiter[0])
	}
	return cells
}

// splitLoosely parts a line whose quotation marks are not as they should be: a
// mark opens a cell where the cell begins with it, spaces aside, and closes it
// where nothing but spaces stands between it and the next cell. All other marks
// are text, as in "He said "no"".
func splitLoosely(line string, delimiter byte) []string {
	var cells []string
	closes := true // a mark that closes a cell stands somewhere in the rest
	for {
		cell, rest, more := strings.Cut(line, string(delimiter))
		if quoted := strings.TrimLeft(line, blanks(delimiter)); closes && strings.HasPrefix(quoted, `"`) {
			var inner, after string
			if inner, after, closes = cutQuoted(quoted[1:], delimiter); closes {
				cell, rest, more = inner, strings.TrimPrefix(after, string(delimiter)), after != ""
			}
		}
		cells = append(cells, cell)
		if !more {
			return cells
		}
		line = rest
	}
}

// cutQuoted parts a text behind its opening mark at the one that closes it.
func cutQuoted(text string, delimiter byte) (inner, after string, closed bool) {
	for i := 0; i < len(text); i++ {
		if text[i] != '"' {
			continue
		}
		after = strings.TrimLeft(text[i+1:], blanks(delimiter))
		if after == "" || after[0] == delimiter {
			return strings.ReplaceAll(text[:i], `""`, `"`), after, true
		}
	}
	return "", "", false
}

// blanks are what may stand around a quoted cell.
func blanks(delimiter byte) string {
	return strings.ReplaceAll(" \t\r\n", string(delimiter), "")
}

// Cells gives the first records of a CSV file as they stand, for a person to
// choose the columns by.
func Cells(data []byte, m Mapping, limit int) [][]string {
	if len(m.Delimiter) != 1 {
		return nil
	}
	records, err := readRecords(tableText(data, m.Encoding), m.Delimiter, limit)
	if err != nil {
		return nil
	}
	return each.To(records, func(r record) []string { return r.cells })
}
