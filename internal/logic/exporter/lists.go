package exporter

import (
	"encoding/json"
	"io"

	"holdover/internal/base/civil"
	"holdover/internal/model/ynabdoc"
)

// IncomeName is the name of the application's first income category in documents.
const IncomeName = incomeName

// Months provides a document's months one by one, without their categories.
type Months struct{ e *export }

// NewMonths returns the months of a source, of which they need only the info, the sheet, the months, the groups, the
// categories and the ages.
func NewMonths(src *Source, opts Options) Months {
	return Months{newExport(ynabdoc.NewWriter(io.Discard, "plan"), src, opts)}
}

// Span returns the first and last of the document's months.
func (l Months) Span() (first, last civil.Month) { return l.e.span() }

// Month returns a month's figures and other members, without its categories.
func (l Months) Month(m civil.Month) (*ynabdoc.Month, error) { return l.e.month(m) }

// Lists provides a document's groups, categories and months one by one, for responses that contain one of them. They
// equal those of the document. For the categories of a month, the source only needs that month's cells.
type Lists struct {
	Months
	records []record
}

// NewLists returns the lists of a source.
func NewLists(src *Source, opts Options) (*Lists, error) {
	months := NewMonths(src, opts)
	if _, err := months.e.readKept(); err != nil {
		return nil, err
	}
	return &Lists{Months: months, records: months.e.records()}, nil
}

// Groups returns the category groups in the document's order.
func (l *Lists) Groups() []*ynabdoc.CategoryGroup { return l.e.groupRecords() }

// Categories returns the categories with their figures of a month.
func (l *Lists) Categories(m civil.Month) []ynabdoc.Category {
	return l.e.monthCategories(m, l.records)
}

// Marks returns the "holdover" object.
func (l *Lists) Marks() (json.RawMessage, error) { return l.e.marks() }
