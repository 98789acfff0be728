package web

import (
	"net/http"
	"net/url"

	"holdover/internal/app"
	"holdover/internal/cal"
	"holdover/internal/httpx"
)

// rowRoutes are the addresses of the form of a row.
func (s *site) rowRoutes(rt *httpx.Router) {
	rt.Handle("GET /budgets/{id}/rows/new", s.newRow)
	rt.Handle("GET /budgets/{id}/rows/{row}", s.editRow)
	rt.Handle("POST /budgets/{id}/rows/form", s.shapeRow)
	rt.Handle("GET /budgets/{id}/payees/suggest", s.suggestPayees)
	rt.Handle("GET /budgets/{id}/payees/category", s.categoryOfPayee)
}

// newRow shows an empty form: for an account's register, or asking for the account.
func (s *site) newRow(w http.ResponseWriter, r *http.Request) error {
	return s.rowForm(w, r, "", func(form *app.RowForm) *rowFields {
		q := r.URL.Query()
		day, err := cal.ParseDate(q.Get("date"))
		if err != nil {
			day = s.today()
		}
		account := startAccount(form, q.Get("account"))
		one := account == q.Get("account") && q.Get("ask") != "account"
		return newFields(account, day.In(form.Budget.DateFormat), one)
	})
}

// startAccount is the account that a new row begins in: the one asked for, else
// the first that is open.
func startAccount(form *app.RowForm, asked string) string {
	first := ""
	for _, acc := range form.Accounts {
		if acc.ID == asked {
			return asked
		}
		if first == "" && !acc.Closed {
			first = acc.ID
		}
	}
	return first
}

// editRow shows the form of a row that is there.
func (s *site) editRow(w http.ResponseWriter, r *http.Request) error {
	return s.rowForm(w, r, r.PathValue("row"), fieldsOf)
}

func (s *site) rowForm(w http.ResponseWriter, r *http.Request, row string, fields func(*app.RowForm) *rowFields) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	form, err := s.app.RowForm(r.Context(), who, r.PathValue("id"), row)
	if err != nil {
		return err
	}
	rd := newRowReading(&form, fields(&form), s.today())
	p := rowPage(rd, s.rowBack(r.URL.Query(), rd))
	if fromScript(r) {
		return s.pages.renderPart(w, http.StatusOK, p.inRegister(linksOf(form.Budget.ID)), "rowbody")
	}
	if err := s.listPayees(r, who, rd, p); err != nil {
		return err
	}
	p.Sidebar = sidebarOf(&form.Frame, "", rd.fields.Account)
	return s.showInBudget(w, r, who, &form.Frame, p)
}

// rowBack is where a form leads back to: the page it was come from, else the
// account's register.
func (s *site) rowBack(q url.Values, rd *rowReading) string {
	if back := localPath(q.Get("back")); back != "/" {
		return back
	}
	return linksOf(rd.form.Budget.ID).account(rd.fields.Account)
}

// shapeRow draws the form of a row again as it was typed, after a button that
// saves nothing: split it, add a part. A script that only wants to know what is
// left gets that alone.
func (s *site) shapeRow(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	rd, err := s.typedRow(r, who)
	if err != nil {
		return err
	}
	shape := r.PostFormValue("shape")
	if shape == "left" && fromScript(r) {
		return s.pages.renderPart(w, http.StatusOK, &RowPage{Left: rd.leftText()}, "rowleft")
	}
	at := rd.shape(shape)
	p := rowPage(rd, s.rowBack(r.PostForm, rd))
	p.FocusOn = at
	return s.showRow(w, r, who, http.StatusOK, rd, p)
}

// typedRow reads the form that was sent, with what it is about.
func (s *site) typedRow(r *http.Request, who app.Actor) (*rowReading, error) {
	fields, err := typedFields(r)
	if err != nil {
		return nil, err
	}
	form, err := s.app.RowForm(r.Context(), who, r.PathValue("id"), fields.ID)
	if err != nil {
		return nil, err
	}
	return newRowReading(&form, fields, s.today()), nil
}

// showRow writes a form that was sent before: its body alone for a script.
func (s *site) showRow(w http.ResponseWriter, r *http.Request, who app.Actor, status int, rd *rowReading, p *RowPage) error {
	if fromScript(r) {
		return s.pages.renderPart(w, status, p.inRegister(linksOf(rd.form.Budget.ID)), "rowbody")
	}
	if err := s.listPayees(r, who, rd, p); err != nil {
		return err
	}
	p.Sidebar = sidebarOf(&rd.form.Frame, "", rd.fields.Account)
	return s.pages.render(w, r, status, p)
}

// listPayees offers the payees in use where no script asks for more.
func (s *site) listPayees(r *http.Request, who app.Actor, rd *rowReading, p *RowPage) error {
	own := rd.fields.Account
	found, _, err := s.app.SuggestPayees(r.Context(), who, rd.form.Budget.ID, own, "", mostListed)
	p.Payees = suggestions(found, rd.account(own)).Groups
	return err
}
