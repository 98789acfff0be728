package httpx

import (
	"errors"
	"net/http"

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
