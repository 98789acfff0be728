// Package bankfile contains the pages that import a bank's file into an account: upload, preview with choices, and
// import.
//
// Start with upload.go.
package bankfile

import (
	"cmp"
	"embed"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"holdover/internal/app"
	"holdover/internal/app/bankimport"
	"holdover/internal/app/banks"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

//go:embed templates/*.html
var templates embed.FS

// Feature returns the templates of this package, for package web.
func Feature() ui.Feature {
	return ui.Feature{Templates: templates}
}

// bankFileRequest is a request about a bank's file for an account, by a user with permission to change the budget.
type bankFileRequest struct {
	*ui.Request
	frame   *pageframe.Frame
	account *pageframe.Account
}

func newBankFileRequest(r *ui.Request) (*bankFileRequest, error) {
	if err := r.RequireChange(); err != nil {
		return nil, err
	}
	f, err := r.Frame()
	if err != nil {
		return nil, err
	}
	account := ui.AccountWith(r.PathValue("account"), f.Accounts)
	if account == nil {
		return nil, apperr.New(apperr.NotFound, "account not found")
	}
	return &bankFileRequest{Request: r, frame: f, account: account}, nil
}

func (q *bankFileRequest) page() *BankFilePage {
	return &BankFilePage{
		Frame:   ui.Frame{Title: "Bank file for " + q.account.Name, Sidebar: ui.SidebarOf(q.frame, "", q.account.ID), Live: nil},
		Account: q.account.Name, RegisterURL: q.Links.Account(q.account.ID), Action: q.Links.BankFile(q.account.ID), BanksURL: q.Links.To("banks"), Closed: q.account.Closed,
	}
}

func Form(w http.ResponseWriter, r *ui.Request) error {
	q, err := newBankFileRequest(r)
	if err != nil {
		return err
	}
	return q.Render(w, http.StatusOK, q.page())
}

// Upload stores an uploaded bank file and redirects to its preview.
func Upload(w http.ResponseWriter, r *ui.Request) error {
	q, err := newBankFileRequest(r)
	if err != nil {
		return err
	}
	held, err := keepBankFile(q)
	if err != nil {
		return refuseBankFile(w, q, err)
	}
	return r.Redirect(w, q.Links.BankFile(q.account.ID)+"/"+url.PathEscape(held))
}

// refuseBankFile renders the form with an error.
func refuseBankFile(w http.ResponseWriter, q *bankFileRequest, failed error) error {
	status := httpx.StatusOf(failed)
	if status >= http.StatusInternalServerError {
		return failed
	}
	p := q.page()
	p.Fault = ui.FaultIn(q.Logged(failed))
	return q.Render(w, status, p)
}

func keepBankFile(q *bankFileRequest) (string, error) {
	data, name, err := ui.FileIn(q.Request, "choose a file that you downloaded from the bank", bankimport.MaxFile)
	if err == nil {
		err = bankimport.Fits(data)
	}
	if err != nil {
		return "", err
	}
	f := &pendingFile{Name: name, Options: unchosen}
	if _, err := q.App.ReadBankFile(q.Context(), q.Actor, q.BudgetID, q.account.ID, data, f.Options); err != nil {
		return "", err
	}
	err = keep(q, f, data)
	return f.id, err
}

// Preview renders the preview of the pending file.
func Preview(w http.ResponseWriter, r *ui.Request) error {
	return aboutHeld(w, r, func(q *bankFileRequest, held *pendingFile) error { return showBankFile(w, q, held, nil) })
}

// aboutHeld calls do with the pending file of a request. If no file is pending, it renders the form with an error.
func aboutHeld(w http.ResponseWriter, r *ui.Request, do func(*bankFileRequest, *pendingFile) error) error {
	q, err := newBankFileRequest(r)
	if err != nil {
		return err
	}
	held, err := find(q)
	if err != nil {
		return refuseBankFile(w, q, err)
	}
	return do(q, held)
}

func showBankFile(w http.ResponseWriter, q *bankFileRequest, held *pendingFile, failed error) error {
	data, err := held.data(q)
	if err != nil {
		return err
	}
	got, err := q.App.ReadBankFile(q.Context(), q.Actor, q.BudgetID, q.account.ID, data, held.Options)
	if apperr.KindOf(err) == apperr.Invalid {
		failed = cmp.Or(failed, err)
		got, err = readWithoutWrong(q, held, data, err)
	}
	if err != nil {
		return refuseBankFile(w, q, err)
	}
	p := q.page()
	if held.isFetched() {
		p.Title = "Transactions from the bank for " + q.account.Name
	}
	if failed != nil {
		p.Fault = ui.FaultIn(q.Logged(failed))
	}
	d := &bankFileDrawing{File: &got, Figures: ui.Figures{Format: q.frame.Budget.CurrencyFormat}, budget: &q.frame.Budget, held: held}
	d.where, d.page = q.FormValue("show"), max(1, atoi(q.FormValue("page")))
	p.Preview = d.draw(p.Action)
	return q.Render(w, httpx.StatusOf(failed), p)
}

// readWithoutWrong reads a file again that cannot be read with the current choices: without a choice of account if
// the file does not contain the chosen one, else without any choice.
func readWithoutWrong(q *bankFileRequest, held *pendingFile, data []byte, wrong error) (bankimport.File, error) {
	if apperr.CodeOf(wrong) == bankimport.NoStatement {
		held.Options.Statement = bankimport.LikelyStatement
	} else {
		held.Options = unchosen
	}
	got, err := q.App.ReadBankFile(q.Context(), q.Actor, q.BudgetID, q.account.ID, data, held.Options)
	if err != nil {
		return got, wrong
	}
	return got, choose(q, held)
}

func atoi(text string) int {
	n, _ := strconv.Atoi(text) // 0 if text is not a number
	return n
}

// Choose stores the choices about the pending file, and imports it if requested.
func Choose(w http.ResponseWriter, r *ui.Request) error {
	return aboutHeld(w, r, func(q *bankFileRequest, held *pendingFile) error { return takeChoices(w, q, held) })
}

func takeChoices(w http.ResponseWriter, q *bankFileRequest, held *pendingFile) error {
	choices := bankChoices{q.PostForm}
	held.Options = choices.over(held.Options)
	if err := choose(q, held); err != nil {
		return err
	}
	switch choices.Get("do") {
	case "import":
		return importBankFile(w, q, held)
	case "leave":
		drop(q, held)
		if held.isFetched() {
			return q.Redirect(w, q.Links.To("banks/"+url.PathEscape(held.Connection)))
		}
		return q.Redirect(w, q.Links.Account(q.account.ID))
	}
	return q.Redirect(w, q.Links.BankFile(q.account.ID)+"/"+url.PathEscape(held.id)+choices.where())
}

func importBankFile(w http.ResponseWriter, q *bankFileRequest, held *pendingFile) error {
	data, err := held.data(q)
	if err != nil {
		return err
	}
	options := held.Options
	options.Name = held.Name
	done, did, err := importHeld(q, held, data, options)
	if err != nil {
		if httpx.StatusOf(err) >= http.StatusInternalServerError {
			return err
		}
		return showBankFile(w, q, held, err)
	}
	if done.Change == 0 && !held.isFetched() { // another user has imported it: the preview shows that all rows exist
		return q.Redirect(w, q.Links.BankFile(q.account.ID)+"/"+url.PathEscape(held.id))
	}
	drop(q, held)
	to := q.Links.Account(q.account.ID)
	if did.Added > 0 {
		to += "?unapproved=1" // new rows need a review
	}
	return q.RedirectDone(w, to, done)
}

// importHeld imports a pending file into the account of the request.
func importHeld(q *bankFileRequest, held *pendingFile, data []byte, options bankimport.Options) (app.ChangeResult, bankimport.Imported, error) {
	if !held.isFetched() {
		return q.App.ImportBankFile(q.Context(), q.Actor, q.BudgetID, q.account.ID, data, options)
	}
	c, err := q.App.BankConnection(q.Context(), q.Actor, q.BudgetID, held.Connection)
	if err != nil {
		return app.ChangeResult{}, bankimport.Imported{}, err
	}
	isLinked := func(l banks.Link) bool { return l.Key == held.Key && l.Account == q.account.ID }
	if !slices.ContainsFunc(c.Links, isLinked) { // the link was changed after the preview
		return app.ChangeResult{}, bankimport.Imported{}, apperr.New(apperr.Conflict, "this account is not linked with the bank account any more").WithHint("link it again")
	}
	return q.App.ImportFetched(q.Context(), q.Actor, q.BudgetID, held.Connection, held.Key, data, options)
}
