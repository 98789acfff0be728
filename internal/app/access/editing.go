package access

import (
	"slices"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/each"
	"holdover/internal/envelope"
	"holdover/internal/money"
	"holdover/internal/store"
)

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
