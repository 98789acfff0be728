package httpx

import (
	"net/http"
	"strings"

	"holdover/internal/base/apperr"
)

// sameOrigin refuses changes that another site's page tries to make.
func sameOrigin(next http.Handler, fail FaultWriter) http.Handler {
	guard := http.NewCrossOriginProtection()
	guard.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := apperr.New(apperr.Forbidden, "the request came from another site's page, so nothing was changed").
			WithHint("open Holdover itself and repeat it there; behind a proxy, pass on the Host header")
		note(r.Context(), func(rec *record) { rec.err = err })
		fail(w, r, err)
	}))
	return guard.Handler(next)
}

// CORS allows pages of any origin to call a surface. Use it only for surfaces that authenticate the caller by a
// secret which browsers do not send automatically, never by a cookie. Another site's page then cannot act as the
// user.
type CORS struct {
	Methods string // that may be sent
	Expose  string // response headers that the page may read
}

func (c CORS) handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", "*")
		if c.Expose != "" {
			h.Set("Access-Control-Expose-Headers", c.Expose)
		}
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
			h.Set("Access-Control-Allow-Methods", c.Methods)
			// Any request header may be sent: clients add Cache-Control, Idempotency-Key and their own, and no header
			// has a special meaning for pages of this origin.
			if asked := r.Header.Get("Access-Control-Request-Headers"); isHeaderList(asked) {
				h.Set("Access-Control-Allow-Headers", asked)
			}
			h.Add("Vary", "Access-Control-Request-Headers")
			h.Set("Access-Control-Max-Age", "86400")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isHeaderList reports whether a text is a list of names of headers, short enough to be sent back.
func isHeaderList(text string) bool {
	return text != "" && len(text) <= 1000 && !strings.ContainsFunc(text, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-_, ", r))
	})
}
