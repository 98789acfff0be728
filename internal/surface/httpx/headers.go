package httpx

import (
	"errors"
	"net/http"
	"strings"

	"holdover/internal/base/apperr"
)

// PagePolicy is the content security policy of the pages. It allows only resources from this server, and no inline
// scripts or styles.
const PagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// secured sets the headers that every answer carries. A surface inside that
// needs another content security policy sets its own header over this one.
func secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", PagePolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(self), microphone=(), payment=(), usb=()")
		h.Set("Cache-Control", "no-store") // financial data must not be cached; handlers of assets override this
		next.ServeHTTP(w, r)
	})
}

func asFault(err error) (*apperr.Error, bool) { return errors.AsType[*apperr.Error](err) }

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
