package reports

import (
	"html/template"
	"strconv"

	"holdover/internal/surface/ui"
)

// The rows of a report's table are written here instead of by a template, like the rows of registers: the months of
// twenty years have a thousand figures, which took a template as long as the summing of a million transactions. Every
// text goes through [ui.HTMLWriter.Escape].

// HTML writes the row.
func (r *Row) HTML(out *ui.HTMLWriter) template.HTML {
	return out.WriteFrom(func(b *ui.HTMLWriter) { (&rowWriter{b}).row(r) })
}

type rowWriter struct{ *ui.HTMLWriter }

func (b *rowWriter) row(r *Row) {
	b.Text(`<tr class="depth-{}`, strconv.Itoa(r.Depth))
	b.If(r.Class != "", " {}", r.Class)
	b.Text(`"><th scope="row" class="name">`)
	b.Linked(r.URL, func() { b.Bdi(r.Name) })
	b.If(r.Sub != "", `<span class="sub"><bdi>{}</bdi></span>`, r.Sub)
	b.If(r.Bar > 0, `<svg class="bar" aria-hidden="true" width="100%" height="3"><rect width="{}%" height="3"/></svg>`, strconv.Itoa(r.Bar))
	b.Text("</th>")
	for i := range r.Cells {
		c := &r.Cells[i]
		b.Text(`<td class="num `)
		b.If(c.Moved, "amount ")
		b.If(c.Heat > 0, "heat-{} ", strconv.Itoa(c.Heat))
		b.Text(`{}">`, string(c.Sign))
		b.Linked(c.URL, func() { b.Escape(c.Text) })
		b.Text("</td>")
	}
	b.Text("</tr>\n")
}
