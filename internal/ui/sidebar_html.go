package ui

import "html/template"

// InSidebar is the account as the sidebar of every page lists it.
func (a *AccountLink) InSidebar() template.HTML {
	return WriteHTML(func(b *HTMLWriter) {
		b.Text(PieceBegins + "<li")
		b.Attribute("id", "bar-"+a.ID)
		b.Text("><a")
		b.Attribute("href", a.URL)
		if a.Current {
			b.Text(` aria-current="page"`)
		}
		b.Text(`><bdi class="name"`)
		b.Attribute("title", a.Name)
		b.Text(">")
		b.Escape(a.Name)
		b.Text(`</bdi><span class="fig ` + string(a.Balance.Sign) + `">`)
		b.Escape(a.Balance.Text)
		b.Text("</span></a></li>" + PieceEnds)
	})
}
