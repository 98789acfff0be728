package store

import (
	"bytes"
	"cmp"
	"database/sql"
	"encoding/json"
	"maps"
	"slices"

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
	for name, oldValue := range old {
		newValue := orNull(new[name])
		if !bytes.Equal(oldValue, newValue) {
			before[name], after[name] = oldValue, newValue
		}
	}
	for name, newValue := range new {
		if _, ok := old[name]; !ok && !bytes.Equal(newValue, null) {
			before[name], after[name] = null, newValue
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
		if !bytes.Equal(orNull(f[name]), value) {
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

// replace is put for a record whose stored state, old, is known.
func (w *WriteTx) replace(kind Kind, k tables.Key, old, record any) error {
	if old == nil && record == nil {
		return nil
	}
	w.written[kind] = true
	before, err := fieldsOf(old)
	if err != nil {
		return err
	}
	after, err := fieldsOf(record)
	if err != nil {
		return err
	}
	if old != nil && record != nil {
		if before, after = difference(before, after); len(after) == 0 {
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
	described := record
	if described == nil {
		described = old
	}
	if kind == KindTransaction {
		w.noteTransaction(budget.TxNo(k.No))
	}
	id, name := ops.describe(described)
	if record == nil && referrers[kind] != nil {
		w.deletedNames[reference{kind, k.No}] = name
	}
	w.named = w.named || kind == KindGroup || kind == KindCategory
	return w.record(kind, k, id, before, after)
}

// maxTxNos is the maximum number of transactions of a change whose numbers stay in memory, in addition to its journal.
const maxTxNos = 256

// noteTransaction notes that a transaction was written or deleted.
func (w *WriteTx) noteTransaction(no budget.TxNo) {
	if w.txNos == nil || len(w.txNos) == maxTxNos {
		w.txNos = nil
		return
	}
	w.txNos = append(w.txNos, no)
}

// record writes a line of the journal.
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

// userTerms contains the terms of messages for kinds whose own names are not for users.
var userTerms = map[Kind]string{
	KindScheduled:    "schedule",
	KindAccountGroup: "account group",
	KindView:         "filter",
	KindLocation:     "payee location",
	KindDismissed:    "dismissed suggestion",
}

// term returns the term of messages for a kind.
func (k Kind) term() string { return cmp.Or(userTerms[k], string(k)) }

// conflict returns the error for a record that changed after the change to undo. record is nil if it was deleted.
func (w *WriteTx) conflict(kind Kind, k tables.Key, record any) error {
	name, verb := "", "changed"
	switch {
	case kind == KindCell || kind == KindRollovers:
		if c, err := kinds[KindCategory].load(w, tables.Key{No: k.No}); err == nil && c != nil {
			name = w.nameOf(KindCategory, c)
		}
	case record != nil:
		name = w.nameOf(kind, record)
	case kind != KindMonth:
		deletedName, err := w.deletedName(kind, k)
		if err != nil {
			return err
		}
		name, verb = deletedName, "deleted"
	}
	what := "the " + kind.term()
	switch {
	case kind == KindCell:
		what = "the budgeted amount of " + name + " in " + civil.Month(k.Sub).Name()
	case kind == KindMonth:
		what = civil.Month(k.No).Name()
	case kind == KindRollovers:
		what = "the rollover setting of " + name
	case kind == KindInfo:
		what = "the budget " + name
	case name != "":
		what += " " + name
	}
	return apperr.New(apperr.Conflict, "%s was %s later", what, verb).WithHint("undo the later change first")
}

// nameOf returns the name of a record for messages, or "" if it has none.
func (w *WriteTx) nameOf(kind Kind, record any) string {
	if t, ok := record.(*budget.Transaction); ok {
		return "of " + t.Date.In(w.Info().DateFormat) + " for " + w.Info().Currency.Spoken(t.Amount)
	}
	_, name := kinds[kind].describe(record)
	return name
}

// deletedName returns the name of a deleted record for messages, or "" if the journal does not contain it.
func (w *WriteTx) deletedName(kind Kind, k tables.Key) (name string, err error) {
	lines, err := database.List(w.q, scanChangeRow, selectRows+" AND kind = $2 AND no = $3 AND sub = $4 AND new IS NULL ORDER BY change DESC, seq DESC LIMIT 1",
		w.no, string(kind), k.No, k.Sub)
	if err != nil || len(lines) == 0 {
		return "", err
	}
	record, err := kinds[kind].decode(tables.JSON(lines[0].old))
	if err != nil {
		return "", err
	}
	return w.nameOf(kind, record), nil
}

// Overwrite is a member of a record that a change writes although another change has written it after a certain change.
type Overwrite struct {
	By     Change // the last of the other changes
	Kind   Kind
	Member string
	Theirs json.RawMessage // the value after the other change
}

// Overwrites returns a member that this change has written so far, and that another change has written after the change
// with number since. If there are several, it returns the one that was written last; it returns nil without one. A
// member that the other changes have set back to its value at that time does not count, nor do the changes in own.
func (w *WriteTx) Overwrites(since int64, own []int64) (*Overwrite, error) {
	if since >= w.entry.No-1 {
		return nil, nil
	}
	type member struct {
		kind Kind
		key  tables.Key
		name string
	}
	var ourMembers []member                    // written by this and another change, in the order in which this one wrote them
	firstValue := map[member]json.RawMessage{} // before the first of the other changes
	lastValue := map[member]json.RawMessage{}  // after the last of the other changes, which this change overwrites
	lastChange := map[member]int64{}           // the number of the last of the other changes
	const (
		ourOld = iota
		ourNew
		theirOld
		theirNew
		states
	)
	err := w.q.Each(`SELECT m.kind, m.no, m.sub, m.old, m.new, t.change, t.old, t.new FROM change_row m
		JOIN change_row t ON t.budget = m.budget AND t.kind = m.kind AND t.no = m.no AND t.sub = m.sub AND t.change > $3 AND t.change < $2
		WHERE m.budget = $1 AND m.change = $2 ORDER BY m.seq, t.change, t.seq`, []any{w.no, w.entry.No, since}, func(r database.Row) error {
		var m member
		var change int64
		var texts [states]sql.NullString
		if err := r.Scan(&m.kind, &m.key.No, &m.key.Sub, &texts[ourOld], &texts[ourNew], &change, &texts[theirOld], &texts[theirNew]); err != nil {
			return err
		}
		if slices.Contains(own, change) {
			return nil
		}
		var values [states]fields
		for i, text := range texts {
			var err error
			if values[i], err = fieldsIn(text); err != nil {
				return err
			}
		}
		for m.name = range values[ourNew] {
			if _, written := values[theirNew][m.name]; !written {
				continue
			}
			if _, known := firstValue[m]; !known {
				firstValue[m], ourMembers = values[theirOld][m.name], append(ourMembers, m)
			}
			lastChange[m], lastValue[m] = change, values[ourOld][m.name]
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var found *Overwrite
	for _, m := range ourMembers {
		if bytes.Equal(orNull(firstValue[m]), orNull(lastValue[m])) {
			continue
		}
		if found == nil || lastChange[m] > found.By.No {
			found = &Overwrite{By: Change{No: lastChange[m]}, Kind: m.kind, Member: m.name, Theirs: lastValue[m]}
		}
	}
	if found == nil {
		return nil, nil
	}
	found.By, err = w.entryOf(found.By.No)
	return found, err
}

// orNull returns a member's value, or null if the record has no such member.
func orNull(value json.RawMessage) json.RawMessage {
	if value == nil {
		return null
	}
	return value
}
