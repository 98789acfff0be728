package budgetsession

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// Text writes an amount as the budget shows it.
func (e *ChangeTx) Text(m money.Milli) string { return e.Info().Currency.Spoken(m) }

// Day writes a day as the budget shows it.
func (e *ChangeTx) Day(d civil.Date) string { return d.In(e.Info().DateFormat) }

// Delete writes the effects of deleting categories and groups.
func (e *ChangeTx) Delete(d *envelope.Deletion) error {
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
	if err := iterutil.Each(d.Cells, e.PutCell); err != nil {
		return err
	}
	if d.Group != 0 {
		return e.Remove(&budget.Group{No: d.Group})
	}
	return nil
}

// Hold sets the amount that a month holds.
func (e *ChangeTx) Hold(m civil.Month, amount money.Milli) error {
	record, err := e.Month(m)
	if err != nil {
		return err
	}
	record.Held = amount
	return e.PutMonth(record)
}

// ForgetTargets discards the targets and figures that a document has for a category in the months from one on, after
// its target was replaced.
func (e *ChangeTx) ForgetTargets(c budget.CategoryNo, from civil.Month) error {
	cells, err := e.CellsOf(c)
	if err != nil {
		return err
	}
	for _, cell := range cells {
		if cell.Month < from || cell.Target == nil && cell.Shown == nil {
			continue
		}
		cell.Target, cell.Shown = nil, nil
		if err := e.PutCell(cell); err != nil {
			return err
		}
	}
	return nil
}
