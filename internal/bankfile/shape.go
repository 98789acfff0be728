package bankfile

import (
	"slices"

	"holdover/internal/each"
)

// Shape is how the CSV files of a bank look: the mapping that reads them, and
// the header by which the next file is known to be of the same kind.
type Shape struct {
	Mapping Mapping  `json:"mapping"`
	Header  []string `json:"header,omitempty"` // empty for files without one
	Width   int      `json:"width"`            // columns of the first row
}

// ShapeOf is the shape of a file that is read with a mapping.
func ShapeOf(data []byte, m Mapping) Shape {
	s := Shape{Mapping: m}
	records, err := m.head(data)
	if err != nil {
		return s
	}
	if m.HeaderRows > 0 && m.HeaderRows <= len(records) {
		s.Header = records[m.HeaderRows-1].tidied()
	}
	if m.HeaderRows < len(records) {
		s.Width = len(records[m.HeaderRows].cells)
	}
	return s
}

// Fits says whether a file has the shape, and with which mapping it is read
// then: there may be more or fewer lines above the header than in the last one.
func (s Shape) Fits(data []byte) (Mapping, bool) {
	m := s.Mapping
	if m.Validate() != nil {
		return m, false
	}
	records, err := m.head(data)
	if err != nil {
		return m, false
	}
	for i, r := range records {
		if len(s.Header) > 0 && slices.Equal(r.tidied(), s.Header) {
			m.HeaderRows = i + 1
			return m, true
		}
	}
	if len(s.Header) > 0 || m.HeaderRows >= len(records) || len(records[m.HeaderRows].cells) != s.Width {
		return m, false
	}
	_, problem := m.row(records[m.HeaderRows])
	return m, problem == nil
}

// head is the beginning of a file.
func (m Mapping) head(data []byte) ([]record, error) {
	return readRecords(tableText(data, m.Encoding), m.Delimiter, guessed)
}

func (r record) tidied() []string {
	return each.To(r.cells, tidy)
}
