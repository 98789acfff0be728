package store

import (
	"slices"

	"holdover/internal/base/iterutil"
	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/index"
	"holdover/internal/storage/store/tables"
)

// indexFrom makes the index of the ReadTx's rows, and returns the number of rows that it read. It starts from the
// earlier index, or else from the stored one, and applies the journal since. If there is neither, or very much has
// changed, it reads all rows.
func (v *ReadTx) indexFrom(earlier *index.Version) (x *rowindex.Index, read int, err error) {
	if earlier != nil {
		return v.indexSince(earlier)
	}
	kept, err := index.Kept(v.q, v.no, v.header.Knowledge, v.records)
	if err != nil {
		return nil, 0, err
	}
	if kept != nil {
		if x, read, err = v.indexSince(kept); err != nil {
			return nil, 0, err
		}
		if sound, err := v.agrees(x); err != nil || sound {
			return x, read, err
		}
	}
	return v.loadIndex()
}

func (v *ReadTx) indexSince(earlier *index.Version) (*rowindex.Index, int, error) {
	touched, renamed, err := v.touchedSince(earlier.Knowledge)
	if err != nil {
		return nil, 0, err
	}
	if len(touched) > earlier.Index.Rows()/4+chunk {
		return v.loadIndex()
	}
	changes := earlier.Index.Change(touched)
	for some := range slices.Chunk(touched, chunk) {
		if err := index.Add(v.q, v.no, some, changes.Now); err != nil {
			return nil, 0, err
		}
	}
	if renamed {
		if changes.Records, err = v.records(); err != nil {
			return nil, 0, err
		}
	}
	return earlier.Index.With(changes), len(touched), nil
}

// draftIndex returns the index with a WriteTx's own changes. It is not shared, because the changes may be rolled back.
// Before the WriteTx's first change it is the shared index of the last committed change.
func (w *WriteTx) draftIndex() (*rowindex.Index, error) {
	before := w.header.Knowledge - 1
	if w.entry.Rows == 0 {
		return w.store.indexes.Get(w.q.Context(), w.no, before, w.indexFrom)
	}
	x, _, err := w.indexFrom(w.store.indexes.Latest(w.no, before))
	return x, err
}

func (v *ReadTx) loadIndex() (*rowindex.Index, int, error) {
	records, err := v.records()
	if err != nil {
		return nil, 0, err
	}
	all := new(rowindex.Builder)
	if err := index.Add(v.q, v.no, nil, all); err != nil {
		return nil, 0, err
	}
	x := rowindex.New(records, all)
	return x, x.Rows(), nil
}

// touchedSince returns the sorted numbers of rows that were written or deleted after a change. renamed reports
// whether an account, category or payee was.
func (v *ReadTx) touchedSince(knowledge int64) (touched []budget.TxNo, renamed bool, err error) {
	touched, renamed, known, err := v.rowsAfter(knowledge)
	if err != nil || known {
		slices.Sort(touched)
		return slices.Compact(touched), renamed, err
	}
	touched, renamed = nil, false
	query := "SELECT kind, no FROM change_row WHERE budget = $1 AND change > $2 AND kind IN ($3, $4, $5, $6)"
	column, dest := tables.Columns(2)
	err = v.q.Each(query, []any{v.no, knowledge, string(KindTransaction), string(KindAccount), string(KindCategory), string(KindPayee)},
		func(r database.Row) error {
			if err := r.Scan(dest...); err != nil {
				return err
			}
			if Kind(tables.Text(column[0])) == KindTransaction {
				touched = append(touched, budget.TxNo(tables.Integer(column[1])))
			} else {
				renamed = true
			}
			return nil
		})
	slices.Sort(touched)
	return slices.Compact(touched), renamed, err
}

func (v *ReadTx) records() (*rowindex.Records, error) {
	var r rowindex.Records
	return &r, iterutil.Try(iterutil.Store(&r.Accounts, v.AccountRecords), iterutil.Store(&r.Categories, v.Categories), iterutil.Store(&r.Payees, v.Payees))
}

// agrees reports whether an index has the number of rows and the sums of the accounts' figures.
func (v *ReadTx) agrees(x *rowindex.Index) (bool, error) {
	accounts, err := v.Accounts()
	if err != nil {
		return false, err
	}
	has := x.Totals()
	rows := 0
	for i := range accounts {
		is, t := has[accounts[i].No], accounts[i].Totals
		if is.Rows != t.Rows || is.Sum != t.Balance() {
			return false, nil
		}
		rows += t.Rows
	}
	return rows == x.Rows(), nil
}
