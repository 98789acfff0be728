package httpx

import (
	"context"
	"errors"
	"net/http"
	"strings"
)

// ErrStopped is the cause of the cancellation of requests when a stopping server stops waiting for them.
var ErrStopped = errors.New("the server was stopped")

type stoppingKey struct{}

// WithStopping returns a context through which requests learn that the server stops. Running requests finish, and
// endless responses such as event streams end.
func WithStopping(ctx, stopping context.Context) context.Context {
	return context.WithValue(ctx, stoppingKey{}, stopping)
}

// stoppable returns a request that may become an event stream. The stream ends when the server stops.
func stoppable(w *countingWriter, r *http.Request) (*http.Request, context.CancelFunc) {
	stopping, ok := r.Context().Value(stoppingKey{}).(context.Context)
	if !ok {
		return r, func() {}
	}
	ctx, cancel := context.WithCancel(r.Context())
	release := func() bool { return false }
	w.begun = func() {
		if strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream") {
			release = context.AfterFunc(stopping, cancel)
		}
	}
	return r.WithContext(ctx), func() {
		release()
		cancel()
	}
}
