package files

import (
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/surface/ui"
)

// Original sends a file from which the budget was imported, byte for byte: the one with the number in the path, or the
// one of the verification.
func Original(w http.ResponseWriter, r *ui.Request) error {
	number, suffix := int64(0), " (as imported)"
	if text := r.URL.Query().Get("number"); text != "" {
		var err error
		if number, err = strconv.ParseInt(text, 10, 64); err != nil {
			return apperr.New(apperr.NotFound, "document %q not found", text).WithHint("the import report lists them")
		}
		suffix = " (document " + text + ")"
	}
	kept, err := r.App.Documents(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	ending := ".json"
	for _, d := range kept {
		if d.No == number || number == 0 && d.Current {
			ending = endingOf(d.File)
		}
	}
	return download(w, r, suffix+ending, mediaOf(ending), func(to io.Writer) error {
		return r.App.Original(r.Context(), r.Actor, r.BudgetID, number, to)
	})
}

// endingOf returns the ending of the name under which a stored file is downloaded: its own if that is an ending of files
// to import, otherwise .json.
func endingOf(name string) string {
	switch ending := strings.ToLower(path.Ext(name)); ending {
	case ".zip", ".csv", ".tsv", ".txt", ".ofx", ".qfx", ".qif", ".xml", ".sta", ".mt940", ".940", ".sqlite", ".yfull", ".ynab4", ".y4backup":
		return ending
	}
	return ".json"
}

func mediaOf(ending string) string {
	switch ending {
	case ".json":
		return "application/json"
	case ".zip":
		return "application/zip"
	}
	return "application/octet-stream"
}

// Document sends the current budget as a plan document.
func Document(w http.ResponseWriter, r *ui.Request) error { return send(w, r, "plan") }

// Export sends the current budget in the format in the path.
func Export(w http.ResponseWriter, r *ui.Request) error { return send(w, r, r.PathValue("format")) }

func send(w http.ResponseWriter, r *ui.Request, format string) error {
	f, err := app.FindExportFormat(format)
	if err != nil {
		return err
	}
	return download(w, r, f.Suffix, f.Media, func(to io.Writer) error {
		_, err := r.App.Export(r.Context(), r.Actor, r.BudgetID, format, to)
		return err
	})
}

// Downloads lists the formats in which the budget can be downloaded.
func Downloads(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame) error {
	p := &DownloadsPage{Frame: ui.Frame{Title: "Download", Sidebar: ui.SidebarOf(f, "", "")}, TransactionsURL: r.To("accounts/all/csv")}
	for _, format := range app.ExportFormats() {
		url := r.To("download/" + format.Name())
		p.Formats = append(p.Formats, Format{format.Title, format.Ending(), format.For, format.Lacks, url, url + "/omitted"})
	}
	if f.Imported {
		p.OriginalURL = r.To("original")
	}
	return r.RenderBudgetPage(w, f, p)
}

// Omitted lists the data of the budget that a format cannot contain. The list is a result of writing the file, which is
// discarded.
func Omitted(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame) error {
	format, err := app.FindExportFormat(r.PathValue("format"))
	if err != nil {
		return err
	}
	omitted, err := r.App.Export(r.Context(), r.Actor, r.BudgetID, format.Name(), io.Discard)
	if err != nil {
		return err
	}
	p := &OmittedPage{
		Frame: ui.Frame{Title: "Not included", Sidebar: ui.SidebarOf(f, "", "")}, Format: format.Title, Ending: format.Ending(),
		URL: r.To("download/" + format.Name()), BackURL: r.To("download"),
	}
	for _, o := range omitted {
		p.Rows = append(p.Rows, OmittedRow{o.What, o.Count, o.Value})
	}
	return r.RenderBudgetPage(w, f, p)
}

// DownloadsPage lists the formats of the downloads of a budget.
type DownloadsPage struct {
	ui.Frame
	Formats         []Format
	TransactionsURL string
	OriginalURL     string // empty if the budget was not imported
}

// Format is a format with its description and addresses.
type Format struct {
	Title, Ending, For, Lacks string
	URL, OmittedURL           string
}

func (*DownloadsPage) Template() string { return "downloads" }

// OmittedPage lists the data that is not in the file of a format.
type OmittedPage struct {
	ui.Frame
	Format, Ending string
	Rows           []OmittedRow
	URL, BackURL   string
}

// OmittedRow is a kind of data that is not in the file.
type OmittedRow struct {
	What  string
	Count int
	First string
}

func (*OmittedPage) Template() string { return "omitted" }

func download(w http.ResponseWriter, r *ui.Request, suffix, media string, write func(io.Writer) error) error {
	b, err := r.App.Budget(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	return r.Download(w, b.Name, suffix, media, write)
}
