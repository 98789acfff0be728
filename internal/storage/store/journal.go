package store

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"maps"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/tables"
)

// fields contains a record's JSON members. In a patch, null removes a member.
type fields map[string]json.RawMessage

var null = json.RawMessage("null")

func fieldsOf(record any) (fields, error) {
	if record == nil {
		return nil, nil
	}
	var f fields
	return f, json.Unmarshal(tables.JSON(record), &f)
}

// difference returns the members that differ between two records, with their values before and after. It is empty if
// the records are equal.
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

// patched returns a copy of the record with the members of a patch.
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

// holds reports whether the record has all values of a patch.
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

// put writes a record (nil deletes it) if it differs from the stored one, updates the derived figures, and journals
// the difference.
func (w *WriteTx) put(kind Kind, k tables.Key, record any) error {
	ops := kinds[kind]
	old, err := ops.load(w, k)
	if err != nil {
		return err
	}
	return w.replace(kind, k, old, record)
}

func (w *WriteTx) replace(kind Kind, k tables.Key, old, record any) error {
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
	if record != nil {
		w.refersAll(kind, record)
	}
	shown := record
	if shown == nil {
		shown = old
	}
	if kind == KindTransaction {
		w.wroteRow(budget.TxNo(k.No))
	}
	id, name := ops.describe(shown)
	if record == nil && users[kind] != nil {
		w.gone[reference{kind, k.No}] = name
	}
	w.named = w.named || kind == KindGroup || kind == KindCategory
	return w.record(kind, k, id, was, is)
}

// mostRows is the maximum number of row numbers of a change that stay in memory, in addition to its journal.
const mostRows = 256

// wroteRow records that a row was written or deleted.
func (w *WriteTx) wroteRow(no budget.TxNo) {
	if w.rows == nil || len(w.rows) == mostRows {
		w.rows = nil
		return
	}
	w.rows = append(w.rows, no)
}

// record writes a row of the journal.
func (w *WriteTx) record(kind Kind, k tables.Key, id string, old, new fields) error {
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

// conflict returns the error for a record that changed after the change to undo. record is nil if it was deleted.
func (w *WriteTx) conflict(kind Kind, k tables.Key, record any) error {
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
		what = "what is budgeted for " + name + " in " + civil.Month(k.Sub).Name()
	case kind == KindMonth:
		what = civil.Month(k.No).Name()
	case kind == KindRollovers:
		what = "the overspending rollover of " + name
	case kind == KindInfo:
		what = "the budget " + name
	case name != "":
		what += " " + name
	}
	return apperr.New(apperr.Conflict, "%s has been %s since", what, happened).WithHint("undo the later change first")
}

// called returns the name of a record for messages, or "" if it has none.
func (w *WriteTx) called(kind Kind, record any) string {
	if t, is := record.(*budget.Transaction); is {
		return "of " + t.Date.In(w.Info().DateFormat) + " for " + w.Info().Currency.Spoken(t.Amount)
	}
	_, name := kinds[kind].describe(record)
	return name
}

// deleted returns the name of a deleted record for messages, or "" if the journal does not contain it.
func (w *WriteTx) deleted(kind Kind, k tables.Key) (name string, err error) {
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

// Overwrite is a member of a record that a change writes although another change has written it since a change
// number.
type Overwrite struct {
	By     Change // the last of the other changes
	Kind   Kind
	Member string
	Theirs json.RawMessage // the value after the other change
}

// Overwrites returns, of the members that the change has written so far, one that another change has written since
// the change with number since. If there are several, it returns the one that was written last. It returns nil if
// there are no such members. A member that has the same value again as at that change does not count.
func (w *WriteTx) Overwrites(since int64) (*Overwrite, error) {
	if since >= w.entry.No-1 {
		return nil, nil
	}
	type member struct {
		kind Kind
		key  tables.Key
		name string
	}
	first := map[member]json.RawMessage{} // the values before the first of the other changes
	last := map[member]int64{}            // the last change of each
	var mine []member
	stands := map[member]json.RawMessage{}
	err := w.q.Each(`SELECT m.kind, m.no, m.sub, m.old, m.new, t.change, t.old, t.new FROM change_row m
		JOIN change_row t ON t.budget = m.budget AND t.kind = m.kind AND t.no = m.no AND t.sub = m.sub AND t.change > $3 AND t.change < $2
		WHERE m.budget = $1 AND m.change = $2 ORDER BY m.seq, t.change, t.seq`, []any{w.no, w.entry.No, since}, func(r database.Row) error {
		var at member
		var change int64
		var texts [4]sql.NullString
		if err := r.Scan(&at.kind, &at.key.No, &at.key.Sub, &texts[0], &texts[1], &change, &texts[2], &texts[3]); err != nil {
			return err
		}
		var of [4]fields
		for i, text := range texts {
			var err error
			if of[i], err = fieldsIn(text); err != nil {
				return err
			}
		}
		for at.name = range of[1] {
			if _, written := of[3][at.name]; !written {
				continue
			}
			if _, known := first[at]; !known {
				first[at], mine = of[2][at.name], append(mine, at)
			}
			last[at], stands[at] = change, of[0][at.name]
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var found *Overwrite
	for _, at := range mine {
		if bytes.Equal(orNull(first[at]), orNull(stands[at])) || found != nil && last[at] <= found.By.No {
			continue
		}
		found = &Overwrite{By: Change{No: last[at]}, Kind: at.kind, Member: at.name, Theirs: stands[at]}
	}
	if found == nil {
		return nil, nil
	}
	found.By, err = w.entryOf(found.By.No)
	return found, err
}

func orNull(value json.RawMessage) json.RawMessage {
	if value == nil {
		return null
	}
	return value
}
