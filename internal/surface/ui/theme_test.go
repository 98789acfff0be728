package ui

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// A theme is stored in the browser, behind an encrypting proxy in a secure cookie.
func TestThemeIsStoredInACookie(t *testing.T) {
	for _, c := range []struct {
		chosen string
		secure bool
		want   Theme
	}{{"dark", false, Dark}, {"light", true, Light}, {"", true, FollowSystem}, {`"><script>`, false, FollowSystem}} {
		form := url.Values{"theme": {c.chosen}, "back": {"/budgets"}}
		r := httptest.NewRequest(http.MethodPost, "/theme", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if c.secure {
			r.Header.Set("X-Forwarded-Proto", "https")
		}
		rec := httptest.NewRecorder()
		if err := SetTheme(rec, &Request{Request: r, Site: &Site{Options: Options{BehindProxy: true}}}); err != nil {
			t.Fatal(err)
		}
		next := httptest.NewRequest(http.MethodGet, "/", nil)
		for _, cookie := range rec.Result().Cookies() {
			next.AddCookie(cookie)
			if cookie.Secure != c.secure {
				t.Errorf("encrypted %v: the cookie is %+v", c.secure, cookie)
			}
		}
		if got := themeOf(next); got != c.want || rec.Header().Get("Location") != "/budgets" {
			t.Errorf("%q: theme %q, redirected to %q", c.chosen, got, rec.Header().Get("Location"))
		}
	}
}
