package web

import (
	"html/template"
	"strconv"
)

// The rows of a register are written here and not by a template, as the cells of
// the budget are: a page of a hundred rows took a template 30 ms. Every text goes
// through template.HTMLEscapeString; the page carries each picture once.

// HTML is the row with its parts: a body of the table.
func (r *RegisterRow) HTML() template.HTML {
	b := &rowWriter{}
	b.Grow(2048)
	b.begin(r)
	b.text("<tr>")
	if r.EditURL != "" {
		b.text(`<td class="pick"><input type="checkbox" form="chosen" name="pick"`)
		b.attribute("value", r.ID)
		b.attribute("aria-label", "Select "+r.Label)
		b.text("></td>")
	}
	b.text(`<td class="date"><time`)
	b.attribute("datetime", r.ISODate)
	b.element(r.Date, "time")
	b.text(`</td><td class="flagged">`)
	b.flag(r)
	b.text("</td>")
	if r.WithAccount {
		b.text(`<td class="account"><a`)
		b.attribute("href", r.URL)
		b.text("><bdi")
		b.element(r.Account, "bdi")
		b.text("</a></td>")
	}
	b.payee(r)
	b.category(r)
	b.notes(r.Notes)
	b.amounts(r)
	b.text(`<td class="mark ` + string(r.Cleared) + `">`)
	b.mark(r)
	b.text("</td>")
	if r.EditURL != "" {
		b.text(`<td class="more-of"><button class="dots" form="open" name="row" aria-haspopup="dialog"`)
		b.attribute("value", r.ID)
		b.attribute("aria-label", "Menu of "+r.Label)
		b.text(">" + picture("dots") + "</button></td>")
	}
	b.text("</tr>")
	for i := range r.Parts {
		b.part(&r.Parts[i], r.EditURL != "")
	}
	b.text("</tbody>\n")
	return template.HTML(b.String())
}

// picture shows one of the pictures that the page has as symbols.
func picture(name string) string {
	return `<svg class="icon" width="16" height="16" aria-hidden="true"><use href="#i-` + name + `"></use></svg>`
}

type rowWriter struct{ cellWriter }

func (b *rowWriter) attribute(name, value string) {
	b.text(" " + name + `="`)
	b.escape(value)
	b.text(`"`)
}

// element ends an opening tag and writes the text and the closing tag.
func (b *rowWriter) element(text, tag string) {
	b.text(">")
	b.escape(text)
	b.text("</" + tag + ">")
}

func (b *rowWriter) begin(r *RegisterRow) {
	b.text(`<tbody class="tx`)
	if r.Future {
		b.text(" future")
	}
	if r.Unapproved {
		b.text(" unapproved")
	}
	b.text(`"`)
	b.attribute("id", "t-"+r.ID)
	b.attribute("data-row", r.ID)
	b.attribute("data-amount", strconv.FormatInt(r.Milli, 10))
	if r.Folded {
		b.text(" data-folded")
	}
	b.text(">")
}

func (b *rowWriter) flag(r *RegisterRow) {
	words := "No flag"
	switch {
	case r.Flag != "" && r.FlagName != "":
		words = r.FlagName + " (" + r.Flag + " flag)"
	case r.Flag != "":
		words = "Flag: " + r.Flag
	}
	class := "flag"
	if r.Flag != "" {
		class += " flag-" + r.Flag
	}
	switch {
	case r.EditURL != "":
		b.text(`<button class="flag-at" form="open" name="flag" aria-haspopup="dialog"`)
		b.attribute("value", r.ID)
		b.attribute("title", words)
		b.attribute("aria-label", words)
		b.text(`><span class="` + class + `"></span></button>`)
	case r.Flag != "":
		b.text(`<span class="` + class + `"`)
		b.attribute("title", words)
		b.text(`></span><span class="sr-only"`)
		b.element(words, "span")
	}
}

func (b *rowWriter) payee(r *RegisterRow) {
	b.text(`<td class="payee"`)
	b.attribute("title", r.Payee)
	b.text(">")
	if r.EditURL != "" {
		b.text(`<a class="edit-row"`)
		b.attribute("href", r.EditURL)
		b.text(">")
	}
	if r.Payee == "" {
		b.text(`<span class="nobody">No payee</span>`)
	} else {
		b.text("<bdi")
		b.element(r.Payee, "bdi")
	}
	if r.EditURL != "" {
		b.text("</a>")
	}
	if r.Unapproved {
		b.text(`<span class="sr-only"> not approved</span>`)
	}
	b.text("</td>")
}

func (b *rowWriter) category(r *RegisterRow) {
	b.text(`<td class="cat">`)
	if len(r.Parts) == 0 {
		b.named(r.Category)
	} else {
		b.text(`<button class="split" type="button" aria-expanded="` + strconv.FormatBool(!r.Folded) + `">` + picture("fold"))
		b.text("Split, " + counted(len(r.Parts), "part", "parts") + "</button>")
	}
	b.text("</td>")
}

func (b *rowWriter) named(c CategoryText) {
	if c.Kind != Named {
		b.text(`<span class="cat-` + string(c.Kind) + `"`)
		b.element(c.Name, "span")
		return
	}
	b.text("<bdi")
	b.attribute("title", c.Group+": "+c.Name)
	b.element(c.Name, "bdi")
}

func (b *rowWriter) notes(n NotesText) {
	b.text(`<td class="notes">`)
	if n.Long {
		b.text(`<details class="long"><summary>`)
	}
	b.text("<bdi")
	b.element(n.Text, "bdi")
	if n.Long {
		b.text("</summary></details>")
	}
	b.text("</td>")
}

func (b *rowWriter) figure(class string, f Figure) {
	b.text(`<td class="num ` + class + " " + string(f.Sign) + `"`)
	b.element(f.Text, "td")
}

func (b *rowWriter) amounts(r *RegisterRow) {
	b.figure("amount", r.Amount)
	if r.Balance != nil {
		b.figure("running", *r.Balance)
	}
}

// mark is the row's cleared state, which a click changes; a reconciled row is
// asked about first.
func (b *rowWriter) mark(r *RegisterRow) {
	icon := map[ClearedMark]string{NotCleared: "circle", IsCleared: "check", IsReconciled: "lock"}[r.Cleared]
	if r.EditURL == "" {
		b.text("<span")
		b.attribute("title", r.Cleared.Label())
		b.text(">" + picture(icon) + `<span class="sr-only"`)
		b.element(r.Cleared.Label(), "span")
		b.text("</span>")
		return
	}
	b.text(`<button class="mark-it"`)
	if r.Cleared == IsReconciled {
		b.text(` form="open" name="reconciled" aria-haspopup="dialog"`)
		b.attribute("value", r.ID)
	} else {
		b.text(` form="mark" name="mark"`)
		b.attribute("value", string(r.Cleared.Other())+" "+r.ID)
	}
	b.attribute("title", r.Cleared.Label())
	b.attribute("aria-label", r.Cleared.Label())
	b.text(">" + picture(icon) + "</button>")
}

// part is a part of a split, with a cell for each column of the rows.
func (b *rowWriter) part(p *PartRow, mayChange bool) {
	b.text(`<tr class="part`)
	if p.Aside {
		b.text(" aside")
	}
	b.text(`">`)
	if mayChange {
		b.text(`<td class="pick"></td>`)
	}
	b.text(`<td class="date"></td><td class="flagged"></td>`)
	if p.WithAccount {
		b.text(`<td class="account"></td>`)
	}
	b.text(`<td class="payee"><bdi`)
	b.element(p.Payee, "bdi")
	b.text(`</td><td class="cat">`)
	b.named(p.Category)
	b.text("</td>")
	b.notes(p.Notes)
	b.figure("amount", p.Amount)
	if p.WithBalance {
		b.text(`<td class="running"></td>`)
	}
	b.text(`<td class="mark"></td>`)
	if mayChange {
		b.text(`<td class="more-of"></td>`)
	}
	b.text("</tr>")
}
