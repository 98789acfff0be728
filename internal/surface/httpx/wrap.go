package httpx

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"holdover/internal/base/apperr"
)

// Wrap puts the middleware of every surface around a handler, from the outside in: the middleware of Served, request
// id and log, compression, refusal of cross-origin changes (or, with a CORS, permission for them), and recovery from
// panics. fail writes the responses to refusals and panics.
func Wrap(h http.Handler, log *slog.Logger, fail FaultWriter, others ...CORS) http.Handler {
	h = recovered(h, fail)
	if len(others) == 0 {
		h = sameOrigin(h, fail)
	}
	for _, cors := range others {
		h = cors.handler(h)
	}
	return Served(logged(compressed(h), log))
}

// Served limits bodies and sets security headers for everything at one address, including responses outside any
// surface, such as redirects by a mux.
func Served(h http.Handler) http.Handler { return bounded(secured(h)) }

// record collects the data for the log line and the metrics of a request.
type record struct {
	id      string
	pattern string // of the route, see Observer
	err     error
}

type recordKey struct{}

// RequestID returns the id of the request of ctx, or "" outside of a request. It is in the log and on the error page,
// so that the two can be matched.
func RequestID(ctx context.Context) string {
	if rec, ok := ctx.Value(recordKey{}).(*record); ok {
		return rec.id
	}
	return ""
}

func note(ctx context.Context, set func(*record)) {
	if rec, ok := ctx.Value(recordKey{}).(*record); ok {
		set(rec)
	}
}

// logged writes one line per request. It omits queries, headers and bodies, since they may contain tokens and search
// terms.
func logged(next http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := &record{id: rand.Text()[:12]}
		w.Header().Set("X-Request-Id", rec.id)
		counted := &countingWriter{ResponseWriter: w}
		start := time.Now()
		r, end := stoppable(counted, r.WithContext(apperr.Track(context.WithValue(r.Context(), recordKey{}, rec))))
		defer end()
		next.ServeHTTP(counted, r)
		took := time.Since(start)
		observe(r, cmp.Or(rec.pattern, r.Pattern), counted.status(), took)
		attrs := []slog.Attr{
			slog.String("id", rec.id), slog.String("method", r.Method), slog.String("path", r.URL.Path),
			slog.Int("status", counted.status()), slog.Int64("bytes", counted.bytes),
			slog.Duration("took", took.Round(time.Microsecond)),
		}
		level := slog.LevelDebug
		if rec.err != nil {
			attrs = append(attrs, slog.String("error", rec.err.Error()))
			if f, ok := asFault(rec.err); ok && f.Cause != nil {
				attrs = append(attrs, slog.String("cause", f.Cause.Error()))
			}
			level = slog.LevelInfo
		}
		if counted.status() >= http.StatusInternalServerError {
			level = slog.LevelError
		}
		log.LogAttrs(r.Context(), level, "request", attrs...)
	})
}

// recovered turns a panic into an internal error with its stack as the cause.
func recovered(next http.Handler, fail FaultWriter) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			if v == http.ErrAbortHandler {
				panic(v)
			}
			fail(w, r, Truly(r.Context(), fmt.Errorf("panic: %v\n%s", v, debug.Stack())))
		}()
		next.ServeHTTP(w, r)
	})
}

// countingWriter records the status and the number of bytes for the log.
type countingWriter struct {
	http.ResponseWriter
	code  int
	bytes int64
	begun func() // called with the first byte of the response's header, if set
}

func (w *countingWriter) WriteHeader(code int) {
	w.begin(code)
	w.ResponseWriter.WriteHeader(code)
}

func (w *countingWriter) Write(b []byte) (int, error) {
	w.begin(http.StatusOK)
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
}

func (w *countingWriter) begin(code int) {
	if w.code != 0 {
		return
	}
	if w.code = code; w.begun != nil {
		w.begun()
	}
}

// Flush sends the buffered data. It ignores errors: a disconnected client is detected elsewhere.
func (w *countingWriter) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() }

// Unwrap returns the wrapped writer for http.ResponseController.
func (w *countingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *countingWriter) status() int { return cmp.Or(w.code, http.StatusOK) }
