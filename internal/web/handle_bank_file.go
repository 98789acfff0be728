package web

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"

	"holdover/internal/app"
	"holdover/internal/auth"
	"holdover/internal/fault"
	"holdover/internal/httpx"
)

// bankFileRoutes are the two steps of a bank's file: it is sent and held, and
// then looked at and imported.
func (s *site) bankFileRoutes(rt *httpx.Router) {
	const at = " /budgets/{id}/accounts/{account}/bank-file"
	rt.Handle("GET"+at, s.bankFileForm)
	rt.Handle("POST"+at, s.bankFileUpload)
	rt.Handle("GET"+at+"/{file}", s.bankFilePreview)
	rt.Handle("POST"+at+"/{file}", s.bankFileChoices)
}

// bankFileRequest is a request about a bank's file for an account, by somebody
// who may change the budget.
type bankFileRequest struct {
	*http.Request
	who     app.Actor
	frame   app.Frame
	account app.Account
	links   links
}

func (s *site) bankFileRequest(r *http.Request) (*bankFileRequest, error) {
	who, err := s.actor(r)
	if err != nil {
		return nil, err
	}
	q := &bankFileRequest{Request: r, who: who, links: linksOf(r.PathValue("id"))}
	if q.frame, err = s.app.Frame(r.Context(), who, r.PathValue("id")); err != nil {
		return nil, err
	}
	if err := auth.Allowed(q.frame.Role, who.Scope, auth.Change); err != nil {
		return nil, err
	}
	for _, acc := range q.frame.Accounts {
		if acc.ID == r.PathValue("account") {
			q.account = acc
			return q, nil
		}
	}
	return nil, fault.New(fault.NotFound, "there is no such account")
}

// page is the page without a file.
func (q *bankFileRequest) page() *BankFilePage {
	return &BankFilePage{
		Frame:   Frame{Title: "Bank file for " + q.account.Name, Sidebar: sidebarOf(&q.frame, "", q.account.ID), Live: nil},
		Account: q.account.Name, RegisterURL: q.links.account(q.account.ID), Action: q.links.bankFile(q.account.ID), Closed: q.account.Closed,
	}
}

func (s *site) bankFileForm(w http.ResponseWriter, r *http.Request) error {
	q, err := s.bankFileRequest(r)
	if err != nil {
		return err
	}
	return s.pages.render(w, r, http.StatusOK, q.page())
}

// bankFileUpload takes a file, and leads to its preview where it is a bank's.
func (s *site) bankFileUpload(w http.ResponseWriter, r *http.Request) error {
	q, err := s.bankFileRequest(r)
	if err != nil {
		return err
	}
	held, err := s.holdBankFile(q)
	if err != nil {
		_, _ = io.Copy(io.Discard, r.Body) // a browser shows no answer before it has sent everything
		return s.refuseBankFile(w, q, err)
	}
	http.Redirect(w, r, q.links.bankFile(q.account.ID)+"/"+url.PathEscape(held), http.StatusSeeOther)
	return nil
}

// refuseBankFile shows the form with what was wrong.
func (s *site) refuseBankFile(w http.ResponseWriter, q *bankFileRequest, failed error) error {
	status := httpx.StatusOf(failed)
	if status >= http.StatusInternalServerError {
		return failed
	}
	p, text := q.page(), faultText(s.logged(q.Request, failed))
	p.Fault = &text
	return s.pages.render(w, q.Request, status, p)
}

func (s *site) holdBankFile(q *bankFileRequest) (string, error) {
	data, name, err := bankFileIn(q.Request)
	if err != nil {
		return "", err
	}
	f := &heldBankFile{owner: s.holder(q.Request, q.who), register: q.links.account(q.account.ID), name: name}
	if _, err := s.app.ReadBankFile(q.Context(), q.who, q.PathValue("id"), q.account.ID, data, f.options); err != nil {
		return "", err
	}
	return s.bankFiles.keep(f, data)
}

// bankFileIn reads the file out of the form.
func bankFileIn(r *http.Request) (data []byte, name string, err error) {
	none := fault.New(fault.Invalid, "no file was chosen").WithHint("choose the file that the bank gave you")
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, "", none.WithCause(err)
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, "", none
		}
		if err != nil {
			return nil, "", fault.New(fault.Invalid, "the file did not arrive whole").WithCause(err).WithHint("send it again")
		}
		if part.FormName() != "file" {
			continue
		}
		if part.FileName() == "" {
			return nil, "", none
		}
		data, err := io.ReadAll(io.LimitReader(part, mostBankFile+1))
		switch {
		case err != nil:
			return nil, "", fault.New(fault.Invalid, "the file did not arrive whole").WithCause(err).WithHint("send it again")
		case len(data) > mostBankFile:
			return nil, "", fault.New(fault.Invalid, "the file is larger than 20 MB, which no statement of one account is").
				WithHint("download the account's movements for a shorter time, or check that it is the right file")
		}
		return data, lastOfPath(part.FileName()), nil
	}
}

// lastOfPath is a file's name without its folders, whatever machine wrote it.
func lastOfPath(name string) string {
	return path.Base(strings.ReplaceAll(name, "\\", "/"))
}
