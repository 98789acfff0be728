package web

import (
	"errors"
	"net/http"
	"strings"

	"holdover/internal/app"
	"holdover/internal/httpx"
)

// knownRoutes ask what becomes of a file whose plan is here already.
func (s *site) knownRoutes(rt *httpx.Router) {
	rt.Handle("GET /known-plan/{key}", s.knownPlan)
	rt.Handle("POST /known-plan/{key}", s.importKnown)
	rt.Handle("GET /known-plan/{key}/{job}/progress", s.importProgress)
}

// askFirst makes an import ask before a plan becomes another budget. to is where it
// is asked, empty as long as there is nothing to ask.
func (s *site) askFirst(opts *app.ImportOptions, owner holder, fileName string) (to *string) {
	to = new(string)
	opts.Ask = func(known []app.Known, document *app.Upload) {
		*to = "/known-plan/" + s.kept.keep(&keptFile{Upload: document, owner: owner, name: fileName, as: opts.Name, known: known}, s.now())
	}
	return to
}

func (s *site) knownPlan(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	f, err := s.kept.find(r.PathValue("key"), s.holder(r, who))
	if err != nil {
		return err
	}
	return s.showKnown(w, r, f, nil)
}

func (s *site) showKnown(w http.ResponseWriter, r *http.Request, f *keptFile, failed error) error {
	p := &KnownPlanPage{Frame: Frame{Title: "Here already"}, File: f.name, Action: "/known-plan/" + r.PathValue("key"), Name: f.as}
	for i := range f.known {
		k := &f.known[i]
		way := KnownBudget{Name: k.Name, When: "imported " + ago(k.Imported, s.now()), URL: linksOf(k.ID).to("newer-file/" + r.PathValue("key"))}
		if k.Newest != k.Imported {
			way.When += ", a newer file taken over " + ago(k.Newest, s.now())
		}
		p.Budgets = append(p.Budgets, way)
	}
	if failed != nil {
		text := faultText(failed)
		p.Fault, p.Name = &text, strings.TrimSpace(r.PostFormValue("name"))
	}
	return s.pages.render(w, r, statusOf(failed), p)
}

// importKnown makes another budget of the file that is kept.
func (s *site) importKnown(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	key := r.PathValue("key")
	f, file, err := s.kept.open(key, s.holder(r, who))
	if err != nil {
		return err
	}
	job := s.jobs.begin(r.URL.Query().Get("job"), -1)
	defer s.jobs.end(job)
	r.Body = http.MaxBytesReader(w, r.Body, mostOfForm)
	opts := app.ImportOptions{Name: strings.TrimSpace(r.PostFormValue("name")), FileName: f.name}
	got, err := s.app.Import(r.Context(), who, &watched{r: file, job: job}, opts)
	if err := errors.Join(err, file.Close()); err != nil {
		return s.showKnown(w, r, f, s.logged(r, err))
	}
	s.kept.forget(key)
	http.Redirect(w, r, linksOf(got.Budget.ID).to("report"), http.StatusSeeOther)
	return nil
}
