package store

import (
	"bytes"
	"encoding/json"
	"slices"

	"holdover/internal/base/civil"

	"holdover/internal/storage/database"
	"holdover/internal/storage/store/tables"
)

// Since contains the changes of a budget after a change.
type Since struct {
	Knowledge int64 // the number of the last change
	// Everything reports that all records are new, because the budget began after the requested change number or has
	// not reached it. The other fields are then empty.
	Everything bool
	Records    map[Kind][]ChangedRecord
	Touched    Touched
	Months     civil.Span // of changed rows, amounts and month records, before and after
}

// ChangedRecord is a record that was written since. A record that was created and deleted since is included.
type ChangedRecord struct {
	No      int64  // its number; for a cell its category, for a month its number
	Sub     int64  // for a cell its month, else zero
	ID      string // empty if it has none
	Deleted bool
	Renamed bool              // its name changed
	Last    json.RawMessage   // of a deleted record, its last state
	Parts   []json.RawMessage // replaced lists of a split's parts, oldest first
}

// ChangedSince returns the changes after the change with number knowledge. A number above the budget's last change is
// of another server, or of the time after the backup that this database was restored from.
func (v *ReadTx) ChangedSince(knowledge int64) (Since, error) {
	since := Since{Knowledge: v.header.Knowledge, Records: map[Kind][]ChangedRecord{}}
	if knowledge < 1 || knowledge > v.header.Knowledge {
		since.Everything = true
		return since, nil
	}
	var err error
	if since.Touched, err = v.TouchedSince(knowledge); err != nil {
		return since, err
	}
	at := map[Kind]map[tables.Key]int{}
	err = v.q.Each(selectRows+" AND change > $2 ORDER BY change, seq", []any{v.no, knowledge}, func(r database.Row) error {
		row, err := scanChangeRow(r)
		if err == nil {
			since.note(&row, at)
		}
		return err
	})
	return since, err
}

// TouchedSince returns the figures that were changed after the change with number knowledge, which is at least 1.
func (v *ReadTx) TouchedSince(knowledge int64) (touched Touched, err error) {
	changes, err := database.List(v.q, scanChange, selectChange+" AND no > $2 ORDER BY no", v.no, knowledge)
	for i := range changes {
		touched.join(changes[i].Touched)
	}
	return touched, err
}

// note adds the next row of the journal. The last row of a record takes precedence.
func (s *Since) note(row *changeRow, at map[Kind]map[tables.Key]int) {
	switch row.kind {
	case KindTransaction:
		for _, side := range []fields{row.old, row.new} {
			var day civil.Date
			if text := side["date"]; text != nil && json.Unmarshal(text, &day) == nil && day != 0 {
				s.Months.Cover(day.Month())
			}
		}
	case KindCell:
		s.Months.Cover(civil.Month(row.key.Sub))
	case KindMonth:
		s.Months.Cover(civil.Month(row.key.No))
	}
	if at[row.kind] == nil {
		at[row.kind] = map[tables.Key]int{}
	}
	record := ChangedRecord{No: row.key.No, Sub: row.key.Sub, ID: row.id, Deleted: row.new == nil, Renamed: row.old["name"] != nil && row.new["name"] != nil}
	if record.Deleted {
		record.Last = tables.JSON(row.old)
	}
	if parts := row.old["parts"]; row.new != nil && parts != nil && !bytes.Equal(parts, null) {
		record.Parts = []json.RawMessage{parts}
	}
	i, known := at[row.kind][row.key]
	if !known {
		at[row.kind][row.key] = len(s.Records[row.kind])
		s.Records[row.kind] = append(s.Records[row.kind], record)
		return
	}
	before := &s.Records[row.kind][i]
	record.Renamed, record.Parts = record.Renamed || before.Renamed, append(before.Parts, record.Parts...)
	s.Records[row.kind][i] = record
}

func (t *Touched) join(other Touched) {
	if other.From != 0 && (t.From == 0 || other.From < t.From) {
		t.From = other.From
	}
	for _, a := range other.Accounts {
		t.Accounts = appendNew(t.Accounts, a)
	}
	for _, c := range other.Categories {
		t.Categories = appendNew(t.Categories, c)
	}
	t.AllCharges = t.AllCharges || other.AllCharges
	t.Charges = append(t.Charges, other.Charges...)
	stay := !t.reaches(targetCells) && !other.reaches(targetCells)
	for _, kind := range other.Kinds {
		t.Kinds = appendNew(t.Kinds, kind)
	}
	t.TargetsStay = stay
}

// reaches reports whether a list of records may have changed since.
func (t *Touched) reaches(list listOf) bool {
	return slices.Contains(t.Kinds, list.kind) && !(list == targetCells && t.TargetsStay)
}
