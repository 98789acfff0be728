package web

import (
	"net/http"

	"holdover/internal/app"
	"holdover/internal/httpx"
)

// scheduledRoutes are the addresses of what is scheduled.
func (s *site) scheduledRoutes(rt *httpx.Router) {
	rt.Handle("GET /budgets/{id}/scheduled", s.scheduled)
	rt.Handle("GET /budgets/{id}/scheduled/new", s.scheduledForm)
	rt.Handle("GET /budgets/{id}/scheduled/{scheduled}", s.scheduledForm)
	rt.Handle("POST /budgets/{id}/scheduled/form", s.shapeScheduled)
}

// scheduled lists the scheduled transactions of a budget.
func (s *site) scheduled(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	got, err := s.app.Scheduled(r.Context(), who, r.PathValue("id"), s.today())
	if err != nil {
		return err
	}
	d := &scheduledDrawing{
		ScheduledList: &got, figures: figures{got.Budget.CurrencyFormat}, links: linksOf(got.Budget.ID), today: s.today(), onBudget: map[string]bool{},
	}
	for _, acc := range got.Accounts {
		d.onBudget[acc.ID] = acc.OnBudget
	}
	return s.showInBudget(w, r, who, &got.Frame, d.page())
}

// scheduledForm shows the form of a scheduled transaction, or of a new one.
func (s *site) scheduledForm(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	form, err := s.app.ScheduledForm(r.Context(), who, r.PathValue("id"), r.PathValue("scheduled"), s.today())
	if err != nil {
		return err
	}
	sc := &scheduledReading{form: &form, frequency: "monthly", byItself: true}
	fields := newFields(startAccount(&form.RowForm, r.URL.Query().Get("account")), s.today().In(form.Budget.DateFormat), false)
	if form.Scheduled != nil {
		fields = fieldsOf(&form.RowForm)
		sc.frequency, sc.byItself = form.Scheduled.Frequency, form.Scheduled.ByItself
	}
	sc.rowReading = newRowReading(&form.RowForm, fields, s.today())
	return s.showScheduled(w, r, who, http.StatusOK, sc, "")
}

// shapeScheduled draws the form again as it was typed, after a button that saves
// nothing.
func (s *site) shapeScheduled(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	sc, err := s.typedScheduled(r, who)
	if err != nil {
		return err
	}
	shape := r.PostFormValue("shape")
	if shape == "left" && fromScript(r) {
		return s.pages.renderPart(w, http.StatusOK, &RowPage{Left: sc.leftText()}, "rowleft")
	}
	return s.showScheduled(w, r, who, http.StatusOK, sc, sc.shape(shape))
}

// refuseScheduled shows the form again with what was wrong.
func (s *site) refuseScheduled(w http.ResponseWriter, r *http.Request, who app.Actor, failed error) error {
	sc, err := s.typedScheduled(r, who)
	if err != nil {
		return failed // it is gone
	}
	sc.faults = faultsOf(failed)
	if sc.form.Scheduled != nil {
		sc.fields.Seen = seenRow(&sc.form.Scheduled.Row)
	}
	return s.showScheduled(w, r, who, httpx.StatusOf(s.logged(r, failed)), sc, "")
}

func (s *site) typedScheduled(r *http.Request, who app.Actor) (*scheduledReading, error) {
	return readScheduled(&changing{ctx: r.Context(), app: s.app, who: who, id: r.PathValue("id"), form: r, today: s.today()})
}

// showScheduled writes the form: its body alone for a script.
func (s *site) showScheduled(w http.ResponseWriter, r *http.Request, who app.Actor, status int, sc *scheduledReading, at string) error {
	p := scheduledPage(sc, linksOf(sc.form.Budget.ID).to("scheduled"))
	p.FocusOn = at
	if fromScript(r) {
		return s.pages.renderPart(w, status, p, "rowbody")
	}
	if err := s.listPayees(r, who, sc.rowReading, p); err != nil {
		return err
	}
	p.Sidebar = sidebarOf(&sc.form.Frame, OnScheduled, "")
	return s.pages.render(w, r, status, p)
}
