package web

import (
	"net/http"
	"net/url"
	"strconv"

	"holdover/internal/fault"
	"holdover/internal/httpx"
)

// bankFilePreview says what the held file would do.
func (s *site) bankFilePreview(w http.ResponseWriter, r *http.Request) error {
	q, err := s.bankFileRequest(r)
	if err != nil {
		return err
	}
	held, err := s.bankFiles.find(s.holder(r, q.who), q.links.account(q.account.ID), r.PathValue("file"))
	if err != nil {
		return s.refuseBankFile(w, q, err)
	}
	return s.showBankFile(w, q, held, nil)
}

func (s *site) showBankFile(w http.ResponseWriter, q *bankFileRequest, held *heldBankFile, failed error) error {
	data, err := held.data()
	if err != nil {
		return err
	}
	got, err := s.app.ReadBankFile(q.Context(), q.who, q.PathValue("id"), q.account.ID, data, held.options)
	if err != nil {
		return s.refuseBankFile(w, q, err)
	}
	p := q.page()
	if failed != nil {
		text := faultText(s.logged(q.Request, failed))
		p.Fault = &text
	}
	d := &bankFileDrawing{BankFile: &got, figures: figures{q.frame.Budget.CurrencyFormat}, budget: &q.frame.Budget, held: held}
	d.where, d.page = q.FormValue("show"), max(1, atoi(q.FormValue("page")))
	p.Preview = d.draw(p.Action)
	return s.pages.render(w, q.Request, statusOf(failed), p)
}

func atoi(text string) int {
	n, _ := strconv.Atoi(text) // none is 0
	return n
}

// mostOfBankForm is the size of a form, in bytes, with the choices of a page.
const mostOfBankForm = 1 << 20

// bankFileChoices takes what was chosen about the held file, and imports it
// where that was asked for.
func (s *site) bankFileChoices(w http.ResponseWriter, r *http.Request) error {
	q, err := s.bankFileRequest(r)
	if err != nil {
		return err
	}
	held, err := s.bankFiles.find(s.holder(r, q.who), q.links.account(q.account.ID), r.PathValue("file"))
	if err != nil {
		return s.refuseBankFile(w, q, err)
	}
	r.Body = http.MaxBytesReader(w, r.Body, mostOfBankForm)
	if err := r.ParseForm(); err != nil {
		return fault.New(fault.Invalid, "the form did not arrive whole").WithCause(err).WithHint("send it again")
	}
	choices := bankChoices{r.PostForm}
	held.options = choices.over(held.options)
	s.bankFiles.choose(held.id, held.options)
	switch choices.Get("do") {
	case "import":
		return s.importBankFile(w, q, held)
	case "leave":
		s.bankFiles.drop(held.id)
		http.Redirect(w, r, q.links.account(q.account.ID), http.StatusSeeOther)
		return nil
	}
	http.Redirect(w, r, q.links.bankFile(q.account.ID)+"/"+url.PathEscape(held.id)+choices.where(), http.StatusSeeOther)
	return nil
}

func (s *site) importBankFile(w http.ResponseWriter, q *bankFileRequest, held *heldBankFile) error {
	data, err := held.data()
	if err != nil {
		return err
	}
	done, did, err := s.app.ImportBankFile(q.Context(), q.who, q.PathValue("id"), q.account.ID, data, held.options)
	if err != nil {
		if httpx.StatusOf(err) >= http.StatusInternalServerError {
			return err
		}
		return s.showBankFile(w, q, held, err)
	}
	s.bankFiles.drop(held.id)
	to := url.Values{"done": {strconv.FormatInt(done.Change, 10)}}
	if did.Added > 0 {
		to.Set("unapproved", "1") // what is new is to be looked at
	}
	http.Redirect(w, q.Request, q.links.account(q.account.ID)+"?"+to.Encode(), http.StatusSeeOther)
	return nil
}
