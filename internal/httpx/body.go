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

	"holdover/internal/fault"
)

// FormBytes is the most bytes of a form, where the route does not say otherwise.
const FormBytes = 64 << 10

// bodyPatience is how long a body has to arrive, with a second more for each bodyPace
// bytes of it that did. What the server does between two reads does not count.
var bodyPatience = 30 * time.Second

const bodyPace = 8 << 10

// Of a body that nobody reads to its end, so much is taken off the line before
// the answer, and no longer. Most programs listen only when they have sent all:
// one whose connection is closed before that is told of a reset, not of what it
// did wrong.
const (
	restBytes    = 64 << 20
	restPatience = 10 * time.Second
)

var (
	errKind = errors.New("the kind of content is not taken here")
	errSlow = errors.New("the request arrives too slowly")
)

// body is what a request sends, bounded in size and time from the outermost
// handler on. Without a deadline anybody could keep connections open with
// bodies half sent, also where no handler ever reads them.
type body struct {
	io.ReadCloser
	line     *http.ResponseController
	header   http.Header // of the answer
	most     int64
	read     int64
	patience time.Duration // what is left of it
	ended    bool          // whole, or given up
}

// bounded puts the bounds around a request's body: those of a form, until a
// route that takes more says so.
func bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, is := r.Body.(*body); is || r.ContentLength == 0 {
			next.ServeHTTP(w, r)
			return
		}
		r = r.WithContext(r.Context()) // the server closes gently where it finds its own body in its own request
		b := bodyOf(w, r)
		_ = b.line.SetReadDeadline(time.Now().Add(b.patience)) // a connection of a test has none
		awaited := strings.EqualFold(r.Header.Get("Expect"), "100-continue")
		leave := func() {
			if !awaited || b.read > 0 { // who waits to be asked has sent nothing
				b.leave()
			}
		}
		next.ServeHTTP(&countingWriter{ResponseWriter: w, begun: leave}, r)
		leave()
	})
}

// bodyOf is the bounded body of a request.
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
		_ = b.line.SetReadDeadline(time.Time{}) // what the server reads on for is that the client leaves
	}
	return n, err
}

func (b *body) earned() time.Duration { return time.Duration(b.read/bodyPace) * time.Second }

func (b *body) tooLarge() error {
	b.header.Set("Connection", "close") // so that the rest is not waited for
	return &http.MaxBytesError{Limit: b.most}
}

// leave throws away what is still to come.
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

// takeForm reads the form of a request whole, so that no handler meets half of
// one. What is no text is refused: it would be kept, and no document could be written
// of it. Files come with forms of another kind, which only HandleFile takes.
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
		return fault.New(fault.Invalid, "the form did not arrive whole").WithCause(err).WithHint("send it again")
	}
	return RequireText(r.PostForm)
}

// takeValues is takeForm of what a program sends, which may be a flat JSON object of texts in place of a form.
func takeValues(w http.ResponseWriter, r *http.Request) error {
	if kindOf(r) != "application/json" {
		return takeForm(w, r, FormBytes)
	}
	if err := expect(w, r, FormBytes); err != nil {
		return err
	}
	var members map[string]string
	if err := json.UnmarshalRead(r.Body, &members); err != nil {
		return fault.New(fault.Invalid, "the JSON is not one object whose members are texts, each once").WithCause(err)
	}
	r.PostForm = url.Values{}
	for name, text := range members {
		r.PostForm.Set(name, text)
	}
	return RequireText(r.PostForm)
}

// RequireText refuses a form that holds what is no text.
func RequireText(form url.Values) error {
	for name, values := range form {
		for _, text := range append(values, name) {
			if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
				return fault.New(fault.Invalid, "the form holds bytes that are no text").WithHint("type it again, or paste it from elsewhere")
			}
		}
	}
	return nil
}

// TakeUpTo raises the bound of a body for a handler that reads it by itself. What is
// larger is an *http.MaxBytesError to whoever reads it.
func TakeUpTo(w http.ResponseWriter, r *http.Request, most int64) { bodyOf(w, r).most = most }

// expect raises the bound of a body, and refuses at once what says that it is
// larger.
func expect(w http.ResponseWriter, r *http.Request, most int64) error {
	TakeUpTo(w, r, most)
	if r.ContentLength > most {
		return fault.New(fault.Invalid, "what was sent is larger than %d KB", most>>10).WithCause(bodyOf(w, r).tooLarge())
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
	return fault.New(fault.Invalid, "%.60q is not taken here", kind).WithCause(errKind).WithHint("send the page's own form")
}
