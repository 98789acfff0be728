package files

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// Archive shows the archived years of the budget, and what archiving the years before the one in the address would do.
func Archive(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame) error {
	year := 0
	if text := r.URL.Query().Get("year"); text != "" {
		var err error
		if year, err = yearIn(text); err != nil {
			return showArchive(w, r, f, 0, err)
		}
	}
	return showArchive(w, r, f, year, nil)
}

func yearIn(text string) (int, error) {
	year, err := strconv.Atoi(text)
	if err != nil || year < 1 {
		return 0, apperr.New(apperr.Invalid, "%q is not a year", text).Of("year").WithHint("choose one from the list")
	}
	return year, nil
}

// ArchiveYears archives the years before a year.
func ArchiveYears(w http.ResponseWriter, r *ui.Request) error {
	year, err := yearIn(r.Get("year"))
	var done app.ChangeResult
	if err == nil {
		done, err = r.App.ArchiveYears(r.Context(), r.Actor, r.BudgetID, year)
	}
	return archived(w, r, done, err)
}

// BringBack restores the newest archive from its stored file.
func BringBack(w http.ResponseWriter, r *ui.Request) error {
	done, err := r.App.BringBack(r.Context(), r.Actor, r.BudgetID, nil)
	return archived(w, r, done, err)
}

// BringBackFile restores the newest archive from an uploaded file.
func BringBackFile(w http.ResponseWriter, r *ui.Request) error {
	if err := r.RequireChange(); err != nil {
		return err
	}
	var done app.ChangeResult
	file, err := uploadedArchive(r)
	if err == nil {
		done, err = r.App.BringBack(r.Context(), r.Actor, r.BudgetID, file)
	}
	return archived(w, r, done, err)
}

// uploadedArchive returns the file of the form, which is read as it arrives.
func uploadedArchive(r *ui.Request) (io.Reader, error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, apperr.New(apperr.Invalid, "the upload is incomplete").WithCause(err).WithHint("send it again")
	}
	for {
		part, err := parts.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			return nil, apperr.New(apperr.Invalid, "no file selected").Of("file").WithHint("choose the file that was downloaded from this page")
		case err != nil:
			return nil, apperr.New(apperr.Invalid, "the upload is incomplete").WithCause(err).WithHint("send it again")
		case part.FormName() == "file" && part.FileName() != "":
			return part, nil
		}
	}
}

// archived redirects to the page after a change, or shows the error on it.
func archived(w http.ResponseWriter, r *ui.Request, done app.ChangeResult, failed error) error {
	if failed == nil {
		return r.RedirectDone(w, r.To("archive"), done)
	}
	if status := httpx.StatusOf(failed); status != http.StatusBadRequest && status != http.StatusConflict && status != http.StatusNotFound {
		return failed
	}
	f, err := r.Frame()
	if err != nil {
		return err
	}
	return showArchive(w, r, f, 0, failed)
}

// ArchiveFile sends the file of an archive.
func ArchiveFile(w http.ResponseWriter, r *ui.Request) error {
	id := r.PathValue("archive")
	all, err := r.App.Archives(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	for i := range all {
		if all[i].ID == id {
			suffix := " (archived before " + strconv.Itoa(all[i].Before.Year()) + ").jsonl"
			return download(w, r, suffix, "application/jsonl", func(to io.Writer) error {
				return r.App.ArchiveFile(r.Context(), r.Actor, r.BudgetID, id, to)
			})
		}
	}
	return apperr.New(apperr.NotFound, "archive %q not found", id).WithHint("the page Archive lists them")
}

func showArchive(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame, year int, failed error) error {
	p := &ArchivePage{
		Frame: ui.Frame{Title: "Archive years", Sidebar: ui.SidebarOf(f, "", "")}, BudgetName: f.Budget.Name,
		Action: r.To("archive"), BackAction: r.To("bring-back"), FileAction: r.To("bring-back-file"), MayChange: f.MayChange(),
	}
	if err := r.Flash(&p.Frame); err != nil {
		return err
	}
	if p.MayChange {
		preview, err := r.App.PreviewArchive(r.Context(), r.Actor, r.BudgetID, year)
		if failed == nil && httpx.StatusOf(err) == http.StatusBadRequest {
			failed = err
			preview, err = r.App.PreviewArchive(r.Context(), r.Actor, r.BudgetID, 0)
		}
		if err != nil {
			return err
		}
		p.fill(f, &preview)
	} else {
		all, err := r.App.Archives(r.Context(), r.Actor, r.BudgetID)
		if err != nil {
			return err
		}
		p.fill(f, &app.ArchivePreview{Archives: all})
	}
	status := http.StatusOK
	if failed != nil {
		p.Fault, status = ui.FaultIn(r.Logged(failed)), httpx.StatusOf(failed)
	}
	return r.Render(w, status, p)
}

func (p *ArchivePage) fill(f *pageframe.Frame, preview *app.ArchivePreview) {
	fig := ui.Figures{Format: f.Budget.CurrencyFormat}
	p.Years = iterutil.Map(preview.Years, func(year int) ui.Option {
		return ui.ChosenOption(strconv.Itoa(year), "before "+strconv.Itoa(year), strconv.Itoa(preview.Year))
	})
	for i := len(preview.Archives) - 1; i >= 0; i-- {
		a := &preview.Archives[i]
		p.Archives = append(p.Archives, ArchivedYears{
			Title: "Before " + strconv.Itoa(a.Before.Year()), Facts: humanize.Number(a.Rows, "transaction", "transactions") + ", archived on " + civil.DateOf(a.At.In(f.Zone)).In(f.Budget.DateFormat),
			URL: p.Action + "/" + url.PathEscape(a.ID), Newest: i == len(preview.Archives)-1,
		})
	}
	if preview.Year == 0 {
		return
	}
	p.Chosen = &ArchiveChosen{
		Year: strconv.Itoa(preview.Year), First: f.Budget.FirstMonth.Name(), Day: "31 December " + strconv.Itoa(preview.Year-1),
		Rows: humanize.Number(preview.Rows, "transaction", "transactions"), Left: humanize.Number(preview.Left, "transaction", "transactions"), None: preview.Rows == 0,
	}
	for _, a := range preview.Accounts {
		p.Chosen.Accounts = append(p.Chosen.Accounts, ArchiveRow{a.Name, humanize.Count(a.Rows), fig.Plain(a.Cleared), fig.Plain(a.Uncleared)})
	}
	for _, why := range app.ArchiveReasons() {
		if n := preview.Stays[why.Reason]; n > 0 {
			p.Chosen.Stays = append(p.Chosen.Stays, humanize.Number(n, "transaction", "transactions")+" "+why.Words)
		}
	}
}

// ArchivePage lists the archived years of a budget, and previews archiving more.
type ArchivePage struct {
	ui.Frame
	BudgetName                     string
	Action, BackAction, FileAction string
	MayChange                      bool
	Archives                       []ArchivedYears // newest first
	Years                          []ui.Option
	Chosen                         *ArchiveChosen // nil until a year is chosen
	Fault                          *ui.FaultText
}

// ArchivedYears is an archive.
type ArchivedYears struct {
	Title, Facts, URL string
	Newest            bool // it can be brought back
}

// ArchiveChosen is the preview of an archive.
type ArchiveChosen struct {
	Year     string
	First    string // the budget's first month
	Day      string // of the starting balances
	Rows     string // folded transactions
	Left     string // the budget's transactions after it
	None     bool   // no transaction can be folded
	Accounts []ArchiveRow
	Stays    []string
}

// ArchiveRow is an account with its folded transactions.
type ArchiveRow struct {
	Name, Rows         string
	Cleared, Uncleared ui.Figure
}

func (*ArchivePage) Template() string { return "archive" }
