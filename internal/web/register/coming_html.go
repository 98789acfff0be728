package register

import (
	"html/template"

	"holdover/internal/ui"
)

// ComingRows are what comes, the soonest first. A register may have forty of them.
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
	if r.Tag != "" {
		b.Text(" due")
	}
	b.Text(`"><time`)
	b.Attribute("datetime", r.ISODate)
	b.element(r.Date, "time")
	b.comingName(r)
	b.Text(`<span class="coming-cat">`)
	if r.Category != (CategoryText{}) {
		b.Own(r.Category.Name)
	}
	b.Text(`</span><span class="fig amount ` + string(r.Amount.Sign) + `"`)
	b.element(r.Amount.Text, "span")
	b.Text(`<span class="coming-does">`)
	if r.MayEnter {
		b.comingChange(r, "enter", "Enter", `<input type="hidden" name="on" value="its-day">`)
		b.comingChange(r, "skip", "Skip", "")
	}
	if r.URL != "" {
		b.Text(`<button class="dots" form="open" name="scheduled" aria-haspopup="dialog"`)
		b.Attribute("value", r.ID)
		b.Attribute("aria-label", "Menu of "+r.Name+", "+r.Date)
		b.Text(">")
		b.Symbol("i-dots")
		b.Text("</button>")
	}
	b.Text("</span></li>")
}

func (b *rowWriter) comingName(r *ComingRow) {
	b.Text(`<span class="coming-name">`)
	b.Linked(r.URL, func() { b.Own(r.Name) })
	if r.Tag != "" {
		b.Text(`<span class="due-tag"`)
		b.element(r.Tag, "span")
	}
	b.Text(`<span class="coming-when">`)
	b.Escape(r.When)
	if r.Enters {
		b.Text(", automatic")
	}
	b.Text("</span></span>")
}

// comingChange is a form that enters or skips the day.
func (b *rowWriter) comingChange(r *ComingRow, does, label, more string) {
	b.Text(`<form method="post" data-change`)
	b.Attribute("action", r.DoURL+does+"-scheduled")
	b.Text(`><input type="hidden" name="scheduled"`)
	b.Attribute("value", r.ID)
	b.Text(`><input type="hidden" name="due"`)
	b.Attribute("value", r.ISODate)
	b.Text(">" + more + `<input type="hidden" name="back"`)
	b.Attribute("value", r.Back)
	b.Text(`><button class="button small">` + label + `<span class="sr-only"> `)
	b.Escape(r.Name + " on " + r.Date)
	b.Text("</span></button></form>")
}
