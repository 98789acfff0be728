package exporter

import (
	"encoding/json"
	"io"

	"holdover/internal/cal"
	"holdover/internal/plandoc"
)

// IncomeName is what documents call the application's first income category.
const IncomeName = incomeName

// Lists are a document's groups, categories and months one by one, for answers
// that give one of them alone. They are what the document would have. For
// categories of a month, the source's cells need be that month's alone.
type Lists struct {
	x       *export
	records []record
}

// NewLists are the lists of a source.
func NewLists(src *Source, opts Options) (*Lists, error) {
	x := newExport(plandoc.NewWriter(io.Discard, "plan"), src, opts)
	if _, err := x.readKept(); err != nil {
		return nil, err
	}
	return &Lists{x: x, records: x.records()}, nil
}

// Groups are the category groups in the document's order.
func (l *Lists) Groups() []*plandoc.CategoryGroup { return l.x.groupRecords() }

// Categories are the categories with their figures of a month.
func (l *Lists) Categories(m cal.Month) []plandoc.Category {
	return l.x.monthCategories(m, l.records)
}

// Span are the first and last of the document's months.
func (l *Lists) Span() (first, last cal.Month) { return l.x.span() }

// Month returns a month's figures and other members, without its categories.
func (l *Lists) Month(m cal.Month) (*plandoc.Month, error) { return l.x.month(m) }

// Marks returns the "holdover" object.
func (l *Lists) Marks() (json.RawMessage, error) { return l.x.marks() }
