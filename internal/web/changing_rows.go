package web

import (
	"holdover/internal/app"
	"holdover/internal/fault"
)

// rowChanges are what the forms of registers ask for.
var rowChanges = map[string]do{
	"add-row":  addRow,
	"edit-row": editRow,
}

func addRow(c *changing) (app.Done, error) {
	_, entry, err := c.row()
	if err != nil {
		return app.Done{}, err
	}
	done, _, err := c.app.AddRow(c.ctx, c.who, c.id, entry)
	return done, err
}

func editRow(c *changing) (app.Done, error) {
	rd, entry, err := c.row()
	if err != nil {
		return app.Done{}, err
	}
	if rd.fields.Seen != seenRow(&rd.form.Row.Row) {
		return app.Done{}, fault.New(fault.Conflict, "this row was changed since you opened it").
			WithHint("Save again to have it as it stands here; Cancel leaves it as it is now")
	}
	return c.app.EditRow(c.ctx, c.who, c.id, rd.fields.ID, entry, app.EvenReconciled(rd.fields.Even))
}

// row reads the form of a row. Faults: those of the fields.
func (c *changing) row() (*rowReading, app.RowEntry, error) {
	fields, err := typedFields(c.form)
	if err != nil {
		return nil, app.RowEntry{}, err
	}
	fields.dropBlankParts()
	form, err := c.app.RowForm(c.ctx, c.who, c.id, fields.ID)
	if err != nil {
		return nil, app.RowEntry{}, err
	}
	rd := newRowReading(&form, fields, c.today)
	entry := rd.entry()
	return rd, entry, rd.faults.refused()
}
