package app

import (
	"slices"

	"holdover/internal/budget"
	"holdover/internal/store"
)

// rowStream gives the exporter the rows of a budget twice: all of them, and then
// those with parts again. Which these are it remembers from the first time, a few
// bytes each, as finding them again would mean reading every row.
type rowStream struct {
	v     *store.View
	split []budget.Transaction // number and id alone
}

// all are the rows by their days, those of a day in the order of the register: whoever brings the document in numbers them so.
func (s *rowStream) all(yield func(budget.Transaction, error) bool) {
	s.split = nil
	for t, err := range s.v.Transactions(store.Filter{}) {
		if err == nil && len(t.Parts) > 0 {
			s.split = append(s.split, budget.Transaction{No: t.No, ID: t.ID})
		}
		if !yield(t, err) {
			return
		}
	}
}

// splits are the rows with parts, after all has been gone through, with nothing
// but their ids and parts.
func (s *rowStream) splits(yield func(budget.Transaction, error) bool) {
	const together = 512
	for known := range slices.Chunk(s.split, together) {
		rows := slices.Clone(known)
		if err := s.v.AttachParts(rows); err != nil {
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
