package web

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"holdover/internal/app"
	"holdover/internal/fault"
	"holdover/internal/httpx"
)

func (s *site) importForm(w http.ResponseWriter, r *http.Request) error {
	return s.pages.render(w, r, http.StatusOK, importPage("", nil))
}

func importPage(name string, failed error) *ImportPage {
	p := &ImportPage{Frame: Frame{Title: "Import file"}, Action: "/import", Name: name}
	if failed != nil {
		text := faultText(failed)
		p.Fault = &text
	}
	return p
}

// importFile brings a file over while it arrives: it is never held in memory or
// on disk as a whole. What goes wrong is said beside the form.
func (s *site) importFile(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	job := s.jobs.begin(r.URL.Query().Get("job"), r.ContentLength)
	defer s.jobs.end(job)
	up := &upload{request: r}
	got, ask, err := s.importUpload(r, who, up, job)
	if ask != "" {
		http.Redirect(w, r, ask, http.StatusSeeOther)
		return nil
	}
	if err != nil {
		up.drain()
		return errors.Join(nil, s.pages.render(w, r, httpx.StatusOf(err), importPage(up.name, s.logged(r, err))))
	}
	http.Redirect(w, r, linksOf(got.Budget.ID).to("report"), http.StatusSeeOther)
	return nil
}

// logged notes an error that is shown on a page of its own making.
func (s *site) logged(r *http.Request, err error) error {
	s.log.Info("refused", "id", httpx.RequestID(r.Context()), "path", r.URL.Path, "error", err.Error())
	return err
}

// importUpload imports what is sent. ask is where to go on where the plan is here
// already.
func (s *site) importUpload(r *http.Request, who app.Actor, up *upload, job *job) (got app.Imported, ask string, err error) {
	file, fileName, err := up.file()
	if err != nil {
		return got, "", err
	}
	opts := app.ImportOptions{Name: up.name, FileName: fileName}
	to := s.askFirst(&opts, s.holder(r, who), fileName)
	got, err = s.app.Import(r.Context(), who, &watched{r: file, job: job}, opts)
	return got, *to, err
}

// upload reads the import form as it arrives: the fields first, then the file.
type upload struct {
	request *http.Request
	kind    string
	name    string
	part    *multipart.Part
}

const longestField = 1000 // bytes

func (u *upload) file() (io.Reader, string, error) {
	parts, err := u.request.MultipartReader()
	if err != nil {
		return nil, "", fault.New(fault.Invalid, "the form came without a file").WithCause(err).WithHint("choose the file and import it again")
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, "", fault.New(fault.Invalid, "no file was chosen").WithHint("choose the JSON file of a plan")
		}
		if err != nil {
			return nil, "", fault.New(fault.Invalid, "the file did not arrive whole").WithCause(err).WithHint("import it again")
		}
		if part.FormName() == "file" {
			return u.open(part)
		}
		text, err := io.ReadAll(io.LimitReader(part, longestField))
		if err != nil {
			return nil, "", fmt.Errorf("read the import form: %w", err)
		}
		switch part.FormName() {
		case "type":
			u.kind = string(text)
		case "name":
			u.name = strings.TrimSpace(string(text))
		}
	}
}

func (u *upload) open(part *multipart.Part) (io.Reader, string, error) {
	u.part = part
	if part.FileName() == "" {
		return nil, "", fault.New(fault.Invalid, "no file was chosen").WithHint("choose the JSON file of a plan")
	}
	if u.kind != planJSON {
		return nil, "", fault.New(fault.Invalid, "%q is no kind of file that can be imported", u.kind).WithHint("choose YNAB plan")
	}
	return part, part.FileName(), nil
}

// planJSON is the one kind of file so far: YNAB's plan document.
const planJSON = "ynab-json"

// drain reads the rest of what the browser sends: it shows no answer before it
// has sent everything.
func (u *upload) drain() {
	if u.part != nil {
		_, _ = io.Copy(io.Discard, u.part)
	}
	_, _ = io.Copy(io.Discard, u.request.Body)
}
