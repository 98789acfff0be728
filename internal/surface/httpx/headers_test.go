package httpx

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// A page may use the position, and no other device feature; frames in it may use none.
func TestPermissionsPolicyAllowsOnlyThePosition(t *testing.T) {
	rec := httptest.NewRecorder()
	secured(http.NotFoundHandler()).ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/", nil))
	for name, want := range map[string]string{
		"Permissions-Policy": "camera=(), geolocation=(self), microphone=(), payment=(), usb=()",
		"Referrer-Policy":    "same-origin", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store", "Content-Security-Policy": PagePolicy,
	} {
		if got := rec.Header().Get(name); got != want {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
}
