package app

import (
	"context"

	"holdover/internal/app/frame"
	"holdover/internal/app/rows"
	"holdover/internal/app/rules"
	"holdover/internal/auth"
	"holdover/internal/budget"
	"holdover/internal/envelope"
	"holdover/internal/store"
)

// RowForm is what the form of a row is drawn from, all of one moment.
type RowForm struct {
	frame.Frame
	Groups     []budget.Group    // in display order
	Categories []budget.Category // in display order, group by group
	Sheet      *envelope.Sheet   // what categories have; may be shared: not to be changed
	Row        *RowDetail        // nil for a new row
}

// RowDetail is a row with what a register does not show of it.
type RowDetail struct {
	rows.Row
	Others   []string // for each part, the id of the row on the other side of its transfer, "" for none
	Bank     *budget.Bank
	ByRules  []rules.Said
	DebtType string // the source's word for a row of a loan
}

// RowForm is the form of a row, or of a new one where row is "". It is for
// those who may change the budget.
func (a *App) RowForm(ctx context.Context, who Actor, id, row string) (RowForm, error) {
	return store.Unheld(ctx, func(ctx context.Context) (RowForm, error) { return a.rowForm(ctx, who, id, row) })
}

func (a *App) rowForm(ctx context.Context, who Actor, id, row string) (RowForm, error) {
	var f RowForm
	err := frame.ViewTo(ctx, a.desk, who, id, auth.Change, &f.Frame, func(v *store.View) (err error) {
		if err := f.choices(v); err != nil || row == "" {
			return err
		}
		f.Row, err = rowDetail(v, row)
		return err
	})
	return f, err
}

// choices reads what categories are chosen from.
func (f *RowForm) choices(v *store.View) (err error) {
	if f.Groups, err = v.Groups(); err != nil {
		return err
	}
	if f.Categories, err = v.Categories(); err != nil {
		return err
	}
	f.Sheet, err = v.Sheet()
	return err
}

func rowDetail(v *store.View, row string) (*RowDetail, error) {
	t, err := rowByID(v, row)
	if err != nil {
		return nil, err
	}
	names, err := rows.NamesIn(v)
	if err != nil {
		return nil, err
	}
	others := rows.NewOtherSides(v)
	if err := others.Know([]budget.Transaction{t}); err != nil {
		return nil, err
	}
	d := &RowDetail{Bank: t.Bank, DebtType: t.DebtType}
	if d.Row, err = names.Row(&t, others); err != nil {
		return nil, err
	}
	if d.ByRules, err = rules.SaidOf(v, t.ByRule); err != nil {
		return nil, err
	}
	for i := range t.Parts {
		other, err := others.RowID(t.Parts[i].Transfer.Tx)
		if err != nil {
			return nil, err
		}
		d.Others = append(d.Others, other)
	}
	return d, nil
}
