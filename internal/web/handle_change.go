package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/app"
	"holdover/internal/fault"
	"holdover/internal/httpx"
)

// change does what a form asks for. A script gets the page as it is then; a browser without is sent back to where it was. What
// was wrong is said in the menu that the form belongs to.
func (s *site) change(w http.ResponseWriter, r *http.Request) error {
	what, known := changes[r.PathValue("what")]
	if !known {
		return fault.New(fault.NotFound, "there is no page at %s", r.URL.Path)
	}
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	done, err := what(&changing{ctx: r.Context(), app: s.app, who: who, id: r.PathValue("id"), form: r, today: s.today()})
	if err != nil {
		return s.refuse(w, r, who, err)
	}
	return s.done(w, r, who, done)
}

// refuse shows the menu again with what was wrong.
func (s *site) refuse(w http.ResponseWriter, r *http.Request, who app.Actor, failed error) error {
	kind, about, isMenu := strings.Cut(r.PostFormValue("menu"), "=")
	if !isMenu || httpx.StatusOf(failed) >= http.StatusInternalServerError {
		return failed
	}
	switch kind {
	case menuOfRow:
		return s.refuseRow(w, r, who, failed)
	case menuOfScheduled:
		return s.refuseScheduled(w, r, who, failed)
	}
	q := url.Values{kind: {about}, "back": {r.PostFormValue("back")}}
	for _, name := range []string{"pick", "rows", "matching", "count"} {
		q[name] = r.PostForm[name]
	}
	p, f, err := s.asking(r, who).menu(q)
	if err != nil {
		return failed // what the menu was about is gone
	}
	text := faultText(failed)
	p.Fault = &text
	p.keepTyped(r)
	if rows, guarded := app.GuardedRows(failed); guarded {
		p.allTheSame(rows)
	}
	return s.showMenu(w, r, httpx.StatusOf(s.logged(r, failed)), f, p)
}

// keepTyped opens the form that was sent, with what was typed into it.
func (p *MenuPage) keepTyped(r *http.Request) {
	for i := range p.Items {
		it := &p.Items[i]
		it.Open = it.Submit != "" && strings.HasSuffix(it.Action, "/"+r.PathValue("what"))
		for j := range it.Fields {
			if it.Open {
				it.Fields[j].keep(r.PostFormValue(it.Fields[j].Name))
			}
		}
	}
}

// keep puts what was typed or chosen into a field.
func (f *Field) keep(typed string) {
	if f.Kind != Choice {
		f.Value = typed
	}
	for i := range f.Groups {
		for j := range f.Groups[i].Options {
			f.Groups[i].Options[j].Chosen = f.Groups[i].Options[j].Value == typed
		}
	}
}

// done answers a change: the screen it was made on, and a word about it.
func (s *site) done(w http.ResponseWriter, r *http.Request, who app.Actor, done app.Done) error {
	id := r.PathValue("id")
	back, err := url.Parse(localPath(r.PostFormValue("back")))
	if err != nil || back.Path == "/" {
		back = &url.URL{Path: linksOf(id).base}
	}
	if !fromScript(r) || back.Path != linksOf(id).base {
		if err := s.leaveGone(r, who, back); err != nil {
			return err
		}
		q := back.Query()
		q.Set("done", strconv.FormatInt(done.Change, 10))
		back.RawQuery = q.Encode()
		http.Redirect(w, r, back.RequestURI(), http.StatusSeeOther)
		return nil
	}
	got, err := s.app.Screen(r.Context(), who, id)
	if err != nil {
		return err
	}
	screen := r.WithContext(r.Context()) // the screen as where it was come from shows it
	screen.Method, screen.URL = http.MethodGet, back
	p := s.budgetPage(screen, &got)
	if p.Toast, err = s.toast(r, who, id, done); err != nil {
		return err
	}
	return s.pages.render(w, screen, http.StatusOK, p)
}

// leaveGone leads from the register of an account that is not there any more to
// the page of all accounts.
func (s *site) leaveGone(r *http.Request, who app.Actor, back *url.URL) error {
	l := linksOf(r.PathValue("id"))
	rest, inAccount := strings.CutPrefix(back.EscapedPath(), l.to("accounts/"))
	if !inAccount {
		return nil
	}
	f, err := s.app.Frame(r.Context(), who, r.PathValue("id"))
	if err != nil {
		return err
	}
	account, _, _ := strings.Cut(rest, "/")
	there := slices.ContainsFunc(f.Accounts, func(a app.Account) bool { return url.PathEscape(a.ID) == account })
	if !there && account != allAccounts {
		*back = url.URL{Path: l.to("accounts")}
	}
	return nil
}

// undo takes a change back; redo makes it again.
func (s *site) undo(w http.ResponseWriter, r *http.Request) error { return s.reverse(w, r, s.app.Undo) }

func (s *site) redo(w http.ResponseWriter, r *http.Request) error { return s.reverse(w, r, s.app.Redo) }

func (s *site) reverse(w http.ResponseWriter, r *http.Request, how reversal) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	change, _ := strconv.ParseInt(r.PostFormValue("change"), 10, 64) // none is 0: the last one
	done, err := how(r.Context(), who, r.PathValue("id"), change)
	if err != nil {
		return err
	}
	return s.done(w, r, who, done)
}
