package desk

import (
	"context"
	"time"

	"holdover/internal/auth"
	"holdover/internal/people"
)

// HistoryEntry is a change as the history page shows it.
type HistoryEntry struct {
	Change   int64     `json:"change"`
	At       time.Time `json:"at"`
	Actor    string    `json:"actor"`
	Action   string    `json:"action"`
	Label    string    `json:"label"`
	Undoable bool      `json:"undoable"` // it can be taken back, unless something depends on it
	Undone   bool      `json:"undone"`
	Reverses int64     `json:"reverses"` // the change it took back, 0 where it took none back
}

// History are the budget's changes before one (0: from the newest), newest first.
func (d *Desk) History(ctx context.Context, who people.Actor, id string, before int64, limit int) ([]HistoryEntry, error) {
	no, err := d.People.May(ctx, who, id, auth.See)
	if err != nil {
		return nil, err
	}
	changes, err := d.Store.Changes(ctx, no, before, limit)
	if err != nil {
		return nil, err
	}
	nameOf, err := d.People.JournalNames(ctx)
	if err != nil {
		return nil, err
	}
	entries := make([]HistoryEntry, len(changes))
	for i, c := range changes {
		entries[i] = HistoryEntry{
			Change: c.No, At: c.At, Actor: nameOf(c.Actor), Action: c.Action, Label: c.Label,
			Undoable: c.Undoable && c.UndoneBy == 0, Undone: c.UndoneBy != 0, Reverses: c.Reverses,
		}
	}
	return entries, nil
}
