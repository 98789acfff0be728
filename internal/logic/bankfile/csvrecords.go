package bankfile

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
)

// record is one record of a CSV file with the number of its first line.
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

// balanceLine returns the text of a balance or total among the rows, or "" for a row.
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

// Limits of a table. A larger one is not a statement of an account, and would use many times the memory of the file.
const (
	mostColumns    = 500       // largest column number of a mapping
	mostSeparators = 2000      // in a line, including those inside texts
	mostCells      = 2_000_000 // in a file
)

// bounded returns an error with the position at which a table exceeds the limits. It is called before parsing.
func bounded(text, delimiter string) error {
	number, cells := 0, 0
	for line := range strings.Lines(text) {
		number++
		n := strings.Count(line, delimiter)
		if cells += n + 1; n > mostSeparators || cells > mostCells {
			return apperr.New(apperr.Invalid, "the table is too large near line %d: a file may have %d columns and %d cells", number, mostColumns, mostCells).
				WithCode(TooLarge).WithHint("download a shorter period, or check that it is the right file")
		}
	}
	return nil
}

// tableText returns the text of a table with normalised line ends. Old programs end lines with a carriage return
// alone.
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

// readAsWritten is readRecords; strict reports whether all quotation marks are valid.
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

// readStrict returns false for an invalid quotation mark.
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

// readByLine parses each line separately, so that an unclosed quotation mark affects only its line.
func readByLine(text, delimiter string, limit int) []record {
	var records []record
	number := 0
	buffer := bufio.NewReader(nil) // reused for all lines
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

// longestLine is the maximum length of a row in bytes. A longer line is not split.
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

// splitLoosely splits a line with invalid quotation marks: a mark opens a cell at its beginning, apart from spaces,
// and closes it before the next delimiter, apart from spaces. All other marks are text, as in "He said "no"".
func splitLoosely(line string, delimiter byte) []string {
	var cells []string
	closes := true // the rest may contain a closing mark
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

// cutQuoted splits the text after an opening mark at the closing one.
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

// blanks returns the characters allowed around a quoted cell.
func blanks(delimiter byte) string {
	return strings.ReplaceAll(" \t\r\n", string(delimiter), "")
}

// Cells returns the first records of a CSV file unchanged, for the choice of columns.
func Cells(data []byte, m Mapping, limit int) [][]string {
	if len(m.Delimiter) != 1 {
		return nil
	}
	records, err := readRecords(tableText(data, m.Encoding), m.Delimiter, limit)
	if err != nil {
		return nil
	}
	return iterutil.Map(records, func(r record) []string { return r.cells })
}
