package files

import (
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"holdover/internal/fault"
	"holdover/internal/spool"
	"holdover/internal/ui"
)

// Original gives back a document that a budget came from, byte for byte: the one
// it is compared with, or the one of a number.
func Original(w http.ResponseWriter, r *ui.Request) error {
	number, suffix := int64(0), " (as imported).json"
	if text := r.URL.Query().Get("number"); text != "" {
		var err error
		if number, err = strconv.ParseInt(text, 10, 64); err != nil {
			return fault.New(fault.NotFound, "there is no document %q", text).WithHint("the import report lists them")
		}
		suffix = " (document " + text + ").json"
	}
	return download(w, r, suffix, func(to io.Writer) error {
		return r.App.Original(r.Context(), r.Actor, r.BudgetID, number, to)
	})
}

// Document gives the budget as it stands, as a plan document.
func Document(w http.ResponseWriter, r *ui.Request) error {
	return download(w, r, ".json", func(to io.Writer) error {
		return r.App.Document(r.Context(), r.Actor, r.BudgetID, "plan", to)
	})
}

// relays are the downloads on their way; so many large ones at once, and of one
// user.
var relays = spool.NewRelays(64, 8)

func download(w http.ResponseWriter, r *ui.Request, suffix string, write func(io.Writer) error) error {
	b, err := r.App.Budget(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	out := &lateHeader{w: w, set: func(h http.Header) {
		h.Set("Content-Type", "application/json")
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": fileName(b.Name) + suffix}))
	}}
	err = relays.Relay(r.Actor.UserID, out, write)
	if err != nil && out.begun {
		r.Log.Error("a download broke off", "budget", b.ID, "error", err)
		panic(http.ErrAbortHandler) // so that the browser does not take half a file for a whole one
	}
	return err
}

// lateHeader sets the headers of a file with its first byte: an error before
// that still becomes a page.
type lateHeader struct {
	w     http.ResponseWriter
	set   func(http.Header)
	begun bool
}

func (l *lateHeader) Write(p []byte) (int, error) {
	if !l.begun {
		l.begun = true
		l.set(l.w.Header())
	}
	return l.w.Write(p)
}

// maxFileName is how many characters of a name a file's has: every disk and every
// proxy takes so much.
const maxFileName = 100

// fileName makes a budget's name one that every system takes.
func fileName(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, name)
	if long := []rune(clean); len(long) > maxFileName {
		clean = string(long[:maxFileName])
	}
	if clean = strings.Trim(clean, " ."); clean == "" {
		return "Budget"
	}
	return clean
}
