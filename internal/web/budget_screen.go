package web

import (
	"holdover/internal/app"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/envelope"
	"holdover/internal/money"
)

// screen is what a budget screen is drawn from.
type screen struct {
	links
	frame      *app.Frame
	groups     []budget.Group    // in display order
	categories []budget.Category // in display order
	records    []budget.Month    // those that say something
	sheet      *envelope.Sheet
	view       view
	today      cal.Month
}

// budgetPage draws the screen: view.months months from view.first on.
func budgetPage(s *screen) *BudgetPage {
	d := &drawing{screen: s, figures: figures{s.frame.Budget.CurrencyFormat}}
	p := &BudgetPage{
		Frame:       Frame{Title: s.frame.Budget.Name},
		URL:         s.base,
		ViewURL:     s.to("view"),
		MenuURL:     s.to("menu"),
		Month:       s.view.first.String(),
		Strip:       monthStrip(s),
		HiddenShown: s.view.hidden,
	}
	if s.frame.MayChange() {
		p.DoURL = s.to("do/")
	}
	for i := range s.view.months {
		p.Months = append(p.Months, d.summary(s.view.first.Add(i)))
	}
	members := membersOf(s.categories)
	for i := range s.groups {
		g := &s.groups[i]
		p.HiddenCount += hiddenIn(g, members[g.No])
		if g.Hidden && !s.view.hidden {
			continue
		}
		rows := d.group(g, members[g.No])
		if g.Income {
			p.Income = append(p.Income, rows)
		} else {
			p.Groups = append(p.Groups, rows)
		}
	}
	p.Width = WidthOf(d.longest)
	return p
}

func membersOf(categories []budget.Category) map[budget.GroupNo][]*budget.Category {
	members := map[budget.GroupNo][]*budget.Category{}
	for i := range categories {
		c := &categories[i]
		members[c.Group] = append(members[c.Group], c)
	}
	return members
}

func hiddenIn(g *budget.Group, members []*budget.Category) int {
	n := 0
	if g.Hidden {
		n++
	}
	for _, c := range members {
		if c.Hidden {
			n++
		}
	}
	return n
}

// drawing writes figures and remembers how long the longest was.
type drawing struct {
	*screen
	figures
	longest int
}

func (d *drawing) amount(m money.Milli) Figure {
	f := d.plain(m)
	d.longest = max(d.longest, len([]rune(f.Text)))
	return f
}

func (d *drawing) summary(m cal.Month) MonthSummary {
	f := d.sheet.Month(m)
	return MonthSummary{
		Name: m.Name(), Month: m.String(), Today: m == d.today, Note: noteOf(d.records, m), CanChange: d.frame.MayChange(),
		ToBudget: d.symbol(f.ToBudget), Funds: d.amount(f.Funds), Overspent: d.amount(f.OverspentLastMonth),
		Budgeted: d.amount(-f.Budgeted), ForNext: d.amount(-f.Held),
	}
}

// group draws a group. Its sums take in hidden categories too, so that the
// groups of a month always come to the month's whole.
func (d *drawing) group(g *budget.Group, members []*budget.Category) GroupRows {
	rows := GroupRows{
		ID: g.ID, Name: g.Name, Note: g.Note, Hidden: g.Hidden, Folded: d.view.folded[viewKey(g.ID)], CanChange: d.frame.MayChange(),
	}
	sums := make([]envelope.Cell, d.view.months)
	for _, c := range members {
		row := CategoryRow{ID: c.ID, Name: c.Name, Note: c.Note, Hidden: c.Hidden, CanChange: rows.CanChange}
		for i := range sums {
			cell := d.sheet.Cell(c.No, d.view.first.Add(i))
			sums[i].Budgeted += cell.Budgeted
			sums[i].Activity += cell.Activity
			sums[i].Balance += cell.Balance
			row.Cells = append(row.Cells, d.categoryCells(c, d.view.first.Add(i), cell))
		}
		if !c.Hidden || d.view.hidden {
			rows.Categories = append(rows.Categories, row)
		}
	}
	for _, sum := range sums {
		rows.Cells = append(rows.Cells, d.cells(sum))
	}
	return rows
}

func (d *drawing) cells(c envelope.Cell) Cells {
	return Cells{
		Budgeted: d.amount(c.Budgeted), Activity: d.amount(c.Activity), Balance: d.amount(c.Balance),
		Rollover: c.Rollover && c.Balance < 0,
	}
}

// categoryCells are the figures of a category in a month, with what they lead to.
func (d *drawing) categoryCells(c *budget.Category, m cal.Month, cell envelope.Cell) Cells {
	cells := d.cells(cell)
	cells.ActivityURL = d.transactions(c.ID, m)
	if d.frame.MayChange() {
		cells.Key = c.ID + "." + m.String()
	}
	return cells
}
