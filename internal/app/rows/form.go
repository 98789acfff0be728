package rows

import (
	"context"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/rules"
	"holdover/internal/app/users"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Form contains the data of a row's form, from one snapshot.
type Form struct {
	pageframe.Frame
	Groups     []budget.Group    // in display order
	Categories []budget.Category // in display order, group by group
	Sheet      *envelope.Sheet   // the available amounts; may be shared: not to be changed
	Row        *Detail           // nil for a new row
}

// Detail is a row with the fields that a register does not show.
type Detail struct {
	Row
	Others   []string // for each part, the id of the row on the other side of its transfer, "" for none
	Bank     *budget.Bank
	ByRules  []rules.AppliedRule
	DebtType string // the source's word for a row of a loan
}

// RowForm returns the form of a row, or of a new one if row is "". It requires the right to change the budget.
func (rs *Rows) RowForm(ctx context.Context, who users.Actor, id, row string) (Form, error) {
	var f Form
	err := pageframe.ViewTo(ctx, rs.access, who, id, auth.Change, &f.Frame, func(v *store.ReadTx) (err error) {
		if err := f.Choices(v); err != nil || row == "" {
			return err
		}
		f.Row, err = rowDetail(v, row)
		return err
	})
	return f, err
}

// Choices reads the categories that the form offers.
func (f *Form) Choices(v *store.ReadTx) error {
	return iterutil.Try(iterutil.Store(&f.Groups, v.Groups), iterutil.Store(&f.Categories, v.Categories), iterutil.Store(&f.Sheet, v.Sheet))
}

func rowDetail(v *store.ReadTx, row string) (*Detail, error) {
	t, err := ByID(v, row)
	if err != nil {
		return nil, err
	}
	names, err := NamesIn(v)
	if err != nil {
		return nil, err
	}
	others := NewOtherSides(v)
	if err := others.Know([]budget.Transaction{t}); err != nil {
		return nil, err
	}
	d := &Detail{Bank: t.Bank, DebtType: t.DebtType}
	if d.Row, err = names.Row(&t, others); err != nil {
		return nil, err
	}
	if d.ByRules, err = rules.AppliedRules(v, t.ByRule); err != nil {
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
