package bankfile

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"
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

// readRecords reads all records, at most limit of them.
func readRecords(text, delimiter string, limit int) []record {
	records, ok := readStrict(text, delimiter, limit)
	if !ok {
		return readByLine(text, delimiter, limit)
	}
	return records
}

func csvReader(text, delimiter string) *csv.Reader {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = rune(delimiter[0])
	r.FieldsPerRecord = -1
	return r
}

// readStrict says no where a quotation mark stands where none may.
func readStrict(text, delimiter string, limit int) ([]record, bool) {
	r := csvReader(text, delimiter)
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
	for line := range strings.Lines(text) {
		number++
		r := csvReader(line, delimiter)
		r.LazyQuotes = true
		if cells, err := r.Read(); err == nil {
			records = append(records, record{number, cells})
		}
		if len(records) >= limit {
			break
		}
	}
	return records
}

// Cells gives the first records of a CSV file as they stand, for a person to
// choose the columns by.
func Cells(data []byte, m Mapping, limit int) [][]string {
	if len(m.Delimiter) != 1 {
		return nil
	}
	records := readRecords(decode(data, m.Encoding), m.Delimiter, limit)
	cells := make([][]string, len(records))
	for i, r := range records {
		cells[i] = r.cells
	}
	return cells
}
