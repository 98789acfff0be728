package bring

import (
	"html/template"

	"holdover/internal/ui"
)

// The items and months of a clean-up are written here and not by a template, as the rows of registers are: of a budget of twenty
// years they are more than a thousand rows. Every text goes through [ui.HTMLWriter.Escape].

// CleanUpRows are the items of a clean-up.
type CleanUpRows []CleanUpRow

// HTML writes the rows of their table.
func (rows CleanUpRows) HTML(out *ui.HTMLWriter) template.HTML {
	return out.Put(func(b *ui.HTMLWriter) {
		for i := range rows {
			(&cleanUpWriter{b}).row(&rows[i])
		}
	})
}

// CleanUpMonths are the months of a clean-up.
type CleanUpMonths []CleanUpMonth

// HTML writes the rows of their table.
func (months CleanUpMonths) HTML(out *ui.HTMLWriter) template.HTML {
	return out.Put(func(b *ui.HTMLWriter) {
		for i := range months {
			(&cleanUpWriter{b}).month(&months[i])
		}
	})
}

type cleanUpWriter struct{ *ui.HTMLWriter }

func (b *cleanUpWriter) row(r *CleanUpRow) {
	b.Text("<tr")
	if r.Left || r.Fixed {
		b.Text(` class="left-out"`)
	}
	b.Text(">\n            " + `<td class="do">`)
	switch {
	case r.Choose:
		b.twin(r)
	case r.Fixed:
		b.Text(`<span class="hint">stays</span>`)
	default:
		b.Text(`<label class="check"><input type="checkbox" name="leave"`)
		b.Attribute("value", r.ID)
		b.checked(r.Left, " checked")
		b.Attribute("aria-label", "Leave out "+r.Do+" "+r.What+" "+r.When)
		b.Text(`><span class="on-phone">Leave out</span></label>`)
	}
	b.Text("</td>\n            " + `<td class="what">`)
	if !r.Choose && !r.Fixed {
		b.Text(`<span class="hint">`)
		b.Escape(r.Do)
		b.Text("</span> ")
	}
	b.Linked(r.URL, func() { b.Own(r.What) })
	b.Text(`</td><td class="into">`)
	b.Own(r.Into)
	b.Text(`</td><td class="when">`)
	b.Escape(r.When)
	b.Text("</td>")
	b.figure("", &r.Amount)
	b.Text(`<td class="why">`)
	b.Escape(r.Why)
	b.Text("</td></tr>")
}

// twin chooses what becomes of a duplicate.
func (b *cleanUpWriter) twin(r *CleanUpRow) {
	b.Text(`<span class="twin"><select`)
	b.Attribute("name", "do:"+r.ID)
	b.Attribute("aria-label", "What to do with "+r.What)
	b.Text(">\n                ")
	for _, choice := range [][2]string{{"merge", "Merge"}, {"rename", "Rename"}, {"leave", "Leave"}} {
		b.Text("<option")
		b.Attribute("value", choice[0])
		b.checked(r.Choice == choice[0], " selected")
		b.Text(">" + choice[1] + "</option>")
	}
	b.Text("</select>\n                " + `<input type="text" class="twin-name"`)
	b.Attribute("name", "name:"+r.ID)
	b.Attribute("value", r.Name)
	b.Text(` maxlength="200" autocomplete="off" dir="auto"`)
	b.Attribute("aria-label", "New name of "+r.What)
	b.Text("></span>")
}

func (b *cleanUpWriter) checked(is bool, how string) {
	if is {
		b.Text(how)
	}
}

// figure is a cell with a figure. Where the table is read down, it stands behind the name of its column, if it has one.
func (b *cleanUpWriter) figure(column string, f *ui.Figure) {
	b.Text(`<td class="num ` + string(f.Sign) + `"`)
	if column != "" {
		b.Attribute("data-label", column)
	}
	b.Text(">")
	b.Escape(f.Text)
	b.Text("</td>")
}

func (b *cleanUpWriter) month(m *CleanUpMonth) {
	b.Text(`<tr><th scope="row"><a`)
	b.Attribute("href", m.URL)
	b.Text(">")
	b.Escape(m.Name)
	b.Text("</a></th>")
	b.figure("Before", &m.Before)
	b.figure("After", &m.After)
	b.Text(`<td class="num" data-label="YNAB">`)
	if m.Source != nil {
		b.Text(`<span class="` + string(m.Source.Sign) + `">`)
		b.Escape(m.Source.Text)
		b.Text("</span>")
	}
	b.Text(`</td><td class="means">`)
	if m.Matches {
		b.Text(`<span class="matches">`)
		b.Picture("check")
		b.Text("matches</span>")
	}
	if m.Below {
		b.Text("goes below zero")
	}
	b.Text("</td></tr>")
}
