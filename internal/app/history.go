package app

import (
	"context"
	"time"

	"holdover/internal/auth"
	"holdover/internal/fault"
	"holdover/internal/store"
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
func (a *App) History(ctx context.Context, who Actor, id string, before int64, limit int) ([]HistoryEntry, error) {
	h, err := a.find(ctx, who, id, auth.See)
	if err != nil {
		return nil, err
	}
	changes, err := a.store.Changes(ctx, h.No, before, limit)
	if err != nil {
		return nil, err
	}
	nameOf, err := a.journalNames(ctx)
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

// Undo takes a change back; 0 is the last one that can be. Faults: Conflict
// where something it touched has been changed since, or nothing is left to undo.
func (a *App) Undo(ctx context.Context, who Actor, id string, change int64) (Done, error) {
	return a.reverse(ctx, who, id, change, a.store.Undoable, a.store.Undo, "undo")
}

// Redo makes an undone change again; 0 is the last one that was undone.
func (a *App) Redo(ctx context.Context, who Actor, id string, change int64) (Done, error) {
	return a.reverse(ctx, who, id, change, a.store.Redoable, a.store.Redo, "redo")
}

func (a *App) reverse(
	ctx context.Context, who Actor, id string, change int64,
	next func(context.Context, int64) (store.Change, error),
	do func(context.Context, int64, int64, store.Meta) (store.Change, error), word string,
) (Done, error) {
	h, err := a.find(ctx, who, id, auth.Change)
	if err != nil {
		return Done{}, err
	}
	if change == 0 {
		c, err := next(ctx, h.No)
		if err != nil {
			return Done{}, err
		}
		if c.No == 0 {
			return Done{}, fault.New(fault.Conflict, "there is nothing to %s", word)
		}
		change = c.No
	}
	c, err := do(ctx, h.No, change, store.Meta{Actor: who.journalName(), Action: word, At: a.now()})
	if err != nil {
		return Done{}, err
	}
	return Done{Change: c.No, Label: c.Label}, nil
}

// Watch gives a channel on which the number of the latest change of the budget
// arrives, until cancel is called.
func (a *App) Watch(ctx context.Context, who Actor, id string) (changes <-chan int64, cancel func(), err error) {
	h, err := a.find(ctx, who, id, auth.See)
	if err != nil {
		return nil, nil, err
	}
	changes, cancel = a.store.Subscribe(h.No)
	return changes, cancel, nil
}
