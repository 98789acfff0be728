package httpx

import (
	"errors"
	"net/http"

	"holdover/internal/fault"
)

// PagePolicy is the content security policy of the pages: everything comes from
// this server, and nothing is inline.
const PagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// SecureHeaders sets the headers that every answer carries. A surface inside that
// needs another content security policy sets its own header over this one.
func SecureHeaders(next http.Handler, policy string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(self), microphone=(), payment=(), usb=()")
		h.Set("Cache-Control", "no-store") // figures are nobody else's, and never stale; assets set their own
		next.ServeHTTP(w, r)
	})
}

func asFault(err error) (*fault.Error, bool) { return errors.AsType[*fault.Error](err) }
