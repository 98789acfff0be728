package web

import (
	"net/http"
	"strings"

	"holdover/internal/app"
	"holdover/internal/fault"
	"holdover/internal/httpx"
)

// fromSourceRoutes are the two steps of an import without a file: the token, then
// the plan. The second step's progress is told as that of a file is.
func (s *site) fromSourceRoutes(rt *httpx.Router) {
	rt.Handle("GET /import/from-source", s.fromSourceForm)
	rt.Handle("POST /import/from-source", s.sourcePlans)
	rt.Handle("POST /import/from-source/plan", s.importFromSource)
	rt.Handle("GET /import/from-source/plan/{job}/progress", s.importProgress)
}

func (s *site) fromSourceForm(w http.ResponseWriter, r *http.Request) error {
	return s.showFromSource(w, r, nil)
}

func (s *site) showFromSource(w http.ResponseWriter, r *http.Request, failed error) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	p := fromSourcePage()
	switch err := s.app.MayNameSource(r.Context(), who); {
	case err == nil:
		p.Elsewhere = true
	case fault.KindOf(err) != fault.Forbidden:
		return err
	}
	p.Readable = !s.secure(r) && !s.atThisMachine(r)
	if failed != nil {
		text := faultText(failed)
		p.Fault, p.Address = &text, strings.TrimSpace(r.PostFormValue("address"))
		p.Open = p.Address != ""
	}
	return s.pages.render(w, r, statusOf(failed), p)
}

// mostOfForm is the size of a form, in bytes, that holds a token and little more.
const mostOfForm = 64 << 10

// sourcePlans lists the plans in its own answer: the token goes through no
// address, and what stands for it neither.
func (s *site) sourcePlans(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	r.Body = http.MaxBytesReader(w, r.Body, mostOfForm)
	from, err := app.ParseSource(r.PostFormValue("address"), r.PostFormValue("token"))
	if err != nil {
		return s.showFromSource(w, r, s.logged(r, err))
	}
	plans, err := s.app.SourcePlans(r.Context(), who, from)
	if err != nil {
		return s.showFromSource(w, r, s.logged(r, err))
	}
	id := s.held.keep(s.holder(r, who), from, plans)
	return s.showSourcePlans(w, r, &heldSource{id: id, from: from, plans: plans}, nil)
}

func (s *site) holder(r *http.Request, who app.Actor) holder {
	return holder{user: who.User, session: s.sessionKey(r)}
}

func (s *site) showSourcePlans(w http.ResponseWriter, r *http.Request, held *heldSource, failed error) error {
	p := &SourcePlansPage{
		Frame: Frame{Title: "Choose a plan"}, Source: held.from.Address.Name(), Held: held.id,
		Name: strings.TrimSpace(r.PostFormValue("name")), Plans: planChoices(held.plans, r.PostFormValue("plan"), s.now()),
	}
	if failed != nil {
		text := faultText(failed)
		p.Fault = &text
	}
	w.Header().Set("Cache-Control", "no-store")
	return s.pages.render(w, r, statusOf(failed), p)
}

// importFromSource fetches the plan and imports it. After a fault the token is
// held on, so that another plan can be chosen.
func (s *site) importFromSource(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	r.Body = http.MaxBytesReader(w, r.Body, mostOfForm)
	owner := s.holder(r, who)
	held, err := s.held.find(owner, r.PostFormValue("held"))
	if err != nil {
		return s.showFromSource(w, r, s.logged(r, err))
	}
	got, ask, err := s.fetchAndImport(r, who, held)
	if err != nil && ask == "" {
		return s.showSourcePlans(w, r, held, s.logged(r, err))
	}
	s.held.drop(owner, held.id)
	if ask != "" {
		http.Redirect(w, r, ask, http.StatusSeeOther)
		return nil
	}
	http.Redirect(w, r, linksOf(got.Budget.ID).to("report"), http.StatusSeeOther)
	return nil
}

// fetchAndImport imports what it fetches. ask is where to go on where the plan is
// here already.
func (s *site) fetchAndImport(r *http.Request, who app.Actor, held *heldSource) (got app.Imported, ask string, err error) {
	plan, err := held.plan(r.PostFormValue("plan"))
	if err != nil {
		return got, "", err
	}
	job := s.jobs.begin(r.URL.Query().Get("job"), -1)
	defer s.jobs.end(job)
	opts := app.FetchOptions{
		ImportOptions: app.ImportOptions{
			Name:     strings.TrimSpace(r.PostFormValue("name")),
			Progress: func(int64) { job.whole.Store(true) },
		},
		Fetched: func(bytes int64) { job.read.Store(bytes) },
	}
	to := s.askFirst(&opts.ImportOptions, s.holder(r, who), held.from.Address.Name())
	got, err = s.app.ImportFromSource(r.Context(), who, held.from, plan.ID, opts)
	return got, *to, err
}
