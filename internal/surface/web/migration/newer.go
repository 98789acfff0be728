package migration

import (
	"errors"
	"io"
	"net/http"
	"net/url"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/money"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// NewerForm shows the form for a newer file of the plan.
func NewerForm(w http.ResponseWriter, r *ui.Request) error {
	p, _, err := newerPage(r)
	if err != nil {
		return err
	}
	return r.Render(w, http.StatusOK, p)
}

func newerPage(r *ui.Request) (*NewerPage, *pageframe.Frame, error) {
	f, err := r.Frame()
	if err != nil {
		return nil, nil, err
	}
	p := &NewerPage{
		Frame:      ui.Frame{Title: "Update from a newer file", Sidebar: ui.SidebarOf(f, ui.OnImportReport, "")},
		BudgetName: f.Budget.Name, Action: r.To("newer-file"), ImportURL: "/import", MayChange: f.MayChange(),
	}
	return p, f, r.Flash(&p.Frame)
}

// NewerFile shows the changes of a newer file. The file is stored for a while, so that the changes can be applied
// without another upload. If the user may not apply them, the file is not read.
func NewerFile(w http.ResponseWriter, r *ui.Request) error {
	if err := r.RequireChange(); err != nil {
		return err
	}
	up := &upload{request: r.Request}
	defer up.close()
	part, name, err := up.file()
	key := ""
	if err == nil {
		key, err = keepNewer(r, part, name)
	}
	return showNewer(w, r, key, err)
}

func keepNewer(r *ui.Request, part io.Reader, name string) (string, error) {
	return r.App.Waiting.Add(r.Context(), r.Holder(), files, "", &pendingFile{Name: name}, part)
}

// PendingNewerFile shows the changes of a pending file.
func PendingNewerFile(w http.ResponseWriter, r *ui.Request) error {
	return showNewer(w, r, r.PathValue("key"), nil)
}

func showNewer(w http.ResponseWriter, r *ui.Request, key string, failed error) error {
	p, f, err := newerPage(r)
	if err != nil {
		return err
	}
	var view migration.Reimport
	if failed == nil {
		view, failed = previewNewer(r, key, f.Budget.ID)
	}
	if failed != nil {
		p.Fault = ui.FaultIn(r.Logged(failed))
		return r.Render(w, httpx.StatusOf(failed), p)
	}
	at := p.Action + "/" + url.PathEscape(key)
	p.Preview = newerPreview(view, &f.Budget, r.URL.Query().Get("all") != "")
	if p.Preview.Shortened {
		p.Preview.AllURL = at + "?all=1"
	}
	if !view.Same {
		p.Preview.ApplyURL = at
	}
	return r.Render(w, http.StatusOK, p)
}

func previewNewer(r *ui.Request, key, id string) (view migration.Reimport, err error) {
	f, file, err := openFile(r, key)
	if err != nil {
		return view, err
	}
	view, err = r.App.PreviewReimport(r.Context(), r.Actor, id, f.Name, file)
	return view, errors.Join(err, file.Close())
}

// TakeOverNewer applies the changes of a pending file.
func TakeOverNewer(w http.ResponseWriter, r *ui.Request) error {
	id, key := r.BudgetID, r.PathValue("key")
	f, file, err := openFile(r, key)
	if err != nil {
		return err
	}
	done, _, err := r.App.ApplyReimport(r.Context(), r.Actor, id, migration.NewerFile{Name: f.Name, Older: r.PostFormValue("older") != ""}, file)
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	forgetFile(r, key)
	return r.RedirectDone(w, r.To("verification"), done)
}

// maxChanges is the number of changes of a kind that a page lists initially.
const maxChanges = 1000

func newerPreview(view migration.Reimport, b *pageframe.Budget, all bool) *NewerPreview {
	p := &NewerPreview{Sentence: newerSentence(view)}
	if view.Older != nil {
		p.Older = view.Older.Sentence()
	}
	for _, kind := range []struct {
		title string
		has   func(*app.ReimportChange) bool
	}{
		{"New", func(c *app.ReimportChange) bool { return c.Kept == "" && c.Action == app.ReimportNew }},
		{"Changed", func(c *app.ReimportChange) bool { return c.Action == app.ReimportChanged && len(c.Fields) > 0 }},
		{"Deleted", func(c *app.ReimportChange) bool { return c.Kept == "" && c.Action == app.ReimportDeleted }},
		{"Kept as changed here", func(c *app.ReimportChange) bool { return c.Kept != "" && len(c.Fields) == 0 }},
	} {
		s := ReportSection{Title: kind.title, Open: true, Table: Table{
			Columns: []Column{{"Record", false}, {"Name", false}, {"When", false}, {"Amount", true}, {"What changes", false}},
		}}
		n := 0
		for i := range view.Changes {
			if c := &view.Changes[i]; kind.has(c) {
				if n++; all || n <= maxChanges {
					s.Table.Rows = append(s.Table.Rows, newerRow(c, b))
				}
			}
		}
		if s.Count = humanize.Count(n); n > len(s.Table.Rows) {
			s.Intro, p.Shortened = "The first "+humanize.Count(maxChanges)+".", true
		}
		if n > 0 {
			p.Sections = append(p.Sections, s)
		}
	}
	return p
}

func newerSentence(v migration.Reimport) string {
	switch {
	case v.Same:
		return "This is the file that the budget is compared with."
	case v.New+v.Changed+v.Deleted == 0:
		return "Nothing is new, changed or deleted."
	}
	says := humanize.Count(v.New) + " new, " + humanize.Count(v.Changed) + " changed and " + humanize.Count(v.Deleted) + " deleted " + v.Where() + "."
	if v.Kept > 0 {
		says += " " + humanize.Number(v.Kept, "was also changed here and is kept.", "were also changed here and are kept.")
	}
	return says
}

func newerRow(c *app.ReimportChange, b *pageframe.Budget) []TableCell {
	when, amount := "", TableCell{Numbers: true}
	switch {
	case c.Date != 0:
		when = c.Date.In(b.DateFormat)
	case c.Month != 0:
		when = c.Month.Name()
	}
	if c.Date != 0 || c.Amount != money.Milli(0) {
		amount = figureCell(ui.Figures{Format: b.CurrencyFormat}.Plain(c.Amount))
	}
	return []TableCell{{Text: c.Kind}, {Text: c.Name}, {Text: when}, amount, {Text: migration.ReimportNote(c)}}
}

// NewerPage accepts a newer file of the budget's plan, and shows its changes.
type NewerPage struct {
	ui.Frame
	BudgetName string
	Action     string
	ImportURL  string
	Fault      *ui.FaultText
	MayChange  bool
	Preview    *NewerPreview // nil before a file was given
}

// NewerPreview lists the changes of a newer file.
type NewerPreview struct {
	Sentence string
	Older    string // a warning that the file is older than the previous one; may be empty
	ApplyURL string // empty if there is nothing to take over
	Sections []ReportSection
	// Shortened reports whether some changes are not listed; AllURL lists them.
	Shortened bool
	AllURL    string
}

func (*NewerPage) Template() string { return "newer" }
