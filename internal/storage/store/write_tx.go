package store

import (
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/figures"
	"holdover/internal/storage/store/tables"
)

// WriteTx changes a budget. It is also a ReadTx, and its reads include its own changes. Each put compares the record
// with the stored one; an equal record is neither written nor journaled. A record with number zero is new and gets a
// number.
type WriteTx struct {
	ReadTx
	entry   Change
	reach   civil.Reach // the days that it accepts
	touched Touched
	pending figures.Set // changes of derived figures, not written yet
	ready   figures.Set // stored figures that were requested ahead, until they are written
	// begunWith is the next free record number at the start of the change.
	begunWith    int64
	txNos        []budget.TxNo              // written or deleted transactions; nil if there are too many
	counts       figures.Counted            // how rows count, after loadCounts
	needed       map[reference]bool         // records that written records refer to
	deletedNames map[reference]string       // names of deleted records
	left         map[budget.TxNo]bool       // deleted transactions; their receipts are deleted with them
	lined        map[budget.CategoryNo]bool // categories of written lines
	weight       money.Milli                // sum of the absolute values of all written amounts
	heavy        bool                       // a figure is so large that the totals must be checked
	named        bool                       // a group or category was written, so names must be checked
	targeted     bool                       // a cell was written that has, or had, its own target
}

// assignID assigns a number to a new record, from one counter that only increases. A number is never reused, even after
// an undo.
func (w *WriteTx) assignID(no *int64) {
	if *no == 0 {
		*no = w.header.nextNo
		w.header.nextNo++
	}
	w.header.nextNo = max(w.header.nextNo, *no+1)
}

// NewNumber returns a number that no record has or will have.
func (w *WriteTx) NewNumber() (no int64) {
	w.assignID(&no)
	return no
}

// Put writes a record, and numbers it if it is new. Moving an account onto the budget or off it
// adds or removes the activity of all its rows.
func (w *WriteTx) Put(record budget.Record) error {
	no := record.Number()
	w.assignID(no)
	if s, is := record.(*budget.Scheduled); is {
		for i := range s.Parts {
			w.assignID((*int64)(&s.Parts[i].No))
		}
	}
	return w.put(kindOf(record), tables.Key{No: *no}, record)
}

// PutAll is Put for each record of a list.
func PutAll[T any, P budget.RecordOf[T]](w *WriteTx, records []T) error {
	return iterutil.EachPtr(records, func(record *T) error { return w.Put(P(record)) })
}

// Remove deletes the record that has the kind and the number of the given one. At the end of the change nothing may
// refer to it: see MovePayee.
func (w *WriteTx) Remove(record budget.Record) error {
	return w.put(kindOf(record), tables.Key{No: *record.Number()}, nil)
}

// PutInfo writes the budget's properties.
func (w *WriteTx) PutInfo(info budget.Info) error { return w.put(KindInfo, tables.Key{}, &info) }

// DeleteCategory deletes a category with its cells and rollover switches. No line may refer to it at the end of the
// change: see MoveLines.
func (w *WriteTx) DeleteCategory(no budget.CategoryNo) error {
	if err := w.SetRollovers(no, nil); err != nil {
		return err
	}
	left, err := w.CellsOf(no)
	if err != nil {
		return err
	}
	if err := iterutil.Each(left, func(c budget.Cell) error { return w.put(KindCell, tables.Key{No: int64(no), Sub: int64(c.Month)}, nil) }); err != nil {
		return err
	}
	return w.put(KindCategory, tables.Key{No: int64(no)}, nil)
}

// PutCell writes a category's cell of a month; an empty cell is deleted.
func (w *WriteTx) PutCell(c budget.Cell) error {
	return w.put(KindCell, tables.Key{No: int64(c.Category), Sub: int64(c.Month)}, saying(&c))
}

// saying returns the cell as a record, or nil if the cell is empty.
func saying(c *budget.Cell) any {
	if !c.HasContent() {
		return nil
	}
	return c
}

// SetBudgeted writes a cell's amount and does not change its note and target.
func (w *WriteTx) SetBudgeted(category budget.CategoryNo, m civil.Month, amount money.Milli) error {
	k := tables.Key{No: int64(category), Sub: int64(m)}
	was, err := w.cellWithFigure(k)
	if err != nil {
		return err
	}
	c := budget.Cell{Category: category, Month: m}
	if was != nil {
		c = *was
	}
	c.Budgeted = amount
	old, _ := orNil(was, nil)
	return w.replace(KindCell, k, old, saying(&c))
}

// PutMonth writes a month's record; an empty one is deleted.
func (w *WriteTx) PutMonth(m budget.Month) error {
	if m.Held < 0 {
		return apperr.New(apperr.Invalid, "the amount held in %s would be negative", m.Month)
	}
	if m.Held == 0 && m.Note == "" && m.AgeOfMoney == nil && m.Extra == nil {
		return w.put(KindMonth, tables.Key{No: int64(m.Month)}, nil)
	}
	return w.put(KindMonth, tables.Key{No: int64(m.Month)}, &m)
}

// KeepMonth writes a month's record, also an empty one: it makes the month one of the budget's months.
func (w *WriteTx) KeepMonth(m budget.Month) error {
	return w.put(KindMonth, tables.Key{No: int64(m.Month)}, &m)
}

// SetRollovers replaces all rollover switches of a category. An empty list removes them.
func (w *WriteTx) SetRollovers(category budget.CategoryNo, all []budget.Rollover) error {
	if len(all) == 0 {
		return w.put(KindRollovers, tables.Key{No: int64(category)}, nil)
	}
	return w.put(KindRollovers, tables.Key{No: int64(category)}, &switches{all})
}

// PutTransaction writes a transaction with its parts, and numbers new parts.
func (w *WriteTx) PutTransaction(t *budget.Transaction) error {
	if err := w.validate(t); err != nil {
		return err
	}
	return w.put(KindTransaction, tables.Key{No: int64(t.No)}, t)
}

// AddTransactions writes any number of new rows with their parts in few statements. It compares nothing: the numbers
// of the rows must have been assigned in this change, and the rows must not have been put before.
func (w *WriteTx) AddTransactions(rows []budget.Transaction) error {
	bulk := tables.NewBulk(w.q, w.no)
	journal := database.NewBulk(w.q, w.no, "change_row", []string{"change", "seq", "kind", "no", "sub", "id", "old", "new"})
	for i := range rows {
		t := &rows[i]
		if err := w.validate(t); err != nil {
			return err
		}
		if err := w.nearDate("date", t.Date, 0); err != nil {
			return err
		}
		if err := w.countTransaction(t, 1); err != nil {
			return err
		}
		w.refersAll(KindTransaction, t)
		if err := bulk.Add(tables.ReadyOf(t)); err != nil {
			return err
		}
		w.noteTransaction(t.No)
		w.entry.Rows++
		if err := journal.Add([]any{w.entry.No, w.entry.Rows, string(KindTransaction), int64(t.No), 0, t.ID, nil, string(tables.JSON(t))}); err != nil {
			return err
		}
	}
	if err := w.expect(); err != nil {
		return err
	}
	w.written[KindTransaction] = w.written[KindTransaction] || len(rows) > 0
	if err := bulk.Done(); err != nil {
		return err
	}
	return journal.Done()
}

// validate refuses an invalid transaction, and numbers new rows and parts.
func (w *WriteTx) validate(t *budget.Transaction) error {
	if _, err := tables.ClearedCode(t.Cleared); err != nil {
		return err
	}
	if len(t.Parts) > 0 && t.Category != 0 {
		return apperr.New(apperr.Invalid, "a split transaction cannot have a category").WithHint("only its parts have categories")
	}
	w.assignID((*int64)(&t.No))
	for i := range t.Parts {
		w.assignID((*int64)(&t.Parts[i].No))
	}
	return nil
}

// DeleteTransaction deletes a transaction with its parts and receipts. The caller must handle the other sides of its
// transfers.
func (w *WriteTx) DeleteTransaction(no budget.TxNo) error {
	return w.put(KindTransaction, tables.Key{No: int64(no)}, nil)
}

// DeleteStored is DeleteTransaction for a transaction that was just read. It does not read it again.
func (w *WriteTx) DeleteStored(t *budget.Transaction) error {
	return w.replace(KindTransaction, tables.Key{No: int64(t.No)}, t, nil)
}

// ReachBack extends the days that the change accepts back to a day that the budget had before.
func (w *WriteTx) ReachBack(first civil.Date) { w.reach.First = min(w.reach.First, first) }

// SetLabel sets the change's label for users, if it is only known during the change.
func (w *WriteTx) SetLabel(label string) { w.entry.Label = label }
