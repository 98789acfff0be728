package web

import (
	"net/http"
	"net/url"

	"holdover/internal/app"
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/httpx"
)

// proofRoutes are the addresses of verification, clean-up and newer files.
func (s *site) proofRoutes(rt *httpx.Router) {
	rt.Handle("GET /budgets/{id}/verification", s.verification)
	rt.Handle("GET /budgets/{id}/clean-up", s.cleanUp)
	rt.Handle("POST /budgets/{id}/clean-up/{kind}", s.applyCleanUp)
	rt.Handle("GET /budgets/{id}/newer-file", s.newerForm)
	rt.Handle("POST /budgets/{id}/newer-file", s.newerFile)
	rt.Handle("GET /budgets/{id}/newer-file/{key}", s.keptNewerFile)
	rt.Handle("POST /budgets/{id}/newer-file/{key}", s.takeOverNewer)
}

func (l links) verification(m cal.Month) string {
	return l.to("verification?") + url.Values{"month": {m.String()}}.Encode()
}

// verification compares the budget with the file it came from: all months, or
// one of them with every category.
func (s *site) verification(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	id := r.PathValue("id")
	f, err := s.app.Frame(r.Context(), who, id)
	if err != nil {
		return err
	}
	report, err := s.app.Verify(r.Context(), who, id)
	if err != nil {
		return err
	}
	d := &verifyDrawing{Report: report, figures: figures{f.Budget.CurrencyFormat}, links: linksOf(id), all: r.URL.Query().Get("all") != ""}
	p := d.page()
	p.Sidebar, p.Live = sidebarOf(&f, OnVerification, ""), liveOf(&f)
	if text := r.URL.Query().Get("month"); text != "" {
		m, err := cal.ParseMonth(text)
		if err != nil {
			return fault.New(fault.Invalid, "%q is no month", text).WithHint("a month is written 2026-03")
		}
		months, err := s.app.Months(r.Context(), who, id, app.MonthSpan{From: m, To: m})
		if err != nil {
			return err
		}
		d.addDetail(p, m, months)
	}
	return s.pages.render(w, r, http.StatusOK, p)
}
