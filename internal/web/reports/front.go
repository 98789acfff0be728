package reports

import (
	"html/template"
	"net/http"

	"holdover/internal/ui"
)

// FrontPage shows all reports small.
type FrontPage struct {
	ui.Frame
	Cards []Card
}

// Template names the page's template.
func (*FrontPage) Template() string { return "reports" }

// Card is a report in small.
type Card struct {
	Title, About, URL, Lead string
	Picture                 template.HTML
}

// Front lists the reports, each with its sentence and its picture, for the last twelve months.
func Front(w http.ResponseWriter, r *ui.Request) error {
	rd, err := read(r)
	if err != nil {
		return err
	}
	p := &FrontPage{Frame: ui.Frame{Title: "Reports"}}
	for _, k := range kinds {
		d, err := k.draw(rd)
		if err != nil {
			return err
		}
		card := Card{Title: k.title, About: k.about, URL: rd.report(k.name, nil), Lead: d.page.Lead}
		if d.page.Nothing == "" {
			for i := range d.chart.Places { // the card is the link
				d.chart.Places[i].URL = ""
			}
			card.Picture = template.HTML(d.chart.SVG()) //nolint:gosec // package plot escapes every text
		}
		p.Cards = append(p.Cards, card)
	}
	f, err := r.Frame()
	if err != nil {
		return err
	}
	p.Sidebar = ui.SidebarOf(f, ui.OnReports, "")
	return r.RenderBudgetPage(w, f, p)
}
