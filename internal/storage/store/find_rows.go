package store

import (
	"slices"

	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store/tables"
)

// rowIndex returns the index of the budget's rows in the ReadTx's state. ReadTxs without their own changes share it.
func (v *ReadTx) rowIndex() (x *rowindex.Index, err error) {
	if v.draft != nil {
		return v.draft()
	}
	if v.index == nil {
		v.index, err = v.store.indexes.Get(v.q.Context(), v.no, v.header.Knowledge, v.indexFrom)
		if err == nil {
			v.keepIndex()
		}
	}
	return v.index, err
}

// find selects rows by a filter's conditions. The last result is cached, because a page first counts its rows and
// then shows some.
func (v *ReadTx) find(f Filter) (*rowindex.Found, error) {
	x, err := v.rowIndex()
	if err != nil {
		return nil, err
	}
	if f = f.Conditions(); v.lastFound == nil || v.lastFilter != f || v.lastFound.Of() != x {
		v.lastFilter, v.lastFound = f, x.Find(f)
	}
	return v.lastFound, nil
}

// Numbers returns the numbers of the rows that the filter selects.
func (v *ReadTx) Numbers(f Filter) ([]budget.TxNo, error) {
	found, err := v.find(f)
	if err != nil {
		return nil, err
	}
	return found.Page(f), nil
}

// found yields the rows that the index selects.
func (v *ReadTx) found(f Filter, yield func(budget.Transaction, error) bool) {
	found, err := v.find(f)
	if err != nil {
		yield(budget.Transaction{}, err)
		return
	}
	for page := range found.Pages(f, sortedTogether) {
		for some := range slices.Chunk(page, chunk) {
			rows, err := tables.At(v.q, v.no, some)
			if err != nil {
				yield(budget.Transaction{}, err)
				return
			}
			for _, no := range some {
				if !yield(*rows[no], nil) {
					return
				}
			}
		}
	}
}

// sortedTogether is the number of rows that are sorted at a time. Each time costs one pass over all rows found, each
// row some 40 bytes.
const sortedTogether = 1 << 16

// PayeeUse is the use of a payee.
type PayeeUse = rowindex.PayeeUse

// PayeeUses returns the uses of all payees in rows and parts.
func (v *ReadTx) PayeeUses() (map[budget.PayeeNo]PayeeUse, error) {
	x, err := v.rowIndex()
	if err != nil {
		return nil, err
	}
	return x.PayeeUses(), nil
}

// TagUse is the use of a tag.
type TagUse = rowindex.TagUse

// TagUses returns the uses of all tags in the notes of rows and parts, by their keys. It reads all notes.
func (v *ReadTx) TagUses() (map[string]TagUse, error) {
	x, err := v.rowIndex()
	if err != nil {
		return nil, err
	}
	return x.TagUses(), nil
}
