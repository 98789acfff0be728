package files

import (
	"io"
	"net/http"
	"strconv"

	"holdover/internal/base/apperr"
	"holdover/internal/surface/ui"
)

// Original sends a document from which the budget was imported, byte for byte: the one with the number in the path,
// or the one of the verification.
func Original(w http.ResponseWriter, r *ui.Request) error {
	number, suffix := int64(0), " (as imported).json"
	if text := r.URL.Query().Get("number"); text != "" {
		var err error
		if number, err = strconv.ParseInt(text, 10, 64); err != nil {
			return apperr.New(apperr.NotFound, "document %q not found", text).WithHint("the import report lists them")
		}
		suffix = " (document " + text + ").json"
	}
	return download(w, r, suffix, func(to io.Writer) error {
		return r.App.Original(r.Context(), r.Actor, r.BudgetID, number, to)
	})
}

// Document sends the current budget as a plan document.
func Document(w http.ResponseWriter, r *ui.Request) error {
	return download(w, r, ".json", func(to io.Writer) error {
		return r.App.Document(r.Context(), r.Actor, r.BudgetID, "plan", to)
	})
}

func download(w http.ResponseWriter, r *ui.Request, suffix string, write func(io.Writer) error) error {
	b, err := r.App.Budget(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	return r.Download(w, b.Name, suffix, "application/json", write)
}
