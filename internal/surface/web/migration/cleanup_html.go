package migration

import (
	"html/template"

	"holdover/internal/surface/ui"
)

// The items and months of a clean-up are written here instead of by a template, like the rows of registers: a budget
// of twenty years has more than a thousand. Every text goes through [ui.HTMLWriter.Escape].

// CleanUpRows are the items of a clean-up.
type CleanUpRows []CleanUpRow

// HTML writes the rows of their table.
func (rows CleanUpRows) HTML(out *ui.HTMLWriter) template.HTML {
	return out.WriteFrom(func(b *ui.HTMLWriter) {
		for i := range rows {
			(&cleanUpWriter{b}).row(&rows[i])
		}
	})
}

// CleanUpMonths are the months of a clean-up.
type CleanUpMonths []CleanUpMonth

// HTML writes the rows of their table.
func (months CleanUpMonths) HTML(out *ui.HTMLWriter) template.HTML {
	return out.WriteFrom(func(b *ui.HTMLWriter) {
		for i := range months {
			(&cleanUpWriter{b}).month(&months[i])
		}
	})
}

type cleanUpWriter struct{ *ui.HTMLWriter }

func (b *cleanUpWriter) row(r *CleanUpRow) {
	b.Text("<tr")
	b.If(r.Left || r.Fixed, ` class="left-out"`)
	b.Text(">\n            " + `<td class="do">`)
	switch {
	case r.Choose:
		b.twin(r)
	case r.Fixed:
		b.Text(`<span class="hint">stays</span>`)
	default:
		b.Text(`<label class="check"><input type="checkbox" name="leave" value="{}"`, r.ID)
		b.If(r.Left, " checked")
		b.Text(` aria-label="{}"><span class="on-phone">Leave out</span></label>`, "Leave out "+r.Do+" "+r.What+" "+r.When)
	}
	b.Text("</td>\n            " + `<td class="what">`)
	b.If(!r.Choose && !r.Fixed, `<span class="hint">{}</span> `, r.Do)
	b.Linked(r.URL, func() { b.Bdi(r.What) })
	b.Text(`</td><td class="into"><bdi>{}</bdi></td><td class="when">{}</td>`, r.Into, r.When)
	b.Text(`<td class="num {}">{}</td><td class="why">{}</td></tr>`, string(r.Amount.Sign), r.Amount.Text, r.Why)
}

// twin writes the choice for a duplicate.
func (b *cleanUpWriter) twin(r *CleanUpRow) {
	b.Text(`<span class="twin"><select name="do:{}" aria-label="What to do with {}">`+"\n                ", r.ID, r.What)
	for _, choice := range [][2]string{{"merge", "Merge"}, {"rename", "Rename"}, {"leave", "Leave"}} {
		b.Text(`<option value="{}"`, choice[0])
		b.If(r.Choice == choice[0], " selected")
		b.Text(">" + choice[1] + "</option>")
	}
	b.Text("</select>\n                "+`<input type="text" class="twin-name" name="name:{}" value="{}" maxlength="200" autocomplete="off" dir="auto" aria-label="New name of {}"></span>`,
		r.ID, r.Name, r.What)
}

// figure writes a cell with a figure. In the narrow layout it follows the name of its column.
func (b *cleanUpWriter) figure(column string, f *ui.Figure) {
	b.Text(`<td class="num {}" data-label="{}">{}</td>`, string(f.Sign), column, f.Text)
}

func (b *cleanUpWriter) month(m *CleanUpMonth) {
	b.Text(`<tr><th scope="row"><a href="{}">{}</a></th>`, m.URL, m.Name)
	b.figure("Before", &m.Before)
	b.figure("After", &m.After)
	b.Text(`<td class="num" data-label="YNAB">`)
	if m.Source != nil {
		b.Text(`<span class="{}">{}</span>`, string(m.Source.Sign), m.Source.Text)
	}
	b.Text(`</td><td class="means">`)
	if m.Matches {
		b.Text(`<span class="matches">`)
		b.Picture("check")
		b.Text("matches</span>")
	}
	b.If(m.Below, "goes below zero")
	b.Text("</td></tr>")
}
