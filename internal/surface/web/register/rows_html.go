package register

import (
	"html/template"
	"strconv"

	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// The rows of a register are written here instead of by a template, like the cells of the budget: a template took 30
// ms for a page of a hundred rows (docs/decisions/0099). Every text goes through [ui.HTMLWriter.Escape]. The page
// contains each icon once.

type RegisterRows []RegisterRow

// HTML writes the rows with their parts. Each row is a body of the table.
func (rows RegisterRows) HTML(out *ui.HTMLWriter) template.HTML {
	return out.WriteFrom(func(w *ui.HTMLWriter) {
		b := &rowWriter{w}
		for i := range rows {
			b.row(&rows[i])
		}
	})
}

type rowWriter struct{ *ui.HTMLWriter }

func (b *rowWriter) row(r *RegisterRow) {
	b.begin(r)
	b.If(r.EditURL != "", `<td class="pick"><input type="checkbox" form="chosen" name="pick" value="{}" aria-label="Select {}"></td>`, r.ID, r.Label)
	b.Text(`<td class="date"><time datetime="{}">{}</time></td><td class="flagged">`, r.ISODate, r.Date)
	b.flag(r)
	b.Text("</td>")
	b.If(r.WithAccount, `<td class="account"><a href="{}"><bdi>{}</bdi></a></td>`, r.URL, r.Account)
	b.payee(r)
	b.category(r)
	b.notes(r.Notes)
	b.amounts(r)
	b.Text(`<td class="mark {}">`, string(r.Cleared))
	b.mark(r)
	b.Text("</td>")
	if r.EditURL != "" {
		b.Text(`<td class="more-of"><button class="dots" form="open" name="row" aria-haspopup="dialog" value="{}" aria-label="Menu of {}">`, r.ID, r.Label)
		b.Symbol("i-dots")
		b.Text("</button></td>")
	}
	b.Text("</tr>")
	for i := range r.Parts {
		b.part(&r.Parts[i], r.EditURL != "")
	}
	b.Text("</tbody>" + ui.PieceEnds + "\n")
}

func (b *rowWriter) begin(r *RegisterRow) {
	b.Text(ui.PieceBegins + `<tbody class="tx`)
	b.If(r.Future, " future")
	b.If(r.Unapproved, " unapproved")
	b.Text(`" id="t-{}" data-row="{}" data-amount="{}"`, r.ID, r.ID, strconv.FormatInt(r.Milli, 10))
	b.If(r.Collapsed, " data-folded")
	b.Text("><tr>")
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
		b.Text(`<button class="flag-at" form="open" name="flag" aria-haspopup="dialog" value="{}" title="{}" aria-label="{}"><span class="{}"></span></button>`, r.ID, words, words, class)
	case r.Flag != "":
		b.Text(`<span class="{}" title="{}"></span><span class="sr-only">{}</span>`, class, words, words)
	}
}

func (b *rowWriter) payee(r *RegisterRow) {
	b.Text(`<td class="payee" title="{}">`, r.Payee)
	b.If(r.EditURL != "", `<a class="edit-row" href="{}">`, r.EditURL)
	if r.Payee == "" {
		b.Text(`<span class="nobody">No payee</span>`)
	} else {
		b.Linked(r.PayeeURL, func() { b.Bdi(r.Payee) })
	}
	b.If(r.EditURL != "", "</a>")
	b.If(r.Unapproved, `<span class="sr-only"> not approved</span>`)
	if r.Receipts > 0 {
		receipts := humanize.Number(r.Receipts, "receipt", "receipts")
		b.Text(`<a class="clip" href="{}" title="{}" aria-label="{} of {}">`, r.ReceiptsURL, receipts, receipts, r.Label)
		b.Symbol("i-clip")
		b.Text("</a>")
	}
	b.Text("</td>")
}

func (b *rowWriter) category(r *RegisterRow) {
	b.Text(`<td class="cat">`)
	if len(r.Parts) == 0 {
		b.named(r.Category)
		b.If(r.OtherDate != "", `<span class="other-date">, {}</span>`, r.OtherDate)
	} else {
		b.Text(`<button class="split" type="button" aria-expanded="{}">`, strconv.FormatBool(!r.Collapsed))
		b.Symbol("i-fold")
		b.Text("Split, {}</button>", humanize.Number(len(r.Parts), "part", "parts"))
	}
	b.Text("</td>")
}

func (b *rowWriter) named(c CategoryText) {
	if c.Kind != Named {
		b.Text(`<span class="cat-{}">{}</span>`, string(c.Kind), c.Text())
		return
	}
	b.Text(`<bdi title="{}: {}">{}</bdi>`, c.Group, c.Name, c.Text())
}

func (b *rowWriter) notes(n NotesText) {
	b.Text(`<td class="notes">`)
	b.If(n.Long, `<details class="long"><summary>`)
	b.Notes(&n.Notes, !n.Long)
	b.If(n.Long, "</summary></details>")
	b.Text("</td>")
}

func (b *rowWriter) amount(f ui.Figure) {
	b.Text(`<td class="num amount {}">{}</td>`, string(f.Sign), f.Text)
}

func (b *rowWriter) amounts(r *RegisterRow) {
	b.amount(r.Amount)
	if r.Balance != nil { // a separate fragment: an edit changes the balances of all rows above
		b.Text(ui.PieceBegins+`<td class="num running {}" id="balance-{}">{}</td>`+ui.PieceEnds, string(r.Balance.Sign), r.ID, r.Balance.Text)
	}
}

// mark writes the row's cleared state. A click changes it; for a reconciled row it opens a menu.
func (b *rowWriter) mark(r *RegisterRow) {
	label := r.Cleared.Label()
	if r.EditURL == "" {
		b.Text(`<span title="{}">`, label)
		b.Symbol(clearedPictures[r.Cleared])
		b.Text(`<span class="sr-only">{}</span></span>`, label)
		return
	}
	b.Text(`<button class="mark-it"`)
	if r.Cleared == IsReconciled {
		b.Text(` form="open" name="reconciled" aria-haspopup="dialog" value="{}"`, r.ID)
	} else {
		b.Text(` form="mark" name="mark" value="{} {}"`, string(r.Cleared.Other()), r.ID)
	}
	b.Text(` title="{}" aria-label="{}">`, label, label)
	b.Symbol(clearedPictures[r.Cleared])
	b.Text("</button>")
}

var clearedPictures = map[ClearedMark]string{NotCleared: "i-circle", IsCleared: "i-check", IsReconciled: "i-lock"}

// part writes a part of a split, with a cell for each column of the rows.
func (b *rowWriter) part(p *PartRow, mayChange bool) {
	b.Text(`<tr class="part`)
	b.If(p.Aside, " aside")
	b.Text(`">`)
	b.If(mayChange, `<td class="pick"></td>`)
	b.Text(`<td class="date"></td><td class="flagged"></td>`)
	b.If(p.WithAccount, `<td class="account"></td>`)
	b.Text(`<td class="payee" title="{}"><bdi>{}</bdi></td><td class="cat">`, p.Payee, p.Payee)
	b.named(p.Category)
	b.Text("</td>")
	b.notes(p.Notes)
	b.amount(p.Amount)
	b.If(p.WithBalance, `<td class="running"></td>`)
	b.Text(`<td class="mark"></td>`)
	b.If(mayChange, `<td class="more-of"></td>`)
	b.Text("</tr>")
}
