package budgetsession

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"
	"unicode/utf8"

	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/storage/store"
)

// ChangedMeanwhile is the code of an edit of a record that another change has changed since the editor's form was
// rendered.
const ChangedMeanwhile apperr.Code = "changed-meanwhile"

// Overwriting is the action of a change that replaces another user's change, after its author was warned.
const Overwriting = "overwrite"

// Opened is the version of the budget from which the form of a change was rendered.
type Opened struct {
	Change int64 // the number of the budget's last change then
	Told   bool  // the user was warned of a change since then, and submits the form again
	// Own contains the numbers of later changes that the user made before this form was filled in, such as those that
	// waited in the same browser.
	Own []int64
}

type openedKey struct{}

// WithOpened returns a context for changes that refuse to overwrite a record that was changed after the form was
// rendered.
func WithOpened(ctx context.Context, o Opened) context.Context {
	return context.WithValue(ctx, openedKey{}, o)
}

func openedIn(ctx context.Context) (o Opened, known bool) {
	o, known = ctx.Value(openedKey{}).(Opened)
	return o, known
}

// Stale is the error of a change from a form that was rendered before another change of the same record.
type Stale struct {
	By     store.Change // the other change
	What   string       // the record that both change, such as "this transaction"
	Theirs string       // the present value, as a sentence; may be empty
}

func (*Stale) Error() string { return "something was changed after its form was opened" }

// OtherChange returns the number of the change because of which another one was refused; 0 if it is not known.
func OtherChange(failed error) int64 {
	if s, is := errors.AsType[*Stale](failed); is {
		return s.By.No
	}
	return 0
}

// OfRecord sets the change that changed a record after its form was rendered. If the form contains no time, the error
// names no change.
func (e *ChangeTx) OfRecord(kind store.Kind, no int64, what, theirs string) error {
	by, err := e.LastChangeOf(kind, no, e.opened.Change)
	if err != nil {
		return err
	}
	return &Stale{By: by, What: what, Theirs: theirs}
}

// refuseOverwriting refuses a change of fields that another change has written since the form was rendered.
func (e *ChangeTx) refuseOverwriting() error {
	over, err := e.Overwrites(e.opened.Change, e.opened.Own)
	if err != nil || over == nil {
		return err
	}
	return &Stale{By: over.By, What: "this", Theirs: shortText(over.Theirs)}
}

const mostQuoted = 300 // characters

// shortText quotes a member of a record if it is a short text.
func shortText(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) != nil || text == "" || utf8.RuneCountInString(text) > mostQuoted {
		return ""
	}
	return "It now says: \"" + text + "\""
}

// explain converts a Stale error into one for users, with the name of the other user and the time.
func (a *Access) explain(ctx context.Context, who users.Actor, failed error) error {
	s, is := errors.AsType[*Stale](failed)
	if !is {
		return failed
	}
	message := s.What + " was changed"
	if s.By.No != 0 {
		nameOf, err := a.UserService.JournalNames(ctx, []string{s.By.Actor})
		if err != nil {
			return err
		}
		name := nameOf(s.By.Actor)
		if s.By.Actor == who.JournalName() {
			name = "Another window"
		}
		message = name + " changed " + s.What + " " + a.when(ctx, s.By.At)
	}
	message += ", after you opened it"
	if label := s.By.Describe(s.By.Label); label != "" {
		message += ": " + label
	}
	if s.Theirs != "" {
		message += ". " + s.Theirs
	}
	return apperr.New(apperr.Conflict, "%s", message).WithCode(ChangedMeanwhile).WithCause(s).
		WithHint("Save again to replace it with what you typed, or leave it as it is now")
}

// when formats a time in the user's time zone.
func (a *Access) when(ctx context.Context, at time.Time) string {
	zone := Zone(ctx)
	if zone == nil {
		zone = a.Now().Location()
	}
	at = at.In(zone)
	if now := a.Now().In(zone); at.Format(time.DateOnly) != now.Format(time.DateOnly) {
		return at.Format("on 2 January at 15:04")
	}
	return at.Format("at 15:04")
}

// Overwritten returns the changes by others, after a number of the journal, that replaced a change after their
// authors were warned. Each is a sentence.
func (a *Access) Overwritten(ctx context.Context, who users.Actor, id string, since int64) (texts []string, err error) {
	changes, err := Read(ctx, a, who, id, func(v *store.ReadTx) ([]store.Change, error) { return v.EntriesSince(since, Overwriting) })
	if err != nil {
		return nil, err
	}
	changes = slices.DeleteFunc(changes, func(c store.Change) bool { return c.Actor == who.JournalName() })
	nameOf, err := a.UserService.JournalNames(ctx, iterutil.Map(changes, func(c store.Change) string { return c.Actor }))
	if err != nil {
		return nil, err
	}
	return iterutil.Map(changes, func(c store.Change) string { return nameOf(c.Actor) + " saved over a later change: " + c.Label }), nil
}
