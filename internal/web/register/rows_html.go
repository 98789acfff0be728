package register

import (
	"html/template"
	"strconv"

	"holdover/internal/ui"
	"holdover/internal/words"
)

// The rows of a register are written here and not by a template, as the cells of
// the budget are: a page of a hundred rows took a template 30 ms. Every text goes
// through [ui.HTMLWriter.Escape]; the page carries each picture once.

// RegisterRows are those of a page.
type RegisterRows []RegisterRow

// HTML writes the rows with their parts, each a body of the table.
func (rows RegisterRows) HTML(out *ui.HTMLWriter) template.HTML {
	return write(out, func(b *rowWriter) {
		for i := range rows {
			b.row(&rows[i])
		}
	})
}

type rowWriter struct{ *ui.HTMLWriter }

func write(out *ui.HTMLWriter, what func(*rowWriter)) template.HTML {
	return out.Put(func(b *ui.HTMLWriter) { what(&rowWriter{b}) })
}

func (b *rowWriter) row(r *RegisterRow) {
	b.Text(ui.PieceBegins)
	b.begin(r)
	b.Text("<tr>")
	if r.EditURL != "" {
		b.Text(`<td class="pick"><input type="checkbox" form="chosen" name="pick"`)
		b.Attribute("value", r.ID)
		b.Attribute("aria-label", "Select "+r.Label)
		b.Text("></td>")
	}
	b.Text(`<td class="date"><time`)
	b.Attribute("datetime", r.ISODate)
	b.element(r.Date, "time")
	b.Text(`</td><td class="flagged">`)
	b.flag(r)
	b.Text("</td>")
	if r.WithAccount {
		b.Text(`<td class="account"><a`)
		b.Attribute("href", r.URL)
		b.Text(">")
		b.Own(r.Account)
		b.Text("</a></td>")
	}
	b.payee(r)
	b.category(r)
	b.notes(r.Notes)
	b.amounts(r)
	b.Text(`<td class="mark ` + string(r.Cleared) + `">`)
	b.mark(r)
	b.Text("</td>")
	if r.EditURL != "" {
		b.Text(`<td class="more-of"><button class="dots" form="open" name="row" aria-haspopup="dialog"`)
		b.Attribute("value", r.ID)
		b.Attribute("aria-label", "Menu of "+r.Label)
		b.Text(">")
		b.Symbol("i-dots")
		b.Text("</button></td>")
	}
	b.Text("</tr>")
	for i := range r.Parts {
		b.part(&r.Parts[i], r.EditURL != "")
	}
	b.Text("</tbody>" + ui.PieceEnds + "\n")
}

// element ends an opening tag and writes the text and the closing tag.
func (b *rowWriter) element(text, tag string) {
	b.Text(">")
	b.Escape(text)
	b.Text("</")
	b.Text(tag)
	b.Text(">")
}

func (b *rowWriter) begin(r *RegisterRow) {
	b.Text(`<tbody class="tx`)
	if r.Future {
		b.Text(" future")
	}
	if r.Unapproved {
		b.Text(" unapproved")
	}
	b.Text(`"`)
	b.Attribute("id", "t-"+r.ID)
	b.Attribute("data-row", r.ID)
	b.Attribute("data-amount", strconv.FormatInt(r.Milli, 10))
	if r.Folded {
		b.Text(" data-folded")
	}
	b.Text(">")
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
		b.Text(`<button class="flag-at" form="open" name="flag" aria-haspopup="dialog"`)
		b.Attribute("value", r.ID)
		b.Attribute("title", words)
		b.Attribute("aria-label", words)
		b.Text(`><span class="` + class + `"></span></button>`)
	case r.Flag != "":
		b.Text(`<span class="` + class + `"`)
		b.Attribute("title", words)
		b.Text(`></span><span class="sr-only"`)
		b.element(words, "span")
	}
}

func (b *rowWriter) payee(r *RegisterRow) {
	b.Text(`<td class="payee"`)
	b.Attribute("title", r.Payee)
	b.Text(">")
	if r.EditURL != "" {
		b.Text(`<a class="edit-row"`)
		b.Attribute("href", r.EditURL)
		b.Text(">")
	}
	if r.Payee == "" {
		b.Text(`<span class="nobody">No payee</span>`)
	} else {
		b.Own(r.Payee)
	}
	if r.EditURL != "" {
		b.Text("</a>")
	}
	if r.Unapproved {
		b.Text(`<span class="sr-only"> not approved</span>`)
	}
	if r.Receipts > 0 {
		b.Text(`<a class="clip"`)
		b.Attribute("href", r.ReceiptsURL)
		b.Attribute("title", words.Number(r.Receipts, "receipt", "receipts"))
		b.Attribute("aria-label", words.Number(r.Receipts, "receipt", "receipts")+" of "+r.Label)
		b.Text(">")
		b.Symbol("i-clip")
		b.Text("</a>")
	}
	b.Text("</td>")
}

func (b *rowWriter) category(r *RegisterRow) {
	b.Text(`<td class="cat">`)
	if len(r.Parts) == 0 {
		b.named(r.Category)
	} else {
		b.Text(`<button class="split" type="button" aria-expanded="` + strconv.FormatBool(!r.Folded) + `">`)
		b.Symbol("i-fold")
		b.Text("Split, " + words.Number(len(r.Parts), "part", "parts") + "</button>")
	}
	b.Text("</td>")
}

func (b *rowWriter) named(c CategoryText) {
	if c.Kind != Named {
		b.Text(`<span class="cat-` + string(c.Kind) + `"`)
		b.element(c.Name, "span")
		return
	}
	b.Text("<bdi")
	b.Attribute("title", c.Group+": "+c.Name)
	b.element(c.Name, "bdi")
}

func (b *rowWriter) notes(n NotesText) {
	b.Text(`<td class="notes">`)
	if n.Long {
		b.Text(`<details class="long"><summary>`)
	}
	b.Own(n.Text)
	if n.Long {
		b.Text("</summary></details>")
	}
	b.Text("</td>")
}

func (b *rowWriter) figure(class string, f ui.Figure) {
	b.Text(`<td class="num ` + class + " " + string(f.Sign) + `"`)
	b.element(f.Text, "td")
}

func (b *rowWriter) amounts(r *RegisterRow) {
	b.figure("amount", r.Amount)
	if r.Balance != nil {
		b.Text(ui.PieceBegins + `<td class="num running ` + string(r.Balance.Sign) + `"`) // for itself: an edit changes it in all rows above
		b.Attribute("id", "balance-"+r.ID)
		b.element(r.Balance.Text, "td")
		b.Text(ui.PieceEnds)
	}
}

// mark is the row's cleared state, which a click changes; a reconciled row is
// asked about first.
func (b *rowWriter) mark(r *RegisterRow) {
	if r.EditURL == "" {
		b.Text("<span")
		b.Attribute("title", r.Cleared.Label())
		b.Text(">")
		b.Symbol(clearedPictures[r.Cleared])
		b.Text(`<span class="sr-only"`)
		b.element(r.Cleared.Label(), "span")
		b.Text("</span>")
		return
	}
	b.Text(`<button class="mark-it"`)
	if r.Cleared == IsReconciled {
		b.Text(` form="open" name="reconciled" aria-haspopup="dialog"`)
		b.Attribute("value", r.ID)
	} else {
		b.Text(` form="mark" name="mark"`)
		b.Attribute("value", string(r.Cleared.Other())+" "+r.ID)
	}
	b.Attribute("title", r.Cleared.Label())
	b.Attribute("aria-label", r.Cleared.Label())
	b.Text(">")
	b.Symbol(clearedPictures[r.Cleared])
	b.Text("</button>")
}

var clearedPictures = map[ClearedMark]string{NotCleared: "i-circle", IsCleared: "i-check", IsReconciled: "i-lock"}

// part is a part of a split, with a cell for each column of the rows.
func (b *rowWriter) part(p *PartRow, mayChange bool) {
	b.Text(`<tr class="part`)
	if p.Aside {
		b.Text(" aside")
	}
	b.Text(`">`)
	if mayChange {
		b.Text(`<td class="pick"></td>`)
	}
	b.Text(`<td class="date"></td><td class="flagged"></td>`)
	if p.WithAccount {
		b.Text(`<td class="account"></td>`)
	}
	b.Text(`<td class="payee">`)
	b.Own(p.Payee)
	b.Text(`</td><td class="cat">`)
	b.named(p.Category)
	b.Text("</td>")
	b.notes(p.Notes)
	b.figure("amount", p.Amount)
	if p.WithBalance {
		b.Text(`<td class="running"></td>`)
	}
	b.Text(`<td class="mark"></td>`)
	if mayChange {
		b.Text(`<td class="more-of"></td>`)
	}
	b.Text("</tr>")
}
