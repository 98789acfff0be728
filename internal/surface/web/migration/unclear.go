package migration

import (
	"errors"
	"net/http"

	"holdover/internal/app/migration"
	"holdover/internal/base/apperr"
	"holdover/internal/model/conversion"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// UnclearFile renders the question about the format of a pending file.
func UnclearFile(w http.ResponseWriter, r *ui.Request) error {
	f, err := findFile(r, r.PathValue("key"))
	if err != nil {
		return err
	}
	return showUnclear(w, r, f, nil)
}

// showUnclear renders the question. failed is the error of importing the file with the answer, or nil.
func showUnclear(w http.ResponseWriter, r *ui.Request, f *pendingFile, failed error) error {
	if f.Question == nil {
		return files.Gone
	}
	return r.Render(w, httpx.StatusOf(failed), &UnclearFilePage{
		Frame: ui.Frame{Title: "One question first"}, File: f.Name, Action: unclearFilePath + r.PathValue("key"), Question: *f.Question, Fault: ui.FaultIn(failed),
	})
}

// ImportAnswered imports the pending file with the answer to its question.
func (in *Inbox) ImportAnswered(w http.ResponseWriter, r *ui.Request) error {
	key := r.PathValue("key")
	f, file, err := openFile(r, key)
	if err != nil {
		return err
	}
	opts := migration.ImportOptions{Name: f.As, FileName: f.Name, Answers: f.Answers}
	if f.Question == nil || !opts.Answers.Give(f.Question, r.PostFormValue("answer")) {
		return errors.Join(showUnclear(w, r, f, apperr.New(apperr.Invalid, "no answer selected").WithHint("select one")), file.Close())
	}
	job := in.jobs.begin(r, unknownTotal)
	defer in.jobs.end(job)
	question := askLater(r, &opts)
	got, next, err := question.outcome(r.App.Import(r.Context(), r.Actor, &watched{r: file, job: job}, opts))
	closed := file.Close()
	if next == "" && errors.Join(err, closed) != nil {
		return showUnclear(w, r, f, r.Logged(errors.Join(err, closed)))
	}
	forgetFile(r, key)
	if next != "" {
		return r.Redirect(w, next)
	}
	return r.Redirect(w, ui.LinksOf(got.Budget.ID).To("report"))
}

// UnclearFilePage asks the user a question about the format of a file.
type UnclearFilePage struct {
	ui.Frame
	File     string // the name of the file
	Fault    *ui.FaultText
	Action   string
	Question conversion.Question
}

// AsList reports whether there are too many answers to show each as a button.
func (p *UnclearFilePage) AsList() bool { return len(p.Question.Answers) > 6 }

func (*UnclearFilePage) Template() string { return "unclear" }
