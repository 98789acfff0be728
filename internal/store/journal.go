package store

import (
	"bytes"
	"encoding/json"
	"maps"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/database"
	"holdover/internal/fault"
	"holdover/internal/store/tables"
)

// fields is a record as its JSON members. A member that a record leaves out is
// null in a patch.
type fields map[string]json.RawMessage

var null = json.RawMessage("null")

func fieldsOf(record any) (fields, error) {
	if record == nil {
		return nil, nil
	}
	var f fields
	return f, json.Unmarshal(tables.JSON(record), &f)
}

// difference is what changes from one record to the other: the members with
// their values before and after. It is empty when they are equal.
func difference(old, new fields) (before, after fields) {
	before, after = fields{}, fields{}
	for name, was := range old {
		is, ok := new[name]
		if !ok {
			is = null
		}
		if !bytes.Equal(was, is) {
			before[name], after[name] = was, is
		}
	}
	for name, is := range new {
		if _, ok := old[name]; !ok && !bytes.Equal(is, null) {
			before[name], after[name] = null, is
		}
	}
	return before, after
}

// patched is the record with a patch's members in place of its own.
func (f fields) patched(patch fields) fields {
	all := make(fields, len(f))
	maps.Copy(all, f)
	for name, value := range patch {
		if bytes.Equal(value, null) {
			delete(all, name)
		} else {
			all[name] = value
		}
	}
	return all
}

// holds says whether the record has all of a patch's values.
func (f fields) holds(patch fields) bool {
	for name, value := range patch {
		have, ok := f[name]
		if !ok {
			have = null
		}
		if !bytes.Equal(have, value) {
			return false
		}
	}
	return true
}

// put writes a record (nil deletes it) where it differs from what is there, with
// its derived figures, and journals the difference.
func (w *Writer) put(kind Kind, k tables.Key, record any) error {
	ops := kinds[kind]
	old, err := ops.load(w, k)
	if err != nil {
		return err
	}
	return w.replace(kind, k, old, record)
}

func (w *Writer) replace(kind Kind, k tables.Key, old, record any) error {
	if old == nil && record == nil {
		return nil
	}
	w.written[kind] = true
	was, err := fieldsOf(old)
	if err != nil {
		return err
	}
	is, err := fieldsOf(record)
	if err != nil {
		return err
	}
	if old != nil && record != nil {
		if was, is = difference(was, is); len(is) == 0 {
			return nil
		}
	}
	ops := kinds[kind]
	if err := ops.write(w, k, old, record); err != nil {
		return err
	}
	shown := record
	if shown == nil {
		shown = old
	}
	if kind == KindTransaction {
		now, _ := record.(*budget.Transaction)
		w.wroteRow(budget.TxNo(k.No), now)
	}
	id, name := ops.describe(shown)
	if record == nil && users[kind] != nil {
		w.gone[reference{kind, k.No}] = name
	}
	w.named = w.named || kind == KindGroup || kind == KindCategory
	return w.record(kind, k, id, was, is)
}

// mostRows is how many rows of a change are remembered beside its journal.
const mostRows = 256

// wroteRow remembers that a row was written, as it is now; nil where it was deleted.
func (w *Writer) wroteRow(no budget.TxNo, now *budget.Transaction) {
	w.now = w.now.With(no, now)
	if w.rows == nil || len(w.rows) == mostRows {
		w.rows = nil
		return
	}
	w.rows = append(w.rows, no)
}

// record writes a row of the journal.
func (w *Writer) record(kind Kind, k tables.Key, id string, old, new fields) error {
	w.entry.Rows++
	return w.q.Write(`INSERT INTO change_row (budget, change, seq, kind, no, sub, id, old, new) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		w.no, w.entry.No, w.entry.Rows, string(kind), k.No, k.Sub, id, old.text(), new.text())
}

func (f fields) text() any {
	if f == nil {
		return nil
	}
	return string(tables.JSON(f))
}

// conflict names the record that is no longer as a change left it, nil where it is gone.
func (w *Writer) conflict(kind Kind, k tables.Key, record any) error {
	name, happened := "", "changed"
	switch {
	case kind == KindCell || kind == KindRollovers:
		if c, err := kinds[KindCategory].load(w, tables.Key{No: k.No}); err == nil && c != nil {
			name = w.called(KindCategory, c)
		}
	case record != nil:
		name = w.called(kind, record)
	case kind != KindMonth:
		was, err := w.deleted(kind, k)
		if err != nil {
			return err
		}
		name, happened = was, "deleted"
	}
	what := "the " + string(kind)
	switch {
	case kind == KindCell:
		what = "what is budgeted for " + name + " in " + cal.Month(k.Sub).Name()
	case kind == KindMonth:
		what = cal.Month(k.No).Name()
	case kind == KindRollovers:
		what = "the overspending rollover of " + name
	case kind == KindInfo:
		what = "the budget " + name
	case name != "":
		what += " " + name
	}
	return fault.New(fault.Conflict, "%s has been %s since", what, happened).WithHint("undo the later change first")
}

// called is what a person calls a record; "" where it has no name.
func (w *Writer) called(kind Kind, record any) string {
	if t, is := record.(*budget.Transaction); is {
		return "of " + t.Date.In(w.Info().DateFormat) + " for " + w.Info().Currency.Spoken(t.Amount)
	}
	_, name := kinds[kind].describe(record)
	return name
}

// deleted is what a person called a record that is not there any more; "" where the journal does not know it.
func (w *Writer) deleted(kind Kind, k tables.Key) (name string, err error) {
	rows, err := database.List(w.q, scanChangeRow, selectRows+" AND kind = $2 AND no = $3 AND sub = $4 AND new IS NULL ORDER BY change DESC, seq DESC LIMIT 1",
		w.no, string(kind), k.No, k.Sub)
	if err != nil || len(rows) == 0 {
		return "", err
	}
	was, err := kinds[kind].decode(tables.JSON(rows[0].old))
	if err != nil {
		return "", err
	}
	return w.called(kind, was), nil
}
