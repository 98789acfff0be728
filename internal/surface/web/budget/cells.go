package budget

import (
	"html/template"
	"strconv"

	"holdover/internal/surface/ui"
)

// The cells of the sheet are written here instead of by a template: a screen of six months has a thousand figures,
// and templates took half the time of an edit. Every text goes through [ui.HTMLWriter.Escape].

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
const onCard = `<span class="sr-only"> overspent on a card: it becomes debt of the card</span>`

type cellWriter struct{ *ui.HTMLWriter }

func write(out *ui.HTMLWriter, what func(*cellWriter)) template.HTML {
	return out.WriteFrom(func(b *ui.HTMLWriter) { what(&cellWriter{b}) })
}

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
