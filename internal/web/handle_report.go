package web

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"holdover/internal/app"
)

// keptFilesSection lists the files that a budget came from, the newest first.
func keptFilesSection(kept []app.KeptDocument, l links, now time.Time) ReportSection {
	s := ReportSection{
		Title: "Files", Count: thousands(len(kept)), Intro: "Each file that was taken over is kept. The budget is compared with one of them; undo goes back to an earlier one.",
		Table: Table{Columns: []Column{{"File", false}, {"Taken over", false}, {"", false}, {"", false}}},
	}
	for _, d := range slices.Backward(kept) {
		name, use := d.File, ""
		if name == "" {
			name = "File " + strconv.FormatInt(d.No, 10)
		}
		if d.Current {
			use = "compared with"
		}
		download := TableCell{Text: "Download", URL: l.to("original?number=" + strconv.FormatInt(d.No, 10))}
		s.Table.Rows = append(s.Table.Rows, []TableCell{{Text: name}, {Text: ago(d.At, now)}, {Text: use}, download})
	}
	return s
}

// report shows what the import brought over.
func (s *site) report(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	f, err := s.app.Frame(r.Context(), who, r.PathValue("id"))
	if err != nil {
		return err
	}
	got, err := s.app.Report(r.Context(), who, r.PathValue("id"))
	if err != nil {
		return err
	}
	kept, err := s.app.Documents(r.Context(), who, r.PathValue("id"))
	if err != nil {
		return err
	}
	p := reportPage(&got, f.Budget.CurrencyFormat)
	if len(kept) > 1 {
		p.Sections = append(p.Sections, keptFilesSection(kept, linksOf(f.Budget.ID), s.now()))
	}
	p.BudgetURL = linksOf(f.Budget.ID).base
	p.Sidebar = sidebarOf(&f, OnReport, "")
	return s.pages.render(w, r, http.StatusOK, p)
}
