package oauth

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

const settingsURL = "/settings/oauth"

// confirmAt returns the address at which users confirm their identity and return to a page.
func confirmAt(page string) string { return "/settings/sign-in?" + url.Values{"back": {page}}.Encode() }

// person returns the signed-in user. Without one, the script of an open page asks the user to sign in again.
func (s *surface) person(w http.ResponseWriter, r *http.Request) (app.Actor, error) {
	who, _, err := s.Who(w, r)
	if err == nil && who.IsAnonymous() {
		w.Header().Set("HX-Redirect", "/sign-in")
		err = apperr.New(apperr.Unauthorized, "you are not signed in").WithHint("sign in first")
	}
	return who, err
}

func (s *surface) settings(w http.ResponseWriter, r *http.Request) error {
	who, session, err := s.Who(w, r)
	if err != nil {
		return err
	}
	if who.IsAnonymous() {
		http.Redirect(w, r, "/sign-in?back="+settingsURL, http.StatusSeeOther)
		return nil
	}
	q := r.URL.Query()
	p := settingsPage{Done: q.Get("done")}
	if err := s.App.Waiting.TakeSecret(r.Context(), ui.Holder{User: who.User, Session: session}, settingsURL, q.Get("made"), &p.New); err != nil {
		return err
	}
	return s.show(w, r, who, http.StatusOK, p)
}

// show fills the lists of the page.
func (s *surface) show(w http.ResponseWriter, r *http.Request, who app.Actor, status int, p settingsPage) error {
	p.head = s.head("Applications")
	p.Style = ui.StyleOf(ui.WithActor(r, who), s.pages.scripts)
	connections, err := s.App.OAuthConnections(r.Context(), who)
	if err != nil {
		return err
	}
	names, err := s.planNames(r, who)
	if err != nil {
		return err
	}
	for _, c := range connections {
		p.Connections = append(p.Connections, connectionLine{
			ID: c.ID, Application: c.Application, ReadOnly: c.Scope == auth.ReadOnly, Plan: names[c.DefaultPlan],
			Since: day(c.Since), LastUsed: day(c.LastUsed),
		})
	}
	recent, err := s.App.IsRecent(r.Context(), who)
	if err != nil {
		return err
	}
	if !recent {
		p.Confirm = confirmAt(settingsURL)
	}
	me, err := s.App.Account(r.Context(), who)
	if err != nil {
		return err
	}
	p.Admin = me.Admin
	applications, err := s.App.OAuthApplications(r.Context(), who)
	if err != nil {
		return err
	}
	for _, a := range applications {
		p.Applications = append(p.Applications, formOf(a, p.Typed))
	}
	w.Header().Set("Cache-Control", "no-store")
	return s.pages.render(w, status, p)
}

// formOf returns the forms of an application, with the refused values if they are its own.
func formOf(a users.OAuthApplication, typed applicationForm) applicationForm {
	f := applicationForm{OAuthApplication: a, Most: strconv.Itoa(a.MostUsers)}
	if a.ID != typed.ID {
		return f
	}
	f.Open = true
	if typed.Most != "" {
		f.Restricted, f.Most = typed.Restricted, typed.Most
	} else {
		f.Name, f.Redirects, f.Implicit = typed.Name, typed.Redirects, typed.Implicit
	}
	return f
}

func (s *surface) planNames(r *http.Request, who app.Actor) (map[string]string, error) {
	plans, err := s.App.Budgets(r.Context(), who)
	names := map[string]string{}
	for _, p := range plans {
		names[p.ID] = p.Name
	}
	return names, err
}

func day(at time.Time) string {
	if at.IsZero() {
		return "never"
	}
	return humanize.Day(at)
}

// showOnce redirects to the page that shows a new secret once.
func (s *surface) showOnce(w http.ResponseWriter, r *http.Request, made newSecret) error {
	who, session, err := s.Who(w, r)
	if err != nil {
		return err
	}
	key, err := s.App.Waiting.KeepSecret(r.Context(), ui.Holder{User: who.User, Session: session}, settingsURL, made)
	if err != nil {
		return err
	}
	ui.Redirect(w, r, settingsURL+"?"+url.Values{"made": {key}}.Encode())
	return nil
}

// registerClient registers an application and shows its secret once.
func (s *surface) registerClient(w http.ResponseWriter, r *http.Request) error {
	who, err := s.person(w, r)
	if err != nil {
		return err
	}
	want := registration(r)
	made, secret, err := s.App.RegisterOAuth(r.Context(), who, want)
	if err != nil {
		return s.refuse(w, r, who, err, settingsPage{Name: want.Name, Redirects: strings.Join(want.Redirects, "\n"), PublicApp: want.Public, ImplicitApp: want.Implicit})
	}
	return s.showOnce(w, r, newSecret{made.Name, made.ID, secret.Reveal()})
}

func registration(r *http.Request) users.OAuthRegistration {
	return users.OAuthRegistration{
		Name: r.PostFormValue("name"), Redirects: strings.Fields(r.PostFormValue("redirects")), Public: r.PostFormValue("kind") == "public",
		Implicit: r.PostFormValue("implicit") != "",
	}
}

// refuse shows the page with the error and the entered values.
func (s *surface) refuse(w http.ResponseWriter, r *http.Request, who app.Actor, err error, p settingsPage) error {
	if kind := apperr.KindOf(err); kind != apperr.Invalid && kind != apperr.Conflict && kind != apperr.Forbidden {
		return err
	}
	p.Fault = ui.FaultIn(err)
	return s.show(w, r, who, httpx.StatusOf(err), p)
}

// changeClient applies the pressed button.
func (s *surface) changeClient(w http.ResponseWriter, r *http.Request) error {
	who, err := s.person(w, r)
	if err != nil {
		return err
	}
	ctx, id, done := r.Context(), r.PathValue("id"), ""
	switch r.PostFormValue("do") {
	case "save":
		done, err = "saved", s.App.ChangeOAuth(ctx, who, id, registration(r))
	case "secret":
		secret, secretErr := s.App.NewOAuthSecret(ctx, who, id)
		if secretErr == nil {
			return s.showOnce(w, r, newSecret{r.PostFormValue("name"), id, secret.Reveal()})
		}
		err = secretErr
	case "restrict":
		most, numberErr := strconv.Atoi(strings.TrimSpace(r.PostFormValue("most")))
		if numberErr != nil {
			most = -1
		}
		done, err = "saved", s.App.RestrictOAuth(ctx, who, id, r.PostFormValue("allow") == "", most)
	case "remove":
		done, err = "removed", s.App.RemoveOAuth(ctx, who, id)
	default:
		err = apperr.New(apperr.Invalid, "the form is incomplete")
	}
	if err != nil {
		want := registration(r)
		return s.refuse(w, r, who, err, settingsPage{Typed: applicationForm{
			OAuthApplication: users.OAuthApplication{ID: id, Name: want.Name, Redirects: want.Redirects, Implicit: want.Implicit, Restricted: r.PostFormValue("allow") == ""},
			Most:             r.PostFormValue("most"),
		}})
	}
	ui.Redirect(w, r, settingsURL+"?done="+done)
	return nil
}

func (s *surface) disconnect(w http.ResponseWriter, r *http.Request) error {
	who, err := s.person(w, r)
	if err == nil {
		err = s.App.Disconnect(r.Context(), who, r.PathValue("id"))
	}
	if err != nil {
		return err
	}
	ui.Redirect(w, r, settingsURL+"?done=disconnected")
	return nil
}
