package web

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"holdover/internal/app"
	"holdover/internal/fault"
	"holdover/internal/httpx"
	"holdover/internal/money"
	"holdover/internal/reimport"
)

// newerForm asks for a newer file of the plan.
func (s *site) newerForm(w http.ResponseWriter, r *http.Request) error {
	p, _, err := s.newerPage(r)
	if err != nil {
		return err
	}
	return s.pages.render(w, r, http.StatusOK, p)
}

func (s *site) newerPage(r *http.Request) (*NewerPage, app.Frame, error) {
	who, err := s.actor(r)
	if err != nil {
		return nil, app.Frame{}, err
	}
	id := r.PathValue("id")
	f, err := s.app.Frame(r.Context(), who, id)
	if err != nil {
		return nil, f, err
	}
	p := &NewerPage{
		Frame:      Frame{Title: "Newer file", Sidebar: sidebarOf(&f, OnReport, "")},
		BudgetName: f.Budget.Name, Action: linksOf(id).to("newer-file"), ImportURL: "/import", MayChange: f.MayChange(),
	}
	return p, f, s.flash(r, who, &p.Frame, id)
}

// newerFile says what a newer file changes. The file is kept for a while, so that
// it can be taken over without being sent again.
func (s *site) newerFile(w http.ResponseWriter, r *http.Request) error {
	p, f, err := s.newerPage(r)
	if err != nil {
		return err
	}
	up := &upload{request: r}
	key, view, err := s.previewNewer(r, up, f.Budget.ID)
	status := http.StatusOK
	if err != nil {
		up.drain()
		text := faultText(s.logged(r, err))
		p.Fault, status = &text, httpx.StatusOf(err)
	} else {
		p.Preview = newerPreview(view, figures{f.Budget.CurrencyFormat})
		if !view.Same {
			p.Preview.ApplyURL = p.Action + "/" + url.PathEscape(key)
		}
	}
	return s.pages.render(w, r, status, p)
}

func (s *site) previewNewer(r *http.Request, up *upload, id string) (key string, view app.Reimport, err error) {
	who, err := s.actor(r)
	if err != nil {
		return "", view, err
	}
	part, _, err := up.file()
	if err != nil {
		return "", view, err
	}
	key, err = s.newer.keep(id, part, s.now())
	if err != nil {
		return "", view, err
	}
	file, err := s.newer.open(key, id)
	if err != nil {
		return "", view, err
	}
	view, err = s.app.PreviewReimport(r.Context(), who, id, file)
	return key, view, errors.Join(err, file.Close())
}

// takeOverNewer takes over what the file that was just looked at changes.
func (s *site) takeOverNewer(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	id, key := r.PathValue("id"), r.PathValue("key")
	file, err := s.newer.open(key, id)
	if err != nil {
		return err
	}
	done, _, err := s.app.ApplyReimport(r.Context(), who, id, "", file)
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	s.newer.forget(key)
	to := linksOf(id).to("newer-file?") + url.Values{"done": {strconv.FormatInt(done.Change, 10)}}.Encode()
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// mostChanges is how many changes of a kind a page lists.
const mostChanges = 1000

func newerPreview(view app.Reimport, f figures) *NewerPreview {
	p := &NewerPreview{Sentence: newerSentence(view)}
	for _, kind := range []struct {
		title string
		has   func(*reimport.Change) bool
	}{
		{"New", func(c *reimport.Change) bool { return c.Kept == "" && c.Action == reimport.New }},
		{"Changed", func(c *reimport.Change) bool { return c.Action == reimport.Changed && len(c.Fields) > 0 }},
		{"Deleted", func(c *reimport.Change) bool { return c.Kept == "" && c.Action == reimport.Deleted }},
		{"Stays as it is here", func(c *reimport.Change) bool { return c.Kept != "" && len(c.Fields) == 0 }},
	} {
		s := ReportSection{Title: kind.title, Open: true, Table: Table{
			Columns: []Column{{"Record", false}, {"Name", false}, {"When", false}, {"Amount", true}, {"What changes", false}},
		}}
		n := 0
		for i := range view.Changes {
			if c := &view.Changes[i]; kind.has(c) {
				if n++; n <= mostChanges {
					s.Table.Rows = append(s.Table.Rows, newerRow(c, f))
				}
			}
		}
		if s.Count = thousands(n); n > mostChanges {
			s.Intro = "The first " + thousands(mostChanges) + "; holdover reimport lists them all."
		}
		if n > 0 {
			p.Sections = append(p.Sections, s)
		}
	}
	return p
}

func newerSentence(v app.Reimport) string {
	if v.New+v.Changed+v.Deleted == 0 {
		return "There is nothing to take over."
	}
	says := thousands(v.New) + " new, " + thousands(v.Changed) + " changed and " + thousands(v.Deleted) + " deleted at the source."
	if v.Kept > 0 {
		says += " " + counted(v.Kept, "was changed here too and stays.", "were changed here too and stay.")
	}
	return says
}

func newerRow(c *reimport.Change, f figures) []TableCell {
	when, amount := "", TableCell{Numbers: true}
	switch {
	case c.Date != 0:
		when = c.Date.String()
	case c.Month != 0:
		when = c.Month.Name()
	}
	if c.Date != 0 || c.Amount != money.Milli(0) {
		amount = figureCell(f.plain(c.Amount))
	}
	return []TableCell{{Text: c.Kind}, {Text: c.Name}, {Text: when}, amount, {Text: app.ReimportNote(c)}}
}

func noNewer() error {
	return fault.New(fault.NotFound, "the file is not kept any more").WithHint("choose it again")
}
