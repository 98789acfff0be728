package httpx

import (
	"context"
	"net/http"
	"time"
)

// Observer receives each request that Wrap logs, after its response. The pattern is that of the mux which chose the handler,
// such as "GET /budgets/{budget}", or "" for an unknown address.
type Observer func(method, pattern string, status int, took time.Duration)

type observerKey struct{}

// Observed reports all requests of a handler to an observer.
func Observed(h http.Handler, observe Observer) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), observerKey{}, observe)))
	})
}

// observe reports a request to the observer of its context, if there is one.
func observe(r *http.Request, pattern string, status int, took time.Duration) {
	if to, ok := r.Context().Value(observerKey{}).(Observer); ok {
		to(r.Method, pattern, status, took)
	}
}
