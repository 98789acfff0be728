package access

import (
	"context"
	"fmt"
	"slices"

	"holdover/internal/auth"
	"holdover/internal/people"
	"holdover/internal/store"
)

// Done is what a change became in the journal.
type Done struct {
	Change int64  `json:"change"` // its number, what Undo takes; 0 where nothing changed
	Label  string `json:"label"`  // what was done, for people
	Action string `json:"-"`      // the kind of change, where a person has just made it
	// Accounts says that accounts were made, changed or deleted.
	Accounts       bool       `json:"-"`
	store.Reversal `json:"-"` // of an undo or a redo
}

// DoneBy is what a person is told of a change.
func DoneBy(c *store.Change) Done {
	return Done{Change: c.No, Label: c.Label, Reversal: c.Reversal, Accounts: slices.Contains(c.Touched.Kinds, store.KindAccount)}
}

// Editing is a change under way: the store's writer, and what is said of it.
type Editing struct {
	*store.Writer
	Label  string // what was done, for the journal and for people
	opened Opened // how the budget stood when the form was drawn; zero where that is not known
}

// Say sets what the journal and the person are told.
func (e *Editing) Say(format string, args ...any) { e.Label = fmt.Sprintf(format, args...) }

// Change lets do change the budget with an id in one step of the journal, when
// the actor may change it. action names the kind of change for programs.
func (a *Access) Change(ctx context.Context, who people.Actor, id, action string, do func(*Editing) error) (Done, error) {
	asked, err := who.Asks(id, auth.Change)
	if err != nil {
		return Done{}, err
	}
	e := &Editing{}
	opened, known := openedIn(ctx)
	e.opened = opened
	meta := store.Meta{Actor: who.JournalName(), Action: action, At: a.Now()}
	if opened.Told {
		meta.Action = Overwriting
	}
	change, err := a.Store.ChangeFor(ctx, asked, meta, func(w *store.Writer) error {
		e.Writer = w
		err := do(e)
		w.SetLabel(e.Label)
		if err == nil && known {
			err = e.refuseOverwriting()
		}
		if err == nil && e.Info().CardEnvelopes {
			err = e.keepCards()
		}
		return err
	})
	if err != nil {
		return Done{}, a.explain(ctx, who, err)
	}
	done := DoneBy(&change)
	done.Label, done.Action = e.Label, action // also where nothing was changed
	return done, nil
}

// ChangeOne is Change with the record that find finds by an id.
func ChangeOne[T any](ctx context.Context, a *Access, who people.Actor, id, action, one string, find func(*store.View, string) (T, error), do func(*Editing, *T) error) (Done, error) {
	return a.Change(ctx, who, id, action, func(e *Editing) error {
		found, err := find(&e.View, one)
		if err != nil {
			return err
		}
		return do(e, &found)
	})
}
