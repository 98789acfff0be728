package web

import (
	"strconv"

	"holdover/internal/app"
	"holdover/internal/budget"
	"holdover/internal/money"
)

// chosenMenu draws what can be done with the rows chosen in a register; what
// opens is what was asked for.
func chosenMenu(a *asking, open string) (*MenuPage, *app.Frame, error) {
	got, err := a.app.Screen(a.ctx, a.who, a.id)
	if err != nil {
		return nil, nil, err
	}
	choice, err := choiceIn(a.query, func() (money.Format, error) { return got.Budget.CurrencyFormat, nil })
	if err != nil {
		return nil, nil, err
	}
	rows, err := a.app.ChosenRows(a.ctx, a.who, a.id, choice)
	if err != nil {
		return nil, nil, err
	}
	d := &menuDrawing{Screen: &got, figures: figures{got.Budget.CurrencyFormat}, links: a.links, members: membersOf(got.Categories)}
	c := &chosenDrawing{menuDrawing: d, asking: a, rows: &rows, hidden: choiceFields(a)}
	p := &MenuPage{Heading: counted(rows.Count, "transaction", "transactions"), Sub: d.symbol(rows.Sum).Text, Items: c.items()}
	for i := range p.Items {
		if p.Items[i].ID == open { // else all of them are there to choose from
			p.Items = []MenuItem{p.Items[i]}
			p.Items[0].Open, p.Items[0].Apart = true, false
			break
		}
	}
	return p, &got.Frame, nil
}

// choiceFields carry the rows chosen from form to form.
func choiceFields(a *asking) []Field {
	if text := a.query.Get("matching"); text != "" {
		return []Field{hiddenField("matching", text), hiddenField("count", a.query.Get("count"))}
	}
	fields := []Field{}
	if text := a.query.Get("rows"); text != "" {
		fields = append(fields, hiddenField("rows", text))
	}
	for _, id := range a.query["pick"] {
		fields = append(fields, hiddenField("pick", id))
	}
	return fields
}

type chosenDrawing struct {
	*menuDrawing
	asking *asking
	rows   *app.ChosenRows
	hidden []Field
}

func (c *chosenDrawing) items() []MenuItem {
	category := append([]OptionGroup{{Options: []Option{{Label: "No category"}}}}, c.choices(
		func(*budget.Category) bool { return false }, func(cat *budget.Category) string { return cat.Name })...)
	approve := c.item("approve", "Approve", "rows-approve", "Approve")
	approve.Intro = "Marks them as looked at."
	duplicate := c.item("duplicate", "Duplicate", "duplicate-rows", "Duplicate", Field{Name: "date", Label: "On", Kind: DateField})
	duplicate.Intro = "Without a date each copy has the day of its row. Copies are not cleared."
	remove := c.item("delete", "Delete", "delete-rows", "Delete")
	remove.Danger, remove.Apart, remove.Intro = true, true, deletion(c.rows, c.symbol(c.rows.Sum).Text)
	return []MenuItem{
		c.item("category", "Category", "rows-category", "Set the category", Field{Name: "category", Label: "Category", Kind: Choice, Groups: category}),
		c.item("account", "Account", "rows-account", "Move to the account", Field{Name: "account", Label: "Account", Kind: Choice, Groups: c.openAccounts()}),
		c.item("date", "Date", "rows-date", "Set the date", Field{Name: "date", Label: "Date", Kind: DateField, Value: c.asking.today.String()}),
		c.item("cleared", "Cleared", "rows-cleared", "Set", Field{Name: "cleared", Label: "Cleared", Kind: Choice, Groups: clearedChoices()}),
		c.item("flag", "Flag", "rows-flag", "Set the flag", flagField("")),
		approve, duplicate, remove,
	}
}

func (c *chosenDrawing) item(id, label, what, submit string, fields ...Field) MenuItem {
	it := c.do(label, what, c.hidden...).ask(submit, fields...)
	it.ID, it.Guarded = id, true
	return it
}

func (c *chosenDrawing) openAccounts() []OptionGroup {
	var g OptionGroup
	for i := range c.Accounts {
		if acc := &c.Accounts[i]; !acc.Closed {
			g.Options = append(g.Options, Option{Value: acc.ID, Label: acc.Name})
		}
	}
	return []OptionGroup{g}
}

func clearedChoices() []OptionGroup {
	var g OptionGroup
	for _, state := range []ClearedMark{IsCleared, NotCleared, IsReconciled} {
		g.Options = append(g.Options, Option{Value: string(state), Label: state.Label()})
	}
	return []OptionGroup{g}
}

// allTheSame offers what was refused because of reconciled rows with the word
// that they are meant too.
func (p *MenuPage) allTheSame(rows int) {
	for i := range p.Items {
		it := &p.Items[i]
		if !it.Open || !it.Guarded {
			continue
		}
		it.Hidden = append(it.Hidden, hiddenField("even", strconv.Itoa(1)))
		it.Submit = "Change it all the same"
		if rows != 1 {
			it.Submit = "Change them all the same"
		}
	}
}
