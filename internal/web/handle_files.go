package web

import (
	"context"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"holdover/internal/app"
	"holdover/internal/fault"
)

// original gives back a document that a budget came from, byte for byte: the one
// it is compared with, or the one of a number.
func (s *site) original(w http.ResponseWriter, r *http.Request) error {
	number, suffix := int64(0), " (as imported).json"
	if text := r.URL.Query().Get("number"); text != "" {
		var err error
		if number, err = strconv.ParseInt(text, 10, 64); err != nil {
			return fault.New(fault.NotFound, "there is no document %q", text).WithHint("the import report lists them")
		}
		suffix = " (document " + text + ").json"
	}
	return s.download(w, r, suffix, func(ctx context.Context, who app.Actor, id string, to io.Writer) error {
		return s.app.Original(ctx, who, id, number, to)
	})
}

// document gives the budget as it stands, as a plan document.
func (s *site) document(w http.ResponseWriter, r *http.Request) error {
	return s.download(w, r, ".json", func(ctx context.Context, who app.Actor, id string, to io.Writer) error {
		return s.app.Document(ctx, who, id, "plan", to)
	})
}

func (s *site) download(
	w http.ResponseWriter, r *http.Request, suffix string, write func(context.Context, app.Actor, string, io.Writer) error,
) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	b, err := s.app.Budget(r.Context(), who, r.PathValue("id"))
	if err != nil {
		return err
	}
	out := &lateHeader{w: w, set: func(h http.Header) {
		h.Set("Content-Type", "application/json")
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": fileName(b.Name) + suffix}))
	}}
	err = write(r.Context(), who, b.ID, out)
	if err != nil && out.begun {
		s.log.Error("a download broke off", "budget", b.ID, "error", err)
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

// fileName makes a budget's name one that every system takes.
func fileName(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, name)
	if clean = strings.Trim(clean, " ."); clean == "" {
		return "Budget"
	}
	return clean
}
