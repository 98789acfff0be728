package budget

import (
	"html/template"
	"strconv"

	"holdover/internal/ui"
)

// Summaries writes the heads of the months' columns.
func (p *BudgetPage) Summaries(out *ui.HTMLWriter) template.HTML {
	return write(out, func(b *cellWriter) {
		for i := range p.Months {
			b.summary(&p.Months[i])
		}
	})
}

// Sheet writes the groups with their categories, then those of income: each a body of the table.
func (p *BudgetPage) Sheet(out *ui.HTMLWriter) template.HTML {
	return write(out, func(b *cellWriter) {
		for i := range p.Groups {
			b.group(&p.Groups[i], "", (*cellWriter).cells)
		}
		b.Text("\n    ")
		for i := range p.Income {
			b.group(&p.Income[i], " income", (*cellWriter).received)
		}
	})
}

// group is a group's row, with its name, its menu and its sums, and the rows of its categories.
func (b *cellWriter) group(g *GroupRows, class string, figures func(*cellWriter, *Cells)) {
	b.Text(`<tbody class="group` + class + `"`)
	b.Attribute("id", "g-"+g.ID)
	b.Attribute("data-group", g.ID)
	if g.Folded {
		b.Text(" data-folded")
	}
	b.Text(`>
  ` + ui.PieceBegins + `<tr class="group-row`)
	if g.Hidden {
		b.Text(" is-hidden")
	}
	b.Text(`"`)
	b.Attribute("id", "sum-"+g.ID)
	b.Text(`>
    <th scope="rowgroup" class="name"><span class="with-dots"><button class="fold" form="view" name="fold"`)
	b.Attribute("value", g.ID)
	b.Attribute("aria-expanded", strconv.FormatBool(!g.Folded))
	b.Text(">")
	b.Picture("fold")
	b.Own(g.Name)
	b.Text("</button>")
	b.note(g.NoteAt(), g.Name, g.Note)
	if g.CanChange {
		b.dots("group", g.ID, g.Name)
	}
	b.Text(`</span></th>
    `)
	for i := range g.Cells {
		figures(b, &g.Cells[i])
	}
	b.Text(`
  </tr>` + ui.PieceEnds + `
  `)
	for i := range g.Categories {
		b.category(&g.Categories[i], figures)
	}
	b.Text(`
</tbody>`)
}

// dots is the button of the menu of a month or a group.
func (b *cellWriter) dots(kind, of, name string) {
	b.Text(`<button class="dots" form="open" name="` + kind + `"`)
	b.Attribute("value", of)
	b.Text(` aria-haspopup="dialog"`)
	b.Attribute("aria-label", "Menu of "+name)
	b.Text(">")
	b.Picture("dots")
	b.Text("</button>")
}

// summary is the head of a month's column, a piece.
func (b *cellWriter) summary(m *MonthSummary) {
	b.Text(ui.PieceBegins + `<th scope="colgroup"`)
	b.Attribute("id", "of-"+m.Month)
	b.Text(` colspan="3" class="summary`)
	if m.Today {
		b.Text(" today")
	}
	b.Text(`"`)
	b.Attribute("data-month", m.Month)
	b.Text(`>
  <div class="summary-in">
  <div class="month-head"><h2><time`)
	b.Attribute("datetime", m.Month)
	b.Text(">")
	b.Escape(m.Name)
	b.Text("</time></h2>")
	b.note(m.NoteAt(), m.Name, m.Note)
	b.Text("\n    ")
	if m.CanChange {
		b.dots("month", m.Month, m.Name)
	}
	b.Text("</div>\n  ")
	b.toBudget(m)
	b.Text("\n  " + `
  <dl>
    `)
	b.line("Available funds", m.Funds)
	b.Text("\n    ")
	b.line("Overspent last month", m.Overspent)
	b.Text("\n    ")
	b.line("Budgeted", m.Budgeted)
	b.Text("\n    ")
	b.line("Held", m.ForNext)
	b.Text("\n    ")
	b.targets(m)
	b.Text(`
  </dl>
  </div>
</th>` + ui.PieceEnds)
}

// toBudget is what there is to budget, which opens its menu.
func (b *cellWriter) toBudget(m *MonthSummary) {
	tag, more := "p", ""
	if m.CanChange {
		tag, more = "button", ` form="open" name="to-budget" value="`+m.Month+`" aria-haspopup="dialog"`
	}
	b.Text("<" + tag + ` class="to-budget `)
	b.Text(string(m.ToBudget.Sign))
	b.Text(`"` + more + `><span>To Budget</span> <strong class="fig">`)
	b.Escape(m.ToBudget.Text)
	b.Text("</strong></" + tag + ">")
}

func (b *cellWriter) line(label string, f ui.Figure) {
	b.Text("<div><dt>" + label + `</dt><dd class="fig `)
	b.Text(string(f.Sign))
	b.Text(`">`)
	b.Escape(f.Text)
	b.Text("</dd></div>")
}

// targets is what the month's targets come to, where there are any.
func (b *cellWriter) targets(m *MonthSummary) {
	t := m.Targets
	if t == nil {
		return
	}
	b.Text(`<div class="of-targets"><dt>`)
	if m.CanChange {
		b.Text("<a")
		b.Attribute("href", t.AssignURL)
		b.Text(` hx-boost="false">Underfunded</a>`)
	} else {
		b.Text("Underfunded")
	}
	b.Text(`</dt><dd class="fig under `)
	b.Text(string(t.Under.Sign))
	b.Text(`">`)
	b.Escape(t.Under.Text)
	b.Text(`</dd></div>
    <div class="of-targets"><dt title="What the targets of this month ask for, beside what comes in">Targets<span class="longer"> cost</span></dt><dd class="fig">`)
	b.Escape(t.Cost.Text)
	if t.Income.Sign != ui.Zero { // a month to come has none yet
		b.Text(" of ")
		b.Escape(t.Income.Text)
	}
	b.Text("</dd></div>")
}
