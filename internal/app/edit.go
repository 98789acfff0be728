package app

import (
	"context"
	"fmt"

	"holdover/internal/auth"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/envelope"
	"holdover/internal/money"
	"holdover/internal/store"
)

// Done is what a change became in the journal.
type Done struct {
	Change int64  `json:"change"` // its number, what Undo takes; 0 where nothing changed
	Label  string `json:"label"`  // what was done, for people
}

// editing is a change under way: the store's writer, and what the rules look at.
type editing struct {
	*store.Writer
	label string // what was done, for the journal and for people
}

// say sets what the journal and the person are told.
func (e *editing) say(format string, args ...any) { e.label = fmt.Sprintf(format, args...) }

// change lets do change the budget with an id in one step of the journal, when
// the actor may change it. action names the kind of change for programs.
func (a *App) change(ctx context.Context, who Actor, id, action string, do func(*editing) error) (Done, error) {
	h, err := a.find(ctx, who, id, auth.Change)
	if err != nil {
		return Done{}, err
	}
	var label string
	meta := store.Meta{Actor: who.journalName(), Action: action, At: a.now()}
	change, err := a.store.Change(ctx, h.No, meta, func(w *store.Writer) error {
		e := &editing{Writer: w}
		if err := do(e); err != nil {
			return err
		}
		label = e.label
		w.SetLabel(label)
		return nil
	})
	if err != nil {
		return Done{}, err
	}
	return Done{Change: change.No, Label: label}, nil
}

func (e *editing) outline() (*envelope.Outline, error) {
	groups, err := e.Groups()
	if err != nil {
		return nil, err
	}
	categories, err := e.Categories()
	return &envelope.Outline{Groups: groups, Categories: categories}, err
}

// assign writes budgeted amounts.
func (e *editing) assign(list []envelope.Assignment) error {
	for _, to := range list {
		if err := e.SetBudgeted(to.Category, to.Month, to.Budgeted); err != nil {
			return err
		}
	}
	return nil
}

func (e *editing) hold(m cal.Month, amount money.Milli) error {
	record, err := e.Month(m)
	if err != nil {
		return err
	}
	record.Held = amount
	return e.PutMonth(record)
}

// text writes an amount as the budget shows it.
func (e *editing) text(m money.Milli) string { return e.Info().Currency.Spoken(m) }

// day writes a day as the budget shows it.
func (e *editing) day(d cal.Date) string { return d.In(e.Info().DateFormat) }

// category finds the category with an id; "" is To Budget where money moves.
func (e *editing) category(id string) (budget.Category, error) {
	if id == "" {
		return budget.Category{No: envelope.ToBudget, Name: "To Budget"}, nil
	}
	return e.CategoryByID(id)
}
