// Package httpx connects net/http with the surfaces (pages, API, authorisation): handlers that return an error, one
// place per surface that turns an error into a response, and the middleware of every response.
//
// The other surfaces may import httpx; it imports none of them. Start with Router, then Wrap.
package httpx

import (
	"fmt"
	"net/http"

	"holdover/internal/base/apperr"
)

// Handler responds to a request or returns an error. A handler that returns an error has written nothing.
type Handler func(w http.ResponseWriter, r *http.Request) error

// FaultWriter writes an error in the form of its surface.
type FaultWriter func(w http.ResponseWriter, r *http.Request, err error)

// Router is a ServeMux with handlers that return errors.
type Router struct {
	mux  *http.ServeMux
	fail FaultWriter
}

// NewRouter returns a router that passes every error to fail.
func NewRouter(fail FaultWriter) *Router {
	return &Router{mux: http.NewServeMux(), fail: fail}
}

// Handle registers a handler for a ServeMux pattern such as "GET /budgets/{id}". The form is parsed before the
// handler is called, and limited to FormBytes.
func (rt *Router) Handle(pattern string, h Handler) { rt.HandleForm(pattern, FormBytes, h) }

// HandleForm is Handle for a form with more fields than most pages have.
func (rt *Router) HandleForm(pattern string, most int64, h Handler) {
	rt.handle(pattern, h, func(w http.ResponseWriter, r *http.Request) error { return takeForm(w, r, most) })
}

// HandleValues is Handle for programs, which may send a JSON object of strings instead of a form.
func (rt *Router) HandleValues(pattern string, h Handler) { rt.handle(pattern, h, takeValues) }

// HandleFile registers a handler that reads a form with a file as it arrives, by r.MultipartReader. No other handler
// writes an uploaded file to the disk.
func (rt *Router) HandleFile(pattern string, most int64, h Handler) {
	rt.handle(pattern, h, func(w http.ResponseWriter, r *http.Request) error {
		if kind := kindOf(r); kind != "multipart/form-data" {
			return notTaken(w, kind)
		}
		return expect(w, r, most)
	})
}

// HandleCall registers a handler that reads the body of a program's request itself.
func (rt *Router) HandleCall(pattern string, most int64, h Handler) {
	rt.handle(pattern, h, func(w http.ResponseWriter, r *http.Request) error { return expect(w, r, most) })
}

func (rt *Router) handle(pattern string, h Handler, take Handler) {
	rt.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		err := take(w, r)
		if err == nil {
			err = h(w, r)
		}
		if r.MultipartForm != nil {
			_ = r.MultipartForm.RemoveAll() // temporary files
		}
		if err != nil {
			err = Truly(r.Context(), err)
			RetryAfter(w, err)
			rt.fail(w, r, err)
		}
	})
}

// HandleHTTP registers a handler that writes its own errors, such as files.
func (rt *Router) HandleHTTP(pattern string, h http.Handler) { rt.mux.Handle(pattern, h) }

// ServeHTTP turns unknown paths and methods into errors too, so that their responses look like the surface's others.
func (rt *Router) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h, pattern := rt.mux.Handler(r)
	if pattern != "" {
		note(r.Context(), func(rec *record) { rec.pattern = pattern })
		rt.mux.ServeHTTP(w, r)
		return
	}
	probe := &headerOnly{header: http.Header{}}
	h.ServeHTTP(probe, r)
	if allow := probe.header.Get("Allow"); allow != "" {
		w.Header().Set("Allow", allow)
	}
	err := NoPage(r.URL.Path)
	if probe.status == http.StatusMethodNotAllowed {
		err = apperr.New(apperr.Invalid, "%s does not accept %s", r.URL.Path, r.Method).WithCause(errMethod)
	}
	rt.fail(w, r, err)
}

// CodeNoPage distinguishes an unknown address from a missing record.
const CodeNoPage apperr.Code = "no-page"

// NoPage returns the error for an unknown address.
func NoPage(path string) *apperr.Error {
	return apperr.New(apperr.NotFound, "there is no page at %s", path).WithCode(CodeNoPage)
}

// headerOnly records the response that ServeMux would have written.
type headerOnly struct {
	header http.Header
	status int
}

func (h *headerOnly) Header() http.Header         { return h.header }
func (h *headerOnly) Write(b []byte) (int, error) { return len(b), nil }
func (h *headerOnly) WriteHeader(status int)      { h.status = status }

var errMethod = fmt.Errorf("method not allowed")
