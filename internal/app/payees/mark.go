package payees

import (
	"context"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
)

// MarkChange sets marks of payees; nil leaves a mark unchanged.
type MarkChange struct{ Hidden, Favourite, LearningOff *bool }

// IsEmpty reports whether no mark is set.
func (m MarkChange) IsEmpty() bool { return m == MarkChange{} }

func (m MarkChange) set(p *budget.Payee) {
	for _, one := range []struct{ to, value *bool }{{&p.Hidden, m.Hidden}, {&p.Favourite, m.Favourite}, {&p.LearningOff, m.LearningOff}} {
		if one.value != nil {
			*one.to = *one.value
		}
	}
}

// label describes a change of one mark: "Hid the payee REWE in suggestions".
func (m MarkChange) label(payees string) string {
	choose := func(on bool, yes, no string) string {
		if on {
			return yes
		}
		return no
	}
	switch {
	case m.Hidden != nil && m.Favourite == nil && m.LearningOff == nil:
		return choose(*m.Hidden, "Hid ", "Showed ") + payees + " in suggestions"
	case m.Favourite != nil && m.Hidden == nil && m.LearningOff == nil:
		return choose(*m.Favourite, "Added ", "Removed ") + payees + choose(*m.Favourite, " to the favourites", " from the favourites")
	case m.LearningOff != nil && m.Hidden == nil && m.Favourite == nil:
		return "Switched the suggested category of " + payees + choose(*m.LearningOff, " off", " on")
	}
	return "Changed " + payees
}

// MarkPayees sets marks of payees. It returns an Invalid error without payees, or for the payee of an account.
func (ps *Payees) MarkPayees(ctx context.Context, who users.Actor, id string, payees []string, marks MarkChange) (budgetsession.ChangeResult, error) {
	return ps.access.Change(ctx, who, id, "mark-payees", func(e *budgetsession.ChangeTx) error {
		if len(payees) == 0 {
			return apperr.New(apperr.Invalid, "no payee is selected").WithHint("select at least one")
		}
		text := humanize.Number(len(payees), "payee", "payees")
		for _, one := range payees {
			p, err := ordinaryPayee(&e.ReadTx, one)
			if err != nil {
				return err
			}
			if len(payees) == 1 {
				text = "the payee " + p.Name
			}
			was := p
			if marks.set(&p); marksOf(&p) == marksOf(&was) {
				continue
			}
			if err := e.Put(&p); err != nil {
				return err
			}
		}
		e.Say("%s", marks.label(text))
		return nil
	})
}

// UpdatePayee renames a payee, unless it has the name already, and sets marks. It returns the errors of RenamePayee.
func (ps *Payees) UpdatePayee(ctx context.Context, who users.Actor, id, payee, name string, marks MarkChange) (budgetsession.ChangeResult, error) {
	return ps.payee(ctx, who, id, "update-payee", payee, func(e *budgetsession.ChangeTx, p *budget.Payee) error {
		marks.set(p)
		if name == p.Name {
			e.Say("%s", marks.label("the payee "+p.Name))
			return e.Put(p)
		}
		if err := rename(e, p, name); err != nil {
			return err
		}
		e.Say("%s, and changed its suggestions", e.Label)
		return e.Put(p)
	})
}
