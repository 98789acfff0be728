package app

import (
	"context"

	"holdover/internal/app/budgetsession"
	"holdover/internal/model/auth"
	"holdover/internal/storage/store"
	"holdover/internal/storage/userstore"
)

// History returns the budget's changes before one (0: from the newest), newest first.
func (a *App) History(ctx context.Context, who Actor, id string, before int64, limit int) ([]HistoryEntry, error) {
	return a.access.History(ctx, who, id, before, limit)
}

// Undo undoes a change; 0 is the actor's last one that is not undone. It returns a Conflict error if affected data
// has changed since, and NotFound if there is nothing to undo.
func (a *App) Undo(ctx context.Context, who Actor, id string, change int64) (ChangeResult, error) {
	return a.reverse(ctx, who, id, change, a.store.UndoFor, "undo")
}

// Redo redoes an undone change; 0 is the one that the actor undid last.
func (a *App) Redo(ctx context.Context, who Actor, id string, change int64) (ChangeResult, error) {
	return a.reverse(ctx, who, id, change, a.store.RedoFor, "redo")
}

func (a *App) reverse(
	ctx context.Context, who Actor, id string, change int64,
	do func(context.Context, userstore.AccessRequest, int64, store.Meta) (store.Change, error), word string,
) (ChangeResult, error) {
	asked, err := who.Request(id, auth.Change)
	if err != nil {
		return ChangeResult{}, err
	}
	c, err := do(ctx, asked, change, store.Meta{Actor: who.JournalName(), Action: word, At: a.now(), Request: budgetsession.RequestIn(ctx)})
	if err != nil {
		return ChangeResult{}, err
	}
	return budgetsession.ResultOf(&c), nil
}

// Watch returns a channel that receives the number of the budget's latest change, until cancel is called.
func (a *App) Watch(ctx context.Context, who Actor, id string) (changes <-chan int64, cancel func(), err error) {
	h, err := a.access.Header(ctx, who, id, auth.See)
	if err != nil {
		return nil, nil, err
	}
	changes, cancel = a.store.Subscribe(h.No)
	return changes, cancel, nil
}
