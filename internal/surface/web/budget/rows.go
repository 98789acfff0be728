package budget

import (
	"html/template"
	"strconv"

	"holdover/internal/surface/ui"
)

// category writes a category's row: name and note, menu, target, upcoming rows, and figures.
func (b *cellWriter) category(c *CategoryRow, figures func(*cellWriter, *Cells)) {
	b.Text(ui.PieceBegins + `<tr class="category`)
	b.If(c.Hidden, " is-hidden")
	b.Text(`" id="c-{}" data-category="{}"><th scope="row" class="name" title="{}"><span class="with-dots"><bdi>{}</bdi>`, c.ID, c.ID, c.Name, c.Name)
	b.note(c.ID, c.Name, c.Note)
	if c.CanChange {
		b.Text(`<button class="dots" form="open" name="category" value="{}" aria-haspopup="dialog" aria-label="Menu of {}">`, c.ID, c.Name)
		b.Symbol("icon-dots")
		b.Text("</button>")
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

// note writes the mark that opens the note of a month, group or category, if it has one.
func (b *cellWriter) note(of, name, note string) {
	if note == "" {
		return
	}
	b.Text(`<button type="button" class="note-mark" popovertarget="note-{}" title="{}" aria-label="Note of {}">`, of, note, name)
	b.Symbol("icon-note")
	b.Text(`</button><span class="menu note-text" id="note-{}" popover role="note" tabindex="-1" dir="auto">{}</span>`, of, note)
}

// Row writes the year's row in the month picker, which has one for each year with data.
func (y *YearLinks) Row(out *ui.HTMLWriter) template.HTML {
	return write(out, func(b *cellWriter) {
		b.Text("<tr")
		b.If(y.Current, ` class="current"`)
		b.Text(`><th scope="row">{}</th>`, strconv.Itoa(y.Year))
		for i := range y.Months {
			b.Text("<td>")
			b.month(&y.Months[i], false)
			b.Text("</td>")
		}
		b.Text("</tr>\n")
	})
}

// Year writes the months of the year shown, as items of a list.
func (s *MonthStrip) Year(out *ui.HTMLWriter) template.HTML {
	return write(out, func(b *cellWriter) {
		for i := range s.Months {
			b.Text("<li>")
			b.month(&s.Months[i], s.Months[i].First)
			b.Text("</li>")
		}
	})
}

// month writes the link to a month, which may be the first one on the screen.
func (b *cellWriter) month(m *MonthLink, first bool) {
	b.Text(`<a href="{}" class="`, m.URL)
	b.If(m.Shown, "shown")
	b.If(first, " first")
	b.If(m.Beyond, " beyond")
	b.If(m.Today, " today")
	b.Text(`"`)
	b.If(first, ` aria-current="true"`)
	b.Text(`>{}<span class="sr-only"> {}</span></a>`, m.Label, strconv.Itoa(m.Year))
}
