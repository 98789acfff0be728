package migration

import (
	"errors"
	"net/http"
	"strings"

	"holdover/internal/app/migration"
	"holdover/internal/model/conversion"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// pendingQuestion is a question about a file that was not imported yet: about its format, or about a plan that was imported
// before.
type pendingQuestion struct {
	address string // of the page that asks it; empty if there is none
	err     error  // of storing the file
}

// Paths of the pages that ask a question, without the key of the pending file.
const (
	existingPlanPath = "/known-plan/"
	unclearFilePath  = "/unclear-file/"
)

// askLater makes an import stop at a question. The file is then stored, and the question is pending.
func askLater(r *ui.Request, opts *migration.ImportOptions) *pendingQuestion {
	question := &pendingQuestion{}
	keep := func(path string, f *pendingFile, file *migration.Upload) {
		f.Name, f.As, f.Answers = opts.FileName, opts.Name, opts.Answers
		key, err := keepUpload(r, f, file)
		if question.err = err; err == nil {
			question.address = path + key
		}
	}
	opts.Ask = func(existing []migration.ExistingBudget, file *migration.Upload) {
		keep(existingPlanPath, &pendingFile{Existing: existing}, file)
	}
	opts.Unclear = func(q *conversion.Question, file *migration.Upload) {
		keep(unclearFilePath, &pendingFile{Question: q}, file)
	}
	return question
}

// outcome returns the result of an import, with the address of the question if it is pending.
func (q *pendingQuestion) outcome(got migration.Imported, err error) (_ migration.Imported, address string, _ error) {
	if q.err != nil {
		err = q.err
	}
	return got, q.address, err
}

// ExistingPlan asks how to import the pending file of a plan that was imported before.
func ExistingPlan(w http.ResponseWriter, r *ui.Request) error {
	f, err := findFile(r, r.PathValue("key"))
	if err != nil {
		return err
	}
	return showExisting(w, r, f, nil)
}

// showExisting renders the question. failed is the error of importing the file as another budget, or nil.
func showExisting(w http.ResponseWriter, r *ui.Request, f *pendingFile, failed error) error {
	p := &ExistingPlanPage{Frame: ui.Frame{Title: "Plan already exists"}, File: f.Name, Action: existingPlanPath + r.PathValue("key"), Name: f.As, Fault: ui.FaultIn(failed)}
	for i := range f.Existing {
		b := &f.Existing[i]
		choice := ExistingBudget{Name: b.Name, When: "imported " + ui.Ago(b.Imported, r.Now), URL: ui.LinksOf(b.ID).To("newer-file/" + r.PathValue("key"))}
		if b.Newest != b.Imported {
			choice.When += ", last updated " + ui.Ago(b.Newest, r.Now)
		}
		p.Budgets = append(p.Budgets, choice)
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
	job := in.jobs.begin(r, unknownTotal)
	defer in.jobs.end(job)
	opts := migration.ImportOptions{Name: strings.TrimSpace(r.PostFormValue("name")), FileName: f.Name, Answers: f.Answers}
	got, err := r.App.Import(r.Context(), r.Actor, &watched{r: file, job: job}, opts)
	if err := errors.Join(err, file.Close()); err != nil {
		return showExisting(w, r, f, r.Logged(err))
	}
	forgetFile(r, key)
	return r.Redirect(w, ui.LinksOf(got.Budget.ID).To("report"))
}

// ExistingPlanPage asks whether a file of a plan that was imported before updates one of its budgets or becomes another
// budget.
type ExistingPlanPage struct {
	ui.Frame
	File    string // the name of the file
	Fault   *ui.FaultText
	Budgets []ExistingBudget
	Action  string // the address that imports the file as another budget
	Name    string // the name that the user typed for that budget
}

// ExistingBudget is a budget imported from the same plan.
type ExistingBudget struct {
	Name string
	When string // when it was imported and last updated, such as "imported 3 November 2026"
	URL  string // of the page with the changes of the file
}

func (*ExistingPlanPage) Template() string { return "existing" }
