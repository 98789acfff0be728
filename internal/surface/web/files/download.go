package files

import (
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"

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

// endingOf returns the ending under which a stored file is downloaded: that of its name, if files to import have it.
func endingOf(name string) string {
	switch ending := strings.ToLower(path.Ext(name)); ending {
	case ".zip", ".csv", ".tsv", ".txt", ".ofx", ".qfx", ".qif", ".xml", ".sta", ".sqlite":
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
func Document(w http.ResponseWriter, r *ui.Request) error {
	return download(w, r, ".json", "application/json", func(to io.Writer) error {
		return r.App.Document(r.Context(), r.Actor, r.BudgetID, "plan", to)
	})
}

func download(w http.ResponseWriter, r *ui.Request, suffix, media string, write func(io.Writer) error) error {
	b, err := r.App.Budget(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	return r.Download(w, b.Name, suffix, media, write)
}
