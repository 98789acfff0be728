// Package desk is where an actor meets a budget: who may, one look, one change of
// the journal. Packages app and bring stand on it; surfaces do not see it.
//
// Floor 4: may import floors 0 to 3 and people. Start with Desk and Editing.
package desk

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"holdover/internal/auth"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/each"
	"holdover/internal/envelope"
	"holdover/internal/money"
	"holdover/internal/people"
	"holdover/internal/store"
)

// Desk is where an actor meets a budget: it looks who may, and opens one look or
// one change.
type Desk struct {
	Store  *store.Store
	People *people.People
	Log    *slog.Logger
	Now    func() time.Time
	turns
}

// New is the desk over a store and its people.
func New(s *store.Store, p *people.People, log *slog.Logger, now func() time.Time) *Desk {
	return &Desk{s, p, log, now, newTurns()}
}

// View gives do a look at the budget with an id, when the actor may see it.
func (d *Desk) View(ctx context.Context, who people.Actor, id string, do func(*store.View) error) error {
	return d.ViewTo(ctx, who, id, auth.See, do)
}

// ViewTo is View for who has a right to the budget.
func (d *Desk) ViewTo(ctx context.Context, who people.Actor, id string, right auth.Right, do func(*store.View) error) error {
	asked, err := who.Asks(id, right)
	if err != nil {
		return err
	}
	return d.Store.ViewFor(ctx, asked, do)
}

// Header is the header of the budget with an id, when the actor has a right to it.
func (d *Desk) Header(ctx context.Context, who people.Actor, id string, right auth.Right) (store.Header, error) {
	asked, err := who.Asks(id, right)
	if err != nil {
		return store.Header{}, err
	}
	h, _, err := d.Store.HeaderFor(ctx, asked)
	return h, err
}

// Headers are those of the budgets to which the actor has a right, by name.
func (d *Desk) Headers(ctx context.Context, who people.Actor, right auth.Right) ([]store.Header, error) {
	theirs, all, err := d.People.Theirs(ctx, who, right)
	switch {
	case err != nil:
		return nil, err
	case all:
		return d.Store.Budgets(ctx)
	}
	return d.Store.BudgetsOf(ctx, theirs)
}

// FreeName is the name, or the name with a suffix where the actor has a budget
// of that name already.
func (d *Desk) FreeName(ctx context.Context, who people.Actor, name string) (string, error) {
	if strings.TrimSpace(name) == "" {
		name = "Budget"
	}
	all, err := d.Headers(ctx, who, auth.See)
	if err != nil {
		return "", err
	}
	taken := each.SetOf(all, func(h store.Header) string { return budget.NameKey(h.Info.Name) })
	return budget.FreeName(name, func(key string) bool { return taken[key] }), nil
}

// Done is what a change became in the journal.
type Done struct {
	Change int64  `json:"change"` // its number, what Undo takes; 0 where nothing changed
	Label  string `json:"label"`  // what was done, for people
	Action string `json:"-"`      // the kind of change, where a person has just made it
	// Accounts says that accounts were made, changed or deleted.
	Accounts       bool       `json:"-"`
	store.Reversal `json:"-"` // of an undo or a redo
	left           *store.Left
}

// After lets the looks of a context, where they need no transaction, begin at what the
// change left: the page that answers it.
func (d Done) After(ctx context.Context) context.Context { return store.After(ctx, d.left) }

// DoneBy is what a person is told of a change.
func DoneBy(c *store.Change) Done {
	return Done{Change: c.No, Label: c.Label, Reversal: c.Reversal, Accounts: slices.Contains(c.Touched.Kinds, store.KindAccount), left: c.Left}
}

// Editing is a change under way: the store's writer, and what is said of it.
type Editing struct {
	*store.Writer
	Label string // what was done, for the journal and for people
}

// Say sets what the journal and the person are told.
func (e *Editing) Say(format string, args ...any) { e.Label = fmt.Sprintf(format, args...) }

// Change lets do change the budget with an id in one step of the journal, when
// the actor may change it. action names the kind of change for programs.
func (d *Desk) Change(ctx context.Context, who people.Actor, id, action string, do func(*Editing) error) (Done, error) {
	asked, err := who.Asks(id, auth.Change)
	if err != nil {
		return Done{}, err
	}
	e := &Editing{}
	meta := store.Meta{Actor: who.JournalName(), Action: action, At: d.Now()}
	change, err := d.Store.ChangeFor(ctx, asked, meta, func(w *store.Writer) error {
		e.Writer = w
		err := do(e)
		w.SetLabel(e.Label)
		if err == nil && e.Info().CardEnvelopes {
			err = e.keepCards()
		}
		return err
	})
	if err != nil {
		return Done{}, err
	}
	done := DoneBy(&change)
	done.Label, done.Action = e.Label, action // also where nothing was changed
	return done, nil
}

// Outline is the groups and categories as they stand.
func (e *Editing) Outline() (*envelope.Outline, error) {
	groups, err := e.Groups()
	if err != nil {
		return nil, err
	}
	categories, err := e.Categories()
	return &envelope.Outline{Groups: groups, Categories: categories}, err
}

// Text writes an amount as the budget shows it.
func (e *Editing) Text(m money.Milli) string { return e.Info().Currency.Spoken(m) }

// Day writes a day as the budget shows it.
func (e *Editing) Day(d cal.Date) string { return d.In(e.Info().DateFormat) }

// Contents is what categories hold.
func (e *Editing) Contents(of []budget.CategoryNo) (envelope.Contents, error) {
	holds := envelope.Contents{Used: make(map[budget.CategoryNo]bool)}
	for _, c := range of {
		if c == 0 {
			continue
		}
		cells, err := e.CellsOf(c)
		if err != nil {
			return holds, err
		}
		holds.Cells = append(holds.Cells, cells...)
		used, err := e.used(c)
		if err != nil {
			return holds, err
		}
		holds.Used[c] = used
	}
	return holds, nil
}

// used says whether a line, a schedule or a rule refers to a category.
func (e *Editing) used(c budget.CategoryNo) (bool, error) {
	for _, err := range e.Transactions(store.Filter{Category: c, Limit: 1}) {
		return true, err
	}
	rules, err := e.Rules()
	if err != nil {
		return false, err
	}
	named := false
	for i := range rules {
		rules[i].Refers(func(budget.AccountNo) {}, func(budget.PayeeNo) {}, func(no budget.CategoryNo) { named = named || no == c })
	}
	scheduled, err := e.Scheduled()
	if err != nil || named {
		return named, err
	}
	return slices.ContainsFunc(scheduled, func(s budget.Scheduled) bool {
		return s.Category == c || slices.ContainsFunc(s.Parts, func(p budget.Part) bool { return p.Category == c })
	}), nil
}

// Delete writes what follows from deleting categories and groups.
func (e *Editing) Delete(d *envelope.Deletion) error {
	for _, c := range d.Categories {
		if d.Receiver != 0 {
			if err := e.MoveLines(c, d.Receiver); err != nil {
				return err
			}
		}
		if err := e.DeleteCategory(c); err != nil {
			return err
		}
	}
	if err := each.Do(d.Cells, e.PutCell); err != nil {
		return err
	}
	if d.Group != 0 {
		return e.DeleteGroup(d.Group)
	}
	return nil
}

// Hold writes what a month holds.
func (e *Editing) Hold(m cal.Month, amount money.Milli) error {
	record, err := e.Month(m)
	if err != nil {
		return err
	}
	record.Held = amount
	return e.PutMonth(record)
}
