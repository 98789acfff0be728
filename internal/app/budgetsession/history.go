package budgetsession

import (
	"context"
	"time"

	"holdover/internal/app/users"
	"holdover/internal/base/iterutil"
	"holdover/internal/storage/store"
)

type HistoryEntry struct {
	Change         int64     `json:"change"`
	At             time.Time `json:"at"`
	Actor          string    `json:"actor"`
	Action         string    `json:"action"`
	Label          string    `json:"label"`
	Undoable       bool      `json:"undoable"` // it can be undone, unless another change depends on it
	Undone         bool      `json:"undone"`
	Reverses       int64     `json:"reverses"` // the change that it undid, or 0
	store.Reversal `json:"-"`
}

// History returns the budget's changes before a number (0: all), newest first.
func (a *Access) History(ctx context.Context, who users.Actor, id string, before int64, limit int) ([]HistoryEntry, error) {
	changes, err := Read(ctx, a, who, id, func(v *store.ReadTx) ([]store.Change, error) { return v.Entries(before, limit) })
	if err != nil {
		return nil, err
	}
	actors := iterutil.Map(changes, func(c store.Change) string { return c.Actor })
	nameOf, err := a.UserService.JournalNames(ctx, actors)
	if err != nil {
		return nil, err
	}
	return iterutil.Map(changes, func(c store.Change) HistoryEntry {
		return HistoryEntry{
			Change: c.No, At: c.At, Actor: nameOf(c.Actor), Action: c.Action, Label: c.Label,
			Undoable: c.Undoable && c.UndoneBy == 0, Undone: c.UndoneBy != 0, Reverses: c.Reverses, Reversal: c.Reversal,
		}
	}), nil
}
