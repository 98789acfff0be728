package web

import (
	"holdover/internal/app"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/envelope"
	"holdover/internal/fault"
)

// toBudget is what a click on To Budget offers.
func (d *menuDrawing) toBudget(month string) (*MenuPage, error) {
	m, err := cal.ParseMonth(month)
	if err != nil {
		return nil, fault.New(fault.NotFound, "there is no such month").WithCause(err)
	}
	f := d.Sheet.Month(m)
	p := &MenuPage{Heading: "To Budget", Sub: m.Name() + ", " + d.symbol(f.ToBudget).Text}
	at := hiddenField("month", m.String())
	if amount := envelope.DefaultHold(d.Sheet, m); amount > 0 {
		hold := d.do("Hold for next month", "hold", at).ask("Hold", amountField("Amount", d.format.Text(amount)))
		p.Items = append(p.Items, hold)
	}
	if f.Held != 0 {
		p.Items = append(p.Items, d.do("Reset next month's buffer", "reset-hold", at))
	}
	move := d.do("Move to a category", "move-to-category", at).ask("Move", amountField("Amount", d.format.Text(max(0, f.ToBudget))),
		Field{Name: "to", Label: "To", Kind: Choice, Groups: d.balances(m, nil)[1:]})
	p.Items = append(p.Items, move)
	return p, nil
}

func amountField(label, value string) Field {
	return Field{Name: "amount", Label: label, Value: value, Kind: AmountField}
}

// balance is what a click on a Balance offers.
func (d *menuDrawing) balance(key string) (*MenuPage, error) {
	c, m, err := d.cell(key)
	if err != nil {
		return nil, err
	}
	cell := d.Sheet.Cell(c.No, m)
	p := &MenuPage{Heading: c.Name, Sub: "Balance in " + m.Name() + ", " + d.symbol(cell.Balance).Text}
	at, of := hiddenField("month", m.String()), hiddenField("category", c.ID)
	others := d.balances(m, c)
	if cell.Balance < 0 {
		p.Items = append(p.Items, d.do("Cover overspending", "cover", at, of).
			ask("Cover", Field{Name: "from", Label: "From", Kind: Choice, Groups: others}))
	}
	p.Items = append(p.Items, d.do("Transfer to another category", "transfer", at, of).
		ask("Transfer", amountField("Amount", d.format.Text(max(0, cell.Balance))), Field{Name: "to", Label: "To", Kind: Choice, Groups: others}))
	on, off := envelope.OffersRollover(cell)
	if on {
		p.Items = append(p.Items, d.do("Rollover overspending", "rollover", at, of, hiddenField("on", "1")))
	}
	if off {
		p.Items = append(p.Items, d.do("Remove overspending rollover", "rollover", at, of, hiddenField("on", "0")))
	}
	return p, nil
}

// budgeted is the form for a budgeted amount, for browsers without scripts.
func (d *menuDrawing) budgeted(key string) (*MenuPage, error) {
	c, m, err := d.cell(key)
	if err != nil {
		return nil, err
	}
	it := d.do("Budgeted", "budgeted", hiddenField("month", m.String()), hiddenField("category", c.ID)).
		ask("Save", amountField("Amount", d.format.Text(d.Sheet.Cell(c.No, m).Budgeted)))
	it.Open = true
	return &MenuPage{Heading: c.Name, Sub: "Budgeted in " + m.Name(), Items: []MenuItem{it}}, nil
}

// monthMenu is the menu next to a month's name.
func (d *menuDrawing) monthMenu(month string) (*MenuPage, error) {
	m, err := cal.ParseMonth(month)
	if err != nil {
		return nil, fault.New(fault.NotFound, "there is no such month").WithCause(err)
	}
	at := hiddenField("month", m.String())
	p := &MenuPage{Heading: m.Name(), Note: d.noteOf(m)}
	for _, fill := range []struct {
		label  string
		action app.MonthAction
	}{
		{"Copy last month's budget", app.CopyLastMonth},
		{"Set budgets to zero", app.SetToZero},
		{"Set budgets to 3-month average", app.Average3},
		{"Set budgets to 6-month average", app.Average6},
		{"Set budgets to 12-month average", app.Average12},
	} {
		p.Items = append(p.Items, d.do(fill.label, "fill-month", at, hiddenField("action", string(fill.action))))
	}
	if envelope.DefaultHold(d.Sheet, m) > 0 {
		p.Items = append(p.Items, d.do("Hold leftovers for next month", "hold-leftovers", at))
	}
	note := d.do("Note", "month-note", at).ask("Save", noteField(d.noteOf(m)))
	note.Apart = true
	p.Items = append(p.Items, note)
	return p, nil
}

func noteField(text string) Field {
	return Field{Name: "note", Label: "Note", Value: text, Kind: NoteField}
}

func (d *menuDrawing) noteOf(m cal.Month) string { return noteOf(d.Months, m) }

func noteOf(records []budget.Month, m cal.Month) string {
	for _, r := range records {
		if r.Month == m {
			return r.Note
		}
	}
	return ""
}
