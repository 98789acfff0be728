package budget

import "html/template"

// Begin is the beginning of a category's row, up to its note. Rows are written here
// as their cells are: a screen has a hundred of them.
func (c CategoryRow) Begin() template.HTML {
	var b cellWriter
	b.Text(`<tr class="category`)
	if c.Hidden {
		b.Text(" is-hidden")
	}
	b.Text(`" id="c-`)
	b.Escape(c.ID)
	b.Text(`" data-category="`)
	b.Escape(c.ID)
	b.Text(`"><th scope="row" class="name" title="`)
	b.Escape(c.Name)
	b.Text(`"><span class="with-dots"><bdi>`)
	b.Escape(c.Name)
	b.Text("</bdi>")
	return template.HTML(b.String())
}

// End is the rest of the row: its menu, how it stands to its target, what comes, and its figures.
func (c CategoryRow) End() template.HTML { return c.end(Cells.HTML) }

// EndIncome is the rest of an income row.
func (c CategoryRow) EndIncome() template.HTML { return c.end(Cells.Received) }

func (c CategoryRow) end(figures func(Cells) template.HTML) template.HTML {
	var b cellWriter
	if c.CanChange {
		b.Text(`<button class="dots" form="open" name="category" value="`)
		b.Escape(c.ID)
		b.Text(`" aria-haspopup="dialog" aria-label="Menu of `)
		b.Escape(c.Name)
		b.Text(`"><svg class="icon" width="16" height="16" aria-hidden="true"><use href="#icon-dots"></use></svg></button>`)
	}
	b.Text("</span>")
	if t := c.Target; t != nil {
		b.Text(`<span class="target-words ` + string(t.State) + `" title="Target in `)
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
	for _, cells := range c.Cells {
		b.Text(string(figures(cells)))
	}
	b.Text("</tr>")
	return template.HTML(b.String())
}
