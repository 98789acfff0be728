package migration

import (
	"errors"
	"net/http"
	"strings"

	"holdover/internal/app/migration"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// asked contains the address of the question about a plan that was imported before. The address is empty if no
// question is necessary.
type asked struct {
	to  string
	err error
}

// askFirst makes an import stop with a question if its plan was imported before.
func askFirst(r *ui.Request, opts *migration.ImportOptions, fileName string) *asked {
	a := &asked{}
	opts.Ask = func(known []migration.SamePlan, document *migration.Upload) {
		key, err := keepUpload(r, &pendingFile{Name: fileName, As: opts.Name, Known: known}, document)
		if a.err = err; err == nil {
			a.to = "/known-plan/" + key
		}
	}
	return a
}

// outcome returns the result of an import with the address of its question.
func (a *asked) outcome(got migration.Imported, err error) (migration.Imported, string, error) {
	if a.err != nil {
		err = a.err
	}
	return got, a.to, err
}

func ExistingPlan(w http.ResponseWriter, r *ui.Request) error {
	f, err := findFile(r, r.PathValue("key"))
	if err != nil {
		return err
	}
	return showExisting(w, r, f, nil)
}

func showExisting(w http.ResponseWriter, r *ui.Request, f *pendingFile, failed error) error {
	p := &ExistingPlanPage{Frame: ui.Frame{Title: "Plan already exists"}, File: f.Name, Action: "/known-plan/" + r.PathValue("key"), Name: f.As, Fault: ui.FaultIn(failed)}
	for i := range f.Known {
		k := &f.Known[i]
		way := ExistingBudget{Name: k.Name, When: "imported " + ui.Ago(k.Imported, r.Now), URL: ui.LinksOf(k.ID).To("newer-file/" + r.PathValue("key"))}
		if k.Newest != k.Imported {
			way.When += ", last updated " + ui.Ago(k.Newest, r.Now)
		}
		p.Budgets = append(p.Budgets, way)
	}
	if failed != nil {
		p.Name = strings.TrimSpace(r.PostFormValue("name"))
	}
	return r.Render(w, httpx.StatusOf(failed), p)
}

// ImportExisting imports the pending file as another budget.
func (in *Inbox) ImportExisting(w http.ResponseWriter, r *ui.Request) error {
	key := r.PathValue("key")
	f, file, err := openFile(r, key)
	if err != nil {
		return err
	}
	job := in.jobs.begin(r, -1)
	defer in.jobs.end(job)
	opts := migration.ImportOptions{Name: strings.TrimSpace(r.PostFormValue("name")), FileName: f.Name}
	got, err := r.App.Import(r.Context(), r.Actor, &watched{r: file, job: job}, opts)
	if err := errors.Join(err, file.Close()); err != nil {
		return showExisting(w, r, f, r.Logged(err))
	}
	forgetFile(r, key)
	return r.Redirect(w, ui.LinksOf(got.Budget.ID).To("report"))
}

// ExistingPlanPage is the question how to handle a file of a plan that was imported before.
type ExistingPlanPage struct {
	ui.Frame
	File    string // name of the file
	Fault   *ui.FaultText
	Budgets []ExistingBudget
	Action  string // address that imports it as another budget
	Name    string // typed name of that budget
}

// ExistingBudget is a budget imported from the same plan.
type ExistingBudget struct {
	Name string
	When string // "imported 3 November 2026"
	URL  string // page with the changes since
}

func (*ExistingPlanPage) Template() string { return "existing" }
