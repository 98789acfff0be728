package ui

import (
	"io"
	"mime"
	"net/http"

	"holdover/internal/model/humanize"
	"holdover/internal/storage/tempfile"
)

// relays limits concurrent large downloads, in total and per user.
var relays = tempfile.NewRelays(64, 8)

// Download sends the output of write as a file. The output is buffered, so that a slow client does not hold a
// transaction of the budget open. An error before the first byte still becomes a page.
func (r *Request) Download(w http.ResponseWriter, name, suffix, kind string, write func(io.Writer) error) error {
	out := &lateHeader{w: w, set: func(h http.Header) {
		h.Set("Content-Type", kind)
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": humanize.FileName(name, "Budget") + suffix}))
	}}
	err := relays.Relay(r.Actor.UserID, out, write)
	if err != nil && out.begun {
		r.Log.Error("a download broke off", "budget", r.BudgetID, "error", err)
		panic(http.ErrAbortHandler) // so that the browser does not store a partial file as complete
	}
	return err
}

// lateHeader sets the headers of a file with its first byte. An error before that still becomes a page.
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
