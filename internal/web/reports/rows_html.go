package reports

import (
	"html/template"
	"strconv"

	"holdover/internal/ui"
)

// The rows of a report's table are written here and not by a template, as those of registers are: the months of twenty years
// are a thousand figures, which took a template as long as a million transactions took to be summed. Every text goes through
// [ui.HTMLWriter.Escape].

// HTML writes the row.
func (r *Row) HTML(out *ui.HTMLWriter) template.HTML {
	return out.Put(func(b *ui.HTMLWriter) { (&rowWriter{b}).row(r) })
}

type rowWriter struct{ *ui.HTMLWriter }

func (b *rowWriter) row(r *Row) {
	b.Text(`<tr class="depth-` + strconv.Itoa(r.Depth))
	if r.Class != "" {
		b.Text(" ")
		b.Escape(r.Class)
	}
	b.Text(`"><th scope="row" class="name">`)
	b.linked(r.URL, func() {
		b.Text("<bdi>")
		b.Escape(r.Name)
		b.Text("</bdi>")
	})
	if r.Sub != "" {
		b.Text(`<span class="sub"><bdi>`)
		b.Escape(r.Sub)
		b.Text("</bdi></span>")
	}
	if r.Bar > 0 {
		b.Text(`<svg class="bar" aria-hidden="true" width="100%" height="3"><rect width="` + strconv.Itoa(r.Bar) + `%" height="3"/></svg>`)
	}
	b.Text("</th>")
	for i := range r.Cells {
		c := &r.Cells[i]
		b.Text(`<td class="num `)
		b.Escape(string(c.Sign))
		b.Text(`">`)
		b.linked(c.URL, func() { b.Escape(c.Text) })
		b.Text("</td>")
	}
	b.Text("</tr>\n")
}

// linked writes something as a link, where there is an address.
func (b *rowWriter) linked(url string, inner func()) {
	if url == "" {
		inner()
		return
	}
	b.Text(`<a href="`)
	b.Escape(url)
	b.Text(`">`)
	inner()
	b.Text("</a>")
}
