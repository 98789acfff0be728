package budgetsession

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"holdover/internal/app/users"
	"holdover/internal/model/auth"
	"holdover/internal/storage/store"
)

// ChangeResult is the journal entry of a change.
type ChangeResult struct {
	Change int64  `json:"change"` // its number, the argument of Undo; 0 if nothing changed
	Label  string `json:"label"`  // a description of the change, for users
	Action string `json:"-"`      // the kind of change, set only in the response to the change
	// Accounts reports whether accounts were created, changed or deleted.
	Accounts bool `json:"-"`
	// Repeated reports whether an earlier request with the same key made the change.
	Repeated bool `json:"-"`
	// Seen is the fingerprint of the transaction that the change added or edited, as it is now; "" if there is none.
	Seen           string     `json:"-"`
	store.Reversal `json:"-"` // of an undo or a redo
}

// ResultOf returns the data about a change that is shown to a user.
func ResultOf(c *store.Change) ChangeResult {
	return ChangeResult{Change: c.No, Label: c.Label, Reversal: c.Reversal, Accounts: slices.Contains(c.Touched.Kinds, store.KindAccount)}
}

// ChangeTx is a change in progress: the store's writer, and the label of the change.
type ChangeTx struct {
	*store.WriteTx
	Label  string // a description of the change, for the journal and for users
	Seen   string // for ChangeResult.Seen
	opened Opened // the version from which the form was rendered; zero if unknown
}

// Say sets the label, which is stored in the journal and shown to the user.
func (e *ChangeTx) Say(format string, args ...any) { e.Label = fmt.Sprintf(format, args...) }

// Change calls do to change the budget with an id in one step of the journal, if the actor may change it. action
// names the kind of change for programs. If an earlier request with the key of ctx made the change, Change returns
// that change and does not call do.
func (a *Access) Change(ctx context.Context, who users.Actor, id, action string, do func(*ChangeTx) error) (ChangeResult, error) {
	asked, err := who.Request(id, auth.Change)
	if err != nil {
		return ChangeResult{}, err
	}
	e := &ChangeTx{}
	opened, known := openedIn(ctx)
	e.opened = opened
	meta := store.Meta{Actor: who.JournalName(), Action: action, At: a.Now(), Request: RequestIn(ctx)}
	if opened.Told {
		meta.Action = Overwriting
	}
	change, err := a.Store.ChangeFor(ctx, asked, meta, func(w *store.WriteTx) error {
		e.WriteTx = w
		err := do(e)
		w.SetLabel(e.Label)
		if err == nil && known {
			err = e.refuseOverwriting()
		}
		if err == nil && e.Info().CardEnvelopes {
			err = e.syncCards()
		}
		return err
	})
	if err != nil {
		return ChangeResult{}, a.explain(ctx, who, err)
	}
	if e.WriteTx == nil {
		return a.repeated(ctx, &change, meta.Request)
	}
	done := ResultOf(&change)
	done.Label, done.Action, done.Seen = e.Label, action, e.Seen // also if nothing was changed
	return done, nil
}

// errPreviewed rolls back the change of a preview.
var errPreviewed = errors.New("previewed")

// Preview calls do as Change does, and rolls the change back. Whatever do reads after a write is the result that the
// change would have.
func (a *Access) Preview(ctx context.Context, who users.Actor, id string, do func(*ChangeTx) error) error {
	_, err := a.Change(ctx, who, id, "preview", func(e *ChangeTx) error { return cmp.Or(do(e), errPreviewed) })
	if errors.Is(err, errPreviewed) {
		return nil
	}
	return err
}

// ChangeOne is Change with the record that find returns for an id.
func ChangeOne[T any](ctx context.Context, a *Access, who users.Actor, id, action, one string, find func(*store.ReadTx, string) (T, error), do func(*ChangeTx, *T) error) (ChangeResult, error) {
	return a.Change(ctx, who, id, action, func(e *ChangeTx) error {
		found, err := find(&e.ReadTx, one)
		if err != nil {
			return err
		}
		return do(e, &found)
	})
}
