package reports

import (
	"html/template"
	"net/http"
	"slices"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/reports"
	"holdover/internal/surface/ui"
)

// FrontPage shows all reports as thumbnails: first the saved ones selected for this page.
type FrontPage struct {
	ui.Frame
	Own     []Card
	Cards   []Card
	MenuURL string // empty for a viewer
}

// Template names the page's template.
func (*FrontPage) Template() string { return "reports" }

// Card is the thumbnail of a report.
type Card struct {
	Title, URL, Lead string
	Main             string // the main figure
	ID               string // of a saved report
	Picture          template.HTML
}

// Front lists the reports with a sentence and a chart each: saved ones, then the built-in ones.
func Front(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame) error {
	p := &FrontPage{Frame: ui.Frame{Title: "Reports", Sidebar: ui.SidebarOf(f, ui.OnReports, "")}}
	if f.MayChange() {
		p.MenuURL = r.To("menu")
	}
	own, err := r.App.OwnReports(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	for i := range own {
		card, err := ownCard(r, &own[i])
		if err != nil {
			return err
		}
		if p.MenuURL == "" {
			card.ID = ""
		}
		p.Own = append(p.Own, *card)
	}
	for i := range kinds {
		if kinds[i].title == "" {
			continue
		}
		rd, card, err := cardOf(r, reports.Ask{Kind: kinds[i].name}, true)
		if err != nil {
			return err
		}
		card.Title, card.URL = kinds[i].title, rd.address(kinds[i].name, nil)
		p.Cards = append(p.Cards, *card)
	}
	bare := func(c Card) bool { return c.Picture == "" }
	p.Cards = append(slices.DeleteFunc(slices.Clone(p.Cards), bare), slices.DeleteFunc(p.Cards, func(c Card) bool { return !bare(c) })...) // cards without a chart are last, so that there are no gaps
	return r.RenderBudgetPage(w, f, p)
}

func ownCard(r *ui.Request, own *reports.SavedReport) (*Card, error) {
	if own.Lost {
		return &Card{Title: own.Name, ID: own.ID, Lead: "What it filters by no longer exists."}, nil
	}
	rd, card, err := cardOf(r, own.Ask, own.Front)
	if faults := ui.AtField(err, ui.RegexpKeys...); rd != nil && err != nil && faults[""].Message == "" { // too complex since notes were added
		card, err = &Card{Lead: "Its regular expression is too complex for so many notes."}, nil
	}
	if err != nil {
		return nil, err
	}
	card.Title, card.ID, card.URL = own.Name, own.ID, rd.ownAddress(own)
	return card, nil
}

// cardOf renders the thumbnail of a report. Without a picture, the report is not computed.
func cardOf(r *ui.Request, ask reports.Ask, picture bool) (*reading, *Card, error) {
	rd, err := readingOf(r, ask)
	if err != nil || !picture {
		return rd, &Card{}, err
	}
	d, err := kindOf(ask.Kind).draw(rd)
	if err != nil {
		return rd, nil, err
	}
	card := &Card{Lead: d.page.Lead, Main: d.main}
	if d.page.Nothing == "" {
		d.unlinked()
		card.Picture = template.HTML(d.picture().SVG()) //nolint:gosec // package plot escapes every text
	}
	return rd, card, nil
}
