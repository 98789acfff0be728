// Package migration imports budgets: from a file, directly from the source, again from a newer file; it shows the import
// report, the verification and the clean-up.
//
// Start with import.go.
package migration

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"holdover/internal/app/migration"
	"holdover/internal/base/apperr"
	"holdover/internal/model/guide"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

//go:embed templates/*.html
var templates embed.FS

// Feature returns the templates of this package, for package web.
func Feature() ui.Feature {
	return ui.Feature{Templates: templates, Destinations: ui.Pages("Page", "Credit cards", "cards", "Import a file", "/import"), Find: find}
}

// find returns the pages of an imported budget for the page *Go to*.
func find(r *ui.Request, _ string) ([]ui.Destination, error) {
	f, err := r.Frame()
	if err != nil || !f.Imported {
		return nil, err
	}
	return ui.Pages("Page", "Import report", "report", "Verification", "verification", "Clean-up", "clean-up", "Update from a newer file", "newer-file"), nil
}

func ImportForm(w http.ResponseWriter, r *ui.Request) error {
	return r.Render(w, http.StatusOK, importPage("", nil))
}

func importPage(name string, failed error) *ImportPage {
	return &ImportPage{Frame: ui.Frame{Title: "Import file"}, Action: "/import", Name: name, Fault: ui.FaultIn(failed)}
}

// ImportFile imports an uploaded file. Errors are shown next to the form.
func (in *Inbox) ImportFile(w http.ResponseWriter, r *ui.Request) error {
	job := in.jobs.begin(r, r.ContentLength)
	defer in.jobs.end(job)
	up := &upload{request: r.Request}
	got, ask, err := importUpload(r, up, job)
	if ask != "" {
		return r.Redirect(w, ask)
	}
	if err != nil {
		err = r.Logged(err)
		return r.Render(w, httpx.StatusOf(err), importPage(up.name, err))
	}
	return r.Redirect(w, ui.LinksOf(got.Budget.ID).To("report"))
}

// importUpload imports the upload. ask is the address of the question about it, if there is one.
func importUpload(r *ui.Request, up *upload, job *job) (got migration.Imported, ask string, err error) {
	defer up.close()
	file, fileName, err := up.file()
	if err != nil {
		return got, "", err
	}
	opts := migration.ImportOptions{Name: up.name, FileName: fileName, Arrives: true}
	question := askLater(r, &opts)
	return question.outcome(r.App.Import(r.Context(), r.Actor, &watched{r: file, job: job}, opts))
}

// upload reads the import form as it arrives: the fields first, then the file, or several files of one export.
type upload struct {
	request *http.Request
	name    string
	bundle  *migration.Bundle // nil for a single file
}

// close releases the buffered files.
func (u *upload) close() {
	if u.bundle != nil {
		_ = u.bundle.Close() // they were imported, or the import failed
	}
}

const longestField = 1000 // bytes

func (u *upload) file() (io.Reader, string, error) {
	parts, err := u.request.MultipartReader()
	if err != nil {
		return nil, "", apperr.New(apperr.Invalid, "no file was uploaded").WithCause(err).WithHint("choose the file and import it again")
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			if u.bundle != nil {
				return u.bundle.File()
			}
			return nil, "", noFile()
		}
		if err != nil {
			return nil, "", incompleteUpload(err)
		}
		switch {
		case part.FormName() == "file" && part.FileName() == "":
			return nil, "", noFile()
		case part.FormName() == "file" && u.bundle == nil && !migration.MayHaveSiblings(part.FileName()):
			return onlyFile{arriving{part}, parts}, part.FileName(), nil
		case part.FormName() == "file":
			if u.bundle == nil {
				u.bundle = migration.NewBundle()
			}
			if err := u.bundle.Add(part.FileName(), arriving{part}); err != nil {
				return nil, "", err
			}
			continue
		}
		text, err := io.ReadAll(io.LimitReader(arriving{part}, longestField))
		if err != nil {
			return nil, "", fmt.Errorf("read the import form: %w", err)
		}
		if part.FormName() == "name" {
			u.name = strings.TrimSpace(string(text))
		}
	}
}

func noFile() error {
	return apperr.New(apperr.Invalid, "no file selected").WithHint("choose the file of a budget")
}

// arriving is a part of a form that is being received; if it ends before its form does, it returns an error.
type arriving struct{ part *multipart.Part }

func (a arriving) Read(b []byte) (int, error) {
	n, err := a.part.Read(b)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = incompleteUpload(err)
	}
	return n, err
}

// onlyFile is a file that is imported by itself. At its end it returns an error if the form has another file.
type onlyFile struct {
	arriving
	form *multipart.Reader
}

func (o onlyFile) Read(b []byte) (int, error) {
	n, err := o.arriving.Read(b)
	if errors.Is(err, io.EOF) {
		if next, failed := o.form.NextPart(); failed == nil && next.FormName() == "file" && next.FileName() != "" {
			err = apperr.New(apperr.Invalid, "several files were chosen, and the first is a whole budget").WithHint("import them one by one")
		}
	}
	return n, err
}

func incompleteUpload(err error) error {
	return apperr.New(apperr.Invalid, "the upload is incomplete").WithCause(err).WithHint("import it again")
}

// ImportPage is the form for a file, with the last error.
type ImportPage struct {
	ui.Frame
	Action string
	Name   string // as typed, shown again after an error
	Fault  *ui.FaultText
}

func (*ImportPage) Template() string { return "import" }

// GuidePage explains how to get the file.
type GuidePage struct {
	ui.Frame
	Ways     []guide.Way // of YNAB
	Programs []guide.Way // the other ones
	Token    []string
}

func (*GuidePage) Template() string { return "guide" }

func Guide(w http.ResponseWriter, r *ui.Request) error {
	return r.Render(w, http.StatusOK, guidePage())
}

func guidePage() *GuidePage {
	return &GuidePage{Frame: ui.Frame{Title: "How to get the file"}, Ways: guide.Ways(), Programs: guide.Programs(), Token: guide.Token()}
}
