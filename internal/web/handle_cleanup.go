package web

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"holdover/internal/app"
	"holdover/internal/cleanup"
	"holdover/internal/fault"
	"holdover/internal/httpx"
)

var cleanUpKinds = append(app.CleanUpKinds(), cleanup.CardReserves)

// cleanUp shows what can be cleaned up, with the choices in the address.
func (s *site) cleanUp(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	p, err := s.cleanUpPage(r, who, r.URL.Query())
	if err != nil {
		return err
	}
	if r.URL.Query().Has("done") {
		if p.Verified, err = s.verifiedNow(r.Context(), who, r.PathValue("id")); err != nil {
			return err
		}
	}
	return s.pages.render(w, r, http.StatusOK, p)
}

// cleanUpPage draws the page; form has the choices about the kind that it names.
func (s *site) cleanUpPage(r *http.Request, who app.Actor, form url.Values) (*CleanUpPage, error) {
	id := r.PathValue("id")
	screen, err := s.app.Screen(r.Context(), who, id)
	if err != nil {
		return nil, err
	}
	chosen := cleanup.Kind(form.Get("kind"))
	all, err := s.app.ProposeCleanUp(r.Context(), who, id, cleanUpKinds, map[cleanup.Kind]cleanup.Choices{chosen: choicesIn(form)})
	if err != nil {
		return nil, err
	}
	done, err := s.app.CleanUpsDone(r.Context(), who, id)
	if err != nil {
		return nil, err
	}
	d := &cleanUpDrawing{screen: &screen, figures: figures{screen.Budget.CurrencyFormat}, links: linksOf(id), now: s.now(), chosen: chosen, all: form.Get("all") != ""}
	p := d.page(all, done)
	p.Sidebar, p.Live = sidebarOf(&screen.Frame, OnCleanUp, ""), liveOf(&screen.Frame)
	return p, s.flash(r, who, &p.Frame, id)
}

// choicesIn reads what a form says about items: which are left out, and for
// duplicates whether they are merged, renamed or left.
func choicesIn(form url.Values) cleanup.Choices {
	c := cleanup.Choices{
		PerCard: form.Get("per-card") == "1",
		Leave:   map[string]bool{}, Take: map[string]bool{}, Rename: map[string]string{},
	}
	for _, id := range form["leave"] {
		c.Leave[id] = true
	}
	for field, values := range form {
		id, is := strings.CutPrefix(field, "do:")
		if !is {
			continue
		}
		switch values[0] {
		case "merge":
			c.Take[id] = true
		case "leave":
			c.Leave[id] = true
		case "rename":
			c.Rename[id] = form.Get("name:" + id)
		}
	}
	return c
}

// verifiedNow is the comparison with the file as it is now; nil for a budget
// that was not imported.
func (s *site) verifiedNow(ctx context.Context, who app.Actor, id string) (*Verified, error) {
	f, err := s.app.Frame(ctx, who, id)
	if err != nil || !f.Imported {
		return nil, err
	}
	report, err := s.app.Verify(ctx, who, id)
	if err != nil {
		return nil, err
	}
	d := &verifyDrawing{Report: report}
	return &Verified{Mark: d.mark(), Sentence: report.Sentence, ToBudget: report.ToBudget}, nil
}

// applyCleanUp does a clean-up with the choices of the form. What was wrong is
// said on the page, with the choices as they were.
func (s *site) applyCleanUp(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	if err := r.ParseForm(); err != nil {
		return err
	}
	id, kind := r.PathValue("id"), r.PathValue("kind")
	done, _, err := s.app.ApplyCleanUp(r.Context(), who, id, cleanup.Kind(kind), choicesIn(r.PostForm))
	if err != nil {
		if httpx.StatusOf(err) >= http.StatusInternalServerError || fault.KindOf(err) == fault.NotFound || fault.KindOf(err) == fault.Forbidden {
			return err
		}
		form := r.PostForm
		form.Set("kind", kind)
		p, pageErr := s.cleanUpPage(r, who, form)
		if pageErr != nil {
			return err
		}
		text := faultText(err)
		p.Fault, p.FaultOf = &text, kind
		return s.pages.render(w, r, httpx.StatusOf(s.logged(r, err)), p)
	}
	to := linksOf(id).to("clean-up?") + url.Values{"done": {strconv.FormatInt(done.Change, 10)}}.Encode() + "#" + url.PathEscape(kind)
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}
