package budget

import (
	"net/url"
	"strings"

	"holdover/internal/app"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

// figureMenu renders the menus of the budget screen.
type figureMenu struct {
	*ui.ScreenMenu
	asked *ui.MenuRequest
}

func menus() []ui.Menu {
	onScreen := func(name string, draw func(figureMenu, string) (*ui.MenuPage, error)) ui.Menu {
		return ui.Menu{Name: name, Draw: func(r *ui.MenuRequest, about string) (*ui.MenuPage, error) {
			d, err := r.ScreenMenu()
			if err != nil {
				return nil, err
			}
			return draw(figureMenu{d, r}, about)
		}}
	}
	return []ui.Menu{
		onScreen("to-budget", figureMenu.toBudget), onScreen("balance", figureMenu.balance), onScreen("budgeted", figureMenu.budgeted),
		onScreen("category", figureMenu.category), onScreen("group", figureMenu.group), onScreen("month", figureMenu.monthMenu), onScreen("target", figureMenu.target),
		onScreen("view", figureMenu.view), onScreen("expected-income", figureMenu.expectedIncome),
	}
}

func (d figureMenu) toBudget(month string) (*ui.MenuPage, error) {
	m, err := civil.ParseMonth(month)
	if err != nil {
		return nil, apperr.New(apperr.NotFound, "month not found").WithCause(err)
	}
	f := d.Sheet.Month(m)
	p := &ui.MenuPage{Heading: "To Budget", Sub: m.Name() + ", " + d.Symbol(f.ToBudget).Text, Note: d.causeOfNegative(m)}
	at := ui.Hidden("month", m.String())
	assign := ui.MenuItem{Label: "Assign at once", URL: d.assignURL(m)}
	if amount := app.DefaultHold(d.Sheet, m); amount > 0 {
		hold := d.Do("Hold for next month", "hold", at).Ask("Hold", ui.NewAmountField("Amount", d.Format.Text(amount)))
		p.Items = append(p.Items, hold)
	}
	if f.Held != 0 {
		p.Items = append(p.Items, d.Do("Release", "reset-hold", at))
	}
	if f.ToBudget < 0 {
		p.Items = append(p.Items, d.cover("Cover from a category", m, "", d.withMoney(m)), assign)
		return p, nil
	}
	move := d.Do("Move to a category", "move-to-category", at).Ask("Move", ui.NewAmountField("Amount", d.Format.Text(max(0, f.ToBudget))),
		ui.Field{Name: "to", Label: "To", Kind: ui.Choice, Groups: d.balances(m, nil)[1:]})
	p.Items = append(p.Items, move, assign)
	return p, nil
}

// causeOfNegative describes the part of a negative To Budget that was carried over from the month before, or returns
// "".
func (d figureMenu) causeOfNegative(m civil.Month) string {
	f, last := d.Sheet.Month(m), m.Add(-1)
	switch {
	case f.ToBudget >= 0:
		return ""
	case f.OverspentLastMonth < 0:
		over := d.Symbol(-f.OverspentLastMonth).Text
		text := last.Name() + " was overspent by " + over + ", which is taken from this month."
		if f.ToBudget >= f.OverspentLastMonth {
			text += " This is the only cause: cover the overspending in " + last.Name() + " and To Budget is no longer negative."
		}
		return text
	case f.Funds < 0:
		return "To Budget was already negative in " + last.Name() + ": " + d.Symbol(f.Funds).Text + " was carried over."
	}
	return ""
}

// assignURL returns the address that assigns a month at once. It keeps the filter of the screen.
func (d figureMenu) assignURL(m civil.Month) string {
	look := ""
	if back, err := url.Parse(d.asked.Back); err == nil {
		look = back.Query().Get("look")
	}
	return lookAt(d.To("assign?month="+m.String()), look)
}

// cover returns the item that covers a negative balance, or a negative To Budget if the id is empty, from a category
// with money in the month.
func (d figureMenu) cover(label string, m civil.Month, category string, from []ui.OptionGroup) ui.MenuItem {
	if len(from) == 0 {
		return ui.MenuItem{Label: label, Why: "Neither To Budget nor a category has money left in " + m.Name() + "."}
	}
	return d.Do(label, "cover", ui.Hidden("month", m.String()), ui.Hidden("category", category)).
		Ask("Cover", ui.Field{Name: "from", Label: "From", Kind: ui.Choice, Groups: from})
}

func (d figureMenu) balance(key string) (*ui.MenuPage, error) {
	c, m, err := d.cell(key)
	if err != nil {
		return nil, err
	}
	cell := d.Sheet.Cell(c.No, m)
	p := &ui.MenuPage{Heading: c.Name, Sub: "Balance in " + m.Name() + ", " + d.Symbol(cell.Balance).Text}
	if cell.CardDebt > 0 {
		p.Note = d.Symbol(cell.CardDebt).Text + " was spent on a card without money for it. If you do not cover it, it becomes card debt; the next month's To Budget stays the same."
	}
	at, of := ui.Hidden("month", m.String()), ui.Hidden("category", c.ID)
	if cell.Balance < 0 {
		p.Items = append(p.Items, d.cover("Cover overspending", m, c.ID, d.sources(m)), ui.MenuItem{Label: "Cover all overspent categories", URL: d.assignURL(m) + "&action=cover-overspending"})
	}
	others := d.balances(m, c)
	p.Items = append(p.Items, d.Do("Transfer to another category", "transfer", at, of).
		Ask("Transfer", ui.NewAmountField("Amount", d.Format.Text(max(0, cell.Balance))), ui.Field{Name: "to", Label: "To", Kind: ui.Choice, Groups: others}))
	on, off := app.OffersRollover(c, cell)
	if on {
		p.Items = append(p.Items, d.Do("Rollover overspending", "rollover", at, of, ui.Hidden("on", "1")))
	}
	if off {
		p.Items = append(p.Items, d.Do("Remove overspending rollover", "rollover", at, of, ui.Hidden("on", "0")))
	}
	return p, nil
}

// budgeted returns the form for a budgeted amount, for browsers without scripts.
func (d figureMenu) budgeted(key string) (*ui.MenuPage, error) {
	c, m, err := d.cell(key)
	if err != nil {
		return nil, err
	}
	it := d.Do("Budgeted", "budgeted", ui.Hidden("month", m.String()), ui.Hidden("category", c.ID)).
		Replace("Save", ui.NewAmountField("Amount", d.Format.Text(d.Sheet.Cell(c.No, m).Budgeted)))
	it.Open = true
	return &ui.MenuPage{Heading: c.Name, Sub: "Budgeted in " + m.Name(), Items: []ui.MenuItem{it}}, nil
}

// monthMenu returns the menu next to a month's name.
func (d figureMenu) monthMenu(month string) (*ui.MenuPage, error) {
	m, err := civil.ParseMonth(month)
	if err != nil {
		return nil, apperr.New(apperr.NotFound, "month not found").WithCause(err)
	}
	at := ui.Hidden("month", m.String())
	p := &ui.MenuPage{Heading: m.Name(), Note: d.noteOf(m), Items: []ui.MenuItem{{Label: "Assign", URL: d.To("assign?month=" + m.String())}}}
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
		p.Items = append(p.Items, d.Do(fill.label, "fill-month", at, ui.Hidden("action", string(fill.action))))
	}
	if app.DefaultHold(d.Sheet, m) > 0 {
		p.Items = append(p.Items, d.Do("Hold all for next month", "hold-leftovers", at))
	}
	note := d.Do("Note", "month-note", at).Replace("Save", ui.NewNoteField(d.noteOf(m)))
	note.Apart = true
	p.Items = append(p.Items, note)
	return p, nil
}

func (d figureMenu) noteOf(m civil.Month) string { return noteOf(d.Months, m) }

func noteOf(records []budget.Month, m civil.Month) string {
	if r := iterutil.First(records, func(r budget.Month) bool { return r.Month == m }); r != nil {
		return r.Note
	}
	return ""
}

// cell returns the category and month of a key: "ID.2026-03".
func (d figureMenu) cell(key string) (*budget.Category, civil.Month, error) {
	at := strings.LastIndexByte(key, '.')
	if at < 0 {
		return nil, 0, apperr.New(apperr.NotFound, "figure not found")
	}
	m, err := civil.ParseMonth(key[at+1:])
	if err != nil {
		return nil, 0, apperr.New(apperr.NotFound, "month not found").WithCause(err)
	}
	c, err := d.find(key[:at])
	return c, m, err
}

func (d figureMenu) find(category string) (*budget.Category, error) {
	c := iterutil.First(d.Categories, func(c budget.Category) bool { return c.ID == category })
	if c == nil {
		return nil, apperr.Gone("category")
	}
	return c, nil
}

// balances returns To Budget and the categories with their balances in a month.
func (d figureMenu) balances(m civil.Month, leaveOut *budget.Category) []ui.OptionGroup {
	return append(d.toBudgetOption(m), d.having(m, func(c *budget.Category) bool { return c != leaveOut })...)
}

func (d figureMenu) toBudgetOption(m civil.Month) []ui.OptionGroup {
	return ui.Ungrouped([]ui.Option{{Label: "To Budget, " + d.Symbol(d.Sheet.Month(m).ToBudget).Text}})
}

// sources returns To Budget and the categories, if they have money in a month.
func (d figureMenu) sources(m civil.Month) []ui.OptionGroup {
	if d.Sheet.Month(m).ToBudget <= 0 {
		return d.withMoney(m)
	}
	return append(d.toBudgetOption(m), d.withMoney(m)...)
}

// withMoney returns the categories with a positive balance in a month.
func (d figureMenu) withMoney(m civil.Month) []ui.OptionGroup {
	return d.having(m, func(c *budget.Category) bool { return d.Sheet.Cell(c.No, m).Balance > 0 })
}

// having returns the categories that fulfil a condition, each with its balance in a month.
func (d figureMenu) having(m civil.Month, which func(*budget.Category) bool) []ui.OptionGroup {
	return d.Choices(
		func(c *budget.Category) bool { return c.Income || !which(c) },
		func(c *budget.Category) string { return c.Name + ", " + d.Symbol(d.Sheet.Cell(c.No, m).Balance).Text },
	)
}
