package store

import (
	"slices"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/database"
	"holdover/internal/fault"
	"holdover/internal/finder"
	"holdover/internal/money"
)

// indexFrom makes the index of the View's rows, and says how many it had to read:
// from an earlier one and the journal since, where there is none from the one that
// is kept, and where there is none either, or very much has changed, from all rows.
func (v *View) indexFrom(earlier *indexVersion) (x *finder.Index, read int, err error) {
	if earlier != nil {
		return v.indexSince(earlier)
	}
	kept, err := v.keptIndex()
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

func (v *View) indexSince(earlier *indexVersion) (*finder.Index, int, error) {
	touched, renamed, err := v.touchedSince(earlier.knowledge)
	if err != nil {
		return nil, 0, err
	}
	if len(touched) > earlier.index.Rows()/4+chunk {
		return v.loadIndex()
	}
	changes := earlier.index.Change(touched)
	if err := v.addTouched(changes.Now, earlier.knowledge, touched); err != nil {
		return nil, 0, err
	}
	if renamed {
		if changes.Records, err = v.records(); err != nil {
			return nil, 0, err
		}
	}
	return earlier.index.With(changes), len(touched), nil
}

// addTouched adds the rows that were written after a knowledge, as they are now.
func (v *View) addTouched(to *finder.Builder, knowledge int64, touched []budget.TxNo) error {
	if now, known := v.rowsNow(knowledge); known {
		for _, no := range touched {
			if row := now[no]; row != nil {
				if err := to.Add(row); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for some := range slices.Chunk(touched, chunk) {
		if err := v.addRows(to, some); err != nil {
			return err
		}
	}
	return nil
}

// draftIndex is the index with a Writer's own changes in it. Nobody else is given
// it: they may be taken back. Before the first of them the budget is as the last
// change left it.
func (w *Writer) draftIndex() (*finder.Index, error) {
	before := w.header.Knowledge - 1
	if w.entry.Rows == 0 {
		return w.store.indexes.get(w.q.Context(), w.no, before, w.indexFrom)
	}
	x, _, err := w.indexFrom(w.store.indexes.latest(w.no, before))
	return x, err
}

func (v *View) loadIndex() (*finder.Index, int, error) {
	records, err := v.records()
	if err != nil {
		return nil, 0, err
	}
	all := new(finder.Builder)
	if err := v.addRows(all, nil); err != nil {
		return nil, 0, err
	}
	x := finder.New(records, all)
	return x, x.Rows(), nil
}

// touchedSince are the numbers of rows that were written or deleted after a
// change, sorted, and whether any record that has a name was.
func (v *View) touchedSince(knowledge int64) (touched []budget.TxNo, renamed bool, err error) {
	touched, renamed, known, err := v.rowsAfter(knowledge)
	if err != nil || known {
		slices.Sort(touched)
		return slices.Compact(touched), renamed, err
	}
	touched, renamed = nil, false
	query := "SELECT kind, no FROM change_row WHERE budget = $1 AND change > $2 AND kind IN ($3, $4, $5, $6)"
	column, dest := columns(2)
	err = v.q.Each(query, []any{v.no, knowledge, string(KindTransaction), string(KindAccount), string(KindCategory), string(KindPayee)},
		func(r database.Row) error {
			if err := r.Scan(dest...); err != nil {
				return err
			}
			if Kind(text(column[0])) == KindTransaction {
				touched = append(touched, budget.TxNo(integer(column[1])))
			} else {
				renamed = true
			}
			return nil
		})
	slices.Sort(touched)
	return slices.Compact(touched), renamed, err
}

func (v *View) records() (*finder.Records, error) {
	var r finder.Records
	var err error
	if r.Accounts, err = v.AccountRecords(); err != nil {
		return nil, err
	}
	if r.Categories, err = v.Categories(); err != nil {
		return nil, err
	}
	r.Payees, err = v.Payees()
	return &r, err
}

// addRows adds the rows with some numbers, or (nil) all, to a builder. Only what
// the finder knows is read: of a million rows each column costs a tenth of a
// second.
func (v *View) addRows(to *finder.Builder, numbers []budget.TxNo) error {
	return v.eachFound(numbers, to.Add)
}

// eachFound reads the same rows as the finder has them.
func (v *View) eachFound(numbers []budget.TxNo, give func(*finder.Row) error) error {
	parts := map[budget.TxNo][]finder.Line{}
	if err := v.partLines(numbers, parts); err != nil {
		return err
	}
	from, args := fromNumbers(v.no, numbers, "tx t", "t.no")
	query := "SELECT t.no, t.account, t.date, t.amount, t.payee, t.category, t.memo, t.flag," +
		" t.transfer_account * 8 + t.cleared + CASE WHEN t.approved THEN 4 ELSE 0 END," +
		" CASE WHEN t.import_id IS NOT NULL THEN t.more END" + from
	column, dest := columns(10)
	return v.q.Each(query, args, func(r database.Row) error {
		if err := r.Scan(dest...); err != nil {
			return err
		}
		state := integer(column[8])
		if state&3 >= int64(len(clearedCodes)) {
			return fault.New(fault.Internal, "a row is in a cleared state that does not exist")
		}
		row := finder.Row{
			No: budget.TxNo(integer(column[0])), Account: budget.AccountNo(integer(column[1])), Date: cal.Date(integer(column[2])),
			Cleared: clearedCodes[state&3], Approved: state&4 != 0, Flag: text(column[7]), Line: lineOf(column[3:7], state>>3),
		}
		row.Parts = parts[row.No]
		var err error
		if row.Bank, err = bankText(column[9]); err != nil {
			return err
		}
		return give(&row)
	})
}

// partLines asks ahead for the parts of rows, by the rows' numbers.
func (v *View) partLines(numbers []budget.TxNo, parts map[budget.TxNo][]finder.Line) error {
	from, args := fromNumbers(v.no, numbers, "part t", "t.tx")
	query := "SELECT t.tx, t.amount, t.payee, t.category, t.memo, t.transfer_account" + from + " ORDER BY t.tx, t.pos"
	column, dest := columns(6)
	return v.q.EachAhead(query, args, func(r database.Row) error {
		err := r.Scan(dest...)
		no := budget.TxNo(integer(column[0]))
		parts[no] = append(parts[no], lineOf(column[1:5], integer(column[5])))
		return err
	})
}

// lineOf reads amount, payee, category and memo, and the account on the other
// side.
func lineOf(c []any, other int64) finder.Line {
	return finder.Line{
		Amount: money.Milli(integer(c[0])), Payee: budget.PayeeNo(integer(c[1])), Category: budget.CategoryNo(integer(c[2])),
		Memo: text(c[3]), Other: budget.AccountNo(other),
	}
}

// columns are places for the columns of a row, as database/sql hands them over
// fastest, and pointers to them.
func columns(n int) (column, dest []any) {
	column, dest = make([]any, n), make([]any, n)
	for i := range column {
		dest[i] = &column[i]
	}
	return column, dest
}
