package rows

import (
	"slices"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Stream yields the rows of a budget to the exporter twice: all of them, and then those with parts. The first pass
// stores which rows have parts, since finding them again would require reading every row; of a limited number it also
// buffers the parts.
type Stream struct {
	v      *store.ReadTx
	others *OtherSides
	kept   []splitRow
	more   []splitRow // only their numbers and ids are stored
}

// NewStream returns a stream of a read transaction, which looks up the other sides of transfers.
func NewStream(v *store.ReadTx, others *OtherSides) *Stream {
	return &Stream{v: v, others: others}
}

type splitRow struct {
	no    budget.TxNo
	id    string
	parts []budget.Part
}

// manySplits is the number of rows for which parts are buffered, at about half a kilobyte each.
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

// Splits yields the rows with parts, after All has completed, with only their ids and parts.
func (s *Stream) Splits(yield func(budget.Transaction, error) bool) {
	for _, row := range s.kept {
		if !yield(budget.Transaction{No: row.no, ID: row.id, Parts: row.parts}, nil) {
			return
		}
	}
	for known := range slices.Chunk(s.more, together) {
		rows := iterutil.Map(known, func(row splitRow) budget.Transaction { return budget.Transaction{No: row.no, ID: row.id} })
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
