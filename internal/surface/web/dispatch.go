package web

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// dispatcher finds the handler of a change or a menu among the feature packages.
type dispatcher struct {
	pages   http.Handler // all pages
	changes map[string]ui.Change
	menus   []ui.Menu
	refused map[string]ui.Refusal
}

// dispatcherOf collects the changes and menus of the feature packages. It panics if two of them use the same name.
func dispatcherOf(features []ui.Feature) *dispatcher {
	d := &dispatcher{changes: map[string]ui.Change{}, refused: map[string]ui.Refusal{}}
	names := map[string]bool{}
	claim := func(kind, name string) {
		if names[kind+name] {
			panic("two features claim the " + kind + name)
		}
		names[kind+name] = true
	}
	for _, feature := range features {
		for name, change := range feature.Changes {
			claim("change ", name)
			d.changes[name] = change
		}
		for _, menu := range feature.Menus {
			claim("menu ", menu.Name)
		}
		d.menus = append(d.menus, feature.Menus...)
		for name, refusal := range feature.Refused {
			claim("form ", name)
			d.refused[name] = refusal
		}
	}
	return d
}

// change executes the change that a form requests. The response to a script is the updated page, or JSON if the script
// accepts nothing else. A browser without scripts is redirected to the page with the form. An error is shown in the menu
// that contains the form.
func (d *dispatcher) change(w http.ResponseWriter, r *ui.Request) error {
	change, known := d.changes[r.PathValue("what")]
	if !known {
		return httpx.NoPage(r.URL.Path)
	}
	asked := r.Get("back")
	r.ReadHidden()
	done, err := change(r)
	if err != nil || done.Change == 0 { // app may not have checked the permission yet
		if denied := r.RequireChange(); denied != nil {
			return denied
		}
	}
	if err != nil && ui.WantsJSON(r.Request) {
		return err
	}
	if err != nil {
		return d.refuse(w, r, err)
	}
	r.RememberNow(w)
	if ui.WantsJSON(r.Request) {
		return ui.WriteSaved(w, done)
	}
	return d.renderDone(w, r, done, asked)
}

// addWithReceipt adds the transaction of a form together with the uploaded file.
func (d *dispatcher) addWithReceipt(w http.ResponseWriter, r *ui.Request) (err error) {
	if err := r.RequireChange(); err != nil {
		return err
	}
	if r.File, err = ui.FormWithFile(r, rows.MaxReceipt, maxLongForm); err != nil {
		return err
	}
	r.SetPathValue("what", "add-row")
	return d.change(w, r)
}

// refuse renders the menu again with the error.
func (d *dispatcher) refuse(w http.ResponseWriter, r *ui.Request, failed error) error {
	kind, about, isMenu := strings.Cut(r.Get("menu"), "=")
	if !isMenu || httpx.StatusOf(failed) >= http.StatusInternalServerError {
		return failed
	}
	if refusal, own := d.refused[kind]; own {
		return refusal(w, r, failed)
	}
	q := url.Values{kind: {about}, "back": {r.Get("back")}}
	for _, name := range []string{"pick", "rows", "matching", "count"} {
		q[name] = r.PostForm[name]
	}
	p, err := d.draw(r, q)
	if err != nil {
		return failed // the subject of the menu was deleted
	}
	p.Fault = ui.FaultIn(failed)
	p.KeepTyped(r, failed)
	if err := p.SayOpened(r, apperr.CodeOf(failed) == app.ChangedMeanwhile); err != nil {
		return err
	}
	if rows, guarded := rows.Guarded(failed); guarded {
		p.OfferOverride(rows)
	}
	return renderMenu(w, r, httpx.StatusOf(r.Logged(failed)), p)
}

// menuOf returns a handler that renders the menu that a query names.
func (d *dispatcher) menuOf(query func(*ui.Request) url.Values) ui.Handler {
	return func(w http.ResponseWriter, r *ui.Request) error {
		p, err := d.draw(r, query(r))
		if err == nil {
			err = p.SayOpened(r, false)
		}
		if err != nil {
			return err
		}
		return renderMenu(w, r, http.StatusOK, p)
	}
}

// draw returns the menu that a query names. The query contains the menu's name and the id of its subject.
func (d *dispatcher) draw(r *ui.Request, q url.Values) (*ui.MenuPage, error) {
	m := &ui.MenuRequest{Request: r, Back: ui.LocalPath(q.Get("back")), Query: q}
	if m.Back == "/" {
		m.Back = r.Base
	}
	for _, menu := range d.menus {
		about := q.Get(menu.Name)
		if about == "" {
			continue
		}
		p, err := menu.Draw(m, about)
		if err != nil {
			return nil, err
		}
		p.Complete(m.Back, menu.Name+"="+about)
		return p, nil
	}
	return nil, apperr.New(apperr.NotFound, "menu not found")
}

// renderMenu writes a menu: only its body for a script, otherwise a whole page.
func renderMenu(w http.ResponseWriter, r *ui.Request, status int, p *ui.MenuPage) error {
	if r.FromScript() {
		return r.RenderPart(w, status, p, "menubody")
	}
	f, err := r.Frame()
	if err != nil {
		return err
	}
	p.Sidebar = ui.SidebarOf(f, ui.OnBudgetScreen, "")
	return r.Render(w, status, p)
}

// renderDone responds to a change with a short message and the page of the form, or the page of the record it
// created. A script gets the page in the response if it requested that page. Otherwise, and without scripts, the
// response is a redirect.
func (d *dispatcher) renderDone(w http.ResponseWriter, r *ui.Request, done app.ChangeResult, asked string) error {
	back, err := url.Parse(ui.LocalPath(cmp.Or(r.Get("after"), r.Get("back"))))
	if err != nil || back.Path == "/" {
		back = &url.URL{Path: r.Base}
	}
	page := *back
	if done.Accounts {
		if err := redirectIfDeleted(r, back); err != nil {
			return err
		}
	}
	if r.FromScript() && *back == page && r.Get("back") == asked && r.Get("after") == "" {
		d.pages.ServeHTTP(w, r.After(back, done))
		return nil
	}
	return r.RedirectDone(w, back.String(), done)
}

// redirectIfDeleted replaces the register of a deleted account by the page of all accounts.
func redirectIfDeleted(r *ui.Request, back *url.URL) error {
	rest, inAccount := strings.CutPrefix(back.EscapedPath(), r.To("accounts/"))
	if !inAccount {
		return nil
	}
	f, err := r.App.Frame(r.Context(), r.Actor, r.BudgetID) // read after the change
	if err != nil {
		return err
	}
	account, _, _ := strings.Cut(rest, "/")
	there := slices.ContainsFunc(f.Accounts, func(a pageframe.Account) bool { return url.PathEscape(a.ID) == account })
	if !there && account != ui.AllAccounts {
		*back = url.URL{Path: r.To("accounts")}
	}
	return nil
}

// reverse returns a handler that undoes a change, or redoes it.
func (d *dispatcher) reverse(how func(*app.App, context.Context, app.Actor, string, int64) (app.ChangeResult, error)) ui.Handler {
	return func(w http.ResponseWriter, r *ui.Request) error {
		r.ReadHidden()
		change, _ := strconv.ParseInt(r.Get("change"), 10, 64) // 0 by default: the last one
		done, err := how(r.App, r.Context(), r.Actor, r.BudgetID, change)
		if err != nil {
			return err
		}
		return d.renderDone(w, r, done, r.Get("back"))
	}
}
