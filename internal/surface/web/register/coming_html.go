package register

import (
	"html/template"

	"holdover/internal/surface/ui"
)

// ComingRows are upcoming rows, the earliest first. A register can have forty of them.
type ComingRows []ComingRow

// HTML writes the rows: items of a list.
func (rows ComingRows) HTML(out *ui.HTMLWriter) template.HTML {
	return write(out, func(b *rowWriter) {
		for i := range rows {
			b.coming(&rows[i])
		}
	})
}

func (b *rowWriter) coming(r *ComingRow) {
	b.Text(`<li class="coming-row`)
	b.If(r.Tag != "", " due")
	b.Text(`"><time datetime="{}">{}</time><span class="coming-name">`, r.ISODate, r.Date)
	b.Linked(r.URL, func() { b.Bdi(r.Name) })
	b.If(r.Tag != "", `<span class="due-tag">{}</span>`, r.Tag)
	b.Text(`<span class="coming-when">{}`, r.When)
	b.If(r.Enters, ", automatic")
	b.Text(`</span></span><span class="coming-cat">`)
	if r.Category != (CategoryText{}) {
		b.Bdi(r.Category.Text())
	}
	b.Text(`</span><span class="fig amount {}">{}</span><span class="coming-does">`, string(r.Amount.Sign), r.Amount.Text)
	if r.MayEnter {
		b.comingChange(r, "enter", "Enter", `<input type="hidden" name="on" value="its-day">`)
		b.comingChange(r, "skip", "Skip", "")
	}
	if r.URL != "" {
		b.dots("scheduled", r.ID, r.Name+", "+r.Date)
	}
	b.Text("</span></li>")
}

// comingChange writes a form that enters or skips the day.
func (b *rowWriter) comingChange(r *ComingRow, does, label, more string) {
	b.Text(`<form method="post" data-change action="{}{}-scheduled"><input type="hidden" name="scheduled" value="{}"><input type="hidden" name="due" value="{}">`+more,
		r.DoURL, does, r.ID, r.ISODate)
	b.Text(`<input type="hidden" name="back" value="{}"><button class="button small">{}<span class="sr-only"> {} on {}</span></button></form>`,
		r.Back, label, r.Name, r.Date)
}
