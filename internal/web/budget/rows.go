package budget

import (
	"html/template"
	"strconv"

	"holdover/internal/ui"
)

// category is a category's row: its name and note, its menu, how it stands to its target, what comes, and its figures.
func (b *cellWriter) category(c *CategoryRow, figures func(*cellWriter, *Cells)) {
	b.Text(ui.PieceBegins + `<tr class="category`)
	if c.Hidden {
		b.Text(" is-hidden")
	}
	b.Text(`" id="c-`)
	b.Escape(c.ID)
	b.Text(`" data-category="`)
	b.Escape(c.ID)
	b.Text(`"><th scope="row" class="name" title="`)
	b.Escape(c.Name)
	b.Text(`"><span class="with-dots">`)
	b.Own(c.Name)
	b.note(c.NoteAt(), c.Name, c.Note)
	if c.CanChange {
		b.Text(`<button class="dots" form="open" name="category" value="`)
		b.Escape(c.ID)
		b.Text(`" aria-haspopup="dialog" aria-label="Menu of `)
		b.Escape(c.Name)
		b.Text(`">`)
		b.Symbol("icon-dots")
		b.Text("</button>")
	}
	b.Text("</span>")
	if t := c.Target; t != nil {
		b.Text(`<span class="target-words `)
		b.Text(string(t.State))
		b.Text(`" title="Target in `)
		b.Escape(t.Month)
		b.Text(`"><span class="sr-only">Target: </span>`)
		b.Escape(t.Text)
		b.Text("</span>")
	}
	if c.Coming != "" {
		b.Text(`<span class="target-words coming-words">`)
		b.Escape(c.Coming)
		b.Text("</span>")
	}
	b.Text("</th>")
	for i := range c.Cells {
		figures(b, &c.Cells[i])
	}
	b.Text("</tr>" + ui.PieceEnds + "\n")
}

// note is the mark that opens the note of a month, a group or a category, where it has one.
func (b *cellWriter) note(at, name, note string) {
	if note == "" {
		return
	}
	b.Text(`<button type="button" class="note-mark" popovertarget="`)
	b.Escape(at)
	b.Text(`" title="`)
	b.Escape(note)
	b.Text(`" aria-label="Note of `)
	b.Escape(name)
	b.Text(`">`)
	b.Symbol("icon-note")
	b.Text(`</button><span class="menu note-text" id="`)
	b.Escape(at)
	b.Text(`" popover role="note" tabindex="-1" dir="auto">`)
	b.Escape(note)
	b.Text("</span>")
}

// Row writes the year's row in the month picker, which has one for each year with data.
func (y *YearLinks) Row(out *ui.HTMLWriter) template.HTML {
	return write(out, func(b *cellWriter) { b.year(y) })
}

func (b *cellWriter) year(y *YearLinks) {
	b.Text("<tr")
	if y.Current {
		b.Text(` class="current"`)
	}
	b.Text(`><th scope="row">`)
	b.Text(strconv.Itoa(y.Year))
	b.Text("</th>")
	for i := range y.Months {
		b.Text("<td>")
		b.month(&y.Months[i], false)
		b.Text("</td>")
	}
	b.Text("</tr>\n")
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

// month leads to a month, which may be the one that the screen begins with.
func (b *cellWriter) month(m *MonthLink, first bool) {
	b.Text("<a")
	b.Attribute("href", m.URL)
	b.Text(` class="`)
	for _, state := range []struct {
		is   bool
		name string
	}{{m.Shown, "shown"}, {first, " first"}, {m.Beyond, " beyond"}, {m.Today, " today"}} {
		if state.is {
			b.Text(state.name)
		}
	}
	b.Text(`"`)
	if first {
		b.Text(` aria-current="true"`)
	}
	b.Text(">")
	b.Escape(m.Label)
	b.Text(`<span class="sr-only"> `)
	b.Text(strconv.Itoa(m.Year))
	b.Text("</span></a>")
}
