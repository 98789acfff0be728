package httpx

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json"

	"holdover/internal/base/apperr"
)

// FormBytes is the default limit for a form in bytes.
const FormBytes = 64 << 10

// bodyPatience is the time limit for reading a body. It is extended by a second for each bodyPace bytes received.
// Time that the server spends between two reads is not counted.
var bodyPatience = 30 * time.Second

const bodyPace = 8 << 10

// The part of an unread body that is read and discarded before the response, and the time limit. Most clients read
// the response only after sending the whole body: closing the connection earlier gives them a reset instead of the
// error.
const (
	restBytes    = 64 << 20
	restPatience = 10 * time.Second
)

var (
	errKind = errors.New("this content type is not accepted")
	errSlow = errors.New("the request arrives too slowly")
)

// body is a request's body, limited in size and time from the outermost handler on. Without a deadline a client could
// keep connections open with partial bodies, even if no handler reads them.
type body struct {
	io.ReadCloser
	line     *http.ResponseController
	header   http.Header // of the answer
	most     int64
	read     int64
	patience time.Duration // the remaining time
	ended    bool          // completely read, or abandoned
}

// bounded limits a request's body: to the size of a form, until a route that accepts more raises the limit.
func bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, is := r.Body.(*body); is || r.ContentLength == 0 {
			next.ServeHTTP(w, r)
			return
		}
		r = r.WithContext(r.Context()) // a copy, since the server closes connections gently only if it finds its own body in its own request
		b := bodyOf(w, r)
		_ = b.line.SetReadDeadline(time.Now().Add(b.patience)) // a connection of a test has none
		awaited := strings.EqualFold(r.Header.Get("Expect"), "100-continue")
		leave := func() {
			if !awaited || b.read > 0 { // a client that waits for "100 Continue" has sent nothing
				b.leave()
			}
		}
		next.ServeHTTP(&countingWriter{ResponseWriter: w, begun: leave}, r)
		leave()
	})
}

// bodyOf returns the limited body of a request.
func bodyOf(w http.ResponseWriter, r *http.Request) *body {
	b, ok := r.Body.(*body)
	if !ok {
		b = &body{
			ReadCloser: r.Body, line: http.NewResponseController(w), header: w.Header(),
			most: FormBytes, patience: bodyPatience,
		}
		r.Body = b
	}
	return b
}

// Read reads on within the bounds. Errors: *http.MaxBytesError, errSlow.
func (b *body) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	left := b.most - b.read
	if left < 0 {
		return 0, b.tooLarge()
	}
	began := time.Now()
	_ = b.line.SetReadDeadline(began.Add(b.patience + b.earned()))
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), left+1)])
	b.patience -= time.Since(began)
	if b.read += int64(n); b.read > b.most {
		return int(left), b.tooLarge()
	}
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		b.header.Set("Connection", "close")
		b.ended, err = true, errSlow
	case err != nil && !errors.Is(err, io.EOF):
		b.ended = true
	case err != nil:
		b.ended = true
		_ = b.line.SetReadDeadline(time.Time{}) // further reads only detect that the client disconnects
	}
	return n, err
}

func (b *body) earned() time.Duration { return time.Duration(b.read/bodyPace) * time.Second }

func (b *body) tooLarge() error {
	b.header.Set("Connection", "close") // so that the server does not wait for the rest
	return &http.MaxBytesError{Limit: b.most}
}

// leave discards the rest of the body.
func (b *body) leave() {
	if b.ended {
		return
	}
	b.ended = true
	_ = b.line.SetReadDeadline(time.Now().Add(min(restPatience, b.patience+b.earned())))
	if _, err := io.CopyN(io.Discard, b.ReadCloser, restBytes); errors.Is(err, io.EOF) {
		_ = b.line.SetReadDeadline(time.Time{})
	}
}

// takeForm reads the whole form, so that no handler sees a partial one. It refuses text that is not UTF-8, which
// could be stored but not exported. Files use another encoding, which only HandleFile accepts.
func takeForm(w http.ResponseWriter, r *http.Request, most int64) error {
	if r.ContentLength == 0 {
		return nil
	}
	if kind := kindOf(r); kind != "application/x-www-form-urlencoded" {
		return notTaken(w, kind)
	}
	if err := expect(w, r, most); err != nil {
		return err
	}
	if err := r.ParseForm(); err != nil {
		return apperr.New(apperr.Invalid, "the form arrived incomplete").WithCause(err).WithHint("send it again")
	}
	return RequireText(r.PostForm)
}

// takeValues is takeForm for programs, which may send a flat JSON object of strings instead of a form.
func takeValues(w http.ResponseWriter, r *http.Request) error {
	if kindOf(r) != "application/json" {
		return takeForm(w, r, FormBytes)
	}
	if err := expect(w, r, FormBytes); err != nil {
		return err
	}
	var members map[string]string
	if err := json.UnmarshalRead(r.Body, &members); err != nil {
		return apperr.New(apperr.Invalid, "the JSON must be one object whose members are texts, each once").WithCause(err)
	}
	r.PostForm = url.Values{}
	for name, text := range members {
		r.PostForm.Set(name, text)
	}
	return RequireText(r.PostForm)
}

// RequireText refuses a form with text that is not UTF-8.
func RequireText(form url.Values) error {
	for name, values := range form {
		for _, text := range append(values, name) {
			if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
				return apperr.New(apperr.Invalid, "the form contains invalid text").WithHint("type it again, or paste it from another source")
			}
		}
	}
	return nil
}

// TakeUpTo raises the size limit for a handler that reads the body itself. Reading more returns an
// *http.MaxBytesError.
func TakeUpTo(w http.ResponseWriter, r *http.Request, most int64) { bodyOf(w, r).most = most }

// expect raises the size limit, and refuses a larger Content-Length immediately.
func expect(w http.ResponseWriter, r *http.Request, most int64) error {
	TakeUpTo(w, r, most)
	if r.ContentLength > most {
		return apperr.New(apperr.Invalid, "the request is larger than %d KB", most>>10).WithCause(bodyOf(w, r).tooLarge())
	}
	return nil
}

func kindOf(r *http.Request) string {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return kind
}

func notTaken(w http.ResponseWriter, kind string) error {
	w.Header().Set("Connection", "close")
	if kind == "" {
		kind = "content of no kind"
	}
	return apperr.New(apperr.Invalid, "%.60q is not accepted", kind).WithCause(errKind).WithHint("send the page's own form")
}
