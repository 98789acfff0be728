package web

import (
	"html/template"
	"strings"
)

// The cells of the sheet are written here and not by a template: a screen of six
// months has a thousand figures, and templates took half the time of an edit.
// Every text goes through template.HTMLEscapeString.

// HTML is the three cells of a row in a month.
func (c Cells) HTML() template.HTML {
	var b cellWriter
	b.cell("first budgeted", c.Budgeted.Sign)
	b.button("budgeted", "", c.Key, c.Budgeted.Text, "")
	b.text("</td>")
	b.activity(&c)
	b.text(`<td class="balance">`)
	after := ""
	if c.Rollover {
		after = rolledOver
	}
	b.button("balance", "pill "+string(c.Balance.Sign), c.Key, c.Balance.Text, after)
	b.text("</td>")
	return template.HTML(b.String())
}

// Received is the cells of an income row: nothing is budgeted there, and nothing
// stays.
func (c Cells) Received() template.HTML {
	var b cellWriter
	b.text(`<td class="first budgeted"></td>`)
	b.activity(&c)
	b.text(`<td class="balance"></td>`)
	return template.HTML(b.String())
}

// rolledOver is the mark of a balance that goes into the next month; the screen
// carries its picture once.
const rolledOver = `<span class="rolls" title="Rolled over: the overspending goes into the next month">` +
	`<svg class="icon" width="16" height="16" aria-hidden="true"><use href="#icon-rollover"></use></svg>` +
	`<span class="sr-only">rolled over</span></span>`

type cellWriter struct{ strings.Builder }

func (b *cellWriter) text(html string) { b.WriteString(html) }

func (b *cellWriter) escape(text string) { b.WriteString(template.HTMLEscapeString(text)) }

func (b *cellWriter) cell(class string, sign Sign) {
	b.text(`<td class="`)
	b.escape(class + " " + string(sign))
	b.text(`">`)
}

// button is a figure that opens its menu; without a key it is the figure alone.
func (b *cellWriter) button(name, class, key, figure, after string) {
	tag := "button"
	if key == "" {
		tag = "span"
	}
	b.text("<" + tag)
	if class != "" {
		b.text(` class="`)
		b.escape(class)
		b.text(`"`)
	}
	if key != "" {
		b.text(` form="open" name="` + name + `" value="`)
		b.escape(key)
		b.text(`"`)
	}
	if key != "" && name == "balance" {
		b.text(` aria-haspopup="dialog"`)
	}
	b.text(">")
	b.escape(figure)
	b.text(after + "</" + tag + ">")
}

func (b *cellWriter) activity(c *Cells) {
	b.cell("activity", c.Activity.Sign)
	if c.ActivityURL == "" {
		b.escape(c.Activity.Text)
	} else {
		b.text(`<a href="`)
		b.escape(c.ActivityURL)
		b.text(`" hx-boost="false">`)
		b.escape(c.Activity.Text)
		b.text("</a>")
	}
	b.text("</td>")
}
