package rows

import (
	"slices"

	"holdover/internal/budget"
	"holdover/internal/each"
	"holdover/internal/store"
)

// Stream gives the exporter the rows of a budget twice: all of them, and then
// those with parts again. Which these are it remembers from the first time, as
// finding them again would mean reading every row; of the first it keeps the parts.
type Stream struct {
	v      *store.View
	others *OtherSides
	kept   []splitRow
	more   []splitRow // of these it knows the number and id alone
}

// NewStream returns a stream of a read transaction, which looks up the other sides of transfers.
func NewStream(v *store.View, others *OtherSides) *Stream {
	return &Stream{v: v, others: others}
}

type splitRow struct {
	no    budget.TxNo
	id    string
	parts []budget.Part
}

// manySplits is the number of rows whose parts are buffered, at about half a kilobyte each.
const manySplits = 10_000

// All yields the rows by date, those of a day in the order of the register, in which an import of the document
// numbers them.
func (s *Stream) All(yield func(budget.Transaction, error) bool) {
	s.kept, s.more = nil, nil
	for t, err := range s.others.Each(s.v.Transactions(store.Filter{})) {
		switch {
		case err != nil || len(t.Parts) == 0:
		case len(s.kept) < manySplits:
			s.kept = append(s.kept, splitRow{t.No, t.ID, t.Parts})
		default:
			s.more = append(s.more, splitRow{no: t.No, id: t.ID})
		}
		if !yield(t, err) {
			return
		}
	}
}

// Splits are the rows with parts, after all has been gone through, with nothing
// but their ids and parts.
func (s *Stream) Splits(yield func(budget.Transaction, error) bool) {
	for _, row := range s.kept {
		if !yield(budget.Transaction{No: row.no, ID: row.id, Parts: row.parts}, nil) {
			return
		}
	}
	for known := range slices.Chunk(s.more, together) {
		rows := each.To(known, func(row splitRow) budget.Transaction { return budget.Transaction{No: row.no, ID: row.id} })
		err := s.v.AttachParts(rows)
		if err == nil {
			err = s.others.Know(rows)
		}
		if err != nil {
			yield(budget.Transaction{}, err)
			return
		}
		for _, t := range rows {
			if !yield(t, nil) {
				return
			}
		}
	}
}
