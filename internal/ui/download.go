package ui

import (
	"io"
	"mime"
	"net/http"
	"strings"

	"holdover/internal/spool"
)

// relays are the downloads on their way; so many large ones at once, and of one
// user.
var relays = spool.NewRelays(64, 8)

// Download sends what write writes as a file: it waits in a spool for a slow client, so that nothing of the budget is held up.
// A fault before the first byte still becomes a page.
func (r *Request) Download(w http.ResponseWriter, name, suffix, kind string, write func(io.Writer) error) error {
	out := &lateHeader{w: w, set: func(h http.Header) {
		h.Set("Content-Type", kind)
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": fileName(name) + suffix}))
	}}
	err := relays.Relay(r.Actor.UserID, out, write)
	if err != nil && out.begun {
		r.Log.Error("a download broke off", "budget", r.BudgetID, "error", err)
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
