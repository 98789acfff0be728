package budget

import (
	"html/template"
	"strconv"

	"holdover/internal/surface/ui"
)

// Summaries writes the heads of the months' columns.
func (p *BudgetPage) Summaries(out *ui.HTMLWriter) template.HTML {
	return write(out, func(b *cellWriter) {
		for i := range p.Months {
			b.summary(&p.Months[i])
		}
	})
}

// Sheet writes the groups with their categories, then the income groups: each is a body of the table.
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

// group writes the row of a group, with its name, menu and sums, and the rows of its categories.
func (b *cellWriter) group(g *GroupRows, class string, figures func(*cellWriter, *Cells)) {
	b.Text(`<tbody class="group`+class+`" id="g-{}" data-group="{}"`, g.ID, g.ID)
	b.If(g.Folded, " data-folded")
	b.Text(`>
  ` + ui.PieceBegins + `<tr class="group-row`)
	b.If(g.Hidden, " is-hidden")
	b.Text(`" id="sum-{}">
    <th scope="rowgroup" class="name"><span class="with-dots"><button class="fold" form="view" name="fold" value="{}" aria-expanded="{}">`,
		g.ID, g.ID, strconv.FormatBool(!g.Folded))
	b.Picture("fold")
	b.Text("<bdi>{}</bdi></button>", g.Name)
	b.note(g.ID, g.Name, g.Note)
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

// dots writes the button of the menu of a month or a group.
func (b *cellWriter) dots(kind, of, name string) {
	b.Text(`<button class="dots" form="open" name="{}" value="{}" aria-haspopup="dialog" aria-label="Menu of {}">`, kind, of, name)
	b.Picture("dots")
	b.Text("</button>")
}

// summary writes the head of a month's column as a separate fragment.
func (b *cellWriter) summary(m *MonthSummary) {
	b.Text(ui.PieceBegins+`<th scope="colgroup" id="of-{}" colspan="3" class="summary`, m.Month)
	b.If(m.Today, " today")
	b.Text(`" data-month="{}">
  <div class="summary-in">
  <div class="month-head"><h2><time datetime="{}">{}</time></h2>`, m.Month, m.Month, m.Name)
	b.note(m.Month, m.Name, m.Note)
	b.Text("\n    ")
	if m.CanChange {
		b.dots("month", m.Month, m.Name)
	}
	b.Text("</div>\n  ")
	b.toBudget(m)
	b.Text("\n  " + `
  <dl>`)
	b.line("Available funds", m.Funds)
	b.line("Overspent last month", m.Overspent)
	b.line("Budgeted", m.Budgeted)
	b.line("Held", m.ForNext)
	b.Text("\n    ")
	b.targets(m)
	b.Text(`
  </dl>
  </div>
</th>` + ui.PieceEnds)
}

// toBudget writes the amount To Budget, which opens its menu.
func (b *cellWriter) toBudget(m *MonthSummary) {
	tag, more := "p", ""
	if m.CanChange {
		tag, more = "button", ` form="open" name="to-budget" value="`+m.Month+`" aria-haspopup="dialog"`
	}
	b.Text("<"+tag+` class="to-budget {}"`+more+`><span>To Budget</span> <strong class="fig">{}</strong></`+tag+">", string(m.ToBudget.Sign), m.ToBudget.Text)
}

func (b *cellWriter) line(label string, f ui.Figure) {
	b.Text(`
    <div><dt>{}</dt><dd class="fig {}">{}</dd></div>`, label, string(f.Sign), f.Text)
}

// targets writes the total of the month's targets, if there are any.
func (b *cellWriter) targets(m *MonthSummary) {
	t := m.Targets
	if t == nil {
		return
	}
	b.Text(`<div class="of-targets"><dt>`)
	if m.CanChange {
		b.Text(`<a href="{}" hx-boost="false">Underfunded</a>`, t.AssignURL)
	} else {
		b.Text("Underfunded")
	}
	b.Text(`</dt><dd class="fig under {}">{}</dd></div>
    <div class="of-targets"><dt title="What the targets of this month ask for, beside what comes in">Targets<span class="longer"> cost</span></dt><dd class="fig">{}`,
		string(t.Under.Sign), t.Under.Text, t.Cost.Text)
	b.If(t.Income.Sign != ui.Zero, " of {}", t.Income.Text) // omitted if zero, or if the cost exceeds it
	b.Text("</dd></div>")
}
