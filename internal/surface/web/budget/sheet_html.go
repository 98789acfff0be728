package budget

import (
	"html/template"
	"strconv"

	"holdover/internal/surface/ui"
)

// The rows of the sheet are written here instead of by a template: a screen of six months has a thousand figures, and
// templates took half the time of an edit (docs/decisions/0099). Every text goes through [ui.HTMLWriter.Escape].

type cellWriter struct{ *ui.HTMLWriter }

// Sheet writes the groups with their categories, then the income groups: each is a body of the table.
func (p *BudgetPage) Sheet(out *ui.HTMLWriter) template.HTML {
	return out.WriteFrom(func(w *ui.HTMLWriter) {
		b := &cellWriter{w}
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

// category writes a category's row: name and note, menu, target, upcoming rows, and figures.
func (b *cellWriter) category(c *CategoryRow, figures func(*cellWriter, *Cells)) {
	b.Text(ui.PieceBegins + `<tr class="category`)
	b.If(c.Hidden, " is-hidden")
	b.Text(`" id="c-{}" data-category="{}"><th scope="row" class="name" title="{}"><span class="with-dots"><bdi>{}</bdi>`, c.ID, c.ID, c.Name, c.Name)
	b.note(c.ID, c.Name, c.Note)
	if c.CanChange {
		b.dots("category", c.ID, c.Name)
	}
	b.Text("</span>")
	if t := c.Target; t != nil {
		b.Text(`<span class="target-words {}" title="Target in {}"><span class="sr-only">Target: </span>{}</span>`, string(t.State), t.Month, t.Text)
	}
	b.If(c.Coming != "", `<span class="target-words coming-words">{}</span>`, c.Coming)
	b.Text("</th>")
	for i := range c.Cells {
		figures(b, &c.Cells[i])
	}
	b.Text("</tr>" + ui.PieceEnds + "\n")
}

// dots writes the button of the menu of a group or a category.
func (b *cellWriter) dots(kind, of, name string) {
	b.Text(`<button class="dots" form="open" name="{}" value="{}" aria-haspopup="dialog" aria-label="Menu of {}">`, kind, of, name)
	b.Symbol("icon-dots")
	b.Text("</button>")
}

// note writes the mark that opens the note of a group or category, if it has one.
func (b *cellWriter) note(of, name, note string) {
	if note == "" {
		return
	}
	b.Text(`<button type="button" class="note-mark" popovertarget="note-{}" title="{}" aria-label="Note of {}">`, of, note, name)
	b.Symbol("icon-note")
	b.Text(`</button><span class="menu note-text" id="note-{}" popover role="note" tabindex="-1" dir="auto">{}</span>`, of, note)
}

// cells writes the three cells of a row in a month.
func (b *cellWriter) cells(c *Cells) {
	b.Text(`<td class="first budgeted {}">`, string(c.Budgeted.Sign))
	b.button("budgeted", "", c.Key, c.Budgeted.Text, "")
	b.bar(c.Bar)
	b.Text("</td>")
	b.activity(c)
	b.Text(`<td class="balance">`)
	class, after := "pill "+string(c.Balance.Sign), ""
	switch {
	case c.Rollover:
		after = rolledOver
	case c.OnCard:
		class, after = class+" on-card", onCard
	}
	b.button("balance", class, c.Key, c.Balance.Text, after)
	b.Text("</td>")
}

// received writes the cells of an income row, which has no budgeted amount and no balance.
func (b *cellWriter) received(c *Cells) {
	b.Text(`<td class="first budgeted"></td>`)
	b.activity(c)
	b.Text(`<td class="balance"></td>`)
}

// rolledOver is the mark of a balance carried into the next month; the screen contains its icon once.
const rolledOver = `<span class="rolls" title="Rolled over: the overspending goes into the next month">` +
	`<svg class="icon" width="16" height="16" aria-hidden="true"><use href="#icon-rollover"></use></svg>` +
	`<span class="sr-only">rolled over</span></span>`

// onCard explains the different colour of a balance overspent on a card.
const onCard = `<span class="sr-only"> overspent on a card: it becomes card debt</span>`

// button writes a figure that opens its menu, or only the figure if the key is empty.
func (b *cellWriter) button(name, class, key, figure, after string) {
	tag := "button"
	if key == "" {
		tag = "span"
	}
	b.Text("<{}", tag)
	b.If(class != "", ` class="{}"`, class)
	b.If(key != "", ` form="open" name="{}" value="{}"`, name, key)
	b.If(key != "" && name == "balance", ` aria-haspopup="dialog"`)
	b.Text(">{}", figure)
	b.Text(after)
	b.Text("</{}>", tag)
}

// bar writes a bar with SVG attributes, since the pages do not allow inline styles.
func (b *cellWriter) bar(bar *Bar) {
	if bar != nil {
		b.Text(`<svg class="target-bar {}" aria-hidden="true"><title>{}</title><rect class="of" width="100%" height="3" rx="1.5"></rect><rect class="is" width="{}%" height="3" rx="1.5"></rect></svg>`,
			string(bar.State), bar.Title, strconv.Itoa(bar.Percent))
	}
}

func (b *cellWriter) activity(c *Cells) {
	b.Text(`<td class="activity {}">`, string(c.Activity.Sign))
	if c.ActivityURL == "" {
		b.Escape(c.Activity.Text)
	} else {
		b.Text(`<a href="{}" hx-boost="false">{}</a>`, c.ActivityURL, c.Activity.Text)
	}
	b.Text("</td>")
}

// Row writes the year's row in the month picker: a budget of ten years has more than a hundred links to months.
func (y *YearLinks) Row(out *ui.HTMLWriter) template.HTML {
	return out.WriteFrom(func(b *ui.HTMLWriter) {
		b.Text("<tr")
		b.If(y.Current, ` class="current"`)
		b.Text(`><th scope="row">{}</th>`, strconv.Itoa(y.Year))
		for i := range y.Months {
			m := &y.Months[i]
			b.Text(`<td><a href="{}" class="`, m.URL)
			b.If(m.Shown, "shown")
			b.If(m.Beyond, " beyond")
			b.If(m.Today, " today")
			b.Text(`">{}<span class="sr-only"> {}</span></a></td>`, m.Label, strconv.Itoa(m.Year))
		}
		b.Text("</tr>\n")
	})
}
