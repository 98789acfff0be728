package web

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"holdover/internal/app"
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
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	up := &upload{request: r}
	part, name, err := up.file()
	key := ""
	if err == nil {
		key, err = s.keepNewer(part, s.holder(r, who), name)
	}
	if err != nil {
		up.drain()
	}
	return s.showNewer(w, r, who, key, err)
}

func (s *site) keepNewer(part io.Reader, owner holder, name string) (string, error) {
	file, err := app.NewUpload(part)
	if err != nil {
		return "", err
	}
	return s.kept.keep(&keptFile{Upload: file, owner: owner, name: name}, s.now()), nil
}

// keptNewerFile says what a file changes that is here already.
func (s *site) keptNewerFile(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	return s.showNewer(w, r, who, r.PathValue("key"), nil)
}

func (s *site) showNewer(w http.ResponseWriter, r *http.Request, who app.Actor, key string, failed error) error {
	p, f, err := s.newerPage(r)
	if err != nil {
		return err
	}
	var view app.Reimport
	if failed == nil {
		view, failed = s.previewNewer(r, who, key, f.Budget.ID)
	}
	if failed != nil {
		text := faultText(s.logged(r, failed))
		p.Fault = &text
		return s.pages.render(w, r, httpx.StatusOf(failed), p)
	}
	at := p.Action + "/" + url.PathEscape(key)
	p.Preview = newerPreview(view, &f.Budget, r.URL.Query().Get("all") != "")
	if p.Preview.Shortened {
		p.Preview.AllURL = at + "?all=1"
	}
	if !view.Same {
		p.Preview.ApplyURL = at
	}
	return s.pages.render(w, r, http.StatusOK, p)
}

func (s *site) previewNewer(r *http.Request, who app.Actor, key, id string) (view app.Reimport, err error) {
	_, file, err := s.kept.open(key, s.holder(r, who))
	if err != nil {
		return view, err
	}
	view, err = s.app.PreviewReimport(r.Context(), who, id, file)
	return view, errors.Join(err, file.Close())
}

// takeOverNewer takes over what the file that was just looked at changes.
func (s *site) takeOverNewer(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	id, key := r.PathValue("id"), r.PathValue("key")
	f, file, err := s.kept.open(key, s.holder(r, who))
	if err != nil {
		return err
	}
	done, _, err := s.app.ApplyReimport(r.Context(), who, id, f.name, file)
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	s.kept.forget(key)
	to := linksOf(id).to("newer-file?") + url.Values{"done": {strconv.FormatInt(done.Change, 10)}}.Encode()
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// mostChanges is how many changes of a kind a page lists at first.
const mostChanges = 1000

func newerPreview(view app.Reimport, b *app.Budget, all bool) *NewerPreview {
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
				if n++; all || n <= mostChanges {
					s.Table.Rows = append(s.Table.Rows, newerRow(c, b))
				}
			}
		}
		if s.Count = thousands(n); n > len(s.Table.Rows) {
			s.Intro, p.Shortened = "The first "+thousands(mostChanges)+".", true
		}
		if n > 0 {
			p.Sections = append(p.Sections, s)
		}
	}
	return p
}

func newerSentence(v app.Reimport) string {
	switch {
	case v.Same:
		return "It is the file that the budget is compared with."
	case v.New+v.Changed+v.Deleted == 0:
		return "No record is new, changed or deleted."
	}
	says := thousands(v.New) + " new, " + thousands(v.Changed) + " changed and " + thousands(v.Deleted) + " deleted at the source."
	if v.Kept > 0 {
		says += " " + counted(v.Kept, "was changed here too and stays.", "were changed here too and stay.")
	}
	return says
}

func newerRow(c *reimport.Change, b *app.Budget) []TableCell {
	when, amount := "", TableCell{Numbers: true}
	switch {
	case c.Date != 0:
		when = c.Date.In(b.DateFormat)
	case c.Month != 0:
		when = c.Month.Name()
	}
	if c.Date != 0 || c.Amount != money.Milli(0) {
		amount = figureCell(figures{b.CurrencyFormat}.plain(c.Amount))
	}
	return []TableCell{{Text: c.Kind}, {Text: c.Name}, {Text: when}, amount, {Text: app.ReimportNote(c)}}
}
