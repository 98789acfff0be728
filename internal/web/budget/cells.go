package budget

import (
	"html/template"
	"strconv"

	"holdover/internal/ui"
)

// The cells of the sheet are written here and not by a template: a screen of six
// months has a thousand figures, and templates took half the time of an edit.
// Every text goes through [ui.HTMLWriter.Escape].

// cells are the three cells of a row in a month.
func (b *cellWriter) cells(c *Cells) {
	b.cell("first budgeted", c.Budgeted.Sign)
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

// received is the cells of an income row: nothing is budgeted there, and nothing stays.
func (b *cellWriter) received(c *Cells) {
	b.Text(`<td class="first budgeted"></td>`)
	b.activity(c)
	b.Text(`<td class="balance"></td>`)
}

// rolledOver is the mark of a balance that goes into the next month; the screen
// carries its picture once.
const rolledOver = `<span class="rolls" title="Rolled over: the overspending goes into the next month">` +
	`<svg class="icon" width="16" height="16" aria-hidden="true"><use href="#icon-rollover"></use></svg>` +
	`<span class="sr-only">rolled over</span></span>`

// onCard says of an overspent balance, which has a colour of its own then, what becomes of it.
const onCard = `<span class="sr-only"> overspent on a card: it becomes debt of the card</span>`

type cellWriter struct{ *ui.HTMLWriter }

func write(out *ui.HTMLWriter, what func(*cellWriter)) template.HTML {
	return out.Put(func(b *ui.HTMLWriter) { what(&cellWriter{b}) })
}

func (b *cellWriter) cell(class string, sign ui.Sign) {
	b.Text(`<td class="`)
	b.Text(class)
	b.Text(" ")
	b.Text(string(sign))
	b.Text(`">`)
}

// button is a figure that opens its menu; without a key it is the figure alone.
func (b *cellWriter) button(name, class, key, figure, after string) {
	tag := "button"
	if key == "" {
		tag = "span"
	}
	b.Text("<")
	b.Text(tag)
	if class != "" {
		b.Text(` class="`)
		b.Escape(class)
		b.Text(`"`)
	}
	if key != "" {
		b.Text(` form="open" name="`)
		b.Text(name)
		b.Text(`" value="`)
		b.Escape(key)
		b.Text(`"`)
	}
	if key != "" && name == "balance" {
		b.Text(` aria-haspopup="dialog"`)
	}
	b.Text(">")
	b.Escape(figure)
	b.Text(after)
	b.Text("</")
	b.Text(tag)
	b.Text(">")
}

// bar is drawn with attributes: the pages allow no styles in elements.
func (b *cellWriter) bar(bar *Bar) {
	if bar == nil {
		return
	}
	b.Text(`<svg class="target-bar `)
	b.Text(string(bar.State))
	b.Text(`" aria-hidden="true"><title>`)
	b.Escape(bar.Title)
	b.Text(`</title><rect class="of" width="100%" height="3" rx="1.5"></rect><rect class="is" width="`)
	b.Text(strconv.Itoa(bar.Percent))
	b.Text(`%" height="3" rx="1.5"></rect></svg>`)
}

func (b *cellWriter) activity(c *Cells) {
	b.cell("activity", c.Activity.Sign)
	if c.ActivityURL == "" {
		b.Escape(c.Activity.Text)
	} else {
		b.Text(`<a href="`)
		b.Escape(c.ActivityURL)
		b.Text(`" hx-boost="false">`)
		b.Escape(c.Activity.Text)
		b.Text("</a>")
	}
	b.Text("</td>")
}
